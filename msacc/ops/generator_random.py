"""Random tensors drawn from a Generator: the functions of mint that `ops.random` has with `seed`.

Without one they come from the default generator, which `set_seed` and `manual_seed` seed. The streams are torch's:
MindSpore draws other numbers from the same seed.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import torch

from msacc.common import checks as check
from msacc.common import dtype as mstype
from msacc.common.generator import torch_generator
from msacc.common.settings import settings
from msacc.ops.array.creation import check_creation_device
from msacc.ops.core.argument_conversion import dims, torch_dtype
from msacc.ops.core.declaration import MintFunction, bindings
from msacc.ops.core.op import op

if TYPE_CHECKING:
    from msacc.common.argument_types import Dims, DTypeLike
    from msacc.common.generator import Generator


def _sizes(name: str, size: tuple[Any, ...]) -> tuple[int, ...]:
    """Ints one by one, or one tuple or list of them."""
    shape = dims(size[0]) if len(size) == 1 else dims(size)
    if any(n < 0 for n in shape):
        raise ValueError(f"For '{name}', dimensions should not be negative, but got {shape}.")
    return shape


def _float(name: str, dtype: DTypeLike | None, default: torch.dtype) -> torch.dtype:
    target_dtype: Any = torch_dtype(dtype, default)
    if not target_dtype.is_floating_point:
        raise TypeError(f"For '{name}', the 'dtype' must be a float type, but got {target_dtype}.")
    return target_dtype


@bindings(MintFunction("rand"))
@op
def rand(
    *size: object,
    generator: Generator | None = None,
    dtype: DTypeLike | None = None,
    device: str | None = None,
) -> torch.Tensor:
    """Uniform in [0, 1).

    size: ints, or one tuple or list of them.
    generator: a `mindspore.Generator`.
    dtype: a float type, Float32 unless given.
    device: "CPU", "npu" or "Ascend"; tensors are made on the process's device.

    Raises TypeError for another `generator` or `dtype`, ValueError for another `device` and for a negative
    dimension.
    """
    check_creation_device("rand", device)
    rng, target_dtype = torch_generator("rand", generator), _float("rand", dtype, torch.float32)
    return torch.rand(
        _sizes("rand", size), generator=rng, dtype=target_dtype, device=settings.device
    )


@bindings(MintFunction("randn"))
@op
def randn(
    *size: object,
    generator: Generator | None = None,
    dtype: DTypeLike | None = None,
    device: str | None = None,
) -> torch.Tensor:
    """Normal of mean 0 and deviation 1.

    size: ints, or one tuple or list of them.
    generator: a `mindspore.Generator`.
    dtype: a float type, Float32 unless given.
    device: "CPU", "npu" or "Ascend"; tensors are made on the process's device.

    Raises TypeError for another `generator` or `dtype`, ValueError for another `device` and for a negative
    dimension.
    """
    check_creation_device("randn", device)
    rng, target_dtype = torch_generator("randn", generator), _float("randn", dtype, torch.float32)
    return torch.randn(
        _sizes("randn", size), generator=rng, dtype=target_dtype, device=settings.device
    )


@bindings(MintFunction("rand_like"))
@op
def rand_like(
    input: torch.Tensor, *, dtype: DTypeLike | None = None, device: str | None = None
) -> torch.Tensor:
    """Uniform in [0, 1), in the shape of `input`, from the default generator.

    dtype: a float type, that of `input` unless given.
    device: as for `rand`.

    Raises TypeError for another dtype, ValueError for another `device`.
    """
    check_creation_device("rand_like", device)
    return torch.rand_like(input, dtype=_float("rand_like", dtype, input.dtype))


@bindings(MintFunction("randn_like"))
@op
def randn_like(
    input: torch.Tensor, *, dtype: DTypeLike | None = None, device: str | None = None
) -> torch.Tensor:
    """Normal of mean 0 and deviation 1, in the shape of `input`, from the default generator.

    dtype: a float type, that of `input` unless given.
    device: as for `randn`.

    Raises TypeError for another dtype, ValueError for another `device`.
    """
    check_creation_device("randn_like", device)
    return torch.randn_like(input, dtype=_float("randn_like", dtype, input.dtype))


def _limits(name: str, limits: tuple[Any, ...]) -> tuple[int, int]:
    """(low, high) of one or two limits."""
    if len(limits) not in (1, 2) or not all(check.is_int(limit) for limit in limits):
        raise TypeError(f"For '{name}', the limits must be one or two int, but got {limits!r}.")
    return (0, limits[0]) if len(limits) == 1 else limits  # type: ignore[return-value]


@bindings(MintFunction("randint"))
@op
def randint(
    *args: object,
    generator: Generator | None = None,
    dtype: DTypeLike | None = None,
    device: str | None = None,
) -> torch.Tensor:
    """`randint(low, high, size)` or `randint(high, size)`: integers, uniform in [low, high), of the shape
    `size`.

    low, high: ints, low 0 unless given. size: a tuple or list of int.

    generator: a `mindspore.Generator`.
    dtype: Int64 unless given.
    device: as for `rand`.

    Raises TypeError for other limits or another `generator`, ValueError for another `device`, RuntimeError
    unless low < high.
    """
    check_creation_device("randint", device)
    low, high = _limits("randint", args[:-1])
    target_dtype, rng = torch_dtype(dtype, torch.int64), torch_generator("randint", generator)
    shape = _sizes("randint", args[-1:])
    return torch.randint(
        low, high, shape, generator=rng, dtype=target_dtype, device=settings.device
    )


@bindings(MintFunction("randint_like"))
@op
def randint_like(
    *args: object, dtype: DTypeLike | None = None, device: str | None = None
) -> torch.Tensor:
    """`randint_like(input, low, high)` or `randint_like(input, high)`: integers, uniform in [low, high).

    The shape is that of `input`, and the dtype unless given. device: as for `rand`. Raises TypeError for limits
    that are no int, ValueError for another `device`, RuntimeError unless low < high.
    """
    check_creation_device("randint_like", device)
    input = check.tensor("randint_like", "input", args[0] if args else None)
    low, high = _limits("randint_like", args[1:])
    return torch.randint_like(input, low, high, dtype=torch_dtype(dtype))


@bindings(MintFunction("randperm"))
@op
def randperm(
    n: int, *, generator: Generator | None = None, dtype: DTypeLike = mstype.int64
) -> torch.Tensor:
    """0 … n - 1 in random order: a vector (n,) of `dtype`.

    generator: a `mindspore.Generator`. Raises ValueError for a negative `n`, TypeError for another `generator`.
    """
    check.non_negative_int("randperm", "n", n)
    target_dtype, rng = torch_dtype(dtype, torch.int64), torch_generator("randperm", generator)
    return torch.randperm(n, generator=rng, dtype=target_dtype, device=settings.device)


@bindings(MintFunction("normal"))
@op
def normal(
    mean: Any = 0.0,
    std: Any = 1.0,
    size: Dims | None = None,
    generator: Generator | None = None,
) -> torch.Tensor:
    """Normal of mean `mean` and deviation `std`, Tensors whose shapes broadcast or numbers.

    size: the shape, needed for two numbers, where the dtype is Float32, and unused for Tensors.
    generator: a `mindspore.Generator`.

    Raises TypeError where the shape is missing and for another `generator`, ValueError for shapes that do not
    broadcast.
    """
    tensors = [value for value in (mean, std) if isinstance(value, torch.Tensor)]
    if not tensors and size is None:
        raise TypeError("For 'normal', 'size' is needed where 'mean' and 'std' are numbers.")
    shape = torch.broadcast_shapes(*[t.shape for t in tensors]) if tensors else dims(size)
    rng = torch_generator("normal", generator)
    return mean + std * torch.randn(shape, generator=rng, device=settings.device)


@bindings(MintFunction("multinomial"))
@op
def multinomial(
    input: torch.Tensor,
    num_samples: int,
    replacement: bool = False,
    *,
    generator: Generator | None = None,
) -> torch.Tensor:
    """Int64 classes drawn in proportion to `input`, for a vector or each row.

    input: non-negative floats (classes,) or (rows, classes).
    num_samples: how many, no more than classes without `replacement`.
    generator: a `mindspore.Generator`.

    Raises ValueError for too many samples, TypeError for another `generator`. Unlike `ops.multinomial`,
    without replacement by default.
    """
    rng = torch_generator("multinomial", generator)
    return torch.multinomial(input, num_samples, replacement, generator=rng)


@bindings(MintFunction("bernoulli"))
@op
def bernoulli(input: torch.Tensor, *, generator: Generator | None = None) -> torch.Tensor:
    """1 with each element's own probability, else 0, in the shape and dtype of `input`.

    input: floats in [0, 1].
    generator: a `mindspore.Generator`.

    Raises RuntimeError for numbers outside, TypeError for another `generator`.
    """
    return torch.bernoulli(input, generator=torch_generator("bernoulli", generator))


__all__: list[str] = []
