"""What a walk over all that a function may read finds, and what it has still to look at."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from msacc.common.tensor import Tensor
from msacc.graph.recording.comparison import MISSING
from msacc.graph.recording.containers import Cache
from msacc.graph.recording.places import Names, Place, Slots, slot
from msacc.graph.recording.places_at_once import Functions, Kinds
from msacc.graph.source_files import is_framework, is_library


class Found:
    """What a walk has found.

    `counted` are places that change only where Structure counts it; a later state of those of `effects` is no other
    program, but a side effect of a run. `iterators` are kinds and names; what they give next cannot be put back.
    """

    def __init__(self) -> None:
        self.tensors: list[Tensor] = []
        self.counted: list[Place] = []
        self.effects: list[Place] = []
        self.caches: list[Cache] = []
        self.iterators: list[tuple[str, str]] = []
        self.functions, self.kinds = Functions(), Kinds()
        self.places: list[Place] = [self.functions, self.kinds]
        # Classes of the library's own that the user's code meets.
        self.framework_classes: set[type] = {Tensor}
        # Dicts that change only where Structure counts it, by their ids.
        self.counted_dicts: set[int] = set()
        # What is to be looked at, each with the name that led there.
        self.waiting: list[tuple[str, Any]] = []
        self._seen: set[int] = set()
        self._alive: list[Any] = []  # so that ids stay theirs

    def first_time(self, value: object) -> bool:
        """Whether `value` comes along for the first time."""
        if id(value) in self._seen:
            return False
        self._seen.add(id(value))
        self._alive.append(value)
        return True

    def count(self) -> int:
        """How many objects came along."""
        return len(self._seen)

    def add(self, name: str, *values: Any) -> None:
        """Values to look at that have come by one name."""
        self.waiting.extend((name, value) for value in values)

    def add_all(self, named: Iterable[tuple[Any, Any]]) -> None:
        """Values to look at, with their names."""
        self.waiting.extend((str(name), value) for name, value in named)

    def kind_of(self, name: str, value: object) -> None:
        """Note the class of an object."""
        kind = type(value)
        if not is_library(kind):
            self.kinds.add(value)
            self.add(name, kind)
        elif is_framework(kind):
            self.framework_classes.add(kind)

    def instance(self, value: object) -> None:
        """Look at the attributes of a user's object."""
        kind = type(value)
        what = f"the attribute '{{}}' of {kind.__name__}"
        if (attributes := attributes_of(value, None)) is not None:
            self.places.append(Names(what, attributes, dict(attributes), whole=True))
            self.add_all(attributes.items())
        self.slots(value)

    def slots(self, value: Any) -> None:
        """Look at the attributes that an object of a user's class has places for."""
        kind = type(value)
        slots = {} if is_library(kind) else {n: slot(value, n) for n in _slot_names(kind)}
        if slots:
            self.places.append(Slots(f"the attribute '{{}}' of {kind.__name__}", value, slots))
            self.add_all(slots.items())


def _slot_names(kind: type) -> list[str]:
    """The names of slots, as the attributes are called."""
    found = []
    for base in kind.__mro__:
        slots = vars(base).get("__slots__", ())
        for name in (slots,) if isinstance(slots, str) else slots:
            if name.startswith("__") and not name.endswith("__"):
                name = f"_{base.__name__.lstrip('_')}{name}"
            found.append(name)
    return [name for name in found if name not in ("__dict__", "__weakref__")]


def attributes_of(value: object, default: object = MISSING) -> Any:
    """The dict of attributes; `default`, or an empty one, for objects without."""
    try:  # not getattr(): the class may have a __getattr__ of its own
        return object.__getattribute__(value, "__dict__")
    except AttributeError:
        return {} if default is MISSING else default
