"""Ops with the arguments of MindSpore's docstring examples, and those beside them."""

from __future__ import annotations

from typing import Any

import numpy as np

from tests.parity.harness import Arrays, case, merge, rand
from tests.parity.table import each, row

HALVES = rand(1, 2, 4, 4, 4, dtype=np.float16)
TWO = rand(3, 4, seed=1), rand(4, 5, seed=2)
INTS = np.arange(1, 17).reshape(1, 4, 4, 1)
REGIONS = np.array([[0, 0.2, 0.3, 0.25, 0.3], [0, 1, 1, 1, 1], [0, 1, 1, 1.5, 3]], np.float32)
ADAM = [rand(2, 3, seed=s, low=0.1) for s in (1, 2, 3)]


def roi_align(mode: int, scale: float) -> Any:
    return lambda ms, x, rois: ms.ops.ROIAlign(2, 2, scale, 2, mode)(x, rois)


def fused_adam(ms: Any, var: Any, m: Any, v: Any, gradient: Any) -> Any:
    var, m, v = (ms.Parameter(t, name=n) for t, n in zip((var, m, v), "abc", strict=True))
    rates = [ms.Tensor(r, ms.float32) for r in (0.01, 0.9, 0.99, 1e-6, 0.1)]
    op = ms.ops.operations.FusedCastAdamWeightDecay()
    op(var, m, v, *rates, gradient.astype(ms.float16), ms.Tensor(2.0, ms.float32))
    return var.value(), m.value(), v.value()


each(
    __name__,
    {
        "avg_pool3d_float16": row(
            lambda ms, x: ms.ops.avg_pool3d(x, kernel_size=2, stride=1), HALVES, grad=False
        ),
        "avg_pool3d_primitive_float16": row(
            lambda ms, x: ms.ops.AvgPool3D(2, 1, "same")(x), HALVES, grad=False
        ),
    },
    rtol=2e-3,
    atol=1e-3,
)
each(
    __name__,
    {
        "baddbmm_of_matrices": row(
            lambda ms, c, x, y: ms.ops.baddbmm(c, x, y, beta=0.5, alpha=2), rand(3, 5), *TWO
        ),
        "addbmm_of_matrices": row(
            lambda ms, c, x, y: ms.ops.addbmm(c, x, y, beta=0.5, alpha=2), rand(3, 5), *TWO
        ),
        "bucketize_class": row(
            lambda ms, x: ms.ops.Bucketize(boundaries=[1.0, 3.0, 5.0])(x),
            np.array([[0, 1, 2], [3, 5, 9]], np.int32),
        ),
        "bucketize_both_sides": row(
            lambda ms, x: (
                ms.ops.bucketize(x, [1, 3, 5]),
                ms.ops.bucketize(x, [1, 3, 5], right=True),
            ),
            np.array([[0, 1, 2], [3, 5, 9]], np.int32),
        ),
        "fractional_avg_pool_of_integers": row(
            lambda ms, x: ms.ops.FractionalAvgPool(pooling_ratio=[1.0, 1.5, 1.5, 1.0])(x), INTS
        ),
        "complex_abs": row(
            lambda ms, x: ms.ops.ComplexAbs()(x), np.array([3 + 4j, -1j], np.complex64)
        ),
        "complex_abs_double": row(lambda ms, x: ms.ops.ComplexAbs()(x), np.array([3 + 4j, -1j])),
        **{
            f"resize_bicubic_{way}_{height}_{width}": row(
                lambda ms, x, how=how, size=(height, width): ms.ops.ResizeBicubic(*how)(
                    x, ms.Tensor(size, ms.int32)
                ),
                rand(1, 2, 5, 7),
            )
            for way, how in {
                "corners": (False, False),
                "align": (True, False),
                "centers": (False, True),
            }.items()
            for height, width in ((3, 7), (8, 9))
        },
        "bincount_sized": row(
            lambda ms, a, w: ms.ops.Bincount()(a, ms.Tensor(4, ms.int32), w),
            np.array([1, 3, 1, 7], np.int32),
            np.array([0.5, 1, 2, 3], np.float32),
            grad=False,
        ),
        "fused_cast_adam": row(fused_adam, *ADAM, rand(2, 3, seed=4), grad=False),
    }
    | {
        f"roi_align_small_regions_{mode}_{scale}": row(
            roi_align(mode, scale), rand(1, 1, 4, 4), REGIONS, grad=False
        )
        for mode in (0, 1)
        for scale in (0.5, 1.0)
    },
    jit=False,
)


@case(jit=False)
def kl_loss_of_batches(ms: Any, run: Any) -> Arrays:
    """The distribution's own probability has no axes, the other's has one."""
    ours = ms.nn.probability.distribution.Bernoulli(0.3, dtype=ms.float32)
    numbers = ms.Tensor([0.2, 0.5, 0.7], ms.float32)
    return merge(
        scalar=run(lambda p: ours.kl_loss("Bernoulli", p), numbers.asnumpy(), grad=False),
        both=run(
            lambda p: ours.kl_loss("Bernoulli", p, ms.Tensor([[0.4], [0.6]], ms.float32)),
            numbers.asnumpy(),
            grad=False,
        ),
    )


def _ctc(ms: Any) -> Any:
    scores = ms.ops.log_softmax(ms.Tensor(rand(5, 2, 4)), -1)
    targets = ms.Tensor(np.array([[1, 2], [3, 1]], np.int32))
    return scores, targets, ms.Tensor([5, 4], ms.int32), ms.Tensor([2, 1], ms.int32)


@case(jit=False)
def log_alpha(ms: Any, run: Any) -> Arrays:
    """Of the function and of the primitive, where both sequences are full and where one ends before."""
    primitive = ms.ops.operations.nn_ops.CTCLossV2()
    return merge(
        function=run(lambda: ms.ops.ctc_loss(*_ctc(ms), 0, "none")),
        primitive=run(lambda: primitive(*_ctc(ms))),
    )


def _random(draw: Any, *holds: Any) -> Any:
    def body(ms: Any, run: Any) -> Arrays:
        out = draw(ms)
        values = out.asnumpy()
        return {
            "kind": np.array(f"{out.shape} {out.dtype}"),
            "holds": np.array([bool(holds[0](values))]),
        }

    return body


for _name, _draw, _holds in [
    (
        "multinomial_of_integers",
        lambda ms: ms.ops.multinomial(ms.Tensor([0, 9, 4, 0], ms.int32), 2),
        lambda v: set(v.tolist()) <= {1, 2},
    ),
    (
        "multinomial_class_of_integers",
        lambda ms: ms.ops.Multinomial(seed=5)(ms.Tensor([0, 9, 4, 0], ms.int32), 20),
        lambda v: set(v.ravel().tolist()) <= {1, 2},
    ),
    (
        "random_poisson_of_integers",
        lambda ms: ms.ops.random_poisson(
            ms.Tensor([2000], ms.int32), ms.Tensor([2, 20], ms.int32), seed=5
        ),
        lambda v: (abs(v.mean(0) - [2, 20]) < 1).all(),
    ),
    (
        "random_poisson_class_of_integers",
        lambda ms: ms.ops.operations.random_ops.RandomPoisson(seed=5, dtype=ms.int32)(
            ms.Tensor([2000], ms.int32), ms.Tensor([2, 20], ms.int32)
        ),
        lambda v: (abs(v.mean(0) - [2, 20]) < 1).all(),
    ),
]:
    case(name=_name, jit=False)(_random(_draw, _holds))


@case(jit=False)
def mix_up_of_one(ms: Any, run: Any) -> Arrays:
    """A batch size of one: one share for all; and an image without a batch's axis."""
    images, labels = rand(3, 2, 2, 3), np.eye(3, dtype=np.float32)
    out = {}
    for name, image, label in (("batch", images, labels), ("image", images[0], labels[0])):
        np.random.seed(3)
        mix = ms.dataset.vision.MixUp(batch_size=1, alpha=0.5, is_single=True)
        out[f"{name}0"], out[f"{name}1"] = mix(image, label)
    return out


@case(jit=False)
def return_values(ms: Any, run: Any) -> Arrays:
    """Whether a method that changes something returns itself, a copy or None."""
    nn = ms.nn
    cells, sequence = nn.CellList([nn.ReLU()]), nn.SequentialCell([nn.ReLU()])
    named = nn.CellDict({"a": nn.ReLU()})
    x = ms.Tensor(np.ones((2, 2), np.float32))
    var = ms.Parameter(ms.Tensor(np.zeros((2, 2), np.float32)), name="v")
    optimizer = ms.experimental.optim.SGD([var], lr=0.1)
    schedule = ms.experimental.optim.lr_scheduler.CosineAnnealingWarmRestarts(optimizer, 2)
    results = {
        "CellList.append": cells.append(nn.ReLU()),
        "CellList.extend": cells.extend([nn.ReLU()]) is cells,
        "CellList.insert": cells.insert(0, nn.ReLU()),
        "SequentialCell.append": sequence.append(nn.ReLU()),
        "CellDict.keys": type(named.keys()).__name__,
        "CellDict.items": type(named.items()).__name__,
        "CellDict.update": named.update({"b": nn.ReLU()}),
        "CellDict.clear": named.clear(),
        "Tensor.set_dtype": x.set_dtype(ms.float16),
        "Parameter.set_dtype": var.set_dtype(ms.float16),
        "step": schedule.step(),
    }
    return {"text": np.array([f"{name} {value}" for name, value in results.items()])}


@case(jit=False)
def inplace_index_add_returns(ms: Any, run: Any) -> Arrays:
    """The values; the Parameter has them too."""
    var = ms.Parameter(ms.Tensor(rand(3, 2)), name="v")
    out = ms.ops.inplace_index_add(var, ms.Tensor([0, 2], ms.int32), ms.Tensor(rand(2, 2)), 0)
    return {
        "class": np.array(type(out).__name__),
        "out": out.asnumpy(),
        "parameter": var.asnumpy(),
    }


@case(jit=False)
def repr_of_cells_and_primitives(ms: Any, run: Any) -> Arrays:
    """The text that print shows of layers and primitives."""
    nn, ops = ms.nn, ms.ops
    shown = [
        nn.Dense(3, 2),
        nn.Dense(3, 2, has_bias=False, activation="relu"),
        nn.Conv2d(1, 2, 3, weight_init="ones"),
        nn.BatchNorm2d(3),
        nn.LayerNorm((3,)),
        nn.Dropout(p=0.3),
        nn.Dropout1d(0.3),
        nn.Dropout2d(),
        nn.ChannelShuffle(2),
        ms.mint.nn.AdaptiveAvgPool2d(3),
        ms.mint.nn.AdaptiveMaxPool1d(3, return_indices=True),
        ms.mint.nn.BatchNorm2d(3),
        ms.mint.nn.Linear(3, 2),
        nn.MaxPool2d(2),
        nn.ReLU(),
        nn.SequentialCell([nn.Dense(2, 2), nn.ReLU()]),
        nn.CellList([nn.Flatten(), nn.ReLU()]),
        nn.Embedding(4, 2),
        ops.ReLU(),
        ops.MatMul(transpose_b=True),
        ops.Softmax((0, 1)),
        ops.Sigmoid(),
        ops.Concat(1),
        ops.Cast(),
    ]
    return {"text": np.array([repr(each) for each in shown])}


@case(jit=False)
def assigned_numbers(ms: Any, run: Any) -> Arrays:
    """Numbers of Python and NumPy given to parameters take their dtype, where their kind allows it."""
    numbers = [True, 3, 2.5, np.bool_(1), np.uint8(2), np.int64(2), np.float16(2), np.float64(2)]
    lines = []
    for dtype in ("bool_", "uint8", "int32", "int64", "float16", "float32", "float64"):
        for name in ("assign", "assign_add", "assign_sub", "set_data"):
            for number in numbers:
                ones = ms.Tensor(np.ones(()), getattr(ms, dtype))
                parameter = ms.Parameter(ones, name="p")
                call = parameter.set_data if name == "set_data" else getattr(ms.ops, name)
                given = (number,) if name == "set_data" else (parameter, number)
                try:
                    out = f"{call(*given).dtype} {float(parameter.asnumpy())}"
                except Exception as error:
                    out = type(error).__name__
                lines.append(f"{dtype} {name} {type(number).__name__.rstrip('_')} {out}")
    return {"text": np.array("\n".join(lines))}
