"""A grammar a family: a function of a Draw that gives the text of a program."""

from __future__ import annotations

import importlib
import pkgutil
from collections.abc import Callable

from tests.fuzz.drawing import Draw

FAMILIES: dict[str, Callable[[Draw], str]] = {
    module.name: importlib.import_module(f"{__name__}.{module.name}").program
    for module in pkgutil.iter_modules(__path__)
    if not module.name.startswith("_")
}
