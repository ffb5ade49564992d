"""The skin around an op's body: a function with the op's own arguments that takes torch tensors out of
Tensors, calls the body and puts a Tensor around what comes back.

A skin is one frame that handles each argument by name. Its source follows from how many arguments there
are and which hold tensors, so a few dozen texts, compiled once, serve every op: each gets a copy of
the code with its own names and, for tracebacks, the place of its body. Dynamo sees plain functions.
"""

from __future__ import annotations

import ast
import functools
import inspect
from collections.abc import Callable
from types import CellType, CodeType, FunctionType
from typing import Any, NamedTuple

from torch import Tensor as TorchTensor  # noqa: F401

from msacc.common.sparse import Sparse  # noqa: F401
from msacc.common.tensor import Tensor  # noqa: F401
from msacc.ops.core.errors import again  # noqa: F401
from msacc.ops.core.tensor_conversion import (  # noqa: F401
    NUMBERS,
    PLAIN,
    Settled,
    operands,
    promote,
    rewrap,
    unwrap,
)

Fn = Callable[..., Any]


class ABSENT:
    """The default of an argument that has several spellings: none of them was used."""


def only(fn: Fn, spelling: str, value: Any, before: Any) -> Any:
    """The value of an argument given under another spelling; TypeError if it was given twice."""
    if before is not ABSENT:
        raise TypeError(
            f"{fn.__name__}() got several values for one argument, '{spelling}' among them."
        )
    return value


def default(fn: Fn, argument: str, value: Any) -> Any:
    """The default of an argument that was not given under any spelling; TypeError without one."""
    if value is ABSENT:
        raise TypeError(f"{fn.__name__}() missing 1 required argument: '{argument}'.")
    return value


class Form(NamedTuple):
    """What the text of a skin follows from."""

    kinds: tuple[str, ...]  # by position: what the annotation says, see `_kind`
    named: tuple[tuple[str, str], ...]  # the same for those given by name only
    star: bool
    rest: bool
    spellings: tuple[tuple[str, int], ...]  # other names of positional arguments


_TENSORS = {"torch.Tensor": "tensor", "torch.Tensor | None": "optional", "Tensors": "tensors"}


def _kind(fn: Any, name: str) -> str:
    """What an argument holds by its annotation: "tensor", "optional", "tensors", "settled" settings, "any" thing."""
    note = fn.__annotations__.get(name)
    if note in _TENSORS:
        return _TENSORS[note]
    found = fn.__globals__.get(note)
    return "settled" if isinstance(found, type) and issubclass(found, Settled) else "any"


def _taken_out(name: str, kind: str) -> str:
    """Lines that put the torch tensor in an argument's place; the likelier case is asked first."""
    if kind == "settled":
        return ""
    if kind == "tensors":
        return (
            f"  if type({name}) is tuple or type({name}) is list:\n"
            # A comprehension is a call of its own.
            "   _list = []\n"
            f"   for _t in {name}: _list.append(_t._t if isinstance(_t, Tensor) else unwrap(_t))\n"
            f"   {name} = _list\n"
            f"  else: {name} = unwrap({name})\n"
        )
    if kind == "tensor":
        return (
            f"  if isinstance({name}, Tensor): {name} = {name}._t\n"
            f"  elif type({name}) not in PLAIN: {name} = unwrap({name})\n"
        )
    if kind == "optional":
        return (
            f"  if {name} is not None:\n"
            f"   if isinstance({name}, Tensor): {name} = {name}._t\n"
            f"   elif type({name}) not in PLAIN: {name} = unwrap({name})\n"
        )
    return (
        f"  if type({name}) not in PLAIN:\n"
        f"   {name} = {name}._t if isinstance({name}, Tensor) else unwrap({name})\n"
    )


def _spelled(spellings: tuple[tuple[str, int], ...]) -> str:
    lines = [f"  if {s} is not ABSENT: _{i} = only(_fn, '{s}', {s}, _{i})\n" for s, i in spellings]
    lines += [
        f"  if _{i} is ABSENT: _{i} = default(_fn, *_fallback[{i}])\n"
        for i in sorted({i for _, i in spellings})
    ]
    return "".join(lines)


_WRAPPED = "{0}_made = Tensor.__new__(Tensor)\n{0}_made._init = None\n{0}_made._t = _out\n{0}return _made\n"


def _framed(arguments: str, before: str, call: str, given: str, after: str) -> str:
    return (
        f"def make(_body, _fn, _fallback):\n def skin({arguments}):\n{before}"
        f"  try:\n   _out = _body({call})\n"
        "  except (RuntimeError, IndexError, AttributeError) as _error:\n"
        f"   _out = again(_fn, _error, ({given}), _body, {call})\n{after}"
    )


@functools.cache
def _op_code(form: Form) -> CodeType:
    places = [f"_{i}" for i in range(len(form.kinds))]
    named = [name for name, _ in form.named]
    star = ["*_star"] if form.star else []
    rest = ["**_rest"] if form.rest else []
    others = [name for name, _ in form.spellings]
    bare = ["*"] if (named or others) and not form.star else []
    arguments = ", ".join([*places, *star, *bare, *named, *others, *rest])
    before = _spelled(form.spellings) + "".join(
        _taken_out(name, kind)
        for name, kind in [*zip(places, form.kinds, strict=False), *form.named]
    )
    before += "  _star = unwrap(_star)\n" if form.star else ""
    before += "  _rest = unwrap(_rest)\n" if form.rest else ""
    call = ", ".join([*places, *star, *[f"{name}={name}" for name in named], *rest])
    given = "".join(f"{name}, " for name in [*places, *star, *named])
    after = f"  if type(_out) is TorchTensor:\n{_WRAPPED.format('   ')}  return rewrap(_out)\n"
    return compiled(_framed(arguments, before, call, given, after))


@functools.cache
def _binary_code(reflected: bool) -> CodeType:
    before = (
        "  if isinstance(_0, Tensor) and isinstance(_1, Tensor):\n"
        "   _0 = _0._t; _1 = _1._t\n"
        "   if _0.dtype is not _1.dtype: _0, _1 = promote(_0, _1)\n"
        "  elif type(_1) in NUMBERS and isinstance(_0, Tensor): _0 = _0._t\n"
        "  elif type(_0) in NUMBERS and isinstance(_1, Tensor): _1 = _1._t\n"
        "  elif isinstance(_1, Sparse): return _1._under(_fn.__name__, _0)\n"
        "  else: _0, _1 = operands(_fn, _0, _1)\n"
    )
    arguments = "_1, _0" if reflected else "_0, _1"
    return compiled(_framed(arguments, before, "_0, _1", "_0, _1", _WRAPPED.format("  ")))


def compiled(text: str) -> CodeType:
    """The code of the function within the function that `text` defines, all on one line.

    Each copy moves that line to the place of its body.
    """
    code = compile(text, __file__, "exec")
    for _ in ("make", "the function in it"):
        code = next(item for item in code.co_consts if isinstance(item, CodeType))
    on_one = _with_table(code)
    lines = {line for *_, line in on_one.co_lines()}
    return on_one if lines == {code.co_firstlineno} else _from_tree(text)


def _with_table(code: CodeType) -> CodeType:
    """`code` with a table of lines that says: the first, for every instruction (Python's format since 3.11)."""
    table, left = bytearray(), len(code.co_code) // 2
    while left > 0:
        count = min(8, left)
        # An entry for `count` instructions without columns (13), 0 lines further.
        table += bytes([0x80 | 13 << 3 | count - 1, 0])
        left -= count
    return code.replace(co_linetable=bytes(table))


def _from_tree(text: str) -> CodeType:
    """The same by way of the syntax tree, which takes three times as long: for other formats of the table."""
    tree = ast.parse(text)
    for node in ast.walk(tree):
        if hasattr(node, "lineno"):
            node.lineno = node.end_lineno = 1  # type: ignore[attr-defined]
            node.col_offset = node.end_col_offset = 0  # type: ignore[attr-defined]
    code = compile(tree, __file__, "exec")
    for _ in ("make", "the function in it"):
        code = next(item for item in code.co_consts if isinstance(item, CodeType))
    return code


def _dressed(
    code: CodeType, fn: Fn, body: Fn, names: tuple[str, ...], fallback: Any = None
) -> FunctionType:
    """A function of this code around `body`, under the name, place and first argument names of `fn`."""
    place = inspect.unwrap(fn).__code__
    own = code.replace(
        co_name=fn.__name__,
        co_filename=place.co_filename,
        co_firstlineno=place.co_firstlineno,
        co_varnames=(*names, *code.co_varnames[len(names) :]),
    )
    cells = {"_body": body, "_fn": fn, "_fallback": fallback}
    closure = tuple(CellType(cells[name]) for name in own.co_freevars)
    made = FunctionType(own, globals(), fn.__name__, None, closure)
    functools.update_wrapper(made, fn)
    return made


def around(fn: Fn, body: Fn, spellings: dict[str, str] | None = None) -> FunctionType:
    """The skin of an op. `spellings` are further names of its positional arguments."""
    plain: Any = inspect.unwrap(fn)
    code = plain.__code__
    count, total = code.co_argcount, code.co_argcount + code.co_kwonlyargcount
    places, named = code.co_varnames[:count], code.co_varnames[count:total]
    others = spellings or {}
    form = Form(
        tuple(_kind(plain, name) for name in places),
        tuple((name, _kind(plain, name)) for name in named),
        bool(code.co_flags & inspect.CO_VARARGS),
        bool(code.co_flags & inspect.CO_VARKEYWORDS),
        tuple((other, places.index(name)) for other, name in others.items()),
    )
    defaults, fallback = plain.__defaults__, None
    if others:
        defaults, fallback = _undecided(places, defaults or (), set(others.values()))
    made = _dressed(_op_code(form), fn, body, places, fallback)
    made.__defaults__ = defaults
    absent: dict[str, Any] = dict.fromkeys(others, ABSENT)
    made.__kwdefaults__ = {**(plain.__kwdefaults__ or {}), **absent} or None
    return made


def _undecided(
    places: tuple[str, ...], defaults: tuple[Any, ...], spelled: set[str]
) -> tuple[tuple[Any, ...], tuple[tuple[str, Any], ...]]:
    """ABSENT as the default of what has several spellings, and (name, real default) by position."""
    real = (ABSENT,) * (len(places) - len(defaults)) + defaults
    shown = [
        ABSENT if name in spelled else value for name, value in zip(places, real, strict=False)
    ]
    first = min(
        len(places) - len(defaults), min(i for i, name in enumerate(places) if name in spelled)
    )
    return tuple(shown[first:]), tuple(zip(places, real, strict=False))


def around_two(fn: Fn, body: Fn, reflected: bool = False) -> FunctionType:
    """The skin of a two-operand op; `reflected` takes the operands the other way round."""
    names = inspect.unwrap(fn).__code__.co_varnames[:2]
    return _dressed(_binary_code(reflected), fn, body, names[::-1] if reflected else names)
