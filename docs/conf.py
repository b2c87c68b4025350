"""Settings of the site: Sphinx with MyST pages; mathematics becomes MathML here, so that no page loads anything."""

from __future__ import annotations

import sys
from pathlib import Path

HERE = Path(__file__).resolve().parent
sys.path.insert(0, str(HERE / "_ext"))

from verify import __version__  # noqa: E402 - the path above is the extension's

project = "usa-av-verify"
author = "The usa-av-verify authors"
project_copyright = author
release = version = __version__
language = "en_GB"

extensions = ["myst_parser", "sphinx.ext.autodoc", "sphinx.ext.napoleon", "verify_site"]
myst_enable_extensions = ["attrs_block", "attrs_inline", "colon_fence", "deflist", "dollarmath"]
myst_heading_anchors = 3
html_math_renderer = "mathml"

html_theme = "furo"
html_title = "usa-av-verify"
html_static_path = ["_static"]
html_css_files = ["site.css"]
html_copy_source = False
html_show_sphinx = False
pygments_style = "tango"
pygments_dark_style = "monokai"

# Docstrings are NumPy's; types stand in them in words, so that signatures need not be repeated.
napoleon_google_docstring = False
napoleon_use_rtype = False
napoleon_use_ivar = True
autodoc_typehints = "none"
autodoc_member_order = "bysource"
autoclass_content = "class"
toc_object_entries_show_parents = "hide"

#: What the last `verify run --json` found; theorem pages say "not run" without it.
verify_run = str(HERE.parent / "build" / "run.json")
#: What the scripts of ``benchmarks`` measured last, kept with --json.
verify_benchmarks = str(HERE.parent / "benchmarks" / "results.json")
