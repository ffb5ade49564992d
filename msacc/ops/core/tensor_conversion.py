"""Conversion between Tensors and torch tensors in the arguments and results of ops."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import numpy as np
import torch

from msacc.common import dtype as mstype
from msacc.common.settings import GRAPH_MODE, settings
from msacc.common.tensor import Tensor, wrap
from msacc.common.torch_private import lacks_values
from msacc.graph.execution_state import execution

if TYPE_CHECKING:
    from msacc.common.mutable_ import MutableInt
    from msacc.common.varying_size import VaryingSize

_SEQUENCES = (list, tuple)

# Types of values that hold no Tensor, which `unwrap` need not look at.
PLAIN = frozenset(
    (type(None), bool, int, float, complex, str, torch.Tensor, torch.dtype, mstype.Type)
)
NUMBERS = frozenset((int, float, bool))

# The annotation of an argument that takes several tensors: a body gets a list of them.
Tensors = list[torch.Tensor] | tuple[torch.Tensor, ...]


def unwrap(value: Any) -> Any:
    """The torch tensor in a Tensor; sequences and dicts element by element; the rest as it is."""
    if isinstance(value, Tensor):
        return value._t
    if isinstance(value, _SEQUENCES):
        items = []
        for item in value:  # by hand: quicker than a call for each
            if isinstance(item, Tensor):
                item = item._t
            elif type(item) not in PLAIN:
                item = unwrap(item)
            items.append(item)
        return items if isinstance(value, list) else tuple(items)
    if type(value) is dict:
        return {key: unwrap(item) for key, item in value.items()}
    return value


def rewrap(value: Any) -> Any:
    """A Tensor around each torch tensor of a result."""
    if isinstance(value, torch.Tensor):
        return wrap(value)
    if isinstance(value, _SEQUENCES):
        return tuple([rewrap(item) for item in value])
    if type(value) is dict:
        return {key: rewrap(item) for key, item in value.items()}
    return value


def promote(a: torch.Tensor, b: torch.Tensor) -> tuple[torch.Tensor, torch.Tensor]:
    """Most of MindSpore's ops promote by dtype alone; torch would let a 0-d tensor follow the other operand."""
    common = torch.promote_types(a.dtype, b.dtype)
    return a.to(common), b.to(common)


def operands(op: Callable[..., Any] | str, input: Any, other: Any) -> tuple[Any, Any]:
    """Both sides of a binary op, whatever they are, as torch tensors of one dtype or numbers."""
    if type(other) in NUMBERS and isinstance(input, Tensor):
        return input._t, other
    if type(input) in NUMBERS and isinstance(other, Tensor):
        return input, other._t
    if isinstance(other, _SEQUENCES):
        other = _of_sequence(op, 1, other, input)
    elif isinstance(input, _SEQUENCES):
        input = _of_sequence(op, 0, input, other)
    a, b = _operand(op, 0, input), _operand(op, 1, other)
    if type(a) is complex or type(b) is complex:
        return without_halves(a), without_halves(b)
    if _is_plain(a) and _is_plain(b) and a.dtype is not b.dtype:
        if torch.compiler.is_compiling():
            a, b = _as_number(input, a, b), _as_number(other, b, a)
        return (a, b) if getattr(op, "scalars_follow", False) else promote(a, b)
    return a, b


def _is_plain(value: torch.Tensor | MutableInt | VaryingSize | float | np.number) -> bool:
    """Whether `value` is a torch tensor of no other class, but for those without values that runs are recorded with."""
    return type(value) is torch.Tensor or lacks_values(value)


def without_halves(value: Any) -> Any:
    """A half-precision tensor beside complex numbers as Float32: MindSpore has no complex type of half precision."""
    half = isinstance(value, torch.Tensor) and value.dtype in (torch.float16, torch.bfloat16)
    return value.float() if half else value


def _as_number(value: Any, tensor: torch.Tensor, beside: torch.Tensor) -> torch.Tensor:
    """`tensor` in the dtype that a number of its kind has beside another, where `value` is a scalar of NumPy.

    While Dynamo captures a graph those are arrays, which would have a dtype of their own.
    """
    if not isinstance(value, np.ndarray) or value.ndim:
        return tensor
    if tensor.is_floating_point() and not beside.is_floating_point():
        return tensor if beside.is_complex() else tensor.to(torch.float32)
    if beside.dtype is torch.bool and tensor.dtype is not torch.bool:
        return tensor.to(torch.int64)
    return tensor.to(beside.dtype)


def _of_sequence(op: Any, position: int, sequence: Any, beside: Any) -> torch.Tensor:
    """The tensor of a list or tuple in the dtype that its numbers have beside a Tensor, for operators that take them.

    TypeError for other ops, beside Bool, and for parts of several dtypes, as the results of `x.max(1)` are.
    """
    sides, in_graphs_alone = getattr(op, "takes_sequences", ((), False))
    if (
        position not in sides
        or not isinstance(beside, Tensor)
        or beside._t.dtype is torch.bool
        or (in_graphs_alone and not execution.now.graph and settings.mode != GRAPH_MODE)
    ):
        raise _refused(op, position, sequence)
    dtypes = _dtypes(sequence, beside._t.dtype)
    if len(dtypes) > 1:
        raise TypeError(
            f"For '{op.__name__}', the parts of a {type(sequence).__name__} should have one dtype, but got "
            f"{sorted(mstype.from_torch(d).name for d in dtypes)}; take one part, as in x.max(1)[0]."
        )
    try:
        t = Tensor(sequence)._t
    except RuntimeError as error:
        raise ValueError(f"For '{op.__name__}', {error}") from error
    return t.to(torch.result_type(beside._t, torch.empty((), dtype=t.dtype)))


def _dtypes(value: Any, of_numbers: torch.dtype) -> set[torch.dtype]:
    """The dtypes of what is in a list or tuple."""
    if isinstance(value, _SEQUENCES):
        return {dtype for item in value for dtype in _dtypes(item, of_numbers)}
    return {value._t.dtype if isinstance(value, Tensor) else of_numbers}


def _operand(op: Callable[..., Any] | str, position: int, value: Any) -> Any:
    if isinstance(value, Tensor):
        return value._t
    if isinstance(value, np.generic) or (isinstance(value, np.ndarray) and not value.ndim):
        return value.item()  # its kind counts, as a Python number's, not its width
    if isinstance(value, (int, float, bool, complex, torch.Tensor)):
        return value
    if hasattr(value, "__array__"):
        return Tensor(value)._t
    raise _refused(op, position, value)


def _refused(op: Callable[..., Any] | str, position: int, value: Any) -> TypeError:
    name, arguments = op, ("input", "other")  # type: tuple[Any, tuple[str, ...]]
    if not isinstance(op, str):
        name, arguments = op.__name__, op.__code__.co_varnames[:2]
    return TypeError(
        f"For '{name}', '{arguments[position]}' should be a Tensor or a number, but got {value!r} "
        f"of type {type(value).__name__}{'; take one part of it' if isinstance(value, _SEQUENCES) else ''}."
    )
