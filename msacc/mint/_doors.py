"""Functions of mint that open an op of msacc.ops, under the same or other argument names."""

from __future__ import annotations

# fmt: off
from msacc.ops import (  # noqa: F401
    abs,
    acos,
    acosh,
    addbmm,
    addcdiv,
    addcmul,
    addmm,
    addmv,
    arange,
    arccos,
    arccosh,
    arcsin,
    arcsinh,
    arctan,
    arctan2,
    arctanh,
    argmax,
    asin,
    asinh,
    atan,
    atan2,
    atanh,
    baddbmm,
    bitwise_and,
    bitwise_not,
    bitwise_or,
    bitwise_xor,
    broadcast_to,
    cdist,
    ceil,
    clamp,
    clip,
    cos,
    cosh,
    cross,
    cumprod,
    div,
    divide,
    dstack,
    einsum,
    eq,
    erf,
    erfc,
    erfinv,
    exp,
    exp2,
    expm1,
    eye,
    flip,
    float_power,
    floor,
    floor_divide,
    fmod,
    frac,
    full_like,
    gcd,
    ge,
    greater,
    greater_equal,
    gt,
    histc,
    hstack,
    imag,
    inverse,
    isclose,
    isfinite,
    isinf,
    isnan,
    isneginf,
    kthvalue,
    le,
    lerp,
    less,
    less_equal,
    log,
    log1p,
    log2,
    log10,
    logaddexp,
    logaddexp2,
    logical_and,
    logical_not,
    logical_or,
    logical_xor,
    logsumexp,
    lt,
    masked_select,
    matmul,
    maximum,
    minimum,
    mm,
    mul,
    nan_to_num,
    ne,
    neg,
    negative,
    nonzero,
    not_equal,
    ones_like,
    outer,
    polar,
    pow,
    ravel,
    real,
    reciprocal,
    remainder,
    reshape,
    roll,
    round,
    rsqrt,
    searchsorted,
    sign,
    sin,
    sinc,
    sinh,
    sqrt,
    square,
    sum,
    swapaxes,
    t,
    take,
    tan,
    tile,
    trace,
    tril,
    triu,
    trunc,
    unique_consecutive,
    where,
    xlogy,
    zeros,
    zeros_like,
)

# fmt: on
from msacc.ops import bmm as _bmm
from msacc.ops import cat as _cat
from msacc.ops import chunk as _chunk
from msacc.ops import cummax as _cummax
from msacc.ops import diff as _diff
from msacc.ops import index_select as _index_select
from msacc.ops import inner as _inner
from msacc.ops import mv as _mv
from msacc.ops import nansum as _nansum
from msacc.ops import narrow as _narrow
from msacc.ops import ones as _ones
from msacc.ops import permute as _permute
from msacc.ops import repeat_interleave as _repeat_interleave
from msacc.ops import scatter as _scatter
from msacc.ops import split as _split
from msacc.ops import squeeze as _squeeze
from msacc.ops import stack as _stack
from msacc.ops import unbind as _unbind
from msacc.ops import unsqueeze as _unsqueeze
from msacc.ops.core.op import renamed
from msacc.ops.math.reduce import all as _all
from msacc.ops.math.reduce import any as _any

# -- renamed arguments -------------------------------------------------------------------------
all = renamed(_all, dim="axis", keepdim="keep_dims")
any = renamed(_any, dim="axis", keepdim="keep_dims")
cat = renamed(_cat, dim="axis")
concat = cat
chunk = renamed(_chunk, dim="axis")
cummax = renamed(_cummax, dim="axis")
diff = renamed(_diff, input="x", dim="axis")
index_select = renamed(_index_select, dim="axis")
narrow = renamed(_narrow, dim="axis")
nansum = renamed(_nansum, dim="axis", keepdim="keepdims")
permute = renamed(_permute, dims="axis")
repeat_interleave = renamed(_repeat_interleave, dim="axis")
scatter = renamed(_scatter, dim="axis")
split = renamed(_split, dim="axis")
squeeze = renamed(_squeeze, dim="axis")
stack = renamed(_stack, dim="axis")
unbind = renamed(_unbind)
unsqueeze = _unsqueeze
bmm = renamed(_bmm, input="input_x")
mv = renamed(_mv, input="mat")
ones = renamed(_ones, size="shape")
vdot = renamed(_inner)
dot = vdot

__all__ = [
    name for name in dir() if not name.startswith("_") and name not in ("annotations", "renamed")
]
