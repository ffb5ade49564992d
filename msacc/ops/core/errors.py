"""MindSpore's exception class and a text that names the arguments, for what torch refuses.

Nothing is checked on the way to torch: once it has refused, the arguments say what does not fit. What they
cannot say is read from torch's words, by the table in `torch_words`.
"""

from __future__ import annotations

import inspect
from collections.abc import Callable
from typing import Any

import torch

from msacc.common import dtype as mstype
from msacc.ops.core.torch_words import class_by_words

Given = dict[str, Any]
Found = Any  # (class, text) or None

# Ops whose tensors must be of one dtype.
_ONE_DTYPE = frozenset(
    ("matmul", "bmm", "mm", "mat_mul", "batch_mat_mul", "dense", "linear", "bidense", "inner")
    + ("convolve", "deconvolve", "conv1d", "conv2d", "conv3d", "conv_transpose2d")
    + ("mv", "addmm", "addmv", "addbmm", "baddbmm", "addr")
)
# Products whose shapes MindSpore's kernel refuses, not a check before it.
_IN_KERNEL = ("matmul",)
_AXES = ("axis", "dim", "dims", "axes", "axis0", "axis1", "dim0", "dim1", "start_dim", "end_dim")


def refusal(fn: Callable[..., Any], error: Exception, values: tuple[Any, ...]) -> Exception:
    """What to raise for torch's `error` in the op `fn` called with these arguments, in order."""
    if _ours(error):
        return translate(fn.__name__, error)
    code = inspect.unwrap(fn).__code__
    names = code.co_varnames[: code.co_argcount]
    given = dict(zip((*names, *code.co_varnames[len(names) :]), values))
    name = fn.__name__.strip("_")
    for check in (_dtypes, _axes, _shapes):
        found = check(name, error, given)
        if found is not None:
            return found[0](f"For '{name}', {found[1]}")
    return translate(name, error)


def translate(name: str, error: Exception) -> Exception:
    """MindSpore's exception class for a torch error, by torch's words alone."""
    text = str(error)
    if text.startswith("msacc"):
        return error
    if text.startswith("For '"):
        return type(error)(text)
    first_line = text.splitlines()[0] if text else type(error).__name__
    return class_by_words(error, first_line)(f"For '{name.strip('_')}', {first_line}")


def _ours(error: Exception) -> bool:
    """Whether the text is one of msacc's own, so that its class was chosen."""
    return str(error).startswith(("For '", "msacc"))


def _tensors(given: Given) -> dict[str, torch.Tensor]:
    return {name: value for name, value in given.items() if isinstance(value, torch.Tensor)}


def _dtypes(name: str, error: Exception, given: Given) -> Found:
    tensors = _tensors(given)
    dtypes = [mstype.from_torch(t.dtype).name for t in tensors.values()]
    if name not in _ONE_DTYPE or len(set(dtypes)) < 2:
        return None
    return (
        TypeError,
        f"{_listed(tensors)} should have one dtype, but got {dtypes}; cast them to one.",
    )


def _axes(name: str, error: Exception, given: Given) -> Found:
    tensors = list(_tensors(given).values())
    if not isinstance(error, IndexError) or not tensors:
        return None
    rank = max(tensors[0].ndim, 1)
    for argument in _AXES:
        value = given.get(argument)
        for axis in value if isinstance(value, (tuple, list)) else (value,):
            if type(axis) is int and not -rank <= axis < rank:
                where = f"in [{-rank}, {rank}) for an input of rank {tensors[0].ndim}"
                return ValueError, f"'{argument}' should be {where}, but got {value}."
    return None


def _shapes(name: str, error: Exception, given: Given) -> Found:
    # An index out of range has nothing to do with how the shapes go together.
    if isinstance(error, IndexError):
        return None
    tensors = _tensors(given)
    shapes = " and ".join(str(tuple(t.shape)) for t in tensors.values())
    if name in _IN_KERNEL:
        return RuntimeError, f"{_listed(tensors)} of shapes {shapes} cannot be multiplied."
    if len(tensors) != 2 or len(given) != 2 or _broadcast(*tensors.values()):
        return None
    return ValueError, f"{_listed(tensors)} should broadcast, but got shapes {shapes}."


def _broadcast(a: torch.Tensor, b: torch.Tensor) -> bool:
    return all(m == n or 1 in (m, n) for m, n in zip(a.shape[::-1], b.shape[::-1]))


def _listed(tensors: dict[str, torch.Tensor]) -> str:
    return " and ".join(f"'{name}'" for name in tensors)
