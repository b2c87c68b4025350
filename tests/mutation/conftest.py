"""The folder of these tests is no package: what they share is imported by its path."""

from __future__ import annotations

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent))
