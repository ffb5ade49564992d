"""Guards on changes between calls that Dynamo does not guard against.

It takes for fixed what a class says its instances do, and which names are builtins. It does not guard on a
class that it came to through a closure, and of an object that it came to by two roads, a global and a local
one, it guards on the first alone. So a compiled Cell remembers those of the user's objects that its graphs
may have gone through: a method replaced, added or removed, a function given other code (as reloading a
module in a notebook does) or other defaults, other bases, a global that hides a builtin, another class or object in
such a place. The look at them takes a few microseconds a call.
"""

from __future__ import annotations

from collections.abc import Iterator, KeysView, Mapping, Sequence
from types import CodeType, FunctionType
from typing import Any, NamedTuple

from msacc.common.torch_private import forget_passing_value, guard_on_object
from msacc.graph.guards import (
    BUILTINS,
    guards_code_only,
    is_in_library,
    is_library,
    worth_checking,
)
from msacc.graph.reachable_objects import MISSING, Objects, Place, is_tracked


class _Snapshot(NamedTuple):
    """The state of classes, functions and globals at capture, which each call compares with the current one."""

    methods: tuple[tuple[Mapping[str, Any], str, Any], ...] = ()
    places: tuple[Place, ...] = ()
    functions: tuple[tuple[FunctionType, CodeType, Any, Any], ...] = ()
    bases: tuple[tuple[type, tuple[type, ...]], ...] = ()
    sizes: tuple[tuple[Mapping[str, Any], int], ...] = ()
    absent: tuple[tuple[KeysView[str], frozenset[str]], ...] = ()


class ExtraGuards:
    """The objects that the graphs of one compiled Cell or function depend on, as they were at capture."""

    def __init__(self) -> None:
        self._builtins: set[str] = set()
        self._snapshot = _Snapshot()

    def filter(self, entries: Sequence[Any], cells: Sequence[Any] = ()) -> list[bool]:
        """`worth_checking` for torch.compile; records what `changed` compares.

        `cells` share the code that was traced for one of them.
        """
        for entry in entries:
            forget_passing_value(entry)
            if guards_code_only(entry):
                guard_on_object(entry)
            if entry.name.startswith(BUILTINS):
                self._builtins.add(entry.name.rpartition("['")[2].rstrip("']"))
        own = [e for e in entries if e.has_value and not is_in_library(e.name)]
        objects = Objects()
        objects.walk([*(e.value for e in own), *cells])
        roots = {id(e.value) for e in own if e.name.startswith("G[")}
        others = {id(e.value) for e in own if not e.name.startswith("G[")}
        others.update(map(id, cells))
        now = self._take_snapshot(objects, tuple(_places(objects, roots, others)))
        # Each graph adds its own.
        both: Any = [(*old, *new) for old, new in zip(self._snapshot, now, strict=True)]
        self._snapshot = _Snapshot(*both)
        return worth_checking(entries)

    def _take_snapshot(self, objects: Objects, places: tuple[Place, ...]) -> _Snapshot:
        functions = objects.functions.values()
        own = [cls for cls in objects.classes if not is_library(cls)]
        modules = {id(f.__globals__): f.__globals__ for f in functions}
        return _Snapshot(
            tuple(
                (vars(c), name, m)
                for c, methods in objects.classes.items()
                for name, m in methods.items()
            ),
            places,
            tuple((f, f.__code__, f.__defaults__, f.__kwdefaults__) for f in functions),
            tuple((cls, cls.__mro__) for cls in own),
            tuple((m, len(m)) for m in (*map(vars, own), *objects.attributes.values())),
            tuple((m.keys(), frozenset(self._builtins - m.keys())) for m in modules.values()),
        )

    def changed(self) -> bool:
        """Whether any recorded object has changed since capture."""
        snapshot = self._snapshot
        for names, name, value in snapshot.methods:
            if names.get(name, MISSING) is not value:
                return True
        for look, holder, key, value in snapshot.places:
            if look(holder, key) is not value:
                return True
        for function, code, defaults, named in snapshot.functions:
            if function.__code__ is not code or function.__defaults__ is not defaults:
                return True
            if function.__kwdefaults__ is not named:
                return True
        for cls, bases in snapshot.bases:
            if cls.__mro__ is not bases:
                return True
        for names, size in snapshot.sizes:
            if len(names) != size:
                return True
        return any(not present.isdisjoint(absent) for present, absent in snapshot.absent)


def _places(objects: Objects, roots: set[int], others: set[int]) -> Iterator[Place]:
    """The places whose content has to stay; `roots` were reached through globals, `others` were not.

    A tuple cannot change; it counts where it stands itself.
    """
    classes = _holding_classes(objects)
    roots = roots | {id(place.value) for owner, place in objects.places if owner == 0}
    shared = objects.reachable_from(roots) & objects.reachable_from(others)
    for owner, place in objects.places:
        if isinstance(place.holder, tuple):
            continue
        # What a shared object holds is found through it, whichever road led there.
        enters = id(place.value) in shared and owner not in shared and is_tracked(place.value)
        if enters or (owner != 0 and id(place.value) in classes):
            yield place


def _holding_classes(objects: Objects) -> set[int]:
    """The ids of classes that stand in some place, and of all that has such a place in it."""
    owners: dict[int, set[int]] = {}
    for owner, place in objects.places:
        owners.setdefault(id(place.value), set()).add(owner)
    holding = {id(place.value) for _, place in objects.places if isinstance(place.value, type)}
    waiting = list(holding)
    while waiting:
        more = owners.get(waiting.pop(), set()) - holding - {0}
        holding |= more
        waiting += more
    return holding
