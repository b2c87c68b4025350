"""The commands of the small LaTeX: what is read, and what it looks like."""

from __future__ import annotations

__all__ = [
    "CALLIGRAPHIC", "DOUBLE", "FENCES", "FONTS", "INTEGRALS", "LARGE", "MARKS", "NAMED", "NAMED_LARGE", "OPERATORS",
    "SPACES", "SYMBOLS",
]  # fmt: skip

SYMBOLS: dict[str, str] = {
    "alpha": "α", "beta": "β", "gamma": "γ", "delta": "δ", "epsilon": "ε", "varepsilon": "ε", "zeta": "ζ", "eta": "η",
    "theta": "θ", "iota": "ι", "kappa": "κ", "lambda": "λ", "mu": "μ", "nu": "ν", "xi": "ξ", "pi": "π", "rho": "ρ",
    "sigma": "σ", "tau": "τ", "upsilon": "υ", "phi": "φ", "varphi": "φ", "chi": "χ", "psi": "ψ", "omega": "ω",
    "Gamma": "Γ", "Delta": "Δ", "Theta": "Θ", "Lambda": "Λ", "Xi": "Ξ", "Pi": "Π", "Sigma": "Σ", "Phi": "Φ",
    "Psi": "Ψ", "Omega": "Ω", "infty": "∞", "ell": "ℓ", "emptyset": "∅", "top": "⊤", "hbar": "ℏ",
}  # fmt: skip
OPERATORS: dict[str, str] = {
    "le": "≤", "leq": "≤", "ge": "≥", "geq": "≥", "ne": "≠", "neq": "≠", "in": "∈", "notin": "∉", "subset": "⊂",
    "subseteq": "⊆", "cup": "∪", "cap": "∩", "setminus": "∖", "to": "→", "mapsto": "↦", "pm": "±", "mp": "∓",
    "cdot": "·", "times": "×", "otimes": "⊗", "oplus": "⊕", "circ": "∘", "ast": "∗", "partial": "∂", "nabla": "∇",
    "iff": "⇔", "implies": "⇒", "Rightarrow": "⇒", "Leftrightarrow": "⇔", "approx": "≈", "sim": "∼", "equiv": "≡",
    "forall": "∀", "exists": "∃", "perp": "⊥", "parallel": "∥", "mid": "∣", "colon": ":", "ldots": "…", "dots": "…",
    "cdots": "⋯", "wedge": "∧", "vee": "∨", "neg": "¬", "succeq": "⪰", "preceq": "⪯", "succ": "≻", "prec": "≺",
    "ll": "≪", "gg": "≫", "propto": "∝", "prime": "′", "backslash": "\\", "#": "#", "%": "%", "&": "&", "_": "_",
}  # fmt: skip
#: Operators whose scripts stand below and above.
LARGE: dict[str, str] = {"sum": "∑", "prod": "∏", "bigcup": "⋃", "bigcap": "⋂", "bigoplus": "⨁"}
INTEGRALS: dict[str, str] = {"int": "∫", "iint": "∬", "iiint": "∭", "oint": "∮"}
NAMED = frozenset([
    "sin", "cos", "tan", "cot", "sec", "csc", "asin", "acos", "atan", "arcsin", "arccos", "arctan", "sinh", "cosh",
    "tanh", "coth", "exp", "log", "ln", "det", "dim", "ker", "deg", "arg", "gcd",
])  # fmt: skip
NAMED_LARGE = frozenset(["sup", "inf", "max", "min", "lim", "limsup", "liminf", "argmax", "argmin"])
FENCES: dict[str, str] = {
    "langle": "⟨", "rangle": "⟩", "lvert": "|", "rvert": "|", "lVert": "‖", "rVert": "‖", "lfloor": "⌊", "rfloor": "⌋",
    "lceil": "⌈", "rceil": "⌉", "{": "{", "}": "}", "vert": "|", "Vert": "‖", "|": "‖",
}  # fmt: skip
MARKS: dict[str, str] = {
    "bar": "¯", "overline": "¯", "hat": "^", "widehat": "^", "tilde": "~", "widetilde": "~", "dot": "˙", "ddot": "¨",
    "vec": "→",
}  # fmt: skip
SPACES: dict[str, float] = {
    ",": 0.17, ":": 0.22, ";": 0.28, "!": -0.17, " ": 0.25, "quad": 1.0, "qquad": 2.0, "thinspace": 0.17,
}  # fmt: skip
FONTS = frozenset(["mathrm", "mathbf", "mathbb", "mathcal", "mathit", "mathsf", "boldsymbol"])
DOUBLE = {"R": "ℝ", "C": "ℂ", "Z": "ℤ", "N": "ℕ", "Q": "ℚ", "E": "𝔼", "P": "ℙ", "S": "𝕊", "T": "𝕋"}
CALLIGRAPHIC = {"H": "ℋ", "P": "𝒫", "L": "ℒ", "F": "ℱ", "A": "𝒜", "M": "ℳ", "E": "ℰ"}
