"""Makes the corpus beside the tests importable: its folder has the name of a standard module."""

from __future__ import annotations

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent))
