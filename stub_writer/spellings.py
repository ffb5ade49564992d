"""Methods whose arguments go by several names, as `axis` and `dim`."""

from __future__ import annotations

import inspect
import itertools
from collections.abc import Iterator
from typing import Any

from stub_writer.annotations import Module
from stub_writer.signatures import INDENT, _scope, _with_self, definition, signature

_KINDS = inspect.Parameter


def _freed(fn: Any) -> dict[str, Any]:
    """The variables that a function closes over."""
    cells = fn.__closure__ or ()
    return {
        name: cell.cell_contents for name, cell in zip(fn.__code__.co_freevars, cells, strict=True)
    }


def spellings(fn: Any) -> dict[str, list[str]]:
    """The names of each argument that has several, its own first; nothing where they are renamed and not added."""
    found: dict[str, list[str]] = {}
    while (keywords := _freed(fn).get("keywords")) is not None and not keywords.refused:
        for name, own in keywords.canonical.items():
            found.setdefault(own, [own])
            found[own] += [name] * (name not in found[own])
        fn = _freed(fn)["fn"]
    return found


def _innermost(fn: Any) -> Any:
    while "keywords" in (free := _freed(fn)):
        fn = free["fn"]
    return fn


def spelt_method(module: Module, name: str, fn: Any) -> list[str]:
    """One method, or an overload for each spelling of the arguments that a call cannot leave out.

    What can be left out may come under its other names by keyword.
    """
    scope = _scope(fn)
    variants = list(_variants(_with_self(signature(_innermost(fn)), scope), spellings(fn)))
    lines = []
    for place, variant in enumerate(variants):
        if len(variants) > 1:
            lines.append(f"{INDENT}@{module.named('typing', 'overload')}")
        doc = (fn.__doc__ or "") if place == 0 else ""
        lines += definition(module, name, variant, scope, indent=INDENT, doc=doc)
    return lines


def _variants(found: inspect.Signature, names: dict[str, list[str]]) -> Iterator[inspect.Signature]:
    parameters = list(found.parameters.values())
    required = [p.name for p in parameters if p.name in names and p.default is p.empty]
    optional = [p for p in parameters if p.name in names and p.default is not p.empty]
    more = [
        p.replace(name=name, kind=p.KEYWORD_ONLY, default=...)
        for p in optional
        for name in names[p.name][1:]
    ]
    rest = [p for p in parameters if p.kind is p.VAR_KEYWORD]
    plain = [p for p in parameters if p.kind is not p.VAR_KEYWORD]
    for chosen in itertools.product(*(names[name] for name in required)):
        renamed = dict(zip(required, chosen, strict=True))
        shown = [p.replace(name=renamed.get(p.name, p.name)) for p in plain]
        yield found.replace(parameters=[*shown, *more, *rest])
