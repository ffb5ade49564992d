"""The project's own unit tests that pass on MindSpore's CPU: `own.json` beside this script holds them."""

from __future__ import annotations

from pathlib import Path

from laid import arguments
from suites import tell_passed

given = arguments(files="", keep="")
tell_passed(
    given, Path(__file__).with_name("own.json"), given.checkout / "MindSPONGE" / "src", apart=True
)
