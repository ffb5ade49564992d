"""What the ledger is about: the callables that MindSpore and msacc both have, by identity.

`ops.operations.Concat`, `ops.Concat` and `P.Concat` are one object and one entry, under the name
that comes first in the record of signatures.
"""

from __future__ import annotations

import functools
import inspect
import re
from dataclasses import dataclass, field
from typing import Any

from tests.signatures.compare import resolve
from tests.signatures.reading import home_of, shown_default
from tests.signatures.table import read

_TURNED = "msacc.mint.distributed"
_EMPTY = inspect.Parameter.empty


@dataclass
class Entry:
    """One callable: the parameters that MindSpore and msacc share, with their defaults as text."""

    name: str
    value: Any
    owner: type | None  # of a method
    attribute: str
    signature: inspect.Signature  # what calls are bound with
    arguments: tuple[str, ...]
    hosts: list[tuple[Any, str]] = field(default_factory=list)

    def takes(self, word: str) -> bool:
        """Whether a keyword is a parameter, or may be one of those behind `**`."""
        parameters = self.signature.parameters
        return word in parameters or any(p.kind is p.VAR_KEYWORD for p in parameters.values())

    @property
    def is_class(self) -> bool:
        return isinstance(self.value, type)


def from_text(text: str) -> inspect.Signature:
    """The recorded line as a signature; defaults stay text."""
    parameters: list[inspect.Parameter] = []
    kind = inspect.Parameter.POSITIONAL_OR_KEYWORD
    for part in _split(text[1:-1]):
        name, equals, default = part.partition("=")
        if name == "*":
            kind = inspect.Parameter.KEYWORD_ONLY
        elif name == "/":
            parameters = [p.replace(kind=inspect.Parameter.POSITIONAL_ONLY) for p in parameters]
        elif name.startswith("**"):
            parameters.append(inspect.Parameter(name[2:], inspect.Parameter.VAR_KEYWORD))
        elif name.startswith("*"):
            parameters.append(inspect.Parameter(name[1:], inspect.Parameter.VAR_POSITIONAL))
            kind = inspect.Parameter.KEYWORD_ONLY
        else:
            given = default if equals else _EMPTY
            parameters.append(inspect.Parameter(name, kind, default=given))
    return inspect.Signature(parameters)


def _split(text: str) -> list[str]:
    """Split at the commas that stand outside brackets and quotes."""
    parts, depth, quote, start = [], 0, "", 0
    for i, c in enumerate(text):
        if quote:
            quote = "" if c == quote else quote
        elif c in "'\"":
            quote = c
        elif c in "([{":
            depth += 1
        elif c in ")]}":
            depth -= 1
        elif c == "," and depth == 0:
            parts.append(text[start:i].strip())
            start = i + 1
    return [p for p in [*parts, text[start:].strip()] if p]


def own_signature(value: Any, drop_first: bool) -> inspect.Signature | None:
    """msacc's signature with defaults as text; None where it shows `*args` alone."""
    try:
        shown = list(inspect.signature(value).parameters.values())[1 if drop_first else 0 :]
    except (TypeError, ValueError):
        return None
    kinds = {p.kind for p in shown}
    if kinds and kinds <= {inspect.Parameter.VAR_POSITIONAL, inspect.Parameter.VAR_KEYWORD}:
        return None
    plain = [
        p if p.default is _EMPTY else p.replace(default=shown_default(p.default)) for p in shown
    ]
    return inspect.Signature([p.replace(annotation=_EMPTY) for p in plain])


def recorded_names(text: str) -> set[str] | None:
    """The argument names MindSpore shows; None where it hides them."""
    if text.startswith("hidden"):
        forms = re.findall(r"\(([^()]*)\)", text)
        words = {w for form in forms for w in re.split(r"[,\s*]+", form) if w}
        return words or None
    parameters = from_text(text).parameters
    if any(p.kind is p.VAR_KEYWORD for p in parameters.values()):
        return None
    return set(parameters)


def underlying(owner: type, name: str) -> Any:
    """The function behind a method, as its class holds it."""
    static = inspect.getattr_static(owner, name)
    return getattr(static, "__func__", static)


def behind(value: Any) -> Any:
    """The call of mint.distributed behind one of ops.communication, which hands its arguments on."""
    inner = getattr(value, "__wrapped__", None)
    return inner if str(getattr(inner, "__module__", "")).startswith(_TURNED) else value


@functools.cache
def universe() -> dict[str, Entry]:
    """Every shared callable under its first name."""
    result: dict[Any, Entry] = {}
    for name, text in read().all_names():
        try:
            owner, value = resolve(name)
        except AttributeError:
            continue
        last = name.rpartition(".")[2]
        method = isinstance(owner, type)
        if method:
            key: Any = name if last == "__call__" else ("method", id(underlying(owner, last)))
        else:
            key = id(behind(value))
        if key in result:
            if not method:
                result[key].hosts.append((owner, last))
            continue
        static = method and isinstance(
            inspect.getattr_static(owner, last), (staticmethod, classmethod)
        )
        signature = own_signature(value, method and not static)
        named = recorded_names(text)
        hidden = signature is None and text.startswith("hidden")
        if signature is None:
            signature = from_text(text if text.startswith("(") else "(*args, **kwargs)")
        arguments = tuple(
            p.name
            for p in signature.parameters.values()
            if named is None or p.name in named
            if p.kind is not p.VAR_KEYWORD and not (hidden and p.kind is p.VAR_POSITIONAL)
        )
        result[key] = Entry(name, value, owner if method else None, last, signature, arguments)
        if not method:
            result[key].hosts.append((owner, last))
    return {entry.name: entry for entry in result.values()}


@functools.cache
def canonical(name: str) -> str | None:
    """The ledger's name for any MindSpore name; None for what the ledger does not hold."""
    try:
        owner, value = resolve(name)
    except AttributeError:
        return None
    last = name.rpartition(".")[2]
    method = isinstance(owner, type)
    return by_identity().get(id(underlying(owner, last) if method else behind(value)))


@functools.cache
def by_identity() -> dict[int, str]:
    """The ledger's names by object; a function goes before a method that is the same object."""
    result: dict[int, str] = {}
    for entry in sorted(universe().values(), key=lambda e: e.owner is not None):
        same = underlying(entry.owner, entry.attribute) if entry.owner else behind(entry.value)
        result.setdefault(id(same), entry.name)
    return result


def class_method_home(entry: Entry) -> type:
    assert entry.owner is not None
    return home_of(entry.owner, entry.attribute)
