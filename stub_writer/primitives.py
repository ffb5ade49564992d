"""Primitives built from declarations: the types of their settings and inputs are those of the op below."""

from __future__ import annotations

import functools
import inspect
from typing import Any

from msacc.ops.bindings.chapters import CHAPTERS
from msacc.ops.core.declaration import PrimitiveClass, declarations
from stub_writer.annotations import Module
from stub_writer.signatures import INDENT, _scope, annotation, definition, docstring, signature

_KINDS = inspect.Parameter


@functools.cache
def _settings_arguments() -> dict[str, dict[str, str]]:
    """Of each declared primitive, the op's name of every setting."""
    return {
        declaration.name: {key: each.argument or key for key, each in declaration.settings.items()}
        for _, declaration in declarations(CHAPTERS, PrimitiveClass)
    }


def declared(cls: type) -> type | None:
    """The class that a declaration built: this one, or the one below that this one adds a state to."""
    parts = {"_msacc_fn", "_msacc_order", "__signature__"}
    built = next((each for each in cls.__mro__ if parts <= vars(each).keys()), None)
    return built if "__signature__" in vars(cls) else None


def primitive(module: Module, name: str, cls: Any, base: str) -> list[str]:
    """The class of a declared primitive: what it is made with, and what it is called with."""
    fn, scope = cls._msacc_fn, _scope(cls._msacc_fn)
    of_op = signature(fn).parameters
    arguments = _settings_arguments().get(cls.__name__, {key: key for key in cls._msacc_order})
    settings = [
        _KINDS(
            p.name,
            p.kind,
            default=p.default,
            annotation=_kind(of_op, p, arguments.get(p.name, p.name)),
        )
        for p in cls.__signature__.parameters.values()
    ]
    module.members = frozenset(cls._msacc_order)
    self = _KINDS("self", _KINDS.POSITIONAL_OR_KEYWORD)
    made = inspect.Signature([self, *settings], return_annotation="None")
    inputs = _required_first(_inputs(cls, of_op, set(arguments.values())))
    if any(p.kind is p.POSITIONAL_ONLY for p in inputs):
        self = self.replace(kind=_KINDS.POSITIONAL_ONLY)
    called = inspect.Signature([self, *inputs], return_annotation=signature(fn).return_annotation)
    lines = [f"class {name}({base}):", *docstring(cls.__doc__ or "", INDENT)]
    lines += [f"{INDENT}{p.name}: {annotation(module, p, scope)}" for p in settings]
    lines += definition(module, "__init__", made, scope, indent=INDENT)
    lines += definition(module, "__call__", called, scope, indent=INDENT)
    module.members = frozenset()
    return lines


def _required_first(inputs: list[inspect.Parameter]) -> list[inspect.Parameter]:
    """The inputs, optional from the first on that may be left out."""
    made, optional = [], False
    for p in inputs:
        positional = p.kind in (p.POSITIONAL_ONLY, p.POSITIONAL_OR_KEYWORD)
        optional |= positional and p.default is not p.empty
        made.append(
            p.replace(default=...) if optional and positional and p.default is p.empty else p
        )
    return made


def _kind(parameters: Any, setting: inspect.Parameter, name: str) -> Any:
    """The type of a setting: its argument's, or that of its default for one that the op does not take, as a seed."""
    if name in parameters:
        return parameters[name].annotation
    kind = type(setting.default)
    return kind if kind in (int, bool) else _KINDS.empty


def _inputs(cls: Any, of_op: Any, settings: set[str]) -> list[inspect.Parameter]:
    """The inputs of a call, with the op's types; by position alone where the declaration names none."""
    own = inspect.signature(cls.__call__)
    rest = [p for p in of_op.values() if p.name not in settings]
    if any(p.kind is p.VAR_KEYWORD for p in rest):
        return [_KINDS("args", _KINDS.VAR_POSITIONAL), _KINDS("kwargs", _KINDS.VAR_KEYWORD)]
    if any(p.kind is p.VAR_POSITIONAL for p in own.parameters.values()):
        if any(p.kind is p.VAR_POSITIONAL for p in rest):
            return [p for p in rest if p.kind in (p.VAR_POSITIONAL, p.POSITIONAL_OR_KEYWORD)]
        positional = [p for p in rest if p.kind is not p.KEYWORD_ONLY]
        return [p.replace(kind=p.POSITIONAL_ONLY) for p in positional]
    named = list(own.parameters.values())[1:]
    kinds = [p.annotation for p in of_op.values()]
    kinds += [_KINDS.empty] * (len(named) - len(kinds))
    return [p.replace(annotation=kind) for p, kind in zip(named, kinds, strict=False)]
