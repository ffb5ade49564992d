"""Places of one kind, of which there are many: they are looked at together."""

from __future__ import annotations

import functools
import operator
import weakref
from collections.abc import Callable
from dataclasses import dataclass, field
from types import FunctionType
from typing import Any

from msacc.graph.recording.comparison import all_are
from msacc.graph.recording.places import Change, Small


@dataclass
class Kinds(Small):
    """The classes of objects and the bases of classes; the objects may be freed."""

    known: list[tuple[Callable[[], Any], type]] = field(default_factory=list)
    bases: dict[type, tuple[type, ...]] = field(default_factory=dict)

    def add(self, value: object) -> None:
        """Look at one more object."""
        try:
            self.known.append((weakref.ref(value), type(value)))
        except TypeError:  # with slots, which its place keeps alive
            self.known.append((functools.partial(lambda v: v, value), type(value)))

    def change(self) -> Change | None:
        for get, kind in self.known:
            if (value := get()) is not None and type(value) is not kind:
                return Change(f"the class of a {kind.__name__}", "__class__")
        for cls, bases in self.bases.items():
            if cls.__bases__ != bases:
                return Change(f"the bases of {cls.__name__}", "__bases__")
        return None

    def restore(self) -> None:
        for get, kind in self.known:
            if (value := get()) is not None and type(value) is not kind:
                value.__class__ = kind
        for cls, bases in self.bases.items():
            cls.__bases__ = bases


_PARTS = tuple(map(operator.attrgetter, ("__code__", "__defaults__", "__kwdefaults__")))
_attributes_of = operator.attrgetter("__dict__")


@dataclass
class Functions(Small):
    """Functions of the user's, whose code and defaults may be replaced; they are looked at all at once.

    `bare`: those without attributes, which may get some.
    """

    functions: list[FunctionType] = field(default_factory=list)
    parts: tuple[list[Any], ...] = ([], [], [])
    bare: list[FunctionType] = field(default_factory=list)

    def add(self, function: FunctionType) -> None:
        """Look at one more."""
        if not self.functions:
            self.parts = [], [], []
        self.functions.append(function)
        for read, values in zip(_PARTS, self.parts, strict=True):
            values.append(read(function))
        if not vars(function):
            self.bare.append(function)

    def change(self) -> Change | None:
        for read, values in zip(_PARTS, self.parts, strict=True):
            if not all_are(map(read, self.functions), values):
                return Change("the code of a function", "__code__")
        if any(map(_attributes_of, self.bare)):
            function = next(filter(_attributes_of, self.bare))
            name = next(iter(vars(function)))
            return Change(f"the attribute '{name}' of {function.__name__}()", name)
        return None

    def restore(self) -> None:
        """Takes new attributes off again; nothing that runs puts other code into a function."""
        for function in filter(_attributes_of, self.bare):
            vars(function).clear()
