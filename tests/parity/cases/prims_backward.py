"""Gradient primitives of mindspore.ops.operations._grad_ops."""

from __future__ import annotations

import importlib
from typing import Any

import numpy as np

from tests.parity.harness import case, rand

X, Y = rand(3, 4), rand(3, 4, seed=1)
UNIT = rand(3, 4, low=-0.9, high=0.9)
UP = rand(3, 4, seed=2, low=1.2, high=3)
IMAGE, GRAD = rand(2, 3, 4, 4), rand(2, 3, 2, 2, seed=3)
VOLUME, CUBE = rand(1, 2, 4, 4, 4), rand(1, 2, 2, 2, 2, seed=3)
WIDE = rand(2, 3, 4, 4, seed=5)
CHANNEL, MEAN, SPREAD = rand(3, seed=4), rand(3, seed=6), rand(3, seed=7, low=0.2, high=2)


def _prims(ms: Any) -> Any:
    return importlib.import_module(f"{ms.__name__}.ops.operations._grad_ops")


def _row(
    name: str, settings: Any, given: tuple[Any, ...], word: str = "", grad: bool = True
) -> None:
    """A primitive, with the settings it is made with, called with arrays, and with what is behind them as it is."""

    def body(ms: Any, run: Any) -> Any:
        call = getattr(_prims(ms), name)(*settings)
        arrays = [v for v in given if isinstance(v, np.ndarray)]

        def of(*tensors: Any) -> Any:
            rest = list(tensors)
            return call(*[rest.pop(0) if isinstance(v, np.ndarray) else v for v in given])

        return run(of, *arrays, grad=grad)

    case(name=name + word, rtol=1e-4, atol=1e-5)(body)


for _name in ("ACosGrad", "AsinGrad"):
    _row(_name, (), (UNIT, Y))
for _name in ("AbsGrad", "ReciprocalGrad", "InvGrad"):
    _row(_name, (), (X, Y), grad=False)
for _name in ("AtanGrad", "AsinhGrad", "TanhGrad", "SigmoidGrad"):
    _row(_name, (), (X, Y))
for _name in ("AcoshGrad", "SqrtGrad", "RsqrtGrad"):
    _row(_name, (), (UP, Y))
for _name in (
    "ReluGrad",
    "ReLU6Grad",
    "EluGrad",
    "HSigmoidGrad",
    "HSwishGrad",
    "SiLUGrad",
    "SoftplusGrad",
):
    _row(_name, (), (X, 4 * Y), grad=_name in ("SoftplusGrad",))
for _name in ("HShrinkGrad", "SoftShrinkGrad"):
    _row(_name, (0.7,), (X, Y), grad=False)
_row("FastGeLUGrad", (), (X, Y), grad=False)
_row("GeLUGrad", (), (X, Y, Y), grad=False)
_row("LogitGrad", (0.1,), (X, rand(3, 4, low=0, high=1)), grad=False)
_row("MvlgammaGrad", (2,), (X, UP), grad=False)
_row("IgammaGradA", (), (UP, np.abs(X)), grad=False)
_row("LogSoftmaxGrad", (0,), (X, Y), grad=False)
_row("DropoutGrad", (0.25,), (X, (Y > 0).astype(np.float32)), grad=False)
_row("GluGrad", (1,), (rand(3, 2), X), grad=False)
_row("PReLUGrad", (), (IMAGE, WIDE, CHANNEL), grad=False)
_row("BiasAddGrad", (), (IMAGE,))
_row("BiasAddGrad", (), (X,), "_rows")
_TIED = np.where(X > 1, X, Y)
for _name in ("MaximumGrad", "MinimumGrad"):
    _row(_name, (), (X, _TIED, Y), grad=False)
    _row(_name, (True, False), (X, Y[0], Y), "_one", grad=False)
    _row(_name, (), (np.array([1, 2, 3]), np.array([1, 3, 2]), np.array([3, -3, 5])), "_whole")
_row("MaximumGradGrad", (), (X, _TIED, 2 * X, 3 * Y), grad=False)

# -- losses ------------------------------------------------------------------------------------
_CHANCE = rand(3, 4, seed=8, low=0.1, high=0.9)
_ONE = np.array(1.5, np.float32)
for _how, _along in (("mean", _ONE), ("sum", _ONE), ("none", Y)):
    _row(
        "BinaryCrossEntropyGrad",
        (_how,),
        (_CHANCE, _CHANCE.T.reshape(3, 4), _along, UP),
        f"_{_how}",
        False,
    )
    _row("KLDivLossGrad", (_how,), (_along, X, _CHANCE), f"_{_how}", False)
    _row("SmoothL1LossGrad", (0.5, _how), (X, Y, _along), f"_{_how}", False)
for _how, _along in (("mean", _ONE), ("sum", _ONE), ("none", rand(3))):
    _row("NLLLossGrad", (_how, 1), (X, _along, np.array([0, 1, 3], np.int32), rand(4, low=0, high=2),
                                   np.array(2.5, np.float32)), f"_{_how}", False)  # fmt: skip
    _row(
        "MultiMarginLossGrad",
        (2, 0.5, _how),
        (_along, X, np.array([0, 1, 3]), None),
        f"_{_how}",
        False,
    )
_row("SigmoidCrossEntropyWithLogitsGrad", (), (X, _CHANCE, Y), grad=False)

# -- normalizations ------------------------------------------------------------------------------
_ROWS_MEAN, _ROWS_SPREAD = IMAGE.mean((2, 3), keepdims=True), IMAGE.var((2, 3), keepdims=True)
_GAMMA = rand(4, 4, seed=9)
_row("LayerNormGrad", (2, 2), (IMAGE, WIDE, _ROWS_SPREAD, _ROWS_MEAN, _GAMMA), grad=False)
_row("LayerNormGradGrad", (2, 2), (IMAGE, WIDE, _ROWS_SPREAD, _ROWS_MEAN, _GAMMA, 2 * WIDE, _GAMMA + 1, _GAMMA),
     grad=False)  # fmt: skip
_row(
    "BatchNormGrad",
    (True,),
    (WIDE, IMAGE, CHANNEL, IMAGE.mean((0, 2, 3)), IMAGE.var((0, 2, 3)), SPREAD),
    "_training",
    False,
)
_row("BatchNormGrad", (False, 1e-3), (WIDE, IMAGE, CHANNEL, MEAN, SPREAD, SPREAD), "_else", False)
_row(
    "BatchNormGradGrad",
    (False,),
    (IMAGE, WIDE, CHANNEL, MEAN, SPREAD, WIDE, CHANNEL, MEAN),
    "_else",
    False,
)
_SAMPLE_MEAN, _SAMPLE_SPREAD = rand(2, 3, 1, 1), rand(2, 3, 1, 1, low=0.2, high=2)
for _way in (True, False):
    _row("InstanceNormV2Grad", (_way,), (WIDE, IMAGE, *[rand(2, 3, 1, 1, seed=11)], _SAMPLE_MEAN, _SAMPLE_SPREAD,
         _SAMPLE_MEAN + 0.1, _SAMPLE_SPREAD + 0.1), f"_{_way}", False)  # fmt: skip
_row("L2NormalizeGrad", (1,), (X, Y, UP), grad=False)
_row("LRNGrad", (), (IMAGE, WIDE, IMAGE), grad=False)

# -- places ------------------------------------------------------------------------------------
_row("FlattenGrad", (), (X, (3, 2, 2)), grad=False)
_row("SliceGrad", (), (rand(1, 2), X, (0, 1), (1, 2)), grad=False)
_row("StridedSliceGrad", (), (rand(1, 2), (3, 4), (0, 1), (1, 3), (1, 1)), grad=False)
_row("GatherDGradV2", (), (X, 0, np.array([[0, 1, 2, 0]]), rand(1, 4)), grad=False)
_row("MaskedSelectGrad", (), (X, X > 0, rand(int((X > 0).sum()))), grad=False)
_row(
    "MedianGrad",
    (False, 1, True),
    (rand(3, 1), X, rand(3, 1), np.array([[0], [1], [3]])),
    grad=False,
)
_row("LuUnpackGrad", (True, False), (rand(4, 4), rand(4, 4), rand(4, 4, seed=2)), grad=False)
_row("PadV3Grad", ("reflect",), (rand(1, 2, 7), np.array([1, 2])), grad=False)
_row("PdistGrad", (),
    (rand(3), X, np.array([np.linalg.norm(X[i] - X[j]) for i, j in ((0, 1), (0, 2), (1, 2))], np.float32)),
     grad=False)  # fmt: skip

# -- pools and images ------------------------------------------------------------------------------
_BLOCKS = IMAGE.reshape(2, 3, 2, 2, 2, 2).max((3, 5))
for _name in ("MaxPoolGrad", "AvgPoolGrad"):
    _row(_name, (2, 2), (IMAGE, _BLOCKS, GRAD), grad=False)
    _row(_name, (3, 2, "SAME"), (IMAGE, _BLOCKS, GRAD), "_same", False)
_row("MaxPoolGradGrad", (2, 2), (IMAGE, _BLOCKS, WIDE), grad=False)
_row(
    "MaxPool3DGrad",
    (2, 2),
    (VOLUME, VOLUME.reshape(1, 2, 2, 2, 2, 2, 2, 2).max((3, 5, 7)), CUBE),
    grad=False,
)
_row(
    "MaxPool3DGradGrad",
    (2, 2),
    (VOLUME, VOLUME.reshape(1, 2, 2, 2, 2, 2, 2, 2).max((3, 5, 7)), VOLUME + 1),
    grad=False,
)
_row("AvgPool3DGrad", (2, 2), ((1, 2, 4, 4, 4), CUBE), grad=False)
_row("AdaptiveAvgPool2DGrad", (), (GRAD, (2, 3, 4, 5)), grad=False)
_row("AdaptiveAvgPool3DGrad", (), (CUBE, np.array([1, 2, 4, 4, 5], np.int32)), grad=False)
_row("AdaptiveMaxPool2DGrad", (), (GRAD, IMAGE, np.arange(24).reshape(2, 3, 2, 2) % 16), grad=False)
_row(
    "AdaptiveMaxPool3DGrad",
    (),
    (CUBE, VOLUME, (np.arange(16).reshape(CUBE.shape) * 3 % 64).astype(np.int32)),
    grad=False,
)
_LAST, _SEQUENCE = np.ascontiguousarray(IMAGE.transpose(0, 2, 3, 1)), np.array([0, 2, 4])
_OUT = np.ascontiguousarray(_BLOCKS.transpose(0, 2, 3, 1))
for _way in (True, False):
    _row(
        "FractionalAvgPoolGrad",
        (_way,),
        (np.array(_LAST.shape), _OUT, _SEQUENCE, _SEQUENCE),
        f"_{_way}",
        False,
    )
_row(
    "FractionalMaxPoolGrad",
    (),
    (_LAST[:1], _OUT[:1], 2 * _OUT[:1], _SEQUENCE, _SEQUENCE),
    grad=False,
)
_row(
    "FractionalMaxPoolGradWithFixedKsize",
    (),
    (IMAGE.astype(np.int32), GRAD, np.arange(24).reshape(2, 3, 2, 2) % 16),
    grad=False,
)
_row("ResizeBilinearGrad", (True,), (WIDE, GRAD), "_corners", False)
_row("ResizeBilinearGrad", (False, True), (WIDE, GRAD), "_centers", False)
_row("ResizeLinear1DGrad", (), (rand(2, 3, 5), rand(2, 3, 3)), grad=False)
_row("ResizeNearestNeighborGrad", (), (WIDE, (2, 3)), grad=False)
_row("ResizeNearestNeighborV2Grad", (True,), (WIDE, np.array([2, 3], np.int32)), grad=False)
_row("GridSampler2DGrad", ("bilinear", "border", True), (GRAD, IMAGE, rand(2, 2, 2, 2)), grad=False)
_row("GridSampler3DGrad", (), (CUBE, VOLUME, rand(1, 2, 2, 2, 3)), grad=False)
_row(
    "ROIAlignGrad",
    (2, 2, 1.0),
    (rand(1, 3, 2, 2), np.array([[0, 0, 0, 3, 3]], np.float32), (2, 3, 4, 4)),
    grad=False,
)
_row("AffineGridGrad", (True,), (rand(1, 2, 3, 2), (1, 1, 2, 3)), grad=False)
_row("UpsampleNearest3DGrad", (), (VOLUME, (1, 2, 2, 2, 2), (4, 4, 4), None), grad=False)
_row("UpsampleTrilinear3DGrad", (True,), (VOLUME, (1, 2, 2, 2, 2), (4, 4, 4), None), grad=False)
_row("Conv2DBackpropFilter", (2, 2), (rand(2, 2, 3, 3), IMAGE, (2, 3, 2, 2)), grad=False)
_row(
    "Conv2DBackpropFilter",
    (2, 3, "pad", 1, (1, 1, 1, 1)),
    (rand(2, 2, 4, 4), IMAGE, (2, 3, 3, 3)),
    "_pad",
    False,
)
_row("Conv3DBackpropFilter", (2, 2), (VOLUME, rand(1, 2, 3, 3, 3), (2, 2, 2, 2, 2)), grad=False)
_row("MirrorPadGrad", (), (rand(5, 6), np.array([[1, 1], [2, 1]])), grad=False)


@case(jit=False)
def largest_by_place(ms: Any, run: Any) -> Any:
    prims = _prims(ms)
    x, grad = ms.Tensor(IMAGE), ms.Tensor(GRAD)
    out, at = ms.ops.MaxPoolWithArgmax(2, 2)(x)
    _, flat = ms.ops.MaxPoolWithArgmaxV2(2, 2)(x)
    result = {
        "first": prims.MaxPoolGradWithArgmax(2, 2)(x, grad, at),
        "again": prims.MaxPoolGradGradWithArgmax(2, 2)(x, ms.Tensor(WIDE), at),
        "second": prims.MaxPoolGradWithArgmaxV2(2, 2)(x, grad, flat),
    }
    return {name: value.asnumpy() for name, value in result.items()}


# MindSpore's kernel reads the weights of cubes from a table of 1,024.
@case(atol=4e-3)
def cubes(ms: Any, run: Any) -> Any:
    op = _prims(ms).ResizeBicubicGrad(True)
    return run(lambda grads, image: op(grads, image), WIDE, GRAD, grad=False)


@case(rtol=2e-3, atol=1e-4, jit=False)
def of_halves(ms: Any, run: Any) -> Any:
    prims, half = _prims(ms), ms.Tensor(X.astype(np.float16))
    names = ("TanhGrad", "SigmoidGrad", "ReluGrad", "HSwishGrad", "SiLUGrad")
    return {name: getattr(prims, name)()(half, half).asnumpy() for name in names}


@case(jit=False)
def offsets(ms: Any, run: Any) -> Any:
    op = _prims(ms).ConcatOffset(3, 1)
    parts = tuple(ms.Tensor(rand(2, n)) for n in (3, 1, 2))
    return {"offsets": op(parts).asnumpy()}


@case(jit=False)
def of_other_dtypes(ms: Any, run: Any) -> Any:
    prims, result = _prims(ms), {}
    c = (X + 1j * Y).astype(np.complex64)
    for name in ("TanhGrad", "SigmoidGrad", "SqrtGrad", "RsqrtGrad", "ReciprocalGrad", "InvGrad", "AsinhGrad",
        "AtanGrad",
                 "ACosGrad", "AsinGrad"):  # fmt: skip
        given = ms.Tensor(c), ms.Tensor(c * (1 - 2j))
        result[f"{name}.complex"] = getattr(prims, name)()(*given).asnumpy()
    whole = ms.Tensor(np.array([2, -1, 3], np.int32))
    result["whole"] = prims.ReluGrad()(whole, whole).asnumpy()
    return result
