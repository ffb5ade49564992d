"""Arguments of a call: which are unknown, refused, without effect, or give another result than MindSpore's."""

from __future__ import annotations

import ast
import inspect
from collections.abc import Iterator
from typing import Any

from msacc import auto_parallel_context, execution_context
from msacc.porting.names import Known, find
from msacc.porting.tables import ArgumentRow, DifferenceRow, arguments, differences
from msacc.porting.verdicts import Judgement, Verdict

_NO_DEFAULT = inspect.Parameter.empty
_UNSEEN = object()  # the value of an expression that is no literal
_EVERYTHING = "*"
_NAMED = (inspect.Parameter.POSITIONAL_OR_KEYWORD, inspect.Parameter.KEYWORD_ONLY)


def literal(node: ast.expr) -> Any:
    """The value of a literal, else `_UNSEEN`."""
    try:
        return ast.literal_eval(node)
    except (ValueError, TypeError, SyntaxError):
        return _UNSEEN


def judge_option(function: str, option: str, value: Any) -> Judgement:
    """An option of set_context or set_auto_parallel_context."""
    used: Any = auto_parallel_context if "parallel" in function else execution_context
    refused: dict[str, tuple[Any, str]] = getattr(used, "_REFUSED", {})
    if option in used._IGNORED:
        _, default, why = used._IGNORED[option]
        return Judgement() if value == default else Judgement(Verdict.NO_EFFECT, why)
    if option in refused:
        default, remedy = refused[option]
        if value == default:
            return Judgement()
        return Judgement(Verdict.REFUSED, remedy, conditional=value is _UNSEEN)
    if option == "grad_for_scalar":
        return Judgement(
            Verdict.UNKNOWN, "MindSpore 2.10 has it no more; give a Tensor", removed=True
        )
    if option not in used._USED:
        return Judgement(Verdict.UNKNOWN, f"{function} has no option {option!r}, in MindSpore too")
    return Judgement()


def judge_call(callee: Known, call: ast.Call) -> Iterator[tuple[str, Judgement]]:
    """(argument, judgement) of each argument."""
    function = callee.name.rpartition(".")[2]
    if function in ("set_context", "set_auto_parallel_context"):
        for word in call.keywords:
            if word.arg:
                yield word.arg, judge_option(function, word.arg, literal(word.value))
        return
    signature = _signature(callee.value, callee.bound)
    given = dict(_given(signature, call))
    yield from _unfit(function, signature, call)
    rows = [r for r in arguments().get(function, ()) if _is(callee, r.name)]
    for name, value in given.items():
        if judged := _judge(rows, name, value, _default(signature, name)):
            yield name, judged
        elif signature is None or name in signature.parameters:
            yield name, _otherwise(callee, name) or Judgement()
    if whole := next((r for r in rows if r.argument == _EVERYTHING), None):
        yield "", Judgement(Verdict.REFUSED, whole.text)


def difference(callee: Known, argument: str = "") -> Judgement | None:
    """What differs for a name, or for an argument of it."""
    return _otherwise(callee, argument)


def _otherwise(callee: Known, argument: str) -> Judgement | None:
    rows: list[DifferenceRow] = differences().get(callee.name.rpartition(".")[2], [])
    for row in rows:
        if row.argument == argument and _is(callee, row.name):
            return Judgement(Verdict.DIFFERS, row.heading)
    return None


def _is(callee: Known, name: str) -> bool:
    """Whether a row is about the very object."""
    found = find(name)
    return found is not None and _behind(found.value) is _behind(callee.value)


def _behind(value: Any) -> Any:
    return getattr(value, "__func__", value)


def _signature(value: Any, bound: bool) -> inspect.Signature | None:
    """The signature; None where it shows `*args, **kwargs` alone, or nothing, and for objects that are called."""
    if not isinstance(value, type) and not inspect.isroutine(value):
        return None
    try:
        signature = inspect.signature(value)
    except (TypeError, ValueError):
        return None
    parameters = list(signature.parameters.values())[1 if bound else 0 :]
    if not any(p.kind in _NAMED for p in parameters) and parameters:
        return None
    return signature.replace(parameters=parameters)


def _given(signature: inspect.Signature | None, call: ast.Call) -> Iterator[tuple[str, Any]]:
    """The arguments of a call by name, with the values of literals."""
    parameters = signature.parameters.values() if signature else ()
    positional = [p.name for p in parameters if p.kind is _NAMED[0]]
    for name, node in zip(positional, call.args, strict=False):
        if isinstance(node, ast.Starred):
            break
        yield name, literal(node)
    for word in call.keywords:
        if word.arg:
            yield word.arg, literal(word.value)


def _unfit(
    function: str, signature: inspect.Signature | None, call: ast.Call
) -> Iterator[tuple[str, Judgement]]:
    """Keywords that the callable does not take; as "...", too many positions and arguments that are not given."""
    if signature is None:
        return
    words = {word.arg: word.value for word in call.keywords if word.arg}
    if not any(p.kind is inspect.Parameter.VAR_KEYWORD for p in signature.parameters.values()):
        unknown = [word for word in words if word not in signature.parameters]
        for word in unknown:
            yield word, Judgement(Verdict.UNKNOWN, f"{function} has no argument {word!r}")
        words = {word: value for word, value in words.items() if word not in unknown}
    starred = [isinstance(node, ast.Starred) for node in call.args]
    more = any(starred) or any(word.arg is None for word in call.keywords)
    given = call.args[: starred.index(True)] if any(starred) else call.args
    try:
        (signature.bind_partial if more else signature.bind)(*given, **words)
    except TypeError as error:
        yield "...", Judgement(Verdict.UNKNOWN, f"{function}: {error}")


def _default(signature: inspect.Signature | None, name: str) -> Any:
    parameter = signature.parameters.get(name) if signature else None
    return parameter.default if parameter else _NO_DEFAULT


def _judge(rows: list[ArgumentRow], name: str, value: Any, default: Any) -> Judgement | None:
    row = next((r for r in rows if r.argument == name), None)
    if row is None or _same(value, default):
        return None
    if row.fate == "no effect":
        return Judgement(Verdict.NO_EFFECT, row.text)
    if row.values and value is not _UNSEEN and value not in _values(row):
        return None
    return Judgement(Verdict.REFUSED, row.text, conditional=value is _UNSEEN)


def _values(row: ArgumentRow) -> tuple[Any, ...]:
    return tuple(ast.literal_eval(f"({row.values.removeprefix('only ')},)"))


def _same(value: Any, default: Any) -> bool:
    return value is not _UNSEEN and type(value) is type(default) and bool(value == default)
