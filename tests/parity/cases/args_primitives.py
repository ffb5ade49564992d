"""Arguments of primitives that scripts give, each with another value than its default."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from tests.parity.harness import Arrays, case, is_mindspore, rand

X = rand(2, 3)
IMAGE = rand(2, 4, 6, 5)
VOLUME = rand(1, 2, 4, 5, 4)
ODDS = rand(2, 3, low=0.05, seed=3)
POSITIVE = np.clip(np.abs(ODDS) / 2, 0.05, 0.95)
LABELS = rand(2, 3, seed=4, low=0, dtype=np.float32) / 2
BOXES = np.array([[0, 0, 4, 4], [1, 1, 5, 6]], np.float32)
TRUTH = np.array([[0, 0, 3, 4], [2, 1, 5, 6]], np.float32)

Call = Callable[[Any, Any], Any]

# Name -> (the primitive made and called, its tensors).
CALLS: dict[str, tuple[Callable[..., Any], tuple[np.ndarray, ...]]] = {
    "argmin": (lambda o, x: o.ArgMinWithValue(axis=1, keep_dims=True)(x), (X,)),
    "argmax": (lambda o, x: o.ArgMaxWithValue(axis=1, keep_dims=True)(x), (X,)),
    "avg_pool": (
        lambda o, x: o.AvgPool(kernel_size=2, strides=2, pad_mode="same", data_format="NCHW")(x),
        (IMAGE,),
    ),
    "avg_pool3d": (
        lambda o, x: o.AvgPool3D(kernel_size=2, strides=2, pad_mode="same")(x),
        (VOLUME,),
    ),
    "bce_logits": (
        lambda o, x, y, w, p: o.BCEWithLogitsLoss(reduction="sum")(x, y, w, p),
        (X, LABELS, np.ones_like(X), np.ones_like(X)),
    ),
    "bce": (
        lambda o, x, y, w: o.BinaryCrossEntropy(reduction="sum")(x, y, w),
        (POSITIVE, np.round(POSITIVE), np.ones_like(X)),
    ),
    "batch_matmul": (
        lambda o, x, y: o.BatchMatMul(transpose_a=True, transpose_b=False)(x, y),
        (rand(2, 4, 3), rand(2, 4, 5, seed=1)),
    ),
    "bias_add": (lambda o, x, b: o.BiasAdd(data_format="NCHW")(x, b), (IMAGE, rand(4, seed=2))),
    "decode": (
        lambda o, a, d: o.BoundingBoxDecode(
            max_shape=(32, 32),
            means=(0.1, 0.1, 0.2, 0.2),
            stds=(2.0, 2.0, 2.0, 2.0),
            wh_ratio_clip=0.1,
        )(a, d),
        (BOXES, TRUTH / 10),
    ),
    "encode": (
        lambda o, a, g: o.BoundingBoxEncode(means=(0.1, 0.1, 0.2, 0.2), stds=(2.0, 2.0, 2.0, 2.0))(
            a, g
        ),
        (BOXES, TRUTH),
    ),
    "iou": (lambda o, a, b: o.IOU(mode="iof")(a, b), (BOXES, TRUTH)),
    "conv2d": (
        lambda o, x, w: o.Conv2D(
            out_channel=4,
            kernel_size=3,
            mode=1,
            pad_mode="pad",
            pad=1,
            stride=2,
            dilation=1,
            group=2,
            data_format="NCHW",
        )(x, w),
        (IMAGE, rand(4, 2, 3, 3, seed=5)),
    ),
    "conv2d_transpose": (
        lambda o, x, w: o.Conv2DTranspose(
            out_channel=4, kernel_size=3, pad_mode="pad", pad=1, stride=2, dilation=1, group=1
        )(x, w, (2, 4, 11, 9)),
        (IMAGE, rand(4, 4, 3, 3, seed=5)),
    ),
    "l2": (lambda o, x: o.L2Normalize(axis=1, epsilon=0.5)(x), (X,)),
    "lrn": (
        lambda o, x: o.LRN(
            depth_radius=2, bias=2.0, alpha=0.3, beta=0.7, norm_region="ACROSS_CHANNELS"
        )(x),
        (IMAGE,),
    ),
    "max_pool3d": (
        lambda o, x: o.MaxPool3D(
            kernel_size=2, strides=2, pad_mode="pad", pad_list=1, ceil_mode=True
        )(x),
        (VOLUME,),
    ),
    "max_pool_argmax": (
        lambda o, x: o.MaxPoolWithArgmax(kernel_size=2, strides=2, pad_mode="same")(x),
        (IMAGE,),
    ),
    "meshgrid": (lambda o, x, y: o.Meshgrid(indexing="ij")((x, y)), (rand(3), rand(4, seed=1))),
    "nll": (
        lambda o, x, w: o.NLLLoss(reduction="sum", ignore_index=2)(x, _ints(o, [0, 2]), w),
        (X, np.ones(3, np.float32)),
    ),
    "reduce_min": (lambda o, x: o.ReduceMin(keep_dims=True)(x, 1), (X,)),
    "reverse": (lambda o, x: o.ReverseSequence(seq_dim=1, batch_dim=0)(x, _ints(o, [2, 3])), (X,)),
    "reverse_columns": (
        lambda o, x: o.ReverseSequence(seq_dim=0, batch_dim=1)(x, _ints(o, [1, 2, 2])),
        (X,),
    ),
    "top_k_any_order": (
        lambda o, x: o.Sort()(o.TopK(sorted=False)(x, 2)[0])[0],
        (X,),
    ),
    "conv2d_transpose_wide": (
        lambda o, x, w: o.Conv2DTranspose(4, 3, pad_mode="valid", dilation=2, group=2)(
            x, w, (2, 4, 10, 9)
        ),
        (IMAGE, rand(4, 2, 3, 3, seed=5)),
    ),
    "top_k": (lambda o, x: o.TopK(sorted=True)(x, 2), (X,)),
    "cross_entropy": (
        lambda o, x, w: o.cross_entropy(
            x, _ints(o, [0, 2]), weight=w, ignore_index=-1, reduction="sum", label_smoothing=0.1
        ),
        (X, np.array([0.5, 1, 2], np.float32)),
    ),
    "bce_logits_function": (
        lambda o, x, y, w, p: o.binary_cross_entropy_with_logits(
            x, y, weight=w, pos_weight=p, reduction="sum"
        ),
        (X, LABELS, np.full_like(X, 0.5), np.full_like(X, 2.0)),
    ),
    "unstack": (lambda o, x: o.unstack(input_x=x, axis=1), (X,)),
    "dropout": (lambda o, x: o.dropout(x, p=0.3, training=False), (X,)),
    "dropout_object": (lambda o, x: o.Dropout(keep_prob=1.0)(x), (X,)),
    "partial": (lambda o, x: o.partial(o.sub, x)(x * 2), (X,)),
    "zeros_like": (lambda o, x: o.zeros_like(x, dtype=_module(o).float16), (X,)),
    "flags": (lambda o, x: o.add_flags(has_effect=True)(o.neg)(x), (X,)),
}


def _module(ops: Any) -> Any:
    import importlib

    return importlib.import_module(ops.__name__.split(".")[0])


def _ints(ops: Any, values: list[int]) -> Any:
    ms = _module(ops)
    return ms.Tensor(values, ms.int32)


def called(name: str) -> Callable[[Any, Any], Arrays]:
    call, inputs = CALLS[name]

    def body(ms: Any, run: Any) -> Arrays:
        return run(lambda *tensors: call(ms.ops, *tensors), *inputs, grad=name in GRADED)

    body.__module__ = __name__
    return body


# Where MindSpore has gradients for all tensors given.
GRADED = ("avg_pool", "conv2d", "lrn", "reverse")
for _name in CALLS:
    case(name=_name, jit=False, rtol=1e-4, atol=1e-5)(called(_name))


@case(jit=False)
def apply_momentum(ms: Any, run: Any) -> Arrays:
    p = [ms.Parameter(ms.Tensor(X), name=n) for n in "pm"]
    rule = ms.ops.ApplyMomentum(use_nesterov=False, use_locking=True, gradient_scale=1.0)
    rule(p[0], p[1], ms.Tensor(0.1, ms.float32), ms.Tensor(X), ms.Tensor(0.9, ms.float32))
    return {"p": p[0].asnumpy(), "m": p[1].asnumpy()}


@case(jit=False)
def index_add(ms: Any, run: Any) -> Arrays:
    p = ms.Parameter(ms.Tensor(X), name="p")
    add = ms.ops.IndexAdd(axis=1, use_lock=False, check_index_bound=False)
    out = add(p, ms.Tensor([0, 2], ms.int32), ms.Tensor(rand(2, 2)))
    return {"out": out.asnumpy()}


@case(jit=False, rtol=1e-4, atol=1e-5)
def ctc(ms: Any, run: Any) -> Arrays:
    logits = ms.Tensor(rand(4, 1, 3))
    places = ms.Tensor(np.array([[0, 0], [0, 1]]), ms.int64)
    labels = ms.Tensor(np.array([1, 1]), ms.int32)
    length = ms.Tensor([4], ms.int32)
    result = {}
    for name, way in {
        "long": {"ignore_longer_outputs_than_inputs": True},
    }.items():
        loss, _ = ms.ops.CTCLoss(**way)(logits, places, labels, length)
        result[name] = loss.asnumpy()
    return result


@case(jit=False, rtol=1e-4, atol=1e-5)
def ctc_labels(ms: Any, run: Any) -> Arrays:
    """A blank ends a sample's labels; repeated labels in the three ways."""
    logits, length = ms.Tensor(rand(6, 2, 5)), ms.Tensor([6, 5], ms.int32)
    places = ms.Tensor(np.array([[i, j] for i in range(2) for j in range(4)]), ms.int64)
    result = {}
    for name, labels in {
        "ended": [1, 2, 4, 4, 3, 4, 4, 4],
        "repeated": [1, 1, 2, 4, 0, 3, 3, 0],
    }.items():
        for way in ("", "preprocess_collapse_repeated", "ctc_merge_repeated"):
            given = {way: way.startswith("pre")} if way else {}
            values = ms.Tensor(np.array(labels), ms.int32)
            loss, gradient = ms.ops.CTCLoss(**given)(logits, places, values, length)
            result[f"{name}{way}"], result[f"{name}{way}_g"] = loss.asnumpy(), gradient.asnumpy()
    return result


@case(jit=False)
def ctc_label_after_blank(ms: Any, run: Any) -> Arrays:
    logits, length = ms.Tensor(rand(6, 1, 5)), ms.Tensor([6], ms.int32)
    places = ms.Tensor(np.array([[0, 0], [0, 1], [0, 2]]), ms.int64)
    labels = ms.Tensor([1, 4, 2], ms.int32)
    return run.raises(lambda: ms.ops.CTCLoss()(logits, places, labels, length)[0].asnumpy())


@case(jit=False)
def random_shapes(ms: Any, run: Any) -> Arrays:
    """Seeds give streams of MindSpore's own; shapes, types and ranges are compared."""
    o = ms.ops
    low, high = ms.Tensor(1, ms.int32), ms.Tensor(5, ms.int32)
    whole = o.UniformInt(seed=3, seed2=1)((50,), low, high).asnumpy()
    made = {
        "normal": o.StandardNormal(seed=3, seed2=1)((3, 2)),
        "real": o.UniformReal(seed=3, seed2=1)((3, 2)),
        "drawn": o.normal((3, 2), ms.Tensor(0.0, ms.float32), ms.Tensor(1.0, ms.float32), seed=4),
        "half": o.randn(3, 2, dtype=ms.float64),
    }
    if is_mindspore(ms):  # no kernels on its CPU
        o.Randperm(max_length=4), o.DropoutGenMask(Seed0=3, Seed1=1)
        made |= {
            "permutation": ms.Tensor(np.zeros(4, np.int32)),
            "mask": ms.Tensor(np.zeros((8, 16), np.uint8)),
        }
    else:
        made |= {
            "permutation": o.Randperm(max_length=4)(ms.Tensor([4], ms.int32)),
            "mask": o.DropoutGenMask(Seed0=3, Seed1=1)((8, 16), ms.Tensor(0.5, ms.float32)),
        }
    result = {n: np.array(f"{v.shape} {v.dtype}") for n, v in made.items()}
    return {**result, "inside": np.array([(whole >= 1).all(), (whole < 5).all()])}


@case(jit=False)
def gradients(ms: Any, run: Any) -> Arrays:
    class Net(ms.nn.Cell):
        def construct(self, x: Any, y: Any) -> Any:
            return x * x * y

    x, y = ms.Tensor(X), ms.Tensor(rand(2, 3, seed=1))
    every = ms.ops.GradOperation(get_all=True, sens_param=True)(Net())(x, y, ms.ops.ones_like(x))
    value, grad = ms.value_and_grad(Net(), grad_position=1)(x, y)
    return {
        "x": every[0].asnumpy(),
        "y": every[1].asnumpy(),
        "value": value.asnumpy(),
        "second": grad.asnumpy(),
    }


@case(jit=False)
def tensors(ms: Any, run: Any) -> Arrays:
    import importlib

    init = importlib.import_module(f"{ms.__name__}.common.initializer")
    made = ms.Tensor(shape=(2, 3), dtype=ms.float32, init=init.One()).init_data()
    return {"made": made.asnumpy()}


@case(jit=False, rtol=1e-4, atol=1e-5)
def deformable(ms: Any, run: Any) -> Arrays:
    x, w, offsets = rand(1, 2, 5, 5), rand(4, 2, 3, 3, seed=1), rand(1, 18, 3, 3, seed=2)
    plain = ms.ops.deformable_conv2d(
        ms.Tensor(x),
        ms.Tensor(w),
        ms.Tensor(np.concatenate([offsets, np.ones((1, 9, 3, 3), np.float32)], 1)),
        (3, 3),
        (1, 1, 1, 1),
        (0, 0, 0, 0),
        bias=ms.Tensor(rand(4, seed=3)),
        dilations=(1, 1, 1, 1),
        groups=1,
        deformable_groups=1,
        modulated=True,
    )
    return {"out": plain.asnumpy()}
