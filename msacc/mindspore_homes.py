"""Under the alias public classes, functions and modules are named as in MindSpore: `mindspore.nn.layer.basic.Dense`.

Libraries compare these names, print them, and pickle by them. The objects stay the same under either name.

`inspect` finds a class's file by its module's name alone. So while names are given, `inspect.getfile` is one that knows
the file in msacc (torch.package exchanges it for the like reason); `inspect.getsource(nn.Dense)` depends on it.
"""

from __future__ import annotations

import inspect
import sys
from pathlib import Path
from types import ModuleType
from typing import TYPE_CHECKING, Any

from msacc.missing_names import known_names

if TYPE_CHECKING:
    from collections.abc import Callable

_TABLE = Path(__file__).with_name("mindspore_homes.txt")
# Module of msacc -> module of MindSpore -> the names that the first defines; without what is renamed already.
_waiting: dict[str, dict[str, list[str]]] = {}
# What was renamed, by its id, and its own module.
_renamed: dict[int, tuple[Any, str]] = {}
_renamed_modules: dict[str, ModuleType] = {}


def defined_in(value: Callable[..., Any] | type) -> str:
    """The module of a class or function; of msacc's own always msacc's."""
    known = _renamed.get(id(value))
    return known[1] if known is not None else str(value.__module__)


_inspect_getfile = inspect.getfile


def _getfile(object: Any) -> str:
    """`inspect.getfile`, also of a class that was renamed."""
    known = _renamed.get(id(object)) if isinstance(object, type) else None
    return _inspect_getfile(object if known is None else sys.modules[known[1]])


def give_names() -> None:
    """Name what is loaded by now as MindSpore does; a later call does the same to what came since."""
    if not _renamed_modules:
        _waiting.update(_read())
        inspect.getfile = _getfile
    for own in [name for name in _waiting if name in sys.modules]:
        module = sys.modules[own]
        for home, names in _waiting.pop(own).items():
            for name in names:
                value = vars(module).get(name)
                if value is not None:
                    _renamed[id(value)] = value, value.__module__
                    value.__module__ = home
    for public in known_names():
        own = f"msacc{public[len('mindspore') :]}"
        module = sys.modules.get(own)  # type: ignore[assignment]
        if own not in _renamed_modules and module is not None and module.__name__ == own:
            _renamed_modules[own] = module
            module.__name__ = public


def take_names_back() -> None:
    """Undo `give_names`."""
    if inspect.getfile is _getfile:
        inspect.getfile = _inspect_getfile
    for value, own in _renamed.values():
        value.__module__ = own
    for own, module in _renamed_modules.items():
        module.__name__ = own
    for table in (_renamed, _renamed_modules, _waiting):
        table.clear()


def _read() -> dict[str, dict[str, list[str]]]:
    table: dict[str, dict[str, list[str]]] = {}
    for row in _TABLE.read_text().splitlines():
        places, _, names = row.partition(": ")
        own, _, home = places.partition(" > ")
        table.setdefault(own, {})[home] = names.split()
    return table
