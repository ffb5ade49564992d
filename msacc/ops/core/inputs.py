"""What the inputs of primitives are called, and calls that take them by these names.

MindSpore's newer primitives take keywords in a call, the older ones do not; a primitive that is not named here
takes its inputs by position alone. A call is one frame: its source follows from how many inputs there are, and
each primitive gets a copy of the code with its own names.
"""

from __future__ import annotations

import ast
import functools
import inspect
from collections.abc import Callable
from types import CellType, CodeType, FunctionType
from typing import Any

from msacc.ops.core.skin import compiled

# The inputs, as MindSpore calls them, and the primitives that take them. After `=` stands the default, or
# nothing where it is the default of the function behind the primitive.
_BY_INPUTS = {
    "input":
        "ACos Abs Acosh AdaptiveMaxPool2D Angle ArgMaxWithValue ArgMinWithValue Asin Asinh Atan "
        "Atanh BroadcastTo Ceil Conj Cos Cosh Cummax Cummin Diag Erf Erfc Erfinv Exp Expm1 Floor "
        "GeLU Geqrf HShrink HSigmoid HSwish IsFinite IsInf Log Log1p LogMatrixDeterminant "
        "LogicalNot Logit MatrixDeterminant MatrixExp NanToNum Neg NonZero ReLU Real Reciprocal "
        "ReverseV2 Roll Rsqrt Sigmoid Sign Sin Sinc Sinh SoftShrink Softmax Square Squeeze Svd "
        "Tanh Trace Triu Trunc UniqueConsecutive",
    "input_x":
        "Argmax Cholesky CholeskyInverse Elu Flatten Identity ResizeNearestNeighbor Split "
        "TensorShape",
    "inputs": "Meshgrid",
    "logits": "LogSoftmax",
    "n": "RandpermV2",
    "tensors": "Concat",
    "x":
        "Argmin AvgPool CeLU DType Dropout Eig FFTWithSize FastGeLU GLU OnesLike Qr Rank ReLU6 ReduceStd "
        "Shape Sqrt ZerosLike",
    "abs angle": "Polar",
    "image size": "ResizeBicubic ResizeBilinearV2 ResizeNearestNeighborV2",
    "input axis": "CumSum",
    "input axis=": "ReduceAll",
    "input decimals=": "Round",
    "input dims": "Tile Transpose",
    "input exponent": "Pow",
    "input input_perm": "TransposeView",
    "input mask": "MaskedSelect",
    "input mat2": "MatMul",
    "input other":
        "Add Atan2 Cross Div Equal FloorDiv Gcd Greater GreaterEqual IsClose Less LessEqual "
        "LogicalXor Maximum Minimum Mul NextAfter NotEqual Xlogy",
    "input shape": "Reshape",
    "input target": "SoftMarginLoss",
    "input weight": "PReLU",
    "input_x axis": "ExpandDims",
    "input_x dtype": "Cast",
    "input_x grid": "GridSampler2D GridSampler3D",
    "input_x indices": "GatherNd",
    "input_x input_y": "RightShift ScalarCast",
    "prediction target": "SmoothL1Loss",
    "real imag": "Complex",
    "shape dtype=": "Ones",
    "size dtype=": "Zeros",
    "value expr": "Depend",
    "variable value": "Assign AssignAdd AssignSub",
    "x axis": "CumProd",
    "x axis=": "ReduceMax ReduceMin ReduceProd ReduceSum",
    "x axis=()": "ReduceAny ReduceMean",
    "x dtype=": "ScalarToTensor",
    "x gamma": "RmsNorm",
    "x y": "BatchMatMul FloorMod LogicalAnd LogicalOr RealDiv",
    "x1 x2": "Cdist LeftShift",
    "condition input other": "Select",
    "data indices updates": "TensorScatterElements",
    "dtype dims x": "Fill",
    "indices updates shape": "ScatterNd",
    "input begin size": "Slice",
    "input end weight": "Lerp",
    "input mask source": "MaskedScatter",
    "input target weight=": "BinaryCrossEntropy",
    "input weight bias=": "Dense",
    "input_params input_indices axis": "Gather",
    "input_x bias": "BiasAdd",
    "input_x gamma beta": "LayerNorm",
    "input_x indices updates": "TensorScatterAdd",
    "input_x mask value": "MaskedFill",
    "input_x segment_ids num_segments": "UnsortedSegmentSum",
    "logits labels weight": "NLLLoss",
    "n m dtype": "Eye",
    "sorted_sequence values sorter=": "SearchSorted",
    "start end step": "Range",
    "start stop num": "LinSpace",
    "x dim index": "GatherD",
    "x target weight=": "MultiMarginLoss",
    "indices depth on_value off_value": "OneHot",
    "input target weight= posWeight=": "BCEWithLogitsLoss",
    "input tensor1 tensor2 value": "Addcdiv Addcmul",
    "input_x begin end strides": "StridedSlice",
    "var m v lr beta1 beta2 epsilon decay gradient": "AdamWeightDecay",
    "query key value real_shift= drop_mask= padding_mask= attn_mask= prefix= actual_seq_qlen= "
    "actual_seq_kvlen=": "FlashAttentionScore",
}  # fmt: skip
_INPUTS = {name: text.split() for text, names in _BY_INPUTS.items() for name in names.split()}


def inputs(name: str) -> tuple[str, ...] | None:
    """The names of a primitive's inputs; None if it takes them by position alone."""
    found = _INPUTS.get(name)
    return found and tuple(text.partition("=")[0] for text in found)  # type: ignore[return-value]


def by_name(name: str, fn: Callable[..., Any], settings: dict[str, str]) -> Any:
    """`__call__` of a primitive that hands its inputs and its settings (attribute: argument of `fn`) to `fn`."""
    if not settings:
        return _call(name, fn, "fn({})")
    count = len(inputs(name) or ())
    parameters = list(inspect.signature(fn).parameters.values())[: count + len(settings)]
    placed = all(p.kind is inspect.Parameter.POSITIONAL_OR_KEYWORD for p in parameters)
    if not placed or [p.name for p in parameters[count:]] != list(settings.values()):
        return _call(name, fn, "fn({}, **self._settings)")
    # By position, which is quicker; the attributes get their names in the copy.
    held = {f"_held{i}": key for i, key in enumerate(settings)}
    return _call(name, fn, f"fn({{}}, {', '.join(f'self.{key}' for key in held)})", held)


def to_construct(name: str, construct: Callable[..., Any]) -> Any:
    """`__call__` of a primitive that hands its inputs to its own `construct`."""
    return _call(name, construct, "self.construct({})")


def _call(
    name: str, fn: Callable[..., Any], text: str, attributes: dict[str, str] | None = None
) -> FunctionType:
    names = inputs(name) or ()
    code, place = _code(len(names), text), inspect.unwrap(fn).__code__
    attributes = attributes or {}
    own = code.replace(
        co_qualname=f"{name}.__call__",
        co_filename=place.co_filename,
        co_firstlineno=place.co_firstlineno,
        co_varnames=("self", *names),
        co_names=tuple(attributes.get(each, each) for each in code.co_names),
    )
    closure = tuple(CellType(fn) for _ in own.co_freevars)
    made = FunctionType(own, globals(), "__call__", _defaults(name, fn), closure)
    made.__qualname__ = f"{name}.__call__"
    return made


def _defaults(name: str, fn: Callable[..., Any]) -> tuple[Any, ...]:
    parameters = list(inspect.signature(fn).parameters.values())
    return tuple(
        ast.literal_eval(text.partition("=")[2]) if text[-1] != "=" else parameters[i].default
        for i, text in enumerate(_INPUTS[name])
        if "=" in text
    )


@functools.cache
def _code(count: int, text: str) -> CodeType:
    places = ", ".join(f"_{i}" for i in range(count))
    call = text.format(places)
    return compiled(f"def make(fn):\n def __call__(self, {places}):\n  return {call}\n")
