"""Primitives that few networks need: doors to functions of other chapters."""

from __future__ import annotations

import inspect
from typing import Any

import torch

from msacc.common import dtype as mstype
from msacc.ops import random as rn
from msacc.ops.array import creation as cr
from msacc.ops.array import filling, positions
from msacc.ops.array import sets as more
from msacc.ops.array import sorting as so
from msacc.ops.core.args import torch_dtype
from msacc.ops.core.op import op
from msacc.ops.core.primitive import Primitive, primitive
from msacc.ops.linalg import solving
from msacc.ops.math import elementwise as el
from msacc.ops.math import scans, statistics
from msacc.ops.nn import adaptive_pool as adaptive
from msacc.ops.nn import image, pool

_required = inspect.Parameter.empty

# -- arrays ------------------------------------------------------------------------------------
InvertPermutation = primitive("InvertPermutation", positions.invert_permutation)
UnravelIndex = primitive("UnravelIndex", positions.unravel_index)
ListDiff = primitive("ListDiff", more.list_diff, out_idx=mstype.int32)
LowerBound = primitive("LowerBound", positions.lower_bound, out_type=mstype.int32)
UpperBound = primitive("UpperBound", positions.upper_bound, out_type=mstype.int32)
SearchSorted = primitive("SearchSorted", positions.search_sorted, dtype=mstype.int64, right=False)
Eps = primitive("Eps", el.eps)
Expand = primitive("Expand", filling.expand)
Coalesce = primitive("Coalesce", filling.coalesce)
Padding = primitive("Padding", filling.padding, pad_dim_size=8)
Histogram = primitive("Histogram", so.histc, bins=100, min=0.0, max=0.0)
NthElement = primitive("NthElement", statistics.nth_element, reverse=False)
EditDistance = primitive("EditDistance", more.edit_distance, normalize=True)
FillDiagonal = primitive("FillDiagonal", filling.fill_diagonal, fill_value=_required, wrap=False)
ConjugateTranspose = primitive("ConjugateTranspose", filling.conjugate_transpose)
IdentityN = primitive("IdentityN", filling.identity_n)
CumulativeLogsumexp = primitive(
    "CumulativeLogsumexp", scans.cumulative_logsumexp, exclusive=False, reverse=False
)
Median = primitive(
    "Median", statistics.median_of, global_median=False, axis=0, keep_dims=False, ignore_nan=False
)
Quantile = primitive(
    "Quantile", statistics.quantile_of, dim=None, keep_dims=False, ignore_nan=False
)
ChannelShuffle = primitive(
    "ChannelShuffle", image.channel_shuffle, _to={"group": "groups"}, group=_required
)


@op
def _log_space(start: Any, end: Any, steps: int, base: int, dtype: Any) -> torch.Tensor:
    return cr.logspace.raw(float(start), float(end), steps, base, dtype=dtype)


LogSpace = primitive("LogSpace", _log_space, steps=10, base=10, dtype=mstype.float32)


class HistogramFixedWidth(Primitive):
    """`HistogramFixedWidth(nbins, dtype)(x, range)`: Int32 counts in equal bins; ValueError for another dtype."""

    def __init__(self, nbins: int, dtype: str = "int32"):
        super().__init__("HistogramFixedWidth")
        if dtype != "int32":
            raise ValueError(f"For '{self.name}', 'dtype' must be 'int32', but got {dtype!r}.")
        self.nbins = nbins

    def construct(self, x: Any, range: Any) -> Any:
        return statistics.histogram_fixed_width(x, range, self.nbins)


class Lstsq(Primitive):
    """`Lstsq(fast, l2_regularizer)(x, a)`: the least squares (or least norm) solution of x · solution = a.

    `fast` steers MindSpore's kernel; a regularizer other than 0 raises NotImplementedError.
    """

    def __init__(self, fast: bool = True, l2_regularizer: float = 0.0):
        super().__init__("Lstsq")
        if l2_regularizer:
            raise NotImplementedError(
                f"For 'Lstsq', 'l2_regularizer' should be 0, but got {l2_regularizer}."
            )

    def construct(self, x: Any, a: Any) -> Any:
        return solving.lstsq(x, a)


# -- pooling -----------------------------------------------------------------------------------
def _last(name: str, argument: str, value: Any, n: int) -> Any:
    """The n spatial numbers of an int, of n numbers, or of n + 2 whose first two are 1."""
    if isinstance(value, int):
        return value
    if len(value) == n + 2 and tuple(value[:2]) == (1, 1):
        return tuple(value[2:])
    if len(value) != n:
        raise ValueError(f"For '{name}', '{argument}' should have {n} numbers, but got {value}.")
    return tuple(value)


class _Unpool(Primitive):
    _n, _format, _fn = 0, "", staticmethod(adaptive.max_unpool2d)

    def __init__(
        self,
        ksize: Any,
        strides: Any = 0,
        pads: Any = 0,
        output_shape: tuple[int, ...] = (),
        data_format: str | None = None,
    ):
        super().__init__(type(self).__name__)
        if data_format not in (None, self._format):
            raise NotImplementedError(
                f"For '{self.name}', msacc has data_format={self._format!r} only, but got {data_format!r}."
            )
        self._kernel = _last(self.name, "ksize", ksize, self._n)
        self._stride = _last(self.name, "strides", strides, self._n) or None
        pads = (0, 0, *pads[2:]) if not isinstance(pads, int) and len(pads) == self._n + 2 else pads
        self._pads = pads[2:] if not isinstance(pads, int) and len(pads) == self._n + 2 else pads
        self._shape = tuple(output_shape) or None

    def construct(self, x: Any, argmax: Any) -> Any:
        return type(self)._fn(x, argmax, self._kernel, self._stride, self._pads, self._shape)


class MaxUnpool2D(_Unpool):
    """`MaxUnpool2D(ksize, strides, pads, output_shape)(x, argmax)`: maxima back where they came from, else zeros."""

    _n, _format, _fn = 2, "NCHW", staticmethod(adaptive.max_unpool2d)


class MaxUnpool3D(_Unpool):
    """`MaxUnpool3D(ksize, strides, pads, output_shape)(x, argmax)`: maxima back where they came from, else zeros."""

    _n, _format, _fn = 3, "NCDHW", staticmethod(adaptive.max_unpool3d)


@op
def _max_pool3d_with_argmax(
    x: torch.Tensor,
    ksize: Any,
    strides: Any,
    pads: Any,
    dilation: Any,
    ceil_mode: bool,
    data_format: str,
    argmax_type: Any,
) -> tuple[torch.Tensor, torch.Tensor]:
    name = "MaxPool3DWithArgmax"
    if data_format != "NCDHW":
        raise ValueError(f"For '{name}', 'data_format' must be 'NCDHW', but got {data_format!r}.")
    where = torch_dtype(argmax_type)
    if where not in (torch.int32, torch.int64):
        raise ValueError(
            f"For '{name}', 'argmax_type' must be int32 or int64, but got {argmax_type}."
        )
    sizes = ksize, strides, pads, dilation, ceil_mode
    found, place = pool.pooled_max(name, 3, x, *sizes, True)
    return found, place.to(where)


MaxPool3DWithArgmax = primitive(
    "MaxPool3DWithArgmax",
    _max_pool3d_with_argmax,
    ksize=_required,
    strides=_required,
    pads=_required,
    dilation=(1, 1, 1),
    ceil_mode=False,
    data_format="NCDHW",
    argmax_type=mstype.int64,
)


@op
def _adaptive_max_pool3d(x: torch.Tensor, output_size: Any) -> tuple[torch.Tensor, torch.Tensor]:
    found, where = torch.nn.functional.adaptive_max_pool3d(x, tuple(output_size.tolist()), True)
    return found, where.to(torch.int32)


AdaptiveMaxPool3D = primitive("AdaptiveMaxPool3D", _adaptive_max_pool3d)


def _fractional(name: str, fn: Any, n: int) -> Any:
    def body(
        x: torch.Tensor,
        random_samples: torch.Tensor,
        ksize: Any,
        output_shape: Any,
        data_format: str,
    ) -> Any:
        if data_format[1] != "C":
            raise NotImplementedError(
                f"For '{name}', msacc wants the channels second, but got data_format={data_format!r}."
            )
        kernel, size = _last(name, "ksize", ksize, n), _last(name, "output_shape", output_shape, n)
        return fn.raw(x, kernel, size, None, True, random_samples.to(x.dtype))

    body.__name__ = body.__qualname__ = name
    return op(body)


FractionalMaxPoolWithFixedKsize = primitive(
    "FractionalMaxPoolWithFixedKsize",
    _fractional("FractionalMaxPoolWithFixedKsize", adaptive.fractional_max_pool2d, 2),
    ksize=_required,
    output_shape=_required,
    data_format="NCHW",
)
FractionalMaxPool3DWithFixedKsize = primitive(
    "FractionalMaxPool3DWithFixedKsize",
    _fractional("FractionalMaxPool3DWithFixedKsize", adaptive.fractional_max_pool3d, 3),
    ksize=_required,
    output_shape=_required,
    data_format="NCDHW",
)


# -- random ------------------------------------------------------------------------------------
def _bernoulli(x: Any, p: Any, seed: int = -1, offset: int = 0) -> Any:
    return rn.bernoulli(x, p, None if seed == -1 else seed + offset)


def _random_gamma(shape: Any, alpha: Any, seed: int = 0, seed2: int = 0) -> Any:
    return rn.random_gamma(shape, alpha, seed or seed2)


def _random_poisson(shape: Any, rate: Any, seed: int, seed2: int, dtype: Any) -> Any:
    return rn.random_poisson(shape, rate, seed or seed2, dtype)


Bernoulli = primitive("Bernoulli", _bernoulli, seed=-1, offset=0)
RandomGamma = primitive("RandomGamma", _random_gamma, seed=0, seed2=0)
RandomPoisson = primitive("RandomPoisson", _random_poisson, seed=0, seed2=0, dtype=mstype.int64)

__all__ = [
    name
    for name, value in list(globals().items())
    if isinstance(value, type) and value is not Primitive and not name.startswith("_")
]
