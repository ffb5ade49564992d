"""The bindings that an op declares: primitives, Tensor methods, functions of mint and numpy.

`@bindings(...)` above `@op` keeps the declarations on the function. `ops/bindings`, `mint` and `numpy` walk the
chapters of ops and build what is declared there.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from types import FunctionType, ModuleType
from typing import Any, NamedTuple, TypeVar

from msacc.mindspore_homes import defined_in
from msacc.ops.core.primitive_class import REQUIRED as REQUIRED
from msacc.ops.core.primitive_class import PrimitiveClass as PrimitiveClass
from msacc.ops.core.primitive_class import Setting as Setting
from msacc.ops.core.primitive_inputs import Input as Input

Fn = Callable[..., Any]
Op = TypeVar("Op")


class TensorMethod:
    """Declares `Tensor.<name>` for each of `names`; the tensor is the op's first argument.

    `spellings` are further names of arguments: `TensorMethod("sub", y="other")` also takes `sub(y=...)`.
    """

    def __init__(self, *names: str, **spellings: str):
        self.names, self.spellings = names, spellings


class InPlaceMethod(TensorMethod):
    """Declares `Tensor.<name>_`, which writes the op's result into the tensor and returns it."""


class MintFunction:
    """Declares `mint.<path>` for each of `paths`, such as "exp" or "nn.functional.relu".

    `renamed` are mint's names of arguments: `MintFunction("all", dim="axis")`, where the op has `axis`. With them or
    with `own_name` the function is a copy, of which errors speak by mint's name.
    """

    def __init__(self, *paths: str, own_name: bool = False, **renamed: str):
        self.paths, self.own_name, self.renamed = paths, own_name, renamed


class NumpyFunction:
    """Declares `numpy.<name>` for each of `names`: the op on array-likes, element by element.

    MindSpore calls the argument of a one-operand function `argument`, and it has a `dtype` or not.
    """

    def __init__(self, *names: str, argument: str = "x", dtype: bool = True):
        self.names, self.argument, self.dtype = names, argument, dtype


Declaration = PrimitiveClass | TensorMethod | MintFunction | NumpyFunction
Kind = TypeVar("Kind", PrimitiveClass, TensorMethod, MintFunction, NumpyFunction)


class Bindings(NamedTuple):
    """A function and what it declares; a copy of the function carries the record, but is not its function."""

    function: Fn
    declarations: tuple[Declaration, ...]


def bindings(*declarations: Declaration) -> Callable[[Op], Op]:
    """Declares under which names MindSpore has an op; returns the op itself."""

    def declare(op: Any) -> Any:
        return with_bindings(op, *declarations)

    return declare


def with_bindings(op: Any, *declarations: Declaration) -> Any:
    """`bindings` for an op that is assigned: `exp = with_bindings(op(torch.exp), TensorMethod("exp"))`."""
    op.bindings = Bindings(op, declarations)
    return op


def declarations(chapters: Iterable[ModuleType], kind: type[Kind]) -> Iterator[tuple[Fn, Kind]]:
    """Each declaration of this kind with its function, in the order of the chapters and of their source."""
    for chapter in chapters:
        for value in functions(chapter):
            for declaration in value.bindings.declarations:
                if isinstance(declaration, kind):
                    yield value, declaration


def functions(chapter: ModuleType) -> Iterator[Any]:
    """The functions of a chapter that declare something, each once; what it imports is another chapter's."""
    visited = set()
    for value in vars(chapter).values():
        if not isinstance(value, FunctionType) or defined_in(value) != chapter.__name__:
            continue
        record = getattr(value, "bindings", None)
        if record is not None and record.function is value and value not in visited:
            visited.add(value)
            yield value
