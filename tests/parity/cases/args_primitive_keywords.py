"""Primitives whose inputs are given by name: what a call calls them, and which calls take no names."""

from __future__ import annotations

from typing import Any

import numpy as np

from tests.parity.harness import Arrays, as_array, case, flat, rand

X, Y, Z = rand(2, 3), rand(2, 3, seed=1), rand(2, 3, seed=2)
ODDS, ABOVE = rand(2, 3, low=0.1, high=0.9), rand(2, 3, low=1.1, high=3)
SQUARE = rand(3, 3)
DEFINITE = (SQUARE @ SQUARE.T + 3 * np.eye(3)).astype(np.float32)
ORDERED = np.array([[1, 2, 3], [0, 4, 5], [0, 0, 9]], np.float32)
WHOLE, MORE = np.array([[12, 18, 7]], np.int32), np.array([[1, 2, 3]], np.int32)
TRUE = X > 0
IMAGE, GRID = rand(1, 2, 4, 4), rand(1, 2, 2, 2, low=-0.9, high=0.9)
VOLUME, SPACE = rand(1, 1, 3, 3, 3), rand(1, 2, 2, 2, 3, low=-0.9, high=0.9)
ROWS, CLASSES = np.array([[0], [1]], np.int32), np.array([2, 0], np.int32)
PAIR, THREE = np.array([1.0, 2.0], np.float32), np.array([1.0, 2.0, 0.5], np.float32)

# name: (what the constructor gets, what the call gets).
Row = tuple[dict[str, Any], dict[str, Any]]


def plain(names: str, **given: Any) -> dict[str, Row]:
    """Primitives without settings, called with the same."""
    return {name: ({}, given) for name in names.split()}


ONE: dict[str, Row] = {
    **plain("Abs Asinh Atan Ceil Cos Cosh Erf Erfc Exp Expm1 Floor Sinc", input=X),
    **plain("Neg ReLU Reciprocal Sigmoid Sign Sin Sinh Square Tanh Trunc GeLU", input=X),
    **plain("HSigmoid HSwish IsFinite IsInf NanToNum NonZero HShrink SoftShrink", input=X),
    **plain("Softmax Squeeze Triu", input=X),
    **plain("ACos Asin Atanh Erfinv Log Log1p Rsqrt Logit", input=ODDS),
    **plain("Acosh", input=ABOVE),
    **plain("Angle Conj Real", input=(X + 1j * Y).astype(np.complex64)),
    **plain("LogicalNot", input=TRUE),
    **plain("MatrixDeterminant LogMatrixDeterminant Trace", input=SQUARE),
    **plain("Diag", input=THREE),
    **plain("Geqrf", input=DEFINITE),
    "Svd": ({"compute_uv": False}, {"input": DEFINITE}),
    **plain("ArgMaxWithValue ArgMinWithValue", input=X),
    "UniqueConsecutive": (
        {"return_inverse": True, "return_counts": True},
        {"input": np.array([1, 1, 2], np.int32)},
    ),
    **plain("Argmax Elu Flatten Identity Split TensorShape", input_x=X),
    **plain("Cholesky", input_x=DEFINITE),
    **plain("CholeskyInverse", input_x=np.linalg.cholesky(DEFINITE)),
    **plain("Argmin CeLU DType FastGeLU OnesLike ZerosLike Rank ReLU6 ReduceStd Shape", x=X),
    **plain("Sqrt", x=ODDS),
    **plain("Qr", x=SQUARE),
    **plain("Eig", x=ORDERED),
    **plain("LogSoftmax", logits=X),
    "AdaptiveMaxPool2D": ({"output_size": (2, 2)}, {"input": IMAGE}),
    "BroadcastTo": ({"shape": (2, 2, 3)}, {"input": X}),
    "Cummax": ({"axis": 0}, {"input": X}),
    "Cummin": ({"axis": 0}, {"input": X}),
    "ReverseV2": ({"axis": [0]}, {"input": X}),
    "ResizeNearestNeighbor": ({"size": (2, 2)}, {"input_x": IMAGE}),
    "Meshgrid": ({}, {"inputs": (THREE, PAIR)}),
    "Concat": ({}, {"tensors": (X, Y)}),
    "AvgPool": ({"kernel_size": 2}, {"x": IMAGE}),
    "GLU": ({}, {"x": IMAGE}),
    "FFTWithSize": ({"signal_ndim": 1, "inverse": False, "real": True}, {"x": X}),
}
TWO: dict[str, Row] = {
    **plain("Add Atan2 Cross Div Equal FloorDiv Greater GreaterEqual", input=X, other=Y),
    **plain("IsClose Less LessEqual Maximum Minimum Mul NextAfter NotEqual", input=X, other=Y),
    **plain("Xlogy", input=ODDS, other=ABOVE),
    **plain("LogicalXor", input=TRUE, other=~TRUE),
    **plain("Gcd", input=WHOLE, other=MORE),
    **plain("LogicalAnd LogicalOr", x=TRUE, y=~TRUE),
    **plain("FloorMod RealDiv", x=X, y=Y),
    **plain("BatchMatMul", x=IMAGE, y=IMAGE),
    **plain("Cdist", x1=X, x2=Y),
    **plain("LeftShift", x1=WHOLE, x2=MORE),
    **plain("RightShift", input_x=WHOLE, input_y=MORE),
    **plain("Polar", abs=ODDS, angle=X),
    **plain("Complex", real=X, imag=Y),
    **plain("CumSum", input=X, axis=1),
    **plain("CumProd", x=X, axis=1),
    **plain("ReduceSum ReduceMax ReduceMin ReduceProd ReduceMean", x=X, axis=1),
    **plain("ReduceAll", input=TRUE, axis=1),
    **plain("ReduceAny", x=TRUE, axis=1),
    **plain("Round", input=X, decimals=0),
    **plain("Tile", input=X, dims=(2, 1)),
    **plain("Transpose", input=X, dims=(1, 0)),
    **plain("TransposeView", input=X, input_perm=(1, 0)),
    **plain("Pow", input=ODDS, exponent=2.0),
    **plain("MaskedSelect", input=X, mask=TRUE),
    **plain("MatMul", input=SQUARE, mat2=SQUARE),
    **plain("Reshape", input=X, shape=(3, 2)),
    **plain("PReLU", input=X, weight=THREE),
    **plain("ExpandDims", input_x=X, axis=0),
    **plain("GridSampler2D", input_x=IMAGE, grid=GRID),
    **plain("GridSampler3D", input_x=VOLUME, grid=SPACE),
    **plain("GatherNd", input_x=X, indices=ROWS),
    **plain("SmoothL1Loss", prediction=X, target=Y),
    **plain("Depend", value=X, expr=Y),
    **plain("BiasAdd", input_x=X, bias=THREE),
    "ResizeBicubic": ({"half_pixel_centers": True}, {"image": IMAGE, "size": (4, 4)}),
    **plain("ResizeBilinearV2 ResizeNearestNeighborV2", image=IMAGE, size=(2, 3)),
}
MANY: dict[str, Row] = {
    **plain("Select", condition=TRUE, input=X, other=Y),
    **plain("TensorScatterElements", data=X, indices=np.array([[1]]), updates=Y[:1, :1]),
    **plain("ScatterNd", indices=ROWS, updates=PAIR, shape=(3,)),
    **plain("Slice", input=X, begin=(0, 1), size=(2, 2)),
    **plain("Lerp", input=X, end=Y, weight=ODDS),
    **plain("MaskedScatter", input=X, mask=TRUE, source=Y),
    **plain("BinaryCrossEntropy", input=ODDS, target=ODDS, weight=ODDS),
    **plain("BCEWithLogitsLoss", input=X, target=ODDS, weight=ODDS, posWeight=ODDS),
    **plain("Dense", input=X, weight=SQUARE, bias=THREE),
    **plain("Gather", input_params=X, input_indices=CLASSES, axis=1),
    **plain("LayerNorm", input_x=X, gamma=THREE, beta=THREE),
    **plain("TensorScatterAdd", input_x=X, indices=ROWS, updates=Y),
    **plain("MaskedFill", input_x=X, mask=TRUE, value=2.0),
    **plain("UnsortedSegmentSum", input_x=X, segment_ids=np.array([1, 0]), num_segments=2),
    **plain("NLLLoss", logits=X, labels=CLASSES, weight=THREE),
    **plain("SearchSorted", sorted_sequence=np.sort(THREE), values=PAIR, sorter=None),
    **plain("Range", start=0, end=5, step=2),
    **plain("LinSpace", start=np.float32(1), stop=np.float32(4), num=4),
    **plain("GatherD", x=X, dim=1, index=np.array([[1], [0]])),
    **plain("MultiMarginLoss", x=X, target=np.array([2, 0]), weight=THREE),
    **plain("OneHot", indices=CLASSES, depth=3, on_value=PAIR[:1][0], off_value=PAIR[1:][0]),
    **plain("Addcdiv Addcmul", input=X, tensor1=Y, tensor2=ABOVE, value=PAIR[:1]),
    **plain("StridedSlice", input_x=X, begin=(0, 1), end=(2, 3), strides=(1, 1)),
}
# The last input is a dtype.
TYPED: dict[str, dict[str, Any]] = {
    "Cast": {"input_x": X},
    "Eye": {"n": 2, "m": 3},
    "Ones": {"shape": (2, 3)},
    "Zeros": {"size": (2, 3)},
    "ScalarToTensor": {"x": 2},
}


def called(ms: Any, name: str, row: Row) -> Any:
    init, given = row
    return getattr(ms.ops, name)(**init)(**as_tensors(ms, given))


def as_tensors(ms: Any, value: Any) -> Any:
    if isinstance(value, dict):
        return {name: as_tensors(ms, item) for name, item in value.items()}
    if isinstance(value, tuple) and isinstance(value[0], np.ndarray):
        return tuple(ms.Tensor(item) for item in value)
    return ms.Tensor(value) if isinstance(value, (np.ndarray, np.float32)) else value


def results(ms: Any, rows: dict[str, Row]) -> Arrays:
    return {
        f"{name}.{i}": as_array(leaf) if hasattr(leaf, "asnumpy") else np.array(str(leaf))
        for name, row in rows.items()
        for i, leaf in enumerate(flat(called(ms, name, row)))
    }


@case(jit=False)
def one_input(ms: Any, run: Any) -> Arrays:
    return results(ms, ONE)


@case(jit=False)
def two_inputs(ms: Any, run: Any) -> Arrays:
    return results(ms, TWO)


@case(jit=False)
def many_inputs(ms: Any, run: Any) -> Arrays:
    return results(ms, MANY)


@case(jit=False)
def with_a_dtype(ms: Any, run: Any) -> Arrays:
    """Given by name too; a ScalarToTensor and others make float32 without one."""
    half = {name: ({}, {**given, "dtype": ms.float16}) for name, given in TYPED.items()}
    half["Fill"] = ({}, {"dtype": ms.float16, "dims": (2,), "x": 3})
    half["ScalarCast"] = ({}, {"input_x": 2.5, "input_y": ms.int64})
    bare = {name: ({}, TYPED[name]) for name in ("ScalarToTensor",)}
    return {
        f"{kind}.{name}": value
        for kind, rows in (("half", half), ("bare", bare))
        for name, value in results(ms, rows).items()
    }


@case(jit=False)
def parameters(ms: Any, run: Any) -> Arrays:
    made = {}
    for name in ("Assign", "AssignAdd", "AssignSub"):
        variable = ms.Parameter(ms.Tensor(X), name="p")
        getattr(ms.ops, name)()(variable=variable, value=ms.Tensor(Y))
        made[name] = variable.asnumpy()
    return made


@case(jit=False)
def drawn(ms: Any, run: Any) -> Arrays:
    """The numbers differ, the shapes do not."""
    dropped = ms.ops.Dropout(keep_prob=0.5)(x=ms.Tensor(X))
    order = ms.ops.RandpermV2(seed=1)(n=5).asnumpy()
    return {"dropped": np.array([out.shape for out in dropped]), "order": np.sort(order)}


@case
def in_a_graph(ms: Any, run: Any) -> Arrays:
    o = ms.ops

    def every(x: Any, y: Any) -> Any:
        summed = o.ReduceSum(keep_dims=True)(x, axis=1) + o.ReduceMean()(x=x)
        turned = o.Reshape()(shape=(3, 2), input=o.Add()(x, other=y))
        return summed, turned, o.Cast()(x, dtype=ms.float64), o.Concat(1)(tensors=(x, y))

    return run(every, X, Y)


@case(jit=False)
def partly(ms: Any, run: Any) -> Arrays:
    """Some by place, some by name, some left to their defaults."""
    o, x, y = ms.ops, ms.Tensor(X), ms.Tensor(ODDS)
    made = {
        "axis": o.ReduceMax()(x, axis=(0, 1)),
        "none": o.ReduceMin()(x=x),
        "pos_weight": o.BCEWithLogitsLoss()(x, y, ms.Tensor(ODDS), posWeight=y),
        "no_weight": o.BinaryCrossEntropy()(y, target=y),
        "turned": o.FloorMod()(y=y, x=x),
    }
    return {name: out.asnumpy() for name, out in made.items()}


REFUSED: dict[str, Any] = {
    "missing": lambda o, x: o.Add()(x),
    "missing_by_name": lambda o, x: o.Add()(other=x),
    "twice": lambda o, x: o.Add()(x, x, other=x),
    "once_more": lambda o, x: o.ReLU()(x, x),
    "unknown": lambda o, x: o.ReLU()(x=x),
    "of_another": lambda o, x: o.Argmax()(x=x),
    "setting": lambda o, x: o.ReduceSum()(x, keep_dims=True),
    "needed": lambda o, x: o.OneHot()(x, 2),
    "older": lambda o, x: o.Hypot()(x1=x, x2=x),
    "older_constructed": lambda o, x: o.Stack()(input_x=(x, x)),
    "older_window": lambda o, x: o.MaxPool()(x=x),
}


@case(jit=False)
def refused(ms: Any, run: Any) -> Arrays:
    return {
        name: run.raises(lambda x, call=call: call(ms.ops, x), X)["raises"]
        for name, call in REFUSED.items()
    }
