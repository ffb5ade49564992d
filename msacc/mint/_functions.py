"""Functions of mint whose rules differ from those of the op of the same name in msacc.ops.

Positions are Int64 here, as in torch.
"""

from __future__ import annotations

from typing import Any

import torch

from msacc.common.generator import torch_generator
from msacc.common.settings import settings
from msacc.ops.core.args import axes, dims, torch_dtype
from msacc.ops.core.op import exported, op
from msacc.ops.linalg.factorizations import triangular_solve
from msacc.ops.math import arithmetic as ar

# -- arithmetic with a factor ------------------------------------------------------------------


def add(input: Any, other: Any, *, alpha: Any = 1) -> Any:
    """input + alpha * other."""
    return ar.add(input, other if alpha == 1 else ar.mul(other, alpha))


def sub(input: Any, other: Any, *, alpha: Any = 1) -> Any:
    """input - alpha * other."""
    return ar.subtract(input, other, alpha=alpha)


@op
def fix(input: torch.Tensor) -> torch.Tensor:
    """Rounded towards zero."""
    return torch.trunc(input)


# -- reductions --------------------------------------------------------------------------------


@op
def mean(
    input: torch.Tensor, dim: Any = None, keepdim: bool = False, *, dtype: Any = None
) -> torch.Tensor:
    """The mean."""
    return torch.mean(input, axes(dim), keepdim, dtype=torch_dtype(dtype))


@op
def prod(
    input: torch.Tensor, dim: int | None = None, keepdim: bool = False, *, dtype: Any = None
) -> torch.Tensor:
    """The product; Bool and integers give Int64 unless `dtype` is given."""
    if dim is None:
        return torch.prod(input, dtype=torch_dtype(dtype))
    return torch.prod(input, dim, keepdim, dtype=torch_dtype(dtype))


def _extreme(name: str, whole: Any, along: Any, pairwise: Any) -> Any:
    def body(input: Any, *args: Any, **names: Any) -> Any:
        second = args[0] if args else names.get("other", names.get("dim"))
        if second is None:
            return whole(input)
        if isinstance(second, torch.Tensor):
            return pairwise(input, second)
        keepdim = args[1] if len(args) > 1 else names.get("keepdim", False)
        return tuple(along(input, second, keepdim))

    body.__name__ = body.__qualname__ = name
    body.__doc__ = f"`{name}(input)`; `{name}(input, dim, keepdim=False)`: values and positions; `{name}(input, other)`."
    return op(body)


max = _extreme("max", torch.max, torch.max, torch.maximum)
min = _extreme("min", torch.min, torch.min, torch.minimum)


@op
def amax(input: torch.Tensor, dim: Any = (), keepdim: bool = False) -> torch.Tensor:
    """The largest value along `dim`."""
    return torch.amax(input, () if axes(dim) is None else axes(dim), keepdim)


@op
def amin(input: torch.Tensor, dim: Any = (), keepdim: bool = False) -> torch.Tensor:
    """The smallest value along `dim`."""
    return torch.amin(input, () if axes(dim) is None else axes(dim), keepdim)


@op
def argmin(input: torch.Tensor, dim: int | None = None, keepdim: bool = False) -> torch.Tensor:
    """The Int64 position of the smallest value."""
    return torch.argmin(input, dim, keepdim)


@op
def median(input: torch.Tensor, dim: int | None = None, keepdim: bool = False) -> Any:
    """The lower median of all; with `dim` also its position."""
    return torch.median(input) if dim is None else tuple(torch.median(input, dim, keepdim))


@op
def std(
    input: torch.Tensor, dim: Any = None, *, correction: int = 1, keepdim: bool = False
) -> torch.Tensor:
    """The standard deviation with divisor N - correction."""
    return torch.std(input, axes(dim), correction=correction, keepdim=keepdim)


@op
def var(
    input: torch.Tensor, dim: Any = None, *, correction: int = 1, keepdim: bool = False
) -> torch.Tensor:
    """The variance with divisor N - correction."""
    return torch.var(input, axes(dim), correction=correction, keepdim=keepdim)


@op
def std_mean(
    input: torch.Tensor, dim: Any = None, *, correction: int = 1, keepdim: bool = False
) -> Any:
    """(standard deviation, mean)."""
    return tuple(torch.std_mean(input, axes(dim), correction=correction, keepdim=keepdim))


@op
def var_mean(
    input: torch.Tensor, dim: Any = None, *, correction: int = 1, keepdim: bool = False
) -> Any:
    """(variance, mean)."""
    return tuple(torch.var_mean(input, axes(dim), correction=correction, keepdim=keepdim))


@op
def count_nonzero(input: torch.Tensor, dim: Any = None) -> torch.Tensor:
    """How many elements are not zero: Int64."""
    return torch.count_nonzero(input, axes(dim))


@op
def cumsum(input: torch.Tensor, dim: int, dtype: Any = None) -> torch.Tensor:
    """Running sums; integers give Int64 unless `dtype` is given."""
    return torch.cumsum(input, dim, dtype=torch_dtype(dtype))


@op
def cummin(input: torch.Tensor, dim: int) -> Any:
    """(running minima, their Int64 positions)."""
    return tuple(torch.cummin(input, dim))


@op
def norm(
    input: torch.Tensor,
    p: Any = "fro",
    dim: Any = None,
    keepdim: bool = False,
    *,
    dtype: Any = None,
) -> torch.Tensor:
    """The vector norm of order `p` ('fro' is 2) over `dim`."""
    order = 2 if p == "fro" else p
    return torch.linalg.vector_norm(input, order, axes(dim), keepdim, dtype=torch_dtype(dtype))


def allclose(
    input: Any, other: Any, rtol: float = 1e-05, atol: float = 1e-08, equal_nan: bool = False
) -> bool:
    """Whether |input - other| <= atol + rtol * |other| everywhere: a Python bool."""
    return torch.allclose(input.to_torch(), other.to_torch(), rtol, atol, equal_nan)


def equal(input: Any, other: Any) -> bool:
    """Whether shapes and all elements agree: a Python bool."""
    return torch.equal(input.to_torch(), other.to_torch())


def item(input: Any) -> Any:
    """The one element as a Python number."""
    return input.item()


# -- sorting -----------------------------------------------------------------------------------


@op
def sort(
    input: torch.Tensor, *, dim: int = -1, descending: bool = False, stable: bool = False
) -> Any:
    """(sorted values, their Int64 positions)."""
    return tuple(torch.sort(input, dim=dim, descending=descending, stable=stable))


@op
def argsort(
    input: torch.Tensor, dim: int = -1, descending: bool = False, stable: bool = False
) -> torch.Tensor:
    """The Int64 positions that would sort."""
    return torch.argsort(input, dim=dim, descending=descending, stable=stable)


@op
def topk(
    input: torch.Tensor, k: int, dim: int = -1, largest: bool = True, sorted: bool = True
) -> Any:
    """(the `k` largest or smallest values, their Int64 positions)."""
    return tuple(torch.topk(input, k, dim, largest, sorted))


@op
def unique(
    input: torch.Tensor,
    sorted: bool = True,
    return_inverse: bool = False,
    return_counts: bool = False,
    dim: Any = None,
) -> Any:
    """The distinct values, sorted; with positions and counts if asked for."""
    return torch.unique(input, sorted, return_inverse, return_counts, dim)


@op
def bincount(input: torch.Tensor, weights: Any = None, minlength: int = 0) -> torch.Tensor:
    """How often each integer occurs: Int64, or the dtype of `weights`."""
    return torch.bincount(input, weights, minlength)


# -- shapes and picking ------------------------------------------------------------------------


@op
def flatten(input: torch.Tensor, start_dim: int = 0, end_dim: int = -1) -> torch.Tensor:
    """Dimensions `start_dim` to `end_dim` made one."""
    return torch.flatten(input, start_dim, end_dim)


@op
def transpose(input: torch.Tensor, dim0: int, dim1: int) -> torch.Tensor:
    """Two dimensions exchanged."""
    return torch.transpose(input, dim0, dim1)


@op
def select(input: torch.Tensor, dim: int, index: int) -> torch.Tensor:
    """One slice, a view."""
    return torch.select(input, dim, index)


@op
def diag(input: torch.Tensor, diagonal: int = 0) -> torch.Tensor:
    """A matrix with a vector on a diagonal, or a diagonal of a matrix."""
    return torch.diag(input, diagonal)


@op
def gather(input: torch.Tensor, dim: int, index: torch.Tensor) -> torch.Tensor:
    """The element along `dim` at each position of `index`."""
    return torch.gather(input, dim, index.long())


@op
def scatter_add(
    input: torch.Tensor, dim: int, index: torch.Tensor, src: torch.Tensor
) -> torch.Tensor:
    """A copy of `input` with `src` added at positions along `dim`."""
    return torch.scatter_add(input, dim, index.long(), src)


@op
def index_add(
    input: torch.Tensor, dim: int, index: torch.Tensor, source: torch.Tensor, *, alpha: Any = 1
) -> torch.Tensor:
    """A copy of `input` with `alpha * source` added to slices along `dim`."""
    return torch.index_add(input, dim, index, source, alpha=alpha)


@op
def meshgrid(*tensors: Any, indexing: str | None = None) -> Any:
    """Coordinate grids of vectors, 'ij' unless `indexing` says 'xy'."""
    vectors = tensors[0] if len(tensors) == 1 and isinstance(tensors[0], (tuple, list)) else tensors
    return torch.meshgrid(*vectors, indexing=indexing or "ij")


@op
def clone(input: torch.Tensor) -> torch.Tensor:
    """A copy, through which gradients flow."""
    return input.clone()


# -- creation ----------------------------------------------------------------------------------


@op
def full(size: Any, fill_value: Any, *, dtype: Any = None) -> torch.Tensor:
    """`fill_value` everywhere, in its own kind unless `dtype` is given."""
    return torch.full(dims(size), fill_value, dtype=torch_dtype(dtype), device=settings.device)


@op
def empty(*size: Any, dtype: Any = None, device: Any = None) -> torch.Tensor:
    """Values of no meaning; zeros here."""
    shape = dims(size[0]) if len(size) == 1 else dims(size)
    return torch.zeros(shape, dtype=torch_dtype(dtype, torch.float32), device=settings.device)


@op
def empty_like(input: torch.Tensor, *, dtype: Any = None, device: Any = None) -> torch.Tensor:
    """Values of no meaning in the shape of `input`; zeros here."""
    return torch.zeros_like(input, dtype=torch_dtype(dtype))


@op
def linspace(start: Any, end: Any, steps: int, *, dtype: Any = None) -> torch.Tensor:
    """`steps` numbers from `start` to `end`."""
    return torch.linspace(
        start, end, steps, dtype=torch_dtype(dtype, torch.float32), device=settings.device
    )


# -- random ------------------------------------------------------------------------------------


def _sizes(size: tuple[Any, ...]) -> tuple[int, ...]:
    return dims(size[0]) if len(size) == 1 else dims(size)


@op
def rand(*size: Any, generator: Any = None, dtype: Any = None, device: Any = None) -> torch.Tensor:
    """Uniform in [0, 1)."""
    rng = torch_generator("rand", generator)
    return torch.rand(_sizes(size), generator=rng, dtype=torch_dtype(dtype), device=settings.device)


@op
def randn(*size: Any, generator: Any = None, dtype: Any = None, device: Any = None) -> torch.Tensor:
    """Normal of mean 0 and deviation 1."""
    rng = torch_generator("randn", generator)
    return torch.randn(
        _sizes(size), generator=rng, dtype=torch_dtype(dtype), device=settings.device
    )


@op
def rand_like(input: torch.Tensor, *, dtype: Any = None, device: Any = None) -> torch.Tensor:
    """Uniform in [0, 1), in the shape of `input`."""
    return torch.rand_like(input, dtype=torch_dtype(dtype))


@op
def randn_like(input: torch.Tensor, *, dtype: Any = None, device: Any = None) -> torch.Tensor:
    """Normal, in the shape of `input`."""
    return torch.randn_like(input, dtype=torch_dtype(dtype))


@op
def randint(
    *args: Any, generator: Any = None, dtype: Any = None, device: Any = None
) -> torch.Tensor:
    """`randint(low, high, size)` or `randint(high, size)`: integers in [low, high), Int64."""
    low, high, size = args if len(args) == 3 else (0, *args)
    to, rng = torch_dtype(dtype, torch.int64), torch_generator("randint", generator)
    return torch.randint(low, high, dims(size), generator=rng, dtype=to, device=settings.device)


@op
def randint_like(
    input: torch.Tensor, *args: int, dtype: Any = None, device: Any = None
) -> torch.Tensor:
    """`randint_like(input, low, high)` or `randint_like(input, high)`: integers in [low, high)."""
    low, high = args if len(args) == 2 else (0, *args)
    if not isinstance(low, int) or not isinstance(high, int):
        raise TypeError(f"For 'randint_like', the limits must be int, but got {low!r}, {high!r}.")
    return torch.randint_like(input, low, high, dtype=torch_dtype(dtype))


@op
def randperm(n: int, *, generator: Any = None, dtype: Any = None) -> torch.Tensor:
    """0 … n - 1 in random order: Int64 unless `dtype` is given."""
    to, rng = torch_dtype(dtype, torch.int64), torch_generator("randperm", generator)
    return torch.randperm(n, generator=rng, dtype=to, device=settings.device)


@op
def normal(
    mean: Any = 0.0, std: Any = 1.0, size: Any = None, generator: Any = None
) -> torch.Tensor:
    """Normal; of shape `size`, or of that of the Tensors `mean` and `std`."""
    shape = (
        dims(size)
        if size is not None
        else torch.broadcast_shapes(*[v.shape for v in (mean, std) if isinstance(v, torch.Tensor)])
    )
    rng = torch_generator("normal", generator)
    return mean + std * torch.randn(shape, generator=rng, device=settings.device)


@op
def multinomial(
    input: torch.Tensor, num_samples: int, replacement: bool = False, *, generator: Any = None
) -> torch.Tensor:
    """Int64 classes drawn in proportion to `input`."""
    rng = torch_generator("multinomial", generator)
    return torch.multinomial(input, num_samples, replacement, generator=rng)


@op
def bernoulli(input: torch.Tensor, *, generator: Any = None) -> torch.Tensor:
    """1 with each element's own probability, else 0."""
    return torch.bernoulli(input, generator=torch_generator("bernoulli", generator))


__all__ = [*exported(globals()), "triangular_solve"]
