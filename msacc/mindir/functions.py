"""MindIR op types without a primitive: msacc functions that compute the same.

Most are what `mint` and methods of Tensor become in a graph (`SumExt`, `Muls`, `InplaceAddExt`), or tuples and numbers.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from msacc.common.tensor import Tensor
from msacc.mindir.layers import LAYERS
from msacc.mindir.structure import STRUCTURE
from msacc.ops import container_primitives, parameter_assign, spectral
from msacc.ops.array import creation, gather_select, inplace, joining, scattering, shaping, sorting
from msacc.ops.linalg import factorizations, norms, products, solving
from msacc.ops.math import arithmetic as ar
from msacc.ops.math import clip, compare, reduce, scans, statistics
from msacc.ops.math import elementwise as el
from msacc.ops.nn import activation as act

if TYPE_CHECKING:
    from collections.abc import Sequence


def _named(fn: Callable[..., Any], *names: str) -> Callable[..., Any]:
    """A door to `fn` that hands it the last inputs by these names."""

    def run(*inputs: object) -> Any:
        first = len(inputs) - len(names)
        return fn(*inputs[:first], **dict(zip(names, inputs[first:], strict=True)))

    return run


def _in_place(fn: Callable[..., Any]) -> Callable[..., Any]:
    """The result put into the first input, which is given back."""

    def run(*inputs: Any) -> Any:
        return inplace.put_back(inputs[0], fn(*inputs)._t)

    return run


def _add(input: Tensor, other: Tensor | float, alpha: float = 1) -> Any:
    return ar.add(input, other) if alpha == 1 else ar.add_scaled(input, other, alpha=alpha)


def _subtract(input: Tensor, other: Tensor | float, alpha: float = 1) -> Any:
    return ar.subtract(input, other) if alpha == 1 else ar.sub_scaled(input, other, alpha=alpha)


def _cut(input: Any, dim: int, start: int, end: int, step: int) -> Any:
    index = [slice(None)] * (dim % input.ndim) + [slice(start, end, step)]
    return input[tuple(index)]


def _index(input: Any, indices: Any) -> Any:
    return input[tuple(slice(None) if i is None else i for i in indices)]


def _nonzero(input: Any) -> Any:
    return gather_select.nonzero(input, as_tuple=True)


def _filled(value: float) -> Callable[..., Any]:
    def run(input: Tensor, size: Sequence[int], dtype: Any = None, *_: object) -> Any:
        return creation.filled_as(input, size, value, dtype)

    return run


def _to(input: Any, dtype: Any, *_: object) -> Any:
    return input if dtype is None else input.astype(dtype)


def _to_other(input: Any, other: Any, *_: object) -> Any:
    return input.astype(other.dtype)


def _as_tensor(value: Any, dtype: Any = None) -> Any:
    return Tensor(value, dtype)


def _identity(input: Any, *_: object) -> Any:
    return input


_ARITHMETIC: dict[str, Callable[..., Any]] = {
    "AddExt": _add, "AddScalar": _add, "SubExt": _subtract, "SubScalar": _subtract, "Muls": ar.mul, "Divs": ar.div,
    "DivMod": _named(ar.div, "rounding_mode"), "DivMods": _named(ar.div, "rounding_mode"),
    "FloorDivScalar": ar.floor_divide, "FmodScalar": ar.fmod, "FmodTensor": ar.fmod,
    "RemainderTensorTensor": ar.remainder, "RemainderTensorScalar": ar.remainder,
    "RemainderScalarTensor": ar.remainder, "PowTensorScalar": ar.pow, "PowScalarTensor": ar.pow,
    "Atan2Ext": ar.atan2, "LogAddExp": ar.logaddexp, "LogAddExp2": ar.logaddexp2, "XLogYScalarSelf": ar.xlogy,
    "XLogYScalarOther": ar.xlogy, "BitwiseAndScalar": ar.bitwise_and, "BitwiseAndTensor": ar.bitwise_and,
    "BitwiseOrScalar": ar.bitwise_or, "BitwiseOrTensor": ar.bitwise_or, "BitwiseXorScalar": ar.bitwise_xor,
    "BitwiseXorTensor": ar.bitwise_xor, "BitwiseNot": el.bitwise_not, "AcosExt": el.acos, "AcoshExt": el.acosh,
    "AsinExt": el.asin, "AsinhExt": el.asinh, "AtanExt": el.atan, "Exp2": el.exp2, "Frac": el.frac,
    "Log2": el.log2, "Log10": el.log10, "AddcdivExt": el.addcdiv, "AddcmulExt": el.addcmul, "RealView": el.real,
    "ImagView": el.imag, "ClampScalar": clip.clamp, "ClampTensor": clip.clamp, "EqScalar": compare.equal,
    "NeScalar": compare.not_equal, "EqualExt": compare.equal_bool, "LessScalar": compare.less,
    "LessEqualScalar": compare.less_equal, "GreaterScalar": compare.greater,
    "GreaterEqualScalar": compare.greater_equal, "IsNegInf": compare.isneginf,
}  # fmt: skip
_REDUCING: dict[str, Callable[..., Any]] = {
    "SumExt": _named(reduce.sum, "dtype"), "MeanExt": _named(reduce.mean_as, "dtype"),
    "ProdExt": _named(reduce.prod_along_one, "dtype"), "Nansum": _named(reduce.nansum, "dtype"), "Any": reduce.any,
    "AnyExt": reduce.any, "ArgMaxExt": reduce.argmax, "ArgMinExt": reduce.argmin_int64, "Max": reduce.max_overloaded,
    "Min": reduce.min_overloaded, "MaxDim": reduce.max_overloaded, "MinDim": reduce.min_overloaded,
    "LogSumExp": reduce.logsumexp, "CumsumExt": scans.cumsum_int64, "CumminExt": scans.cummin_int64,
    "MedianExt": statistics.median_or_of_all, "MedianDim": statistics.median_or_of_all, "Var": statistics.var,
    "Std": statistics.std, "VarMean": statistics.var_mean, "StdMean": statistics.std_mean,
    "Norm": _named(norms.norm_by_p, "dtype"), "LinalgVectorNorm": _named(norms.vector_norm, "dtype"),
    "SortExt": _named(sorting.sort_int64, "dim", "descending", "stable"), "ArgSort": sorting.argsort_int64,
    "TopkExt": sorting.topk_int64, "Kthvalue": sorting.kthvalue, "BincountExt": sorting.bincount_int64,
    "HistcExt": sorting.histc,
}  # fmt: skip
_PRODUCTS: dict[str, Callable[..., Any]] = {
    "MatMulExt": products.matmul, "BatchMatMulExt": products.bmm, "Mm": products.mm, "Mv": products.mv,
    "Dot": products.dot_of_vectors, "Vdot": products.vdot_of_vectors, "Outer": products.outer,
    "Addmm": _named(products.addmm, "beta", "alpha"), "Addmv": _named(products.addmv, "beta", "alpha"),
    "Addbmm": _named(products.addbmm, "beta", "alpha"), "Baddbmm": products.baddbmm, "TraceExt": products.trace,
    "EinsumExt": products.einsum, "MatrixInverseExt": solving.inverse,
    "TriangularSolve": factorizations.triangular_solve,
}  # fmt: skip
_SHAPING: dict[str, Callable[..., Any]] = {
    "View": shaping.reshape, "ViewAs": shaping.view_as, "ExpandAs": shaping.expand_as,
    "BroadcastToView": shaping.broadcast_to, "ExpandDimsView": shaping.expand_dims,
    "FlattenExt": shaping.flatten_from_first, "TExt": shaping.t, "Narrow": shaping.narrow,
    "NarrowView": shaping.narrow, "Diagonal": shaping.diagonal, "DiagonalView": shaping.diagonal,
    "DiagExt": gather_select.diag_or_its_part, "TrilExt": gather_select.tril,
    "SelectExtView": gather_select.select_slice,
    "SelectV2": gather_select.where, "IndexSelect": gather_select.index_select, "Take": gather_select.take,
    "GatherNdExt": gather_select.gather_nd, "NonZeroExt": _nonzero, "InnerNonZero": gather_select.nonzero,
    "MaskedFillScalar": gather_select.masked_fill,
    "SliceExt": _cut, "SliceExtView": _cut, "Index": _index, "InnerIndex": _index, "Chunk": joining.chunk,
    "ChunkView": joining.chunk, "SplitTensor": joining.split, "SplitTensorView": joining.split,
    "SplitWithSize": joining.split, "SplitWithSizeView": joining.split, "StackExt": joining.stack,
    "SequenceConcat": joining.cat,
    "UnstackExtView": joining.unbind, "RepeatInterleaveInt": _named(joining.repeat_interleave_to, "output_size"),
    "RepeatInterleaveTensor": _named(joining.repeat_interleave_to, "output_size"),
    "IndexFillScalar": scattering.index_fill, "IndexFillTensor": scattering.index_fill,
    "IndexAddExt": _named(scattering.index_add_copy, "alpha"), "ScatterAddExt": scattering.scatter_add_along,
    "Arange": _named(creation.arange, "dtype"), "LinSpaceExt": _named(creation.linspace_as, "dtype"),
    "FillScalar": _named(creation.full_of_its_kind, "dtype"), "FullLike": _named(creation.full_like, "dtype"),
    "OnesLikeExt": _named(creation.ones_like, "dtype"), "ZerosLikeExt": _named(creation.zeros_like, "dtype"),
    "NewZeros": _filled(0), "NewOnes": _filled(1), "NewEmpty": _filled(0), "NewFull": creation.filled_as,
    "OneHotExt": creation.one_hot, "Scatter": scattering.scatter_reduced,
    "ScatterValue": scattering.scatter_reduced, "Clone": parameter_assign.copy, "ToDtype": _to, "ToOther": _to_other,
    "Contiguous": _identity, "Copy": parameter_assign.copy, "TupleToTensor": _as_tensor,
    "TensorToScalar": container_primitives.to_number,
}  # fmt: skip
_CHANGING: dict[str, Callable[..., Any]] = {
    name: _in_place(fn)
    for name, fn in {
        "InplaceAddExt": _add, "InplaceAddsExt": _add, "InplaceSubExt": _subtract, "InplaceSubScalar": _subtract,
        "InplaceMul": ar.mul, "InplaceMuls": ar.mul, "InplaceDiv": ar.div, "InplaceDivs": ar.div,
        "InplaceFloorDivide": ar.floor_divide, "InplaceFloorDivides": ar.floor_divide,
        "InplaceRemainderTensorTensor": ar.remainder, "InplaceRemainderTensorScalar": ar.remainder,
        "InplaceDivMod": _named(ar.div, "rounding_mode"), "InplaceDivMods": _named(ar.div, "rounding_mode"),
        "InplaceExp": el.exp, "InplaceLog": el.log, "InplaceFloor": el.floor, "InplaceSign": el.sign,
        "InplaceErfinv": el.erfinv, "InplaceClampScalar": clip.clamp, "InplaceClampTensor": clip.clamp,
        "InplaceReLU": act.relu, "InplaceSiLU": act.silu, "InplaceSigmoid": act.sigmoid,
        "InplaceTanh": act.tanh, "InplaceElu": act.elu, "InplaceHardtanh": act.hardtanh,
        "InplaceThreshold": act.threshold, "InplaceMaskedFillScalar": gather_select.masked_fill,
        "InplaceMaskedFillTensor": gather_select.masked_fill, "InplaceMaskedScatter": gather_select.masked_scatter,
        "InplaceScatterAdd": scattering.scatter_added, "InplaceScatterSrc": scattering.scatter_reduced,
        "InplaceScatterValue": scattering.scatter_reduced, "InplaceIndexPut": scattering.index_put,
        "InplaceIndexFillScalar": scattering.index_fill, "InplaceIndexFillTensor": scattering.index_fill,
        "InplaceIndexAddExt": _named(scattering.index_add_copy, "alpha"),
        "InplaceAddmm": _named(products.addmm, "beta", "alpha"),
    }.items()
} | {
    "InplaceZero": inplace.zero_, "InplaceFillScalar": inplace.fill_, "InplaceFillTensor": inplace.fill_,
    "InplaceIndexCopy": inplace.index_copy_, "InplacePut": inplace.put_, "InplaceCopy": inplace.copy_,
    "TensorMove": parameter_assign.copy,
}  # fmt: skip

_FOURIER: dict[str, Callable[..., Any]] = {
    name.upper(): getattr(spectral, name)
    for kind in ("fft", "ifft", "rfft", "irfft", "hfft", "ihfft")
    for name in (kind, kind + "2", kind + "n")
} | {"FFTShift": spectral.fftshift, "IFFTShift": spectral.ifftshift}

FUNCTIONS: dict[str, Callable[..., Any]] = (
    _ARITHMETIC | _REDUCING | _PRODUCTS | _SHAPING | LAYERS | _CHANGING | _FOURIER | STRUCTURE
)
