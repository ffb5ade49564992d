"""`mindspore.ops.auto_generate`: primitives and functions that MindSpore generates, as doors to what computes them.

Each row is a name of MindSpore's and the function here that does the same with its arguments, in their order. A
name of `ops` or `ops.operations` is that one. `<name>_op` is an instance of its primitive, `<name>_impl` a
function that takes the arguments of a call. Anything else raises an error that names it.
"""

from __future__ import annotations

import functools
import importlib
import inspect
from collections.abc import Callable
from typing import Any

from msacc import ops
from msacc.common.tensor import Tensor
from msacc.module_aliases import refuse
from msacc.ops import operations
from msacc.ops.bindings.primitives import ascend, backward
from msacc.ops.core.primitive import Primitive

# Primitives without settings: home of the functions -> primitive=function.
_CALLS = {
    "mint": (
        "AcosExt=acos AcoshExt=acosh AddExt=add AddcdivExt=addcdiv AddcmulExt=addcmul AnyExt=any"
        " AsinExt=asin AsinhExt=asinh Atan2Ext=atan2 AtanExt=atan BatchMatMulExt=bmm"
        " BincountExt=bincount Chunk=chunk Clone=clone CumminExt=cummin CumsumExt=cumsum"
        " DiagExt=diag EinsumExt=einsum EqualExt=equal FlattenExt=flatten Frac=frac HistcExt=histc"
        " IndexAddExt=index_add IndexSelect=index_select MatMulExt=matmul MeanExt=mean Mv=mv"
        " Nansum=nansum Narrow=narrow Norm=norm OnesLikeExt=ones_like ProdExt=prod"
        " ScatterAddExt=scatter_add SortExt=sort Std=std StdMean=std_mean SubExt=sub SumExt=sum"
        " TExt=t TopkExt=topk TraceExt=trace TriangularSolve=triangular_solve TrilExt=tril Var=var"
        " VarMean=var_mean Vdot=vdot ZerosLikeExt=zeros_like SplitWithSize=split Scatter=scatter"
        " FmodScalar=fmod FmodTensor=fmod Muls=mul RepeatInterleaveInt=repeat_interleave"
        " RepeatInterleaveTensor=repeat_interleave ClampScalar=clamp ClampTensor=clamp"
        " BitwiseAndScalar=bitwise_and BitwiseAndTensor=bitwise_and BitwiseOrScalar=bitwise_or"
        " BitwiseOrTensor=bitwise_or BitwiseXorScalar=bitwise_xor BitwiseXorTensor=bitwise_xor"
        " LinSpaceExt=linspace LogAddExp=logaddexp LogSumExp=logsumexp PowScalarTensor=pow"
        " PowTensorScalar=pow RemainderTensorTensor=remainder RemainderTensorScalar=remainder"
        " SplitTensor=split ArgMaxExt=argmax ArgMinExt=argmin ArgSort=argsort AddScalar=add"
        " SubScalar=sub GreaterEqualScalar=greater_equal LessScalar=less EqScalar=eq Divs=div"
        " DivMod=div FloorDivScalar=floor_divide NonZeroExt=nonzero MaxDim=max MinDim=min"
        " MedianDim=median Max=max Min=min SelectExtView=select NarrowView=narrow SelectV2=where"
        " TransposeExtView=transpose XLogYScalarOther=xlogy MedianExt=median"
        " Empty=empty MatrixInverseExt=inverse IsNegInf=isneginf LogAddExp2=logaddexp2 Any=any"
    ),
    "ops": (
        "AdaptiveAvgPool1D=adaptive_avg_pool1d Addbmm=addbmm Addmm=addmm Addmv=addmv"
        " Arange=arange Baddbmm=baddbmm BitwiseNot=bitwise_not ConvTranspose2D=conv_transpose2d"
        " CosineEmbeddingLoss=cosine_embedding_loss Dot=dot Embedding=embedding Exp2=exp2"
        " ExpandAs=expand_as FFT=fft FFT2=fft2 FFTN=fftn FullLike=full_like GroupNorm=group_norm"
        " HFFT=hfft HFFT2=hfft2 HFFTN=hfftn Hardtanh=hardtanh IFFT=ifft IFFT2=ifft2 IFFTN=ifftn"
        " IHFFT=ihfft IHFFT2=ihfft2 IHFFTN=ihfftn IRFFT=irfft IRFFT2=irfft2 IRFFTN=irfftn"
        " Kthvalue=kthvalue Log10=log10 Log2=log2 Mm=mm Outer=outer PixelShuffle=pixel_shuffle"
        " RFFT=rfft RFFT2=rfft2 RFFTN=rfftn RandpermExt=randperm"
        " RotaryPositionEmbedding=rotary_position_embedding SiLU=silu Swiglu=swiglu Take=take"
        " ViewAs=view_as"
    ),
    "mint.nn.functional": (
        "AdaptiveAvgPool2DExt=adaptive_avg_pool2d AdaptiveAvgPool3DExt=adaptive_avg_pool3d"
        " AvgPool1D=avg_pool1d AvgPool2D=avg_pool2d AvgPool3DExt=avg_pool3d Conv1DExt=conv1d"
        " Conv2DExt=conv2d Conv3DExt=conv3d GeluExt=gelu KLDiv=kl_div LayerNormExt=layer_norm"
        " LogSoftmaxExt=log_softmax MSELossExt=mse_loss MaxUnpool2DExt=max_unpool2d MishExt=mish"
        " SoftplusExt=softplus L1LossExt=l1_loss LeakyReLUExt=leaky_relu LogSigmoid=logsigmoid"
        " Im2ColExt=unfold"
    ),
    "mint.linalg": ("LinalgQr=qr LinalgVectorNorm=vector_norm"),
    "internals.generated_functions": "AdamW=adamw SliceExt=slice_ext",
}
# Primitives that are methods of their first argument, most of which they write into.
_METHODS = (
    "InplaceCopy=copy_ InplaceAddExt=add_ InplaceAddsExt=add_ InplaceSubExt=sub_"
    " InplaceSubScalar=sub_ InplaceMul=mul_ InplaceMuls=mul_ InplaceDiv=div_ InplaceDivs=div_"
    " InplaceExp=exp_ InplaceLog=log_ InplaceFloor=floor_ InplaceZero=zero_"
    " InplaceFillScalar=fill_ InplaceFillTensor=fill_ InplaceTanh=tanh_"
    " InplaceSigmoid=sigmoid_ InplaceSign=sign_ InplaceErfinv=erfinv_"
    " InplaceMaskedFillScalar=masked_fill_ InplaceMaskedFillTensor=masked_fill_"
    " InplaceScatterAdd=scatter_add_ InplaceIndexAddExt=index_add_"
    " InplaceIndexCopy=index_copy_ InplaceFloorDivide=floor_divide_"
    " InplaceFloorDivides=floor_divide_ InplaceClampScalar=clamp_ InplaceClampTensor=clamp_"
    " InplaceMaskedScatter=masked_scatter_ InplaceAddmm=addmm_ InplacePut=put_"
    " InplaceIndexFillScalar=index_fill_ InplaceIndexFillTensor=index_fill_"
    " InplaceScatterSrc=scatter_ InplaceScatterValue=scatter_"
    " InplaceRemainderTensorTensor=remainder_ InplaceRemainderTensorScalar=remainder_"
    " Contiguous=contiguous View=view"
)
# Primitives whose constructor takes what the function takes by name.
_SETTINGS: dict[str, tuple[str, str]] = {
    "OneHotExt": ("ops.one_hot", "axis"),
    "StackExt": ("mint.stack", "dim"),
    "EluExt": ("mint.nn.functional.elu", "alpha"),
    "Diagonal": ("ops.diagonal", "offset dim1 dim2"),
}
# Functions of MindSpore's inner module `pyboost_inner_prim`, without the `_impl` at their end.
_INNER = {
    "ops": (
        "adaptive_max_pool2d=adaptive_max_pool2d argmax_with_value=argmax_with_value"
        " argmin_with_value=argmin_with_value"
        " binary_cross_entropy_with_logits=binary_cross_entropy_with_logits"
        " broadcast_to=broadcast_to cdist=cdist concat=concat cross=cross cummax=cummax glu=glu"
        " isclose=isclose log_softmax=log_softmax meshgrid=meshgrid nan_to_num=nan_to_num"
        " one_hot_ext=one_hot reduce_all=reduce_all reduce_any=reduce_any reduce_max=reduce_max"
        " reduce_min=reduce_min reverse_v2=flip rms_norm=rms_norm roll=roll"
        " soft_margin_loss=soft_margin_loss softmax=softmax softshrink=softshrink squeeze=squeeze"
        " triu=triu unique_consecutive=unique_consecutive grid_sampler_2d=grid_sample"
        " grid_sampler_3d=grid_sample"
    ),
    "mint.nn.functional": ("binary_cross_entropy=binary_cross_entropy elu_ext=elu"),
    "mint": ("stack_ext=stack"),
    "internals.generated_functions": "flash_attention_score=flash_attention_score nllloss=nllloss",
}
# Instances whose names are not those of their classes.
_INSTANCES = {
    "bmm_ext": "BatchMatMulExt",
    "mm_ext": "Mm",
    "inplace_index_add": "InplaceIndexAddExt",
    "randint": "RandInt",
}


def _rows(table: dict[str, str]) -> dict[str, tuple[str, str]]:
    cells = ((home, *row.split("=")) for home, text in table.items() for row in text.split())
    return {name: (home, function) for home, name, function in cells}


_WHERE, _INSIDE = _rows(_CALLS), _rows(_INNER)
_METHOD = dict(row.split("=") for row in _METHODS.split())
_KNOWN = {name.lower(): name for name in (*_WHERE, *_METHOD, *_SETTINGS, *ascend.PRIMITIVES)}


def _function(home: str, name: str) -> Callable[..., Any]:
    found: Callable[..., Any] = getattr(importlib.import_module(f"msacc.{home}"), name)
    return found


@functools.cache
def primitive(name: str) -> type[Primitive] | None:
    """The class of that name, or None."""
    for module in (operations, backward):
        found = getattr(module, name, None)
        if isinstance(found, type) and issubclass(found, Primitive):
            return found
    if name in ascend.PRIMITIVES:
        return ascend.PRIMITIVES[name]
    if name in _WHERE:
        return _door(name, _function(*_WHERE[name]), ())
    if name in _METHOD:
        return _door(name, getattr(Tensor, _METHOD[name]), ())
    if name in _SETTINGS:
        path, settings = _SETTINGS[name]
        home, _, function = path.rpartition(".")
        return _door(name, _function(home, function), tuple(settings.split()))
    return None


def _door(name: str, function: Callable[..., Any], settings: tuple[str, ...]) -> type[Primitive]:
    def __init__(self: Any, *args: Any, **kwargs: Any) -> None:
        Primitive.__init__(self, name)
        given = dict(zip(settings, args, strict=False)) | kwargs
        if len(args) > len(settings) or not set(given) <= set(settings):
            raise TypeError(
                f"{name}() takes the arguments {settings}, but got {args} and {kwargs}."
            )
        self._given = given

    by_name = _by_name_alone(function)

    def construct(self: Any, *args: Any, **kwargs: Any) -> Any:
        rest = dict(zip(by_name[1], args[by_name[0] :], strict=False)) if by_name[1] else {}
        return function(*args[: len(args) - len(rest)], **rest, **kwargs, **self._given)

    space = {"__init__": __init__, "construct": construct, "__module__": __name__}
    return type(name, (Primitive,), {**space, "__doc__": f"`{function.__name__}` as a primitive."})


def _by_name_alone(function: Callable[..., Any]) -> tuple[int, list[str]]:
    """How many arguments may come by position, and the names of the others, which a primitive takes so too."""
    given = inspect.signature(function).parameters.values()
    named = [p.name for p in given if p.kind is p.KEYWORD_ONLY]
    return len(given) - len(named), named


@functools.cache
def _instance(name: str) -> Primitive | None:
    """`abs` -> Abs(), where the class needs no settings."""
    plain = name.replace("_", "")
    kind = _INSTANCES.get(name) or _KNOWN.get(plain) or _classes().get(plain)
    found = primitive(kind) if kind else None
    try:
        return None if found is None else found()
    except TypeError:
        return None


@functools.cache
def _classes() -> dict[str, str]:
    """The primitives that `ops.operations` shows, by their names in small letters."""
    return {n.lower(): n for n, v in vars(operations).items() if isinstance(v, type)}


_missing = refuse("mindspore.ops.auto_generate")


def __getattr__(name: str) -> Any:
    found: Any = None
    if name.endswith("_op"):
        found = _instance(name.removesuffix("_op"))
    elif (inner := name.removesuffix("_impl")) in _INSIDE and inner != name:
        found = _function(*_INSIDE[inner])
    elif not name.startswith("_"):
        found = primitive(name) or getattr(_ext, name, None) or getattr(ops, name, None)
    return _missing(name) if found is None else found


# The functions by MindSpore's inner names, with `_ext` at their end.
_ext = importlib.import_module("msacc.ops.function.math_func")
__all__: list[str] = []
