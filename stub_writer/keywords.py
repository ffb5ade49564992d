"""Keywords that a function takes by `**name`: those of a TypedDict, or of the tables that its module checks them by."""

from __future__ import annotations

import functools
import inspect
import operator
import re
import types
from collections.abc import Callable, Mapping
from typing import Any

from msacc import auto_parallel_context, execution_context

_KINDS = inspect.Parameter
_UNPACKED = re.compile(r"Unpack\[(\w+)\]")
# What a setting may be given besides the type in its table.
_WIDER = {dict: Mapping[str, Any], list: list[Any]}


def with_keywords(found: inspect.Signature, scope: Mapping[str, Any]) -> inspect.Signature:
    """A signature with the keywords of the TypedDict that its `**name: Unpack[TypedDict]` names."""
    *others, last = [None, *found.parameters.values()]
    match = _UNPACKED.fullmatch(str(last.annotation)) if last else None
    if match is None:
        return found
    keywords = _optional(scope[match[1]].__annotations__)
    return found.replace(parameters=[*filter(None, others), *keywords])


def _optional(kinds: Mapping[str, Any]) -> list[inspect.Parameter]:
    return [
        _KINDS(key, _KINDS.KEYWORD_ONLY, default=..., annotation=kind)
        for key, kind in kinds.items()
    ]


def _of_tables(*tables: Mapping[str, tuple[Any, ...]]) -> dict[str, Any]:
    """The types in tables of settings, `name: (type, …)`; several types in a tuple."""
    return {
        name: _checked_type(entry[0] if isinstance(entry, tuple) else entry)
        for table in tables
        for name, entry in table.items()
    }


def _checked_type(kind: Any) -> Any:
    if isinstance(kind, tuple):
        return functools.reduce(operator.or_, map(_checked_type, kind))
    return _WIDER.get(kind, kind)


def _of_defaults(defaults: Mapping[str, Any]) -> dict[str, Any]:
    return {name: type(value) for name, value in defaults.items()}


def _settings() -> dict[Callable[..., Any], dict[str, Any]]:
    """The functions that take settings by name, and what each setting may be."""
    running, parallel = execution_context, auto_parallel_context
    refused = _of_defaults({name: value for name, (value, _) in parallel._REFUSED.items()})
    return {
        running.set_context: _of_tables(running._USED, running._IGNORED),
        running.set_ps_context: {
            **_of_defaults(running._PS_DEFAULTS),
            "client_password": str,
            "server_password": str,
        },
        parallel.set_auto_parallel_context: {
            **_of_tables(parallel._USED, parallel._IGNORED),
            **refused,
        },
        parallel.set_algo_parameters: _of_defaults(parallel._algo_defaults),
    }


SETTINGS = _settings()


def with_settings(fn: Callable[..., Any], found: inspect.Signature) -> inspect.Signature:
    """The signature of a function that takes settings by name, each with its type."""
    if not isinstance(fn, types.FunctionType) or fn not in SETTINGS:
        return found
    return found.replace(parameters=_optional(SETTINGS[fn]))
