"""What a name is called with: the call as one writes it, and each argument with its type and default."""

from __future__ import annotations

import ast
import inspect
import re
from typing import Any, NamedTuple

_LONG = 78
# What the source calls types that many functions take, as a reader would.
_TYPES = {
    "torch.Tensor": "Tensor", "torch.dtype": "dtype", "np.ndarray": "array", "np.number": "number", "np.dtype": "dtype",
    "mstype.Type": "dtype", "DTypeLike": "dtype", "Ints": "int | tuple[int]", "Floats": "float | tuple[float]",
    "Dims": "int | tuple[int] | Tensor", "Axis": "int | tuple[int] | None", "Operand": "Tensor | number",
    "TensorLike": "Tensor | array | number", "Initial": "Tensor | Initializer | str | number",
    "Params": "list[Parameter | dict]", "LearningRate": "float | Tensor | list | LearningRateSchedule",
    "SamplerLike": "Sampler | iterable", "Shape": "tuple[int]", "Tensors": "tuple[Tensor]", "Arrays": "arrays",
    "Hook": "function", "RunContext": "RunContext", "np.generic": "number", "complex": "number",
}  # fmt: skip
# Types that tell a reader nothing.
_ANYTHING = {"Any", "object", "Choice", "Tree", "Fn", "_C", "Self", ""}
_CALLABLE = re.compile(r"Callable\[.*\]$")
_TYPE_NAME = re.compile(r"(?<![\w.])[A-Za-z_][\w.]*")
_CALL = re.compile(r"`((\w+)\([^`]*\))`")
_CALL_LINE = re.compile(r"`[^`]*`(?: or `[^`]*`)*[:.]")
_CALL_FIRST = re.compile(r"(^|\n\n)`(\w+)\([^`]*`(?::|, )\s*(?=\S)")
_HIDDEN = {"self", "cls"}


class Given(NamedTuple):
    """An argument; `default` is None where one must be given."""

    name: str
    type: str
    default: str | None


def calls(module: str, name: str, thing: Any, text: str) -> list[str]:
    """The calls that the docstring begins with or names, else that of Python's signature."""
    last = name.rpartition(".")[2]
    written = _written(last, text) if _tells_nothing(thing) or _leading(last, text) else []
    prefix = f"{module}." if "." not in name else f"{module}.{name.rpartition('.')[0]}."
    if written:
        return [_wrapped(f"{prefix}{each}") for each in written]
    signature = _signature(thing)
    if signature is None:
        return [f"{prefix}{last}(…)"]
    return [_wrapped(f"{prefix}{last}{_shown(signature)}")]


def arguments(name: str, thing: Any, text: str) -> list[Given]:
    """Those of the signature, then those that only a call in the docstring has."""
    found: dict[str, Given] = {}
    signature = _signature(thing)
    for parameter in signature.parameters.values() if signature else ():
        if not parameter.name.startswith("_"):
            found[parameter.name] = _given(parameter)
    written = [each for call in _written(name.rpartition(".")[2], text) for each in _of_call(call)]
    if written:
        found = {k: v for k, v in found.items() if k not in ("args", "kwargs", "names")}
    for each in written:
        found.setdefault(each.name, each)
    return list(found.values())


def without_call(name: str, text: str) -> str:
    """A docstring without a call that a line consists of, or that a paragraph begins with."""
    last = name.rpartition(".")[2]
    if f"`{last}(" not in text:
        return text
    first, _, rest = text.partition("\n")
    if rest.strip() and first.startswith(f"`{last}(") and _CALL_LINE.fullmatch(first):
        text = rest
    return _CALL_FIRST.sub(lambda found: found[1] if found[2] == last else found[0], text)


def _leading(last: str, text: str) -> bool:
    return text.startswith(f"`{last}(")


def _written(last: str, text: str) -> list[str]:
    """Calls of the name in backquotes, in the first paragraph or, if it has none, the first one behind it."""
    summary, _, rest = text.partition("\n\n")
    found = [
        [call for call, name in _CALL.findall(part) if name == last] for part in (summary, rest)
    ]
    return [" ".join(each.split()) for each in found[0][:2] or found[1][:1]]


def _of_call(call: str) -> list[Given]:
    """The arguments of `Cast()(input_x, dtype)`: those of each pair of brackets."""
    try:
        node: ast.expr = ast.parse(call.replace("…", "*_"), mode="eval").body
    except SyntaxError:
        return []
    found: list[Given] = []
    while isinstance(node, ast.Call):
        own = [Given(each.id, "", None) for each in node.args if isinstance(each, ast.Name)]
        own += [Given(each.arg, "", ast.unparse(each.value)) for each in node.keywords if each.arg]
        found = own + found
        node = node.func
    return found


def _tells_nothing(thing: Any) -> bool:
    signature = _signature(thing)
    return signature is None or set(signature.parameters) <= {"args", "kwargs", "names"}


def _signature(thing: Any) -> inspect.Signature | None:
    try:
        signature = inspect.signature(thing)
    except (TypeError, ValueError):
        return None
    kept = [p for p in signature.parameters.values() if p.name not in _HIDDEN]
    return signature.replace(parameters=kept)


def _shown(signature: inspect.Signature) -> str:
    bare = [p.replace(annotation=p.empty) for p in signature.parameters.values()]
    return re.sub(r"<([\w.]+): [^>]*>|<[^>]*>", r"\1", str(inspect.Signature(bare)))


def _wrapped(call: str) -> str:
    """A long call with a line for each argument."""
    if len(call) <= _LONG or call.count("(") != 1:
        return call
    head, _, inside = call.removesuffix(")").partition("(")
    try:
        ast.parse(f"lambda {inside}: 0")
    except SyntaxError:
        return call
    parts, depth, start = [], 0, 0
    for at, sign in enumerate(inside):
        depth += (sign in "([{") - (sign in ")]}")
        if sign == "," and not depth:
            parts.append(inside[start:at].strip())
            start = at + 1
    lines = "".join(f"    {part},\n" for part in (*parts, inside[start:].strip()))
    return f"{head}(\n{lines})"


def _given(parameter: inspect.Parameter) -> Given:
    stars = parameter.kind in (parameter.VAR_POSITIONAL, parameter.VAR_KEYWORD)
    annotation = parameter.annotation
    text = annotation if isinstance(annotation, str) else getattr(annotation, "__name__", "")
    text = "" if annotation is parameter.empty else text
    if stars:
        return Given(parameter.name, _type(text), "")
    if parameter.default is parameter.empty:
        return Given(parameter.name, _type(text), None)
    return Given(parameter.name, _type(text), _default(parameter.default))


def _default(value: Any) -> str:
    return re.sub(r"<([\w.]+): [^>]*>|<[^>]*>", r"\1", repr(value)).removeprefix("mindspore.")


def _type(annotation: str) -> str:
    """An annotation by names that a reader knows, each once; nothing where it tells nothing."""
    if _CALLABLE.match(annotation):
        return "function"
    annotation = re.sub(r"Callable\[[^|]*\](?= \||$)", "function", annotation)
    shown = _TYPE_NAME.sub(lambda found: _TYPES.get(found[0], found[0]), annotation)
    parts = dict.fromkeys(part.strip() for part in re.split(r"\|(?![^\[]*\])", shown))
    if _ANYTHING & set(parts):
        return ""
    return " | ".join(part.replace("Sequence[", "list[") for part in parts)
