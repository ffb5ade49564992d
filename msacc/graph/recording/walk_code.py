"""What code may read: closures, defaults, globals, modules, methods of classes."""

from __future__ import annotations

import os
from collections.abc import Iterable
from types import FunctionType, ModuleType
from typing import Any

from msacc.common.torch_private import is_kept_out_of_graphs
from msacc.graph.reachability import names_in
from msacc.graph.recording.code_names import globals_in, modules_in
from msacc.graph.recording.comparison import MISSING
from msacc.graph.recording.found import Found
from msacc.graph.recording.places import ClassNames, Names, Variable, content
from msacc.graph.recording.recorder import NotNow
from msacc.graph.source_files import is_framework, is_library

_UNREAD = frozenset(("__dict__", "__weakref__", "__doc__", "__annotations__"))


class CodeWalk(Found):
    """The part of a walk that looks at functions and classes."""

    def __init__(self) -> None:
        super().__init__()
        self._spaces: dict[int, Names] = {}

    def look_at_class(self, value: type) -> None:
        """The attributes of a class, its bases and its metaclass."""
        bases = [base for base in value.__mro__[1:] if not is_library(base)]
        self.add("", *bases, *(() if is_library(type(value)) else (type(value),)))
        if is_library(value):
            self.framework_classes.update({value} if is_framework(value) else ())
            return
        values = {n: v for n, v in vars(value).items() if n not in _UNREAD}
        what = f"the attribute '{{}}' of {value.__name__}"
        self.places.append(ClassNames(what, vars(value), values, True, _UNREAD, "", value))
        self.kinds.bases[value] = value.__bases__
        self.add_all(values.items())

    def look_at_function(self, value: FunctionType) -> None:
        """What a function has around it: variables, defaults, attributes, globals.

        Raises NotNow for one that `torch.compiler.disable` made: a hook that looks at values, and is taken off again.
        """
        if is_kept_out_of_graphs(value):
            raise NotNow("a function in it is kept out of graphs by torch.compiler.disable")
        for name, cell in zip(value.__code__.co_freevars, value.__closure__ or (), strict=False):
            if name != "__class__" and self.first_time(cell):
                self.places.append(Variable(name, cell, content(cell)))
                self.add(name, content(cell))
        self._defaults(value)
        if "__wrapped__" in vars(value):
            self.add("", vars(value)["__wrapped__"])
        if not is_library(value):
            self.functions.add(value)
            if vars(value):
                what = f"the attribute '{{}}' of {value.__name__}()"
                self.places.append(Names(what, vars(value), dict(vars(value)), whole=True))
                self.add_all(vars(value).items())
            self._globals(value)

    def _defaults(self, value: FunctionType) -> None:
        code, defaults = value.__code__, value.__defaults__ or ()
        names = code.co_varnames[code.co_argcount - len(defaults) : code.co_argcount]
        self.add_all(zip(names, defaults, strict=True))
        self.add_all((value.__kwdefaults__ or {}).items())

    def _globals(self, function: FunctionType) -> None:
        names, space = globals_in(function.__code__), function.__globals__
        builtins = space.get("__builtins__", {})
        known = vars(builtins) if isinstance(builtins, ModuleType) else builtins
        self._space(space, [n for n in names if n in space or n in known])
        used = frozenset(names_in(function.__code__))
        for name in names:
            self._module(space.get(name), used)
        for module in modules_in(function.__code__):
            self._module(module, used)
        if not used.isdisjoint(("environ", "getenv")):
            self.add("environ", getattr(os.environ, "_data", None))

    def _module(self, value: object, used: frozenset[str]) -> None:
        """The names of a user's module that code uses, and of modules in it."""
        if isinstance(value, ModuleType) and not is_library(value):
            names = [n for n in used if n in vars(value)]
            new = self._space(vars(value), names)
            for name in new:
                self._module(vars(value)[name], used)

    def _space(self, space: dict[str, Any], names: Iterable[str]) -> list[str]:
        """Look at more names of a namespace; gives those that are new."""
        if id(space) not in self._spaces:
            self._spaces[id(space)] = place = Names("the global '{}'", space, {})
            self.places.append(place)
            # A run may add to a module by other ways than a name in its code.
            self.effects.append(Names(place.what, space, dict(space), whole=True))
        known = self._spaces[id(space)].values
        new = [name for name in names if name not in known]
        for name in new:
            known[name] = space.get(name, MISSING)
            self.add(name, known[name])
        return new

    def look_at_replaced_methods(self) -> None:
        """A script may give the library's classes methods of its own; those that its code names are looked at."""
        codes = [function.__code__ for function in self.functions.functions]
        used = {"construct", "__call__"}.union(*map(names_in, codes))
        for base in {base for kind in self.framework_classes for base in kind.__mro__}:
            if is_framework(base):
                values = {n: v for n, v in vars(base).items() if n in used}
                what = f"the attribute '{{}}' of {base.__name__}"
                self.places.append(ClassNames(what, vars(base), values, cls=base))
                self.add_all((n, v) for n, v in values.items() if not _is_own(v))


def _is_own(value: object) -> bool:
    """Whether an attribute of a library's class is the library's own."""
    return not isinstance(value, FunctionType) or is_library(value)
