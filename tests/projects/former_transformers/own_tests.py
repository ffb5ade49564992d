"""MindPet's own unit tests that pass on MindSpore's CPU: `own.json` beside this script holds them."""

from __future__ import annotations

from pathlib import Path

from laid import arguments
from suites import tell_passed

given = arguments(files="", keep="")
HERE = Path(__file__).parent
tell_passed(given, HERE / "own.json", HERE, plugins=("former_plugin",))
