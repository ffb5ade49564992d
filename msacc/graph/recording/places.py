"""Places in which Python keeps values, each as it was: whether it is still so, and how to make it so again."""

from __future__ import annotations

from collections.abc import Callable, Mapping, MutableMapping
from dataclasses import dataclass
from typing import Any, Protocol

from msacc.graph.recording.comparison import MISSING, all_are, differ, same


@dataclass(frozen=True)
class Change:
    """What is not as it was, in words, and the name by which code says it."""

    what: str
    name: str


class Place(Protocol):
    """Something that holds values."""

    def large_name(self) -> str:
        """The name by which code comes to it, where looking at it takes long; else ""."""

    def change(self) -> Change | None:
        """What is not as it was, if anything."""

    def restore(self) -> None:
        """Puts back what was there."""


class Small:
    """A place that is looked at fast."""

    def large_name(self) -> str:
        """None: it is looked at in each call."""
        return ""


@dataclass
class Names(Small):
    """A namespace (attributes, globals, a dict) and those of its names that may be read.

    `what` says what a name of it is, with the name for `{}`. `whole`: further names change what code does, and so does
    their order, except where names of `ignored` may come and go.
    """

    what: str
    names: Mapping[Any, Any]
    values: dict[Any, Any]
    whole: bool = False
    ignored: frozenset[str] = frozenset()
    name: str = ""  # of a dict

    def change(self) -> Change | None:
        now, values = self.names, self.values
        same_keys = self.whole and len(now) == len(values) and all_are(now, values)
        if same_keys and all_are(now.values(), values.values()):
            return None
        changed = self._changed_name()
        if changed is MISSING:
            return None
        return Change(self.what.format(changed), self.name or str(changed))

    def _changed_name(self) -> Any:
        now, get = self.names, self.names.get
        for name, value in self.values.items():
            if (current := get(name, MISSING)) is not value and not same(current, value):
                return name
        if not self.whole:
            return MISSING
        for name in now:
            if name not in self.values and name not in self.ignored:
                return name
        ordered = self.ignored or list(now) == list(self.values)
        return MISSING if ordered else next(iter(now))

    def restore(self) -> None:
        names = self.names
        assert isinstance(names, MutableMapping)
        if self.whole:
            for name in [n for n in names if n not in self.values and n not in self.ignored]:
                del names[name]
        for name, value in self.values.items():
            if value is MISSING:
                names.pop(name, None)
            elif names.get(name, MISSING) is not value:
                names[name] = value
        if self.whole and not self.ignored and list(names) != list(self.values):
            for name in self.values:
                names[name] = names.pop(name)


@dataclass
class ClassNames(Names):
    """The attributes of a class."""

    cls: type = object

    def __post_init__(self) -> None:
        # Of all its names: a class has some that nobody reads.
        self._all_names, self._all_values = tuple(self.names), tuple(self.names.values())

    def change(self) -> Change | None:
        now = self.names
        same_keys = len(now) == len(self._all_names) and all_are(now, self._all_names)
        if same_keys and all_are(now.values(), self._all_values):
            return None
        return super().change()

    def _changed_name(self) -> Any:
        name = super()._changed_name()
        # Python itself adds some of its own while a program runs.
        return MISSING if isinstance(name, str) and _is_pythons(name, self.values) else name

    def restore(self) -> None:
        for name in list(self.names):
            if name not in self.values and not _is_pythons(name, self.values):
                delattr(self.cls, name)
        for name, value in self.values.items():
            if self.names.get(name, MISSING) is not value:
                setattr(self.cls, name, value)


def _is_pythons(name: str, known: Mapping[str, Any]) -> bool:
    return name.startswith("__") and name.endswith("__") and name not in known


@dataclass
class Slots(Small):
    """The attributes of an object that has places for them instead of a dict."""

    what: str
    holder: Any
    values: dict[str, Any]

    def change(self) -> Change | None:
        for name, value in self.values.items():
            if not same(slot(self.holder, name), value):
                return Change(self.what.format(name), name)
        return None

    def restore(self) -> None:
        for name, value in self.values.items():
            if value is not MISSING:
                object.__setattr__(self.holder, name, value)
            elif slot(self.holder, name) is not MISSING:
                object.__delattr__(self.holder, name)


def slot(holder: object, name: str) -> Any:
    """The attribute of an object with slots, if it is set."""
    try:
        return object.__getattribute__(holder, name)
    except AttributeError:
        return MISSING


@dataclass
class Variable(Small):
    """A variable of a closure."""

    name: str
    cell: Any
    value: Any

    def change(self) -> Change | None:
        if (current := content(self.cell)) is self.value or same(current, self.value):
            return None
        return Change(f"the variable '{self.name}'", self.name)

    def restore(self) -> None:
        if self.value is not MISSING:
            self.cell.cell_contents = self.value


def content(cell: Any) -> Any:
    """The value of a variable of a closure, if it has one."""
    try:
        return cell.cell_contents
    except ValueError:  # a name not bound yet
        return MISSING


@dataclass
class State(Small):
    """What an object says of its state."""

    what: str
    name: str
    read: Callable[[], Any]
    state: Any
    write: Callable[[Any], Any]

    def change(self) -> Change | None:
        return Change(self.what, self.name) if differ(self.read(), self.state) else None

    def restore(self) -> None:
        self.write(self.state)
