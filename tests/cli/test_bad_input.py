"""Bad input of every kind: one clear line on standard error, exit status 2, never a traceback."""

from __future__ import annotations

import json
import re

import pytest

ATOMS = {"kind": "atoms", "weights": ["1/2", "1/2"]}
FACTOR = {"family": "factor", "d": 3, "profile": {"usa": 1}, "labels": ATOMS, "k": [["1", "1"], ["1", "1"]]}
EXPRESSION = {"family": "expression", "d": 3, "labels": {"kind": "circle"}, "h": "dot(x, y)"}
GAUGE = {"family": "gauge", "d": 4, "profile": {"usa": 1}, "labels": {"kind": "positions", "n": 8}}
ROPE = {"model_type": "llama", "head_dim": 8, "max_position_embeddings": 64}
EYE = [["1", "0"], ["0", "1"]]
FLOAT_TURN = [[0.6, 0.8], [-0.8, 0.6]]

TOML_NAN = """
family = "factor"
d = 3
profile = "t"
labels = {kind = "atoms", weights = [1]}
k = [[nan]]
"""


def _k(*rows):
    return {**FACTOR, "k": list(rows)}


def _labels(**law):
    return {**FACTOR, "labels": law}


def _without(document, *fields):
    return {key: value for key, value in document.items() if key not in fields}


def _text(document, old, new):
    text = json.dumps(document)
    assert old in text
    return text.replace(old, new)


DOCUMENTS = {
    # numbers that are none
    "NaN": (_text(_k([5, 1], [1, 1]), "5", "NaN"), "must hold finite numbers; got NaN"),
    "Infinity": (_text(_k([5, 1], [1, 1]), "5", "-Infinity"), "Write a mask as k = 0"),
    "overflow": (_text(_k([5, 1], [1, 1]), "5", "1e999"), "must hold finite numbers; got 1e999"),
    "NaN as text": (_k(["nan", 1], [1, 1]), "k[0][0] must be finite"),
    "boolean": (_k([True, 1], [1, 1]), "k[0][0] must be a number; got True"),
    "null": (_k([None, 1], [1, 1]), "k[0][0] must be a number"),
    "word": (_k(["one", 1], [1, 1]), "k[0][0] contains the unknown name|must be|one"),
    "division by zero": (_k(["1/0", 1], [1, 1]), "must not divide by zero"),
    "undefined constant": (_k(["sqrt(-1)", 1], [1, 1]), "k[0][0] must have a finite real value"),
    "5000 digits": (_text(_k([5, 1], [1, 1]), "5", "9" * 5000), "reasonable length"),
    # tables
    "asymmetric": (_k(["1", "2"], ["3", "1"]), "k must be symmetric; got 3 and 2 at [1][0] and [0][1]"),
    "wrong shape": (
        _k(["1", "1", "1"], ["1", "1", "1"]),
        "k must have shape 2 x 2; got 2 rows of length [3]",
    ),
    "ragged": (_k(["1", "1"], ["1"]), "k must have shape 2 x 2"),
    "flat": (_k("1", "1"), "k must be a table of numbers"),
    "huge": ({**_labels(kind="positions", n=100_000), "k": [["1"]]}, "GiB"),
    "lag table of the wrong length": (
        {**_labels(kind="positions", n=4), "k": {"toeplitz": ["1", "2"]}},
        "k.toeplitz must have shape 1 x 4",
    ),
    "asymmetric lags": ({**_labels(kind="cyclic", n=3), "k": {"toeplitz": [1, 2, 3]}}, "must be symmetric"),
    "k and bias": ({**FACTOR, "bias": FACTOR["k"]}, "bias must not stand beside k"),
    "neither k nor bias": (_without(FACTOR, "k"), "k must be given"),
    "bias of minus infinity": (
        _text({**_without(FACTOR, "k"), "bias": [[5, 0], [0, 0]]}, "5", "-1e999"),
        "Write a mask as k = 0",
    ),
    # labels
    "weights of floats": (
        _labels(kind="atoms", weights=[0.1, 0.2, 0.7]),
        "Nearest exact weights: ['1/10', '1/5', '7/10']",
    ),
    "weights that miss 1": (_labels(kind="atoms", weights=["1/2", "1/3"]), "labels.weights must sum to 1"),
    "negative weight": (_labels(kind="atoms", weights=["3/2", "-1/2"]), "labels.weights[1] must be positive"),
    "weight zero": (_labels(kind="atoms", weights=["1", "0"]), "labels.weights[1] must be positive; got 0"),
    "no weights": (_labels(kind="atoms", weights=[]), "labels.weights must have at least one entry"),
    "irrational weight": (
        _labels(kind="atoms", weights=["sqrt(2)/2", "1-sqrt(2)/2"]),
        "labels.weights[0] must be rational",
    ),
    "unknown kind of labels": (_labels(kind="sphere"), "labels must be an object with a known kind"),
    "no kind of labels": ({**FACTOR, "labels": "circle"}, "labels must be an object with a known kind"),
    "unknown field of labels": (
        _labels(kind="circle", radius=2),
        "labels.radius must be a field of kind circle",
    ),
    "negative positions": (_labels(kind="positions", n=-3), "labels.n must be a positive integer; got -3"),
    "positions that are no integer": (
        _labels(kind="positions", n=2.5),
        "labels.n must be a positive integer",
    ),
    "empty interval": (_labels(kind="interval", a="1", b="0"), "labels must have a < b"),
    "density of mass 2": (
        {**_labels(kind="interval", a="0", b="1", density="2"), "k": "1"},
        "labels.density must integrate to 1",
    ),
    "negative density": (
        {**_labels(kind="interval", a="0", b="1", density="3/2 - 2*xi"), "k": "1"},
        "labels.density must be nonnegative",
    ),
    "a table on a continuum": (
        {**FACTOR, "labels": {"kind": "circle"}},
        "k must be a formula on a continuum",
    ),
    "a formula without points": ({**FACTOR, "k": "exp(xi*zeta)"}, "labels.points must be given"),
    # dimensions and names
    "d = 1": ({**FACTOR, "d": 1}, "d must be an integer of at least 2; got 1"),
    "d = 2.5": ({**FACTOR, "d": 2.5}, "d must be an integer; got 2.5"),
    "d as text": ({**FACTOR, "d": "3"}, "d must be an integer; got '3'"),
    "d = 0 of a formula": ({**EXPRESSION, "d": 0}, "d must be an integer of at least 2; got 0"),
    "d = -3 of a formula": ({**EXPRESSION, "d": -3}, "d must be an integer of at least 2; got -3"),
    "d of a formula as text": ({**EXPRESSION, "d": "3"}, "d must be an integer; got '3'"),
    "d = 2.5 of a formula": ({**EXPRESSION, "d": 2.5}, "d must be an integer; got 2.5"),
    "no d": (_without(FACTOR, "d"), "d must be given"),
    "unknown family": ({**FACTOR, "family": "facto"}, "Did you mean factor?"),
    "no family": (_without(FACTOR, "family"), "family must be one of"),
    "unknown key": ({**FACTOR, "profil": 1}, "Did you mean profile?"),
    "unknown profile": ({**FACTOR, "profile": {"relu": 1}}, "profile"),
    "profile without beta": ({**FACTOR, "profile": {"usa": 0}}, "profile"),
    "unknown expectation": ({**FACTOR, "expect": {"verdict": "all"}}, "expect must be an object with"),
    "symmetrize as text": ({**FACTOR, "symmetrize": "yes"}, "symmetrize must be true or false"),
    "name that is no text": ({**FACTOR, "name": 3}, "name must be text"),
    # formulas
    "unknown function": ({**FACTOR, "profile": "relu(t)"}, "relu"),
    "unknown variable": ({**_labels(kind="circle"), "k": "cos(x - y)"}, "x"),
    "import": ({**FACTOR, "profile": "__import__('os').system('true')"}, "profile"),
    "attribute": ({**FACTOR, "profile": "t.real"}, "profile"),
    "lambda": ({**FACTOR, "profile": "(lambda: t)()"}, "profile"),
    "tower of powers": ({**FACTOR, "profile": "9**9**9**9*t"}, "profile"),
    "unfinished formula": ({**FACTOR, "profile": "exp(2*t"}, "profile"),
    "asymmetric formula": ({**_labels(kind="circle"), "k": "sin(xi - zeta)"}, "k must be symmetric"),
    "deep formula": ({**FACTOR, "profile": "(" * 3000 + "t" + ")" * 3000}, "profile"),
    # gauges and connections
    "Q that is not orthogonal": (
        {**_without(GAUGE, "d"), "labels": ATOMS, "Q": [EYE, [["1", "1"], ["0", "1"]]]},
        "Q[1] must be orthogonal",
    ),
    "Q of floats": ({**_without(GAUGE, "d"), "labels": ATOMS, "Q": [EYE, FLOAT_TURN]}, "3/5"),
    "Q for too few labels": ({**_without(GAUGE, "d"), "labels": ATOMS, "Q": [EYE]}, "one matrix per label"),
    "too many frequencies": (
        {**GAUGE, "frequencies": ["1", "2", "3"]},
        "frequencies must be at most d/2 = 2",
    ),
    "Q and frequencies": ({**GAUGE, "Q": [EYE], "frequencies": ["1"]}, "and not both"),
    "a connection that is not symmetric": (
        {
            "family": "connection",
            "profile": {"usa": 1},
            "labels": ATOMS,
            "O": [[EYE, [["0", "-1"], ["1", "0"]]], [[["0", "-1"], ["1", "0"]], EYE]],
        },
        "must be the transpose of O[1][0]",
    ),
    # model configs
    "unknown rope type": ({**ROPE, "rope_scaling": {"rope_type": "spiral", "factor": 2.0}}, "spiral"),
    "unread rope key": ({**ROPE, "rope_parameters": {"rope_type": "default", "rope_twist": 2}}, "rope_twist"),
    "no positions": (_without(ROPE, "max_position_embeddings"), "position"),
    "head dimension that is no number": ({**ROPE, "head_dim": "eight"}, "head_dim must be"),
    "longrope without factors": ({**ROPE, "rope_scaling": {"rope_type": "longrope"}}, "short_factor must be given"),
    # documents
    "duplicate key": ('{"family": "factor", "d": 3, "d": 4}', "d must occur once"),
    "empty file": ("", "must hold a kernel; got an empty file"),
    "blank file": (" \n", "must hold a kernel; got an empty file"),
    "truncated file": (json.dumps(FACTOR)[:-20], "must be valid JSON"),
    "a list": ("[1, 2]", "must hold one object {...}; got list"),
    "a number": ("3", "must hold one object {...}; got int"),
    "an empty object": ("{}", "family must be one of"),
    "deep nesting": ("[" * 100_000, "must be nested less deeply"),
    "another encoding": ('{"name": "Gr\u00fc\u00dfe"}'.encode("latin-1"), "must be UTF-8 text"),
    "a binary file": (b"\x00\x01\x02\x03", "must be valid JSON"),
}


def _is_one_clear_line(result, expected):
    assert result.exit_code == 2, result.output
    assert result.stdout == ""
    assert len(result.stderr.splitlines()) == 1
    assert result.stderr.startswith("verify: ")
    assert expected in result.stderr or re.search(expected, result.stderr), result.stderr


@pytest.mark.parametrize(("content", "message"), DOCUMENTS.values(), ids=DOCUMENTS)
def test_a_fault_is_named(verify, write, content, message):
    """The message names the argument, the condition and what was found."""
    _is_one_clear_line(verify("kernel", write(content)), message)


@pytest.mark.parametrize(
    ("name", "content", "message"),
    [
        ("bad.toml", "family = ", "must be valid TOML"),
        ("twice.toml", "d = 3\nd = 4\n", "must be valid TOML"),
        ("nan.toml", TOML_NAN, "must hold finite numbers; got nan"),
    ],
)
def test_a_fault_of_a_toml_file_is_named(verify, write, name, content, message):
    """TOML is read as strictly as JSON."""
    _is_one_clear_line(verify("kernel", write(content, name)), message)


def test_a_missing_file_and_a_folder_are_named(verify, tmp_path):
    """Neither is a kernel."""
    _is_one_clear_line(verify("kernel", tmp_path / "missing.json"), "must be readable")
    _is_one_clear_line(verify("kernel", tmp_path), "must be a file; got a directory")


def test_a_file_named_in_a_file_has_to_exist(verify, write):
    """A table in another file is looked for beside the kernel file."""
    document = {"family": "matrix", "labels": ATOMS, "h": {"file": "missing.npz"}}
    _is_one_clear_line(verify("kernel", write(document)), "missing.npz must be a readable NPZ archive")


@pytest.mark.parametrize("stdin", ["", "[1]", "family = ", b"\xff"])
def test_standard_input_is_read_as_strictly(verify, stdin):
    """The message says that it is standard input."""
    _is_one_clear_line(verify("kernel", "-", stdin=stdin), "standard input must")


def test_a_hostile_key_cannot_forge_output(verify, write):
    """Control sequences and line breaks in a key are shown as text."""
    _is_one_clear_line(verify("kernel", write({**FACTOR, "k\x1b[2J\nverify: all is well": 1})), r"\\x1b")


@pytest.mark.parametrize(
    ("profile", "k", "verdict"),
    [
        ("t - t**2/2", FACTOR["k"], ("all", "all", 0)),
        ("asin(t)", FACTOR["k"], ("all", "all", 0)),
        ("t - t**2/2", [["0", "-1"], ["-1", "0"]], ("none", "none", 0)),
        ("t - t**2/2", [["3", "-1"], ["-1", "3"]], ("none", "none", 0)),
        ("sqrt(1 + t) - sqrt(1 - t)", [["0", "-1"], ["-1", "0"]], ("none", "none", 0)),
    ],
)
def test_a_profile_outside_the_hypotheses_is_no_bad_input(verify, write, profile, k, verdict):
    """f'(1) = 0 or infinite: decided where another argument serves, else unknown; never exit status 2."""
    result = verify("kernel", write({**FACTOR, "profile": profile, "k": k}), "--json")
    data = json.loads(result.stdout)
    assert (data["graph_laws"]["collapse"], data["all_laws"]["collapse"], result.exit_code) == verdict


def test_a_name_too_long_for_any_file_is_one_clear_line(verify):
    """No file has a name of 5000 letters."""
    _is_one_clear_line(verify("kernel", "x" * 5000), "must be readable")


def test_an_energy_of_ten_to_the_billions_is_shown(verify, write):
    """e^(10^10): its exponent has ten digits."""
    result = verify("kernel", write({**FACTOR, "profile": "exp(10**10*t)"}))
    assert result.exit_code in {0, 3}
    assert "e4342944818" in result.stdout
