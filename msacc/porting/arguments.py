"""Arguments of a call: which are unknown, refused, without effect, or give another result than MindSpore's."""

from __future__ import annotations

import ast
import inspect
from collections.abc import Iterator
from typing import Any

from msacc import auto_parallel_context, execution_context
from msacc.common.tensor import Tensor
from msacc.dataset.recorded_arguments import renamed
from msacc.former import keywords
from msacc.porting.names import Known, find
from msacc.porting.tables import ArgumentRow, DifferenceRow, arguments, differences
from msacc.porting.tensor_keywords import TENSOR_KEYWORDS
from msacc.porting.verdicts import Judgement, Verdict

_NO_DEFAULT = inspect.Parameter.empty
_UNSEEN = object()  # the value of an expression that is no literal
_EVERYTHING = "*"
_OPTIONS = ("set_context", "set_auto_parallel_context", "set_algo_parameters")  # they take `**`
_NAMED = (inspect.Parameter.POSITIONAL_OR_KEYWORD, inspect.Parameter.KEYWORD_ONLY)


def literal(node: ast.expr) -> Any:
    """The value of a literal, else `_UNSEEN`."""
    try:
        return ast.literal_eval(node)
    except (ValueError, TypeError, SyntaxError):
        return _UNSEEN


def judge_option(function: str, option: str, value: object) -> Judgement:
    """An option of set_context, set_auto_parallel_context or set_algo_parameters."""
    if option == "jit_config" and function == "set_context" and isinstance(value, dict):
        return _judge_jit_config(value)
    if function == "set_algo_parameters":
        return _judge_algo_parameter(option, value)
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


def _judge_jit_config(config: dict[Any, Any]) -> Judgement:
    """The value of set_context(jit_config={...})."""
    unknown = [key for key in config if key not in ("jit_level", "infer_boost", "exc_mode")]
    if unknown:
        return Judgement(Verdict.UNKNOWN, f"jit_config has no key {unknown[0]!r}, in MindSpore too")
    idle = [key for key in config if key != "jit_level"]
    return Judgement(Verdict.NO_EFFECT, f"its {idle[0]!r} concerns Ascend only") if idle else Judgement()  # fmt: skip


def _judge_algo_parameter(option: str, value: object) -> Judgement:
    defaults = auto_parallel_context._algo_defaults
    if option not in defaults:
        return Judgement(Verdict.UNKNOWN, f"set_algo_parameters has no {option!r}, in MindSpore too")  # fmt: skip
    if value == defaults[option]:
        return Judgement()
    return Judgement(Verdict.NO_EFFECT, "the search for strategies has no such setting")


def judge_call(callee: Known, call: ast.Call) -> Iterator[tuple[str, Judgement]]:
    """(argument, judgement) of each argument."""
    function = callee.name.rpartition(".")[2]
    if function in _OPTIONS:
        for word in call.keywords:
            if word.arg:
                yield word.arg, judge_option(function, word.arg, literal(word.value))
        return
    signature = _signature(callee.value, callee.bound)
    given = dict(_given(signature, call))
    shown: dict[str, str] = getattr(callee.value, "spellings", {})
    yield from _unfit(callee, signature, call)
    rows = [r for r in arguments().get(function, ()) if _is(callee, r.name)]
    for name, value in given.items():
        if judged := _judge(rows, name, value, _default(signature, name)):
            yield name, judged
        elif signature is None or shown.get(name, name) in signature.parameters:
            yield name, _otherwise(callee, name) or Judgement()
    if whole := next((r for r in rows if r.argument == _EVERYTHING), None):
        idle = whole.fate == "no effect"
        yield "", Judgement(Verdict.NO_EFFECT if idle else Verdict.REFUSED, whole.text)


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


def _behind(value: object) -> Any:
    return getattr(value, "__func__", value)


def _signature(value: object, bound: bool) -> inspect.Signature | None:
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
    callee: Known, signature: inspect.Signature | None, call: ast.Call
) -> Iterator[tuple[str, Judgement]]:
    """Keywords that the callable does not take; as "...", too many positions and arguments that are not given."""
    function = callee.name.rpartition(".")[2]
    words = {word.arg: word.value for word in call.keywords if word.arg}
    taken = _keywords(callee, signature)
    unknown = [word for word in words if taken is not None and word not in taken]
    if unknown and _was_taken(callee, call.args, words):
        return
    for word in unknown:
        yield word, Judgement(Verdict.UNKNOWN, f"{function} has no argument {word!r}")
    if signature is None:
        return
    shown: dict[str, str] = getattr(callee.value, "spellings", {})
    words = {shown.get(w, w): value for w, value in words.items() if w not in unknown}
    starred = [isinstance(node, ast.Starred) for node in call.args]
    more = any(starred) or any(word.arg is None for word in call.keywords)
    given = call.args[: starred.index(True)] if any(starred) else call.args
    try:
        (signature.bind_partial if more else signature.bind)(*given, **words)
    except TypeError as error:
        yield "...", Judgement(Verdict.UNKNOWN, f"{function}: {error}")


def _was_taken(callee: Known, given: list[ast.expr], words: dict[str, ast.expr]) -> bool:
    """Whether the call is that of an earlier release, which runs as well."""
    value: Any = callee.value
    if not isinstance(value, type):
        if not inspect.isroutine(value):
            return False
        return keywords.answer(value, [None] * callee.bound + given, words) is not None
    if hasattr(value, "_msacc_former_layer"):
        try:
            return value._msacc_former_layer(words) is not None
        except TypeError:
            return False
    init: Any = value.__init__  # type: ignore[misc]
    names = renamed(init, words, getattr(value, "_msacc_former", {}))
    if not keywords.misfits(init, [None, *given], names):
        return True
    return keywords.answer(init, [None, *given], words) is not None


def _keywords(callee: Known, signature: inspect.Signature | None) -> set[str] | None:
    """The keywords that a callable takes; None where anything may be."""
    holder, _, name = callee.name.rpartition(".")
    if name in TENSOR_KEYWORDS and holder.endswith("Tensor") and callee.value is vars(Tensor)[name]:
        return set(TENSOR_KEYWORDS[name].split()) - {"|"}
    if signature is None:
        return None
    parameters = signature.parameters.values()
    if any(p.kind is inspect.Parameter.VAR_KEYWORD for p in parameters):
        return None
    return {p.name for p in parameters} | set(getattr(callee.value, "spellings", ()))


def _default(signature: inspect.Signature | None, name: str) -> Any:
    parameter = signature.parameters.get(name) if signature else None
    return parameter.default if parameter else _NO_DEFAULT


def _judge(rows: list[ArgumentRow], name: str, value: object, default: Any) -> Judgement | None:
    row = next((r for r in rows if r.argument == name), None)
    if row is None or _same(value, default):
        return None
    if row.values and value is not _UNSEEN and not _concerns(row, value):
        return None
    if row.fate == "no effect":
        return Judgement(Verdict.NO_EFFECT, row.text)
    return Judgement(Verdict.REFUSED, row.text, conditional=value is _UNSEEN)


def _concerns(row: ArgumentRow, value: object) -> bool:
    """Whether the row is about a value: `only 'A', 'B'`, or `not 0`."""
    kind, _, listed = row.values.partition(" ")
    return (value in ast.literal_eval(f"({listed},)")) is (kind == "only")


def _same(value: object, default: Any) -> bool:
    return value is not _UNSEEN and type(value) is type(default) and bool(value == default)
