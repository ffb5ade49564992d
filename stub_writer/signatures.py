"""Functions and methods as the stubs write them."""

from __future__ import annotations

import ast
import contextlib
import inspect
import re
import textwrap
from collections.abc import Callable, Mapping, Sequence
from typing import Any, TypeVar

from msacc.common.dtype import Type
from msacc.ops.array.inplace import in_place
from stub_writer.annotations import Module, render
from stub_writer.keywords import with_keywords, with_settings
from stub_writer.surface import source_file, tree

Fn = Callable[..., Any]
_KINDS = inspect.Parameter
INDENT = "    "


def function(module: Module, name: str, fn: Fn, *, indent: str = "") -> list[str]:
    """The definition of a function, with its overloads where it has some."""
    overloads = _overloads(fn)
    if overloads:
        lines = []
        decorator = module.named("typing", "overload")
        for each in overloads:
            text = definition(module, name, each, _scope(fn), indent=indent)
            lines += [f"{indent}@{decorator}", *text]
        return lines
    doc = "" if _in_source(module, name, fn) else fn.__doc__ or ""
    return definition(module, name, signature(fn), _scope(fn), indent=indent, doc=doc)


def signature(fn: Fn) -> inspect.Signature:
    """The signature of a function, an op's with what its wrapper takes besides Tensors."""
    fn = _of_in_place(fn)
    found = with_settings(fn, vars(fn).get("registered") or inspect.signature(fn))
    if fn.__code__.co_filename == contextlib.__file__:
        (kind,) = re.findall(r"(?:Iterator|Generator)\[(\w+)", str(found.return_annotation)) or [
            "Any"
        ]
        return found.replace(return_annotation=f"{_CONTEXT}[{kind}]")
    raw = getattr(fn, "raw", None)
    if getattr(raw, "two_sided", False) is True:  # any name of a stand-in is there
        first = [p.replace(annotation=OPERAND) for p in found.parameters.values()]
        return found.replace(parameters=first)
    if (fn.__module__ or "").startswith("msacc.numpy"):
        return found.replace(parameters=[_of_numpy(p) for p in found.parameters.values()])
    return found


def _of_numpy(p: inspect.Parameter) -> inspect.Parameter:
    """A parameter of msacc.numpy's, which the body gets converted: from an array-like, a number or a list."""
    kind = str(p.annotation)
    if kind in ("torch.Tensor", "torch.Tensor | None") or p.name in ("x", "x1", "x2"):
        return p.replace(annotation=ARRAY)
    if kind.startswith("tuple[int") or p.name == "shape":
        return p.replace(annotation=int | Sequence[int])
    if p.name == "dtype":
        return p.replace(annotation=Type | str | type[Any])
    if kind.removesuffix(" | None") == "torch.Tensor | float | np.number":
        return p.replace(annotation=ARRAY)
    return p.replace(annotation=Any) if "Tensor" in kind else p


# What a function under `contextlib.contextmanager` returns.
_CONTEXT = "__import__('contextlib').AbstractContextManager"


class Operand:
    """Stands for either side of a two-operand op."""


class ArrayLike:
    """Stands for what a function of msacc.numpy takes."""


OPERAND, ARRAY = Operand, ArrayLike


def method(module: Module, name: str, fn: Fn, *, doc: bool = False) -> list[str]:
    """A method of a class; its first parameter is `self`, whatever an op calls it."""
    text = (fn.__doc__ or "") if doc else ""
    return definition(
        module, name, _with_self(signature(fn), _scope(fn)), _scope(fn), indent=INDENT, doc=text
    )


def _with_self(found: inspect.Signature, scope: Mapping[str, Any]) -> inspect.Signature:
    first, *rest = found.parameters.values()
    if isinstance(scope.get(str(first.annotation)), TypeVar):
        return found
    if first.kind is _KINDS.VAR_POSITIONAL:
        return found
    first = first.replace(name="self", annotation=_KINDS.empty, default=_KINDS.empty)
    return found.replace(parameters=[first, *rest])


def definition(
    module: Module,
    name: str,
    found: inspect.Signature,
    scope: Mapping[str, Any],
    *,
    indent: str = "",
    doc: str = "",
) -> list[str]:
    """`def name(…) -> …:` with a docstring or nothing."""
    returned = module.any()
    if found.return_annotation is not found.empty:
        returned = render(module, found.return_annotation, scope, argument=False)
    elif name == "__init__":
        returned = "None"
    taken = parameters(module, with_keywords(found, scope), scope)
    head = f"{indent}def {name}({taken}) -> {returned}:"
    if not doc:
        return [f"{head} ..."]
    return [head, *docstring(doc, indent + INDENT)]


def docstring(text: str, indent: str) -> list[str]:
    """A docstring's lines."""
    text = inspect.cleandoc(text).replace("\\", "\\\\").replace('"""', "'''")
    if text.endswith('"'):
        text += " "
    body = f'"""{text}"""' if "\n" not in text else f'"""{text}\n"""'
    return textwrap.indent(body, indent).splitlines()


def parameters(module: Module, found: inspect.Signature, scope: Mapping[str, Any]) -> str:
    """The text between the brackets."""
    texts, seen_keyword_only, positional_only = [], False, False
    for p in found.parameters.values():
        if positional_only and p.kind is not p.POSITIONAL_ONLY:
            texts.append("/")
            positional_only = False
        positional_only |= p.kind is p.POSITIONAL_ONLY
        if p.kind is p.VAR_POSITIONAL:
            seen_keyword_only = True
        if p.kind is p.KEYWORD_ONLY and not seen_keyword_only:
            seen_keyword_only = True
            texts.append("*")
        texts.append(parameter(module, p, scope))
    if positional_only:
        texts.append("/")
    return ", ".join(texts)


def parameter(module: Module, p: inspect.Parameter, scope: Mapping[str, Any]) -> str:
    """`name: type = default`."""
    stars: dict[Any, str] = {p.VAR_POSITIONAL: "*", p.VAR_KEYWORD: "**"}
    text = stars.get(p.kind, "") + p.name
    if p.name in ("self", "cls") and p.annotation is p.empty:
        return text
    kind = annotation(module, p, scope)
    text += f": {kind}"
    return text if p.default is p.empty else f"{text} = {default(p.default)}"


def annotation(module: Module, p: inspect.Parameter, scope: Mapping[str, Any]) -> str:
    """The type of a parameter, None too where that is its default."""
    if p.annotation in (OPERAND, ARRAY):
        kind = module.named("msacc._typing", p.annotation.__name__)
        return f"{kind} | None" if p.default is None else kind
    if p.annotation is p.empty:
        return module.any()
    kind = render(module, p.annotation, scope, argument=True)
    if p.default is None and kind != "Any" and "None" not in kind.split(" | "):
        kind += " | None"
    return kind


def default(value: Any) -> str:
    """A default that can be written, or `...`."""
    simple = value is None or type(value) in (bool, int, float, str)
    if type(value) is tuple:
        simple = all(type(each) in (bool, int) for each in value)
    text = repr(value)
    return text if simple and len(text) < 40 and text not in ("inf", "-inf", "nan") else "..."


def _in_source(module: Module, name: str, fn: Fn) -> bool:
    """Whether an editor finds the function, with its docstring, in the source file of the stub's name."""
    code = getattr(inspect.unwrap(fn), "__code__", None)
    return (
        code is not None
        and code.co_name == name
        and code.co_filename == str(source_file(module.path))
    )


def _of_in_place(fn: Fn) -> Fn:
    """What an in-place method writes; other functions themselves."""
    made = getattr(fn, "__code__", None) in in_place.__code__.co_consts
    return inspect.getclosurevars(fn).nonlocals["fn"] if made else fn


def _scope(fn: Fn) -> dict[str, Any]:
    """The names that a function's annotations are made of."""
    inner: Any = inspect.unwrap(_of_in_place(inspect.unwrap(fn)))
    inner = getattr(inner, "__func__", inner)
    if "registered" in getattr(
        inner, "__dict__", {}
    ):  # an optimizer's constructor, whose arguments are noted
        inner = inspect.getclosurevars(inner).nonlocals["fn"]
    return getattr(inner, "__globals__", {})


def _overloads(fn: Fn) -> list[inspect.Signature]:
    """The overloads that the source declares."""
    source = tree(fn.__module__) if "overload" in _scope(fn) else None
    found = []
    for node in source.body if source else ():
        if not isinstance(node, ast.FunctionDef) or node.name != fn.__name__:
            continue
        if any("overload" in ast.unparse(d) for d in node.decorator_list):
            found.append(signature_of_source(node))
    return found


def signature_of_source(node: ast.FunctionDef) -> inspect.Signature:
    """The signature in a definition of the source; annotations stay texts."""
    arguments, made = node.args, []
    plain = [*arguments.posonlyargs, *arguments.args]
    defaults: list[Any] = [None] * (len(plain) - len(arguments.defaults)) + list(arguments.defaults)
    for each, value in zip(plain, defaults, strict=True):
        by_place = each in arguments.posonlyargs
        kind = _KINDS.POSITIONAL_ONLY if by_place else _KINDS.POSITIONAL_OR_KEYWORD
        made.append(_from_source(each, kind, value))
    if arguments.vararg:
        made.append(_from_source(arguments.vararg, _KINDS.VAR_POSITIONAL, None))
    for each, value in zip(arguments.kwonlyargs, arguments.kw_defaults, strict=True):
        made.append(_from_source(each, _KINDS.KEYWORD_ONLY, value))
    if arguments.kwarg:
        made.append(_from_source(arguments.kwarg, _KINDS.VAR_KEYWORD, None))
    returned = ast.unparse(node.returns) if node.returns else inspect.Signature.empty
    return inspect.Signature(made, return_annotation=returned)


def _from_source(node: ast.arg, kind: Any, default: ast.expr | None) -> inspect.Parameter:
    value: Any = _KINDS.empty if default is None else ...
    if isinstance(default, ast.Constant):
        value = default.value
    text = ast.unparse(node.annotation) if node.annotation else _KINDS.empty
    return inspect.Parameter(node.arg, kind, default=value, annotation=text)
