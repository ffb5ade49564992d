"""Translation of torch's errors into MindSpore's exception classes, with texts that name the arguments.

Nothing is checked before torch is called: after its error the arguments are examined for the cause. Where they
do not show it, the text of torch's error does, by the table in `torch_error_patterns`.
"""

from __future__ import annotations

import inspect
import re
from collections.abc import Callable, Sequence
from typing import Any

import numpy as np
import torch
from torch.compiler import is_compiling

from msacc.common import dtype as mstype
from msacc.common.calling_cell import named
from msacc.common.device_gaps import mapped
from msacc.common.devices import mixes_devices, to_own_device
from msacc.common.torch_private import lacks_values
from msacc.common.unsigned_integers import lacking, widened
from msacc.common.warn_once import logger
from msacc.ops.core.torch_error_patterns import class_by_words

Arguments = dict[str, Any]
Refusal = tuple[type[Exception], str] | None  # the class, and the text after the op's name

# Ops whose tensors must be of one dtype.
_ONE_DTYPE = frozenset(
    ("matmul", "bmm", "mm", "mat_mul", "batch_mat_mul", "dense", "linear", "bidense", "inner")
    + ("convolve", "deconvolve", "conv1d", "conv2d", "conv3d", "conv_transpose2d")
    + ("mv", "addmm", "addmv", "addbmm", "baddbmm", "addr")
)
# Products whose shapes MindSpore's kernel refuses, not a check before it.
_IN_KERNEL = ("matmul",)
_NO_TENSOR = re.compile(
    r"argument '\w+' \(position \d+\) must be Tensor|expected Tensor as element"
)
_AXES = ("axis", "dim", "dims", "axes", "axis0", "axis1", "dim0", "dim1", "start_dim", "end_dim")


_ASSERTED = (
    ": most often an index out of range, in a graph or an op that does not check it. Run in PyNative mode, which says "
    "where, or with CUDA_LAUNCH_BLOCKING=1; this process computes nothing on the device any more (docs/gpu.md)."
)


class RefusedInGraph(Exception):
    """What an op raises while a graph is made of it: the call then runs op by op, where the error shows itself.

    Neither torch's class, which a script's `except` may take for the op's, nor the op's, which is not looked for here.
    """


def recover(
    body: Callable[..., Any],
    declaration: Callable[..., Any],
    error: Exception,
    args: Sequence[Any],
    kwargs: dict[str, Any],
) -> Any:
    """The op's result where torch only lacked kernels, or some tensors lay elsewhere; else raises what `error` means.

    `declaration` is the function that names the arguments. The traceback ends in the op's body; what torch said is not
    shown with it: it goes to the debug log.
    """
    if is_compiling():
        raise RefusedInGraph
    if mixes_devices(error):  # as in MindSpore the op runs on the process's device
        args, kwargs = mapped(list(args), to_own_device), mapped(dict(kwargs), to_own_device)
        try:
            return body(*args, **kwargs)
        except (RuntimeError, IndexError) as refused:
            error = refused
    if lacking(error):
        try:
            return widened(body, *args, **kwargs)
        except (RuntimeError, IndexError) as refused:
            error = refused
    meaning = named(refusal(declaration, error, args, kwargs))
    if meaning is error:
        raise error
    logger.debug("%s (torch: %s)", meaning, error)
    trace = error.__traceback__  # its first frame is the wrapper's, which is shown anyway
    raise meaning.with_traceback(trace and trace.tb_next) from None


def is_torchs(error: Exception) -> bool:
    """Whether torch refused a call for what is no tensor."""
    return not is_compiling() and _NO_TENSOR.search(str(error)) is not None


def with_cell(error: Exception) -> Exception:
    """`error` of an op's own check, with the Cell that called the op; what a function of the user's raised as it is."""
    return named(error) if not is_compiling() and _ours(error) else error


def refusal(
    fn: Callable[..., Any], error: Exception, args: Sequence[Any], kwargs: dict[str, Any]
) -> Exception:
    """The exception to raise for torch's `error` in the op `fn` called with these arguments."""
    if _ours(error):
        return error
    arguments = inspect.signature(fn).bind(*args, **kwargs).arguments
    name = fn.__name__.strip("_")
    if isinstance(error, (AttributeError, TypeError)):
        return _no_tensor(name, inspect.unwrap(fn).__annotations__, arguments) or error
    broadcasts = hasattr(fn, "two_sided") or (
        "must match the size of tensor" in str(error) and name not in _IN_KERNEL
    )
    fits = _broadcasts if broadcasts else _multiplies
    # An index out of range has nothing to do with how shapes go together.
    for check in (_dtypes, _axes if isinstance(error, IndexError) else fits):
        reason = check(name, arguments)
        if reason is not None:
            return reason[0](f"For '{name}', {reason[1]}")
    if isinstance(error, IndexError) and "out of range in self" in str(error):
        return IndexError(f"For '{name}', {_with_values(str(error), arguments)}")
    return translate(name, error)


def _with_values(text: str, arguments: Arguments) -> str:
    """Torch's text for an index out of range, with the smallest and largest index where it names none."""
    for t in _tensors(arguments).values():
        if t.dtype in (torch.int32, torch.int64) and t.numel() and not lacks_values(t):
            low, high = (int(v) for v in torch.aminmax(t.detach()))
            return f"{text}: the indices go from {low} to {high}"
    return text


def _no_tensor(name: str, annotations: dict[str, Any], arguments: Arguments) -> Exception | None:
    """The exception for a body that received something else where a tensor is required."""
    for argument, value in arguments.items():
        several = annotations.get(argument) == "Tensors" and isinstance(value, (tuple, list))
        for item in value if several else (value,):
            if (several or annotations.get(argument) == "torch.Tensor") and not isinstance(
                item, torch.Tensor
            ):
                wanted = "Tensors" if several else "a Tensor"
                return TypeError(
                    f"For '{name}', '{argument}' should be {wanted}, but got {_described(item)}."
                )
    return None


def _described(item: Any) -> str:
    if isinstance(item, np.ndarray):
        return f"a numpy array of shape {item.shape}; mindspore.Tensor(array) makes a Tensor of it"
    return f"{item!r} of type {type(item).__name__}"


def translate(name: str, error: Exception) -> Exception:
    """MindSpore's exception class for a torch error, by the text of the error alone."""
    text = str(error)
    if text.startswith("msacc"):
        return error
    if text.startswith("For '"):
        return type(error)(text)
    first_line = text.splitlines()[0] if text else type(error).__name__
    if "device-side assert" in text:
        first_line += _ASSERTED
    return class_by_words(error, first_line)(f"For '{name.strip('_')}', {first_line}")


def _ours(error: Exception) -> bool:
    """Whether the text is one of msacc's own, so that its class was chosen."""
    return str(error).startswith(("For '", "Cell ", "msacc"))


def _tensors(arguments: Arguments) -> dict[str, torch.Tensor]:
    return {name: value for name, value in arguments.items() if isinstance(value, torch.Tensor)}


def _dtypes(name: str, arguments: Arguments) -> Refusal:
    tensors = _tensors(arguments)
    dtypes = [mstype.from_torch(t.dtype).name for t in tensors.values()]
    if name not in _ONE_DTYPE or len(set(dtypes)) < 2:
        return None
    return (
        TypeError,
        f"{_argument_list(tensors)} should have one dtype, but got {dtypes}; cast them to one.",
    )


def _axes(name: str, arguments: Arguments) -> Refusal:
    tensors = list(_tensors(arguments).values())
    if not tensors:
        return None
    rank = max(tensors[0].ndim, 1)
    for argument in _AXES:
        value = arguments.get(argument)
        for axis in value if isinstance(value, (tuple, list)) else (value,):
            if type(axis) is int and not -rank <= axis < rank:
                where = f"in [{-rank}, {rank}) for an input of rank {tensors[0].ndim}"
                return ValueError, f"'{argument}' should be {where}, but got {value}."
    return None


def _broadcasts(name: str, arguments: Arguments) -> Refusal:
    tensors = _tensors(arguments)
    if len(tensors) != 2 or _broadcast(*(t.shape for t in tensors.values())):
        return None
    return (
        ValueError,
        f"{_argument_list(tensors)} should broadcast, but got shapes {_shapes(tensors)}.",
    )


def _multiplies(name: str, arguments: Arguments) -> Refusal:
    tensors = _tensors(arguments)
    if name not in _IN_KERNEL or len(tensors) != 2:
        return None
    if any(t.ndim == 0 for t in tensors.values()):
        return (
            ValueError,
            f"{_argument_list(tensors)} need a dimension, but got {_shapes(tensors)}.",
        )
    if _product(*tensors.values()):
        return None
    return (
        RuntimeError,
        f"{_argument_list(tensors)} of shapes {_shapes(tensors)} cannot be multiplied.",
    )


def _broadcast(a: Sequence[int], b: Sequence[int]) -> bool:
    return all(m == n or 1 in (m, n) for m, n in zip(a[::-1], b[::-1], strict=False))


def _product(a: torch.Tensor, b: torch.Tensor) -> bool:
    """Whether the shapes allow the product of (batches of) matrices and vectors."""
    return a.shape[-1] == b.shape[-2:][0] and _broadcast(a.shape[:-2], b.shape[:-2])


def _shapes(tensors: dict[str, torch.Tensor]) -> str:
    return " and ".join(str(tuple(t.shape)) for t in tensors.values())


def _argument_list(tensors: dict[str, torch.Tensor]) -> str:
    return " and ".join(f"'{name}'" for name in tensors)
