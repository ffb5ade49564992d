"""Changes between calls that Dynamo has no guards for.

It takes for fixed what a class says its instances do, which names are builtins, and which class stands in
a place that a function came to through a closure. So a compiled Cell remembers those of the user's objects
that its graphs may have gone through: a method replaced, added or removed, a function given other code (as
reloading a module in a notebook does), other bases, a global that hides a builtin, another class in a
variable, list, dict or attribute. The look at them takes about a microsecond a call.
"""

from __future__ import annotations

from collections.abc import KeysView, Mapping, Sequence
from types import CodeType, FunctionType
from typing import Any, NamedTuple

from msacc.common.torch_private import forget_passing_value, guard_on_object
from msacc.graph.guards import (
    BUILTINS,
    is_in_library,
    is_library,
    tells_too_little,
    worth_checking,
)
from msacc.graph.objects import MISSING, Found, Place, search


class _Kept(NamedTuple):
    """What a call compares with what is."""

    methods: tuple[tuple[Mapping[str, Any], str, Any], ...] = ()
    places: tuple[Place, ...] = ()
    codes: tuple[tuple[FunctionType, CodeType], ...] = ()
    bases: tuple[tuple[type, tuple[type, ...]], ...] = ()
    sizes: tuple[tuple[Mapping[str, Any], int], ...] = ()
    absent: tuple[tuple[KeysView[str], frozenset[str]], ...] = ()


class Watch:
    """What the graphs of one compiled Cell or function were made from, as it was then."""

    def __init__(self) -> None:
        self._builtins: set[str] = set()
        self._found = Found()
        self._kept = _Kept()

    def filter(self, entries: Sequence[Any]) -> list[bool]:
        """`worth_checking` for torch.compile, remembering what `changed` has to look at."""
        for entry in entries:
            forget_passing_value(entry)
            if tells_too_little(entry):
                guard_on_object(entry)
            if entry.name.startswith(BUILTINS):
                self._builtins.add(entry.name.rpartition("['")[2].rstrip("']"))
        own = (e for e in entries if e.has_value and not is_in_library(e.name))
        search((e.value for e in own), self._found)
        self._kept = self._as_it_is()
        return worth_checking(entries)

    def _as_it_is(self) -> _Kept:
        found, functions = self._found, self._found.functions.values()
        own = [cls for cls in found.classes if not is_library(cls)]
        modules = {id(f.__globals__): f.__globals__ for f in functions}
        return _Kept(
            tuple(
                (vars(c), name, m) for c, held in found.classes.items() for name, m in held.items()
            ),
            tuple(found.places.values()),
            tuple((f, f.__code__) for f in functions),
            tuple((cls, cls.__mro__) for cls in own),
            tuple((m, len(m)) for m in (*map(vars, own), *found.attributes.values())),
            tuple((m.keys(), frozenset(self._builtins - m.keys())) for m in modules.values()),
        )

    def changed(self) -> bool:
        """Whether any of it is another now than at the trace."""
        kept = self._kept
        for names, name, value in kept.methods:
            if names.get(name, MISSING) is not value:
                return True
        for look, holder, key, value in kept.places:
            if look(holder, key) is not value:
                return True
        for function, code in kept.codes:
            if function.__code__ is not code:
                return True
        for cls, bases in kept.bases:
            if cls.__mro__ is not bases:
                return True
        for names, size in kept.sizes:
            if len(names) != size:
                return True
        return any(not present.isdisjoint(absent) for present, absent in kept.absent)
