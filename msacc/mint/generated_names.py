"""The names that MindSpore generates, and the functions here that do the same with their arguments, in their order."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from msacc import mint, ops
from msacc.common.tensor import Tensor
from msacc.mint.nn import functional as F

Fn = Callable[..., Any]
method: Any = Tensor  # whose methods are attached when ops is imported

# Primitives without settings, and the function that each calls.
CALLS: dict[str, Fn] = {
    "AcosExt": mint.acos, "AcoshExt": mint.acosh, "AddExt": mint.add, "AddcdivExt": mint.addcdiv,
    "AddcmulExt": mint.addcmul, "AnyExt": mint.any, "AsinExt": mint.asin, "AsinhExt": mint.asinh,
    "Atan2Ext": mint.atan2, "AtanExt": mint.atan, "BatchMatMulExt": mint.bmm, "BincountExt": mint.bincount,
    "Chunk": mint.chunk, "Clone": mint.clone, "CumminExt": mint.cummin, "CumsumExt": mint.cumsum,
    "DiagExt": mint.diag, "EinsumExt": mint.einsum, "EqualExt": mint.equal, "FlattenExt": mint.flatten,
    "Frac": mint.frac, "HistcExt": mint.histc, "IndexAddExt": mint.index_add,
    "IndexSelect": mint.index_select, "MatMulExt": mint.matmul, "MeanExt": mint.mean, "Mv": mint.mv,
    "Nansum": mint.nansum, "Narrow": mint.narrow, "Norm": mint.norm, "OnesLikeExt": mint.ones_like,
    "ProdExt": mint.prod, "ScatterAddExt": mint.scatter_add, "SortExt": mint.sort, "Std": mint.std,
    "StdMean": mint.std_mean, "SubExt": mint.sub, "SumExt": mint.sum, "TExt": mint.t, "TopkExt": mint.topk,
    "TraceExt": mint.trace, "TriangularSolve": mint.triangular_solve, "TrilExt": mint.tril, "Var": mint.var,
    "VarMean": mint.var_mean, "Vdot": mint.vdot, "ZerosLikeExt": mint.zeros_like, "SplitWithSize": mint.split,
    "Scatter": mint.scatter, "FmodScalar": mint.fmod, "FmodTensor": mint.fmod, "Muls": mint.mul,
    "RepeatInterleaveInt": mint.repeat_interleave, "RepeatInterleaveTensor": mint.repeat_interleave,
    "ClampScalar": mint.clamp, "ClampTensor": mint.clamp, "BitwiseAndScalar": mint.bitwise_and,
    "BitwiseAndTensor": mint.bitwise_and, "BitwiseOrScalar": mint.bitwise_or,
    "BitwiseOrTensor": mint.bitwise_or, "BitwiseXorScalar": mint.bitwise_xor,
    "BitwiseXorTensor": mint.bitwise_xor, "LinSpaceExt": mint.linspace, "LogAddExp": mint.logaddexp,
    "LogSumExp": mint.logsumexp, "PowScalarTensor": mint.pow, "PowTensorScalar": mint.pow,
    "RemainderTensorTensor": mint.remainder, "RemainderTensorScalar": mint.remainder,
    "SplitTensor": mint.split, "ArgMaxExt": mint.argmax, "ArgMinExt": mint.argmin, "ArgSort": mint.argsort,
    "AddScalar": mint.add, "SubScalar": mint.sub, "GreaterEqualScalar": mint.greater_equal,
    "LessScalar": mint.less, "EqScalar": mint.eq, "Divs": mint.div, "DivMod": mint.div,
    "FloorDivScalar": mint.floor_divide, "NonZeroExt": mint.nonzero, "MaxDim": mint.max, "MinDim": mint.min,
    "MedianDim": mint.median, "Max": mint.max, "Min": mint.min, "SelectExtView": mint.select,
    "NarrowView": mint.narrow, "SelectV2": mint.where, "TransposeExtView": mint.transpose,
    "XLogYScalarOther": mint.xlogy, "MedianExt": mint.median, "Empty": mint.empty,
    "MatrixInverseExt": mint.inverse, "IsNegInf": mint.isneginf, "LogAddExp2": mint.logaddexp2,
    "Any": mint.any, "AdaptiveAvgPool1D": ops.adaptive_avg_pool1d, "Addbmm": ops.addbmm, "Addmm": ops.addmm,
    "Addmv": ops.addmv, "Arange": ops.arange, "Baddbmm": ops.baddbmm, "BitwiseNot": ops.bitwise_not,
    "ConvTranspose2D": ops.conv_transpose2d, "CosineEmbeddingLoss": ops.cosine_embedding_loss, "Dot": ops.dot,
    "Embedding": ops.embedding, "Exp2": ops.exp2, "ExpandAs": ops.expand_as, "FFT": ops.fft, "FFT2": ops.fft2,
    "FFTN": ops.fftn, "FullLike": ops.full_like, "GroupNorm": ops.group_norm, "HFFT": ops.hfft,
    "HFFT2": ops.hfft2, "HFFTN": ops.hfftn, "Hardtanh": ops.hardtanh, "IFFT": ops.ifft, "IFFT2": ops.ifft2,
    "IFFTN": ops.ifftn, "IHFFT": ops.ihfft, "IHFFT2": ops.ihfft2, "IHFFTN": ops.ihfftn, "IRFFT": ops.irfft,
    "IRFFT2": ops.irfft2, "IRFFTN": ops.irfftn, "Kthvalue": ops.kthvalue, "Log10": ops.log10,
    "Log2": ops.log2, "Mm": ops.mm, "Outer": ops.outer, "PixelShuffle": ops.pixel_shuffle, "RFFT": ops.rfft,
    "RFFT2": ops.rfft2, "RFFTN": ops.rfftn, "RandpermExt": ops.randperm,
    "RotaryPositionEmbedding": ops.rotary_position_embedding, "SiLU": ops.silu, "Swiglu": ops.swiglu,
    "Take": ops.take, "ViewAs": ops.view_as, "AdaptiveAvgPool2DExt": F.adaptive_avg_pool2d,
    "AdaptiveAvgPool3DExt": F.adaptive_avg_pool3d, "AvgPool1D": F.avg_pool1d, "AvgPool2D": F.avg_pool2d,
    "AvgPool3DExt": F.avg_pool3d, "Conv1DExt": F.conv1d, "Conv2DExt": F.conv2d, "Conv3DExt": F.conv3d,
    "GeluExt": F.gelu, "KLDiv": F.kl_div, "LayerNormExt": F.layer_norm, "LogSoftmaxExt": F.log_softmax,
    "MSELossExt": F.mse_loss, "MaxUnpool2DExt": F.max_unpool2d, "MishExt": F.mish, "SoftplusExt": F.softplus,
    "L1LossExt": F.l1_loss, "LeakyReLUExt": F.leaky_relu, "LogSigmoid": F.logsigmoid, "Im2ColExt": F.unfold,
    "LinalgQr": mint.linalg.qr, "LinalgVectorNorm": mint.linalg.vector_norm,
}  # fmt: skip
_ABOVE = "msacc.internals.generated_functions"
# Those of a module above mint, which mint may not import: module and name.
LATE_CALLS = {"AdamW": (_ABOVE, "adamw"), "SliceExt": (_ABOVE, "slice_ext")}
# Primitives that are methods of their first argument, most of which they write into.
METHODS: dict[str, Fn] = {
    "InplaceCopy": method.copy_, "InplaceAddExt": method.add_, "InplaceAddsExt": method.add_,
    "InplaceSubExt": method.sub_, "InplaceSubScalar": method.sub_, "InplaceMul": method.mul_,
    "InplaceMuls": method.mul_, "InplaceDiv": method.div_, "InplaceDivs": method.div_,
    "InplaceExp": method.exp_, "InplaceLog": method.log_, "InplaceFloor": method.floor_,
    "InplaceZero": method.zero_, "InplaceFillScalar": method.fill_, "InplaceFillTensor": method.fill_,
    "InplaceTanh": method.tanh_, "InplaceSigmoid": method.sigmoid_, "InplaceSign": method.sign_,
    "InplaceErfinv": method.erfinv_, "InplaceMaskedFillScalar": method.masked_fill_,
    "InplaceMaskedFillTensor": method.masked_fill_, "InplaceScatterAdd": method.scatter_add_,
    "InplaceIndexAddExt": method.index_add_, "InplaceIndexCopy": method.index_copy_,
    "InplaceFloorDivide": method.floor_divide_, "InplaceFloorDivides": method.floor_divide_,
    "InplaceClampScalar": method.clamp_, "InplaceClampTensor": method.clamp_,
    "InplaceMaskedScatter": method.masked_scatter_, "InplaceAddmm": method.addmm_, "InplacePut": method.put_,
    "InplaceIndexFillScalar": method.index_fill_, "InplaceIndexFillTensor": method.index_fill_,
    "InplaceScatterSrc": method.scatter_, "InplaceScatterValue": method.scatter_,
    "InplaceRemainderTensorTensor": method.remainder_, "InplaceRemainderTensorScalar": method.remainder_,
    "Contiguous": method.contiguous, "View": method.view,
}  # fmt: skip
# Primitives whose constructor takes what the function takes by name.
SETTINGS: dict[str, tuple[Fn, tuple[str, ...]]] = {
    "OneHotExt": (ops.one_hot, ("axis",)),
    "StackExt": (mint.stack, ("dim",)),
    "EluExt": (F.elu, ("alpha",)),
    "Diagonal": (ops.diagonal, ("offset", "dim1", "dim2")),
}
# Functions of MindSpore's inner module `pyboost_inner_prim`, without the `_impl` at their end.
INNER: dict[str, Fn] = {
    "adaptive_max_pool2d": ops.adaptive_max_pool2d, "argmax_with_value": ops.argmax_with_value,
    "argmin_with_value": ops.argmin_with_value,
    "binary_cross_entropy_with_logits": ops.binary_cross_entropy_with_logits,
    "broadcast_to": ops.broadcast_to, "cdist": ops.cdist, "concat": ops.concat, "cross": ops.cross,
    "cummax": ops.cummax, "glu": ops.glu, "isclose": ops.isclose, "log_softmax": ops.log_softmax,
    "meshgrid": ops.meshgrid, "nan_to_num": ops.nan_to_num, "one_hot_ext": ops.one_hot,
    "reduce_all": ops.reduce_all, "reduce_any": ops.reduce_any, "reduce_max": ops.reduce_max,
    "reduce_min": ops.reduce_min, "reverse_v2": ops.flip, "rms_norm": ops.rms_norm, "roll": ops.roll,
    "soft_margin_loss": ops.soft_margin_loss, "softmax": ops.softmax, "softshrink": ops.softshrink,
    "squeeze": ops.squeeze, "triu": ops.triu, "unique_consecutive": ops.unique_consecutive,
    "grid_sampler_2d": ops.grid_sample, "grid_sampler_3d": ops.grid_sample,
    "binary_cross_entropy": F.binary_cross_entropy, "elu_ext": F.elu, "stack_ext": mint.stack,
}  # fmt: skip
LATE_INNER = {name: (_ABOVE, name) for name in ("flash_attention_score", "nllloss")}
