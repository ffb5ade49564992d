"""Docstrings of an op's bindings, derived from one text: under other argument names, and as a Primitive."""

from __future__ import annotations

import inspect
import re
from collections.abc import Callable
from typing import Any

_POSITIONAL = (inspect.Parameter.POSITIONAL_ONLY, inspect.Parameter.POSITIONAL_OR_KEYWORD)


_OPERAND_ERRORS = (
    "Raises TypeError for an operand that is neither or a dtype the function does not take, ValueError\n"
    "for shapes that do not broadcast."
)


def rename_arguments(text: str | None, names: dict[str, str]) -> str | None:
    """`text` with arguments under other names (old to new): those in backquotes or before a colon."""
    if not text or not names:
        return text
    old = "|".join(re.escape(name) for name in names)
    # Neither an attribute (`x.dtype`) nor a call (`shape(x)`) is the argument of that name.
    word = re.compile(rf"(?<![\w.'])({old})(?![\w(.'])")

    def quoted(span: re.Match[str]) -> str:
        return word.sub(lambda match: names[match[1]], span[0])

    text = re.sub(r"`[^`]+`", quoted, text)
    return re.sub(rf"(?<![\w.`'])({old})(?=(, \w+)*:\s)", lambda match: names[match[1]], text)


class LazyDocstring:
    """A class docstring that is built at each access: there are hundreds, and few are read."""

    def __init__(self, write: Callable[[], str]):
        self.write = write

    def __get__(self, instance: object, owner: type | None = None) -> str:
        return self.write()


def summary(fn: Callable[..., Any]) -> str:
    """The first paragraph of a docstring."""
    return (inspect.getdoc(fn) or "").split("\n\n")[0]


def after_summary(text: str | None, paragraph: str) -> str:
    """A docstring with one more paragraph behind its first."""
    first, *rest = inspect.cleandoc(text or "").split("\n\n", 1)
    return "\n\n".join([first, paragraph, *rest])


def before(text: str, pattern: str, paragraph: str) -> str:
    """A docstring with one more paragraph before the first that begins with `pattern`, or at its end."""
    found = text.split("\n\n")
    at = next((i for i, each in enumerate(found) if re.match(pattern, each)), len(found))
    return "\n\n".join([*found[:at], paragraph, *found[at:]])


def as_primitive(
    name: str,
    fn: Callable[..., Any],
    signature: inspect.Signature,
    names: dict[str, str],
    inputs: tuple[str, ...] | None = None,
) -> str:
    """The Primitive's constructor and call, then the op's docstring under the Primitive's argument names."""
    settings = {names.get(key, key) for key in signature.parameters}
    input_parameters = [
        p.replace(annotation=inspect.Parameter.empty)
        for p in inspect.signature(fn).parameters.values()
        if p.name not in settings and (p.kind in _POSITIONAL or p.kind is p.VAR_POSITIONAL)
    ]
    new = {old: new for new, old in names.items()}
    if inputs is not None:
        new |= {
            p.name: name
            for p, name in zip(input_parameters, inputs, strict=False)
            if p.name != name
        }
        input_parameters = [
            p.replace(name=name) for p, name in zip(input_parameters, inputs, strict=False)
        ]
    text = rename_arguments(inspect.getdoc(fn), new)
    return f"`{name}{signature}{inspect.Signature(input_parameters)}`:\n{text or ''}"


def with_operands(fn: Callable[..., Any]) -> str:
    """A binary op's docstring with what is common to all: its operands behind the summary, and their errors."""
    one, two = fn.__code__.co_varnames[:2]
    text = after_summary(
        fn.__doc__,
        f"`{one}` and `{two}` are Tensors, or one of them a number; their shapes broadcast and their dtypes\n"
        "promote, where a number takes the Tensor's dtype (Float32 if it is a float beside integers).",
    )
    return before(text, r"Raises|Differs from MindSpore|As in MindSpore", _OPERAND_ERRORS)
