"""mindspore.mint and mint.nn.functional: values, dtypes and refusals through both doors to an op.

MindSpore's CPU build has no kernel for many of them, but refuses bad arguments before it looks for one.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from tests.parity.harness import case, merge, rand

X = rand(2, 3)
Y = rand(2, 3, seed=1)
V = rand(3, seed=2)
P = rand(2, 3, seed=3, low=0.1, high=0.9)
IMAGE = rand(1, 2, 4, 4, seed=4)
LINE = rand(1, 2, 6, seed=5)
INTS = np.array([[5, -7, 3], [-4, 6, 2]], np.int32)
BOOLS = np.array([[True, False, True], [False, False, True]])
PLACES = np.array([[0], [-1]], np.int64)
CLASSES = np.array([0, 2], np.int64)


def _settle(ms: Any) -> None:
    """Let MindSpore say what it has still to say about a call before the next one begins."""
    for _ in range(4):
        try:
            ms.runtime.synchronize()
            (ms.Tensor(1.0) + 1).asnumpy()
        except Exception:
            continue


def _refused(ms: Any, run: Any, call: Callable[..., Any], *inputs: Any) -> Any:
    result = run.raises(call, *inputs)
    _settle(ms)
    return result


@case
def sums_with_a_factor(ms: Any, run: Any) -> Any:
    mint = ms.mint
    return merge(
        floats=run(lambda x, v: (mint.add(x, v, alpha=2), mint.sub(x, v, alpha=0.5), mint.sub(1, x, alpha=2)), X, V),
        ints=run(
            lambda i: (mint.add(i, 2, alpha=3), mint.sub(i, 2, alpha=3), ms.ops.subtract(i, 2, alpha=3)), INTS
        ),
        bools=run(
            lambda b: (
                *(mint.add(b, b, alpha=2), mint.sub(b, ms.ops.logical_not(b)), mint.sub(b, b, alpha=2)),
                *(mint.add(b, 1, alpha=2), mint.sub(b, 1, alpha=2), ms.ops.subtract(b, b, alpha=3)),
            ),
            BOOLS,
        ),
        mixed=run(lambda i, x: (mint.add(i, x, alpha=2), mint.sub(x, i, alpha=2)), INTS, X, grad=False),
        factor=_refused(ms, run, lambda i: mint.add(i, 2, alpha=2.5), INTS),
        factor_sub=_refused(ms, run, lambda i: mint.sub(i, 2, alpha=2.5), INTS),
        word=_refused(ms, run, lambda x: mint.add(x, x, alpha="a"), X),
    )  # fmt: skip


@case
def means_and_products(ms: Any, run: Any) -> Any:
    mint = ms.mint
    return merge(
        floats=run(
            lambda x: (mint.mean(x), mint.mean(x, (0, 1), True), mint.prod(x, 1, True), mint.prod(x, dim=0)), X
        ),
        dtypes=run(
            lambda x: (mint.mean(x, dtype=ms.float16), mint.sum(x, 1, dtype=ms.float16),
                mint.prod(x, dtype=ms.float64)),
            X, grad=False,
        ),
        ints=run(
            lambda i: (mint.mean(i), mint.mean(i, 1), mint.mean(i, dtype=ms.float32), mint.prod(i), mint.prod(i, 1)),
            INTS,
        ),
        bools=run(lambda b: (mint.prod(b), mint.sum(b), mint.prod(b, 1)), BOOLS),
        bool_mean=_refused(ms, run, lambda b: mint.mean(b), BOOLS),
        axis=_refused(ms, run, lambda x: mint.mean(x, 5), X),
        tuple_prod=_refused(ms, run, lambda x: mint.prod(x, (0, 1)), X),
    )  # fmt: skip


@case
def one_name_for_three(ms: Any, run: Any) -> Any:
    """max and min of all, along a dimension, and of pairs."""
    mint = ms.mint
    return merge(
        floats=run(
            lambda x, y: (
                *(mint.max(x), mint.max(x, 1), mint.max(x, dim=0, keepdim=True), mint.max(x, y), mint.max(x, other=y)),
                *(mint.min(x), mint.min(x, 1), mint.min(x, 0, True), mint.min(x, y), mint.max(input=x, dim=1)),
            ),
            X, Y,
        ),
        numbers=run(lambda x: (mint.max(x, 1.0), mint.max(x, other=1), mint.min(x, 0.5)), X, grad=False),
        mixed=run(lambda i, x: (mint.max(i, x), mint.min(x, i)), INTS, X, grad=False),
        unknown=_refused(ms, run, lambda x: mint.max(x, axis=1), X),
        unknown_min=_refused(ms, run, lambda x: mint.min(x, axis=1), X),
        many=_refused(ms, run, lambda x: mint.max(x, 1, True, 3), X),
        both=_refused(ms, run, lambda x: mint.max(x, dim=1, other=x), X),
        none=_refused(ms, run, lambda x: mint.max(x, None), X),
        alone=_refused(ms, run, lambda x: mint.max(x, keepdim=True), X),
        dims=_refused(ms, run, lambda x: mint.max(x, (0, 1)), X),
        range=_refused(ms, run, lambda x: mint.max(x, 4), X),
    )  # fmt: skip


@case
def extremes(ms: Any, run: Any) -> Any:
    mint = ms.mint
    return run(
        lambda x: (
            *(mint.amax(x), mint.amax(x, 1), mint.amax(x, (0, 1), True), mint.amax(x, dim=0, keepdim=True)),
            *(mint.amin(x), mint.amin(x, 1), mint.amin(x, (0, 1), keepdim=True)),
        ),
        X,
    )  # fmt: skip


@case(jit=False)
def softmax_through_its_doors(ms: Any, run: Any) -> Any:
    mint, f = ms.mint, ms.mint.nn.functional
    return merge(
        values=run(
            lambda x, image: (
                *(mint.softmax(x, 1), f.softmax(x), f.softmax(x, 0), f.softmax(image), mint.softmax(x, None)),
                mint.nn.Softmax(1)(x),
            ),
            X, IMAGE,
        ),
        dtypes=run(
            lambda x: (mint.softmax(x, 0, dtype=ms.float16), f.softmax(x, 0, ms.float16), f.softmax(x, -1, ms.float64)),
            X, grad=False,
        ),
        one={"same": np.array(mint.special.log_softmax is f.log_softmax)},
        missing=_refused(ms, run, lambda x: mint.softmax(x), X),
        by_place=_refused(ms, run, lambda x: mint.softmax(x, 1, ms.float16), X),
        ints=_refused(ms, run, lambda i: mint.softmax(i, 1), INTS),
        ints_too=_refused(ms, run, lambda i: f.softmax(i, 1), INTS),
        axis=_refused(ms, run, lambda x: f.softmax(x, 7), X),
        log_axis=_refused(ms, run, lambda x: f.log_softmax(x, 9), X),
    )  # fmt: skip


@case(jit=False)
def too_many_of_the_largest(ms: Any, run: Any) -> Any:
    mint, ops = ms.mint, ms.ops
    calls: dict[str, Callable[[Any], Any]] = {
        "mint_k": lambda x: mint.topk(x, 9),
        "mint_negative": lambda x: mint.topk(x, -1),
        "mint_float": lambda x: mint.topk(x, 2.0),
        "mint_dim": lambda x: mint.topk(x, 1, 7),
        "ops_k": lambda x: ops.topk(x, 9),
        "ops_none": lambda x: ops.topk(x, 0),
        "ops_negative": lambda x: ops.topk(x, -1),
        "ops_float": lambda x: ops.topk(x, 2.0),
        "ops_dim": lambda x: ops.topk(x, 1, 7),
        "ops_top_k": lambda x: ops.top_k(x, 9),
        "primitive": lambda x: ops.TopK()(x, 9),
        "method": lambda x: x.topk(9),
        "method_dim": lambda x: x.topk(1, 7),
    }
    return merge(**{name: _refused(ms, run, call, X) for name, call in calls.items()})


@case
def positions(ms: Any, run: Any) -> Any:
    mint, ops = ms.mint, ms.ops
    return merge(
        gather=run(
            lambda x, at: (mint.gather(x, 1, at), ops.gather_elements(x, 1, at), mint.gather(x, -1, at)), X, PLACES
        ),
        running=run(lambda x: mint.cummax(x, 1), X, grad=False),
        floats=_refused(ms, run, lambda x: mint.gather(x, 1, x), X),
        floats_ops=_refused(ms, run, lambda x: ops.gather_elements(x, 1, x), X),
        floats_d=_refused(ms, run, lambda x: ops.gather_d(x, 1, x), X),
        axis=_refused(ms, run, lambda x, at: mint.gather(x, 3, at), X, PLACES),
        axis_ops=_refused(ms, run, lambda x, at: ops.gather_elements(x, 3, at), X, PLACES),
        axis_d=_refused(ms, run, lambda x, at: ops.gather_d(x, 3, at), X, PLACES),
        running_axis=_refused(ms, run, lambda x: mint.cummin(x, 5), X),
        dtypes=_refused(ms, run, lambda x, i: mint.scatter_add(x, 1, ms.Tensor(PLACES % 3), i), X, INTS),
        order=_refused(ms, run, lambda x: mint.sort(x, 0), X),
        unique_axis=_refused(ms, run, lambda x: mint.unique(x, False, False, False, 5), X),
    )  # fmt: skip


@case
def added_slices(ms: Any, run: Any) -> Any:
    """Of a product, for MindSpore's CPU build adds to its input."""
    mint = ms.mint
    return run(
        lambda x, y: (
            mint.index_add(x * 1, 0, ms.Tensor([0, 0], ms.int32), y),
            mint.index_add(x * 1, 0, ms.Tensor([0, 1], ms.int32), y, alpha=2),
        ),
        X, Y, grad=False,
    )  # fmt: skip


@case
def shapes(ms: Any, run: Any) -> Any:
    mint = ms.mint
    return merge(
        values=run(
            lambda x: (
                *(mint.transpose(x, 0, 1), mint.flatten(x), mint.flatten(x, 1), mint.nn.functional.flatten(x)),
                *(mint.fix(x), mint.trunc(x), mint.diff(x), mint.diff(x, dim=0), mint.nansum(x, 1, True)),
                *(mint.concat((x, x), 1), mint.unsqueeze(x, dim=-1)),
            ),
            X,
        ),
        select=run(lambda x: mint.select(x, 0, 1), X, grad=False),
        transpose=_refused(ms, run, lambda x: mint.transpose(x, 0, 7), X),
        flatten=_refused(ms, run, lambda v: mint.flatten(v, 1), V),
        select_far=_refused(ms, run, lambda x: mint.select(x, 0, 7), X),
        select_axis=_refused(ms, run, lambda x: mint.select(x, 7, 0), X),
        pieces=_refused(ms, run, lambda x: mint.chunk(x, 0), X),
        pieces_ops=_refused(ms, run, lambda x: ms.ops.chunk(x, 0), X),
        grid=_refused(ms, run, lambda v: mint.meshgrid(v, v, indexing="ab"), V),
        grid_ops=_refused(ms, run, lambda v: ms.ops.meshgrid(v, v, indexing="ab"), V),
        stack=_refused(ms, run, lambda x, v: mint.stack((x, v)), X, V),
        rows=_refused(ms, run, lambda v: mint.mv(v, v), V),
    )  # fmt: skip


@case(jit=False)
def made(ms: Any, run: Any) -> Any:
    mint = ms.mint

    def kind(t: Any) -> dict[str, np.ndarray]:
        _settle(ms)
        return {"kind": np.array(f"{t.dtype} {tuple(t.shape)}")}

    calls: dict[str, Callable[[], Any]] = {
        "full_size": lambda: mint.full(2, 1),
        "full_nothing": lambda: mint.full((2,), None),
        "steps": lambda: mint.linspace(0, 1, 0),
        "steps_negative": lambda: mint.linspace(0, 1, -1),
        "steps_ops": lambda: ms.ops.linspace(0, 1, 0),
        "dtype_by_place": lambda: mint.ones(2, ms.float16),
        "dtype_by_place_too": lambda: mint.zeros((2, 3), ms.float16),
        "dtype": lambda: mint.ones((2,), dtype="a"),
        "device": lambda: mint.empty(2, device="banana"),
        "device_number": lambda: mint.empty(2, device=3),
        "device_rand": lambda: mint.rand(2, device="banana"),
        "device_randn": lambda: mint.randn(2, device="banana"),
        "device_like": lambda: mint.rand_like(ms.Tensor(X), device="banana"),
        "device_empty_like": lambda: mint.empty_like(ms.Tensor(X), device="banana"),
        "device_randint": lambda: mint.randint(0, 5, (2,), device="banana"),
        "size_by_name": lambda: mint.rand(size=(2, 3)),
        "high_by_name": lambda: mint.randint(high=3, size=(2,)),
        "low_by_name": lambda: mint.randint_like(ms.Tensor(X), low=1, high=3),
        "float_limit": lambda: mint.randint(5.0, (2,)),
        "ints_like": lambda: mint.rand_like(ms.Tensor(INTS)),
        "negative": lambda: mint.randn(-1),
        "order": lambda: mint.randperm(-5),
        "no_size": lambda: mint.normal(),
    }
    return merge(
        ones=kind(mint.ones(2, dtype=ms.float16)), zeros=kind(mint.zeros((2, 3), dtype=ms.float16)),
        empty=kind(mint.empty(2, 3)), empty_half=kind(mint.empty((2, 3), dtype=ms.float16, device="CPU")),
        empty_like=kind(mint.empty_like(ms.Tensor(X), dtype=ms.int32)),
        **{name: _refused(ms, run, call) for name, call in calls.items()},
    )  # fmt: skip


@case(jit=False)
def numbers_of_python(ms: Any, run: Any) -> Any:
    mint, x, y = ms.mint, ms.Tensor(X), ms.Tensor(Y)
    return merge(
        close={"same": np.array(mint.allclose(x, x)), "other": np.array(mint.allclose(x, y))},
        kinds={"close": np.array(type(mint.allclose(x, x)).__name__)},
        item={"value": np.array(mint.item(ms.Tensor(3)))},
        dtypes=_refused(ms, run, lambda x, i: mint.allclose(x, i), X, INTS),
        dtypes_each=_refused(ms, run, lambda x, i: mint.isclose(x, i), X, INTS),
        dtypes_ops=_refused(ms, run, lambda x, i: ms.ops.isclose(x, i), X, INTS),
        equal=_refused(ms, run, lambda x: mint.equal(x, 1), X),
        many=_refused(ms, run, lambda x: mint.item(x), X),
        number=_refused(ms, run, lambda: mint.item(3)),
        distance=run(lambda x, y: mint.cdist(x, y, p=2.0), X, Y, grad=False),
        norm=run(lambda x: mint.norm(x, "nuc"), X, grad=False),
        norm_word=_refused(ms, run, lambda x: mint.norm(x, "bad"), X),
        decimals=_refused(ms, run, lambda x: mint.special.round(x, decimals=1), X),
    )


@case
def activations(ms: Any, run: Any) -> Any:
    f = ms.mint.nn.functional
    return merge(
        values=run(
            lambda x: (
                *(f.hardshrink(x), f.hardshrink(x, 0.1), f.hardsigmoid(x), f.hardswish(x), f.relu(x), f.silu(x)),
                *(f.softshrink(x), f.softshrink(x, 0.1), f.sigmoid(x), f.tanh(x)),
                f.prelu(x, ms.Tensor([0.25])),
            ),
            X,
        ),
        whole=run(lambda i: f.relu(i), INTS, grad=False),
        soft=run(lambda x: (f.softplus(x), f.softplus(x, 2, 1)), X, grad=False),
        odd=_refused(ms, run, lambda x: f.glu(x), X),
        glu_axis=_refused(ms, run, lambda x: f.glu(x, 7), X),
        curve=_refused(ms, run, lambda x: f.gelu(x, approximate="x"), X),
        curve_by_place=_refused(ms, run, lambda x: f.gelu(x, "tanh"), X),
        slope=_refused(ms, run, lambda i: f.leaky_relu(i), INTS),
        limits=_refused(ms, run, lambda x: f.threshold(x, 0.1), X),
    )  # fmt: skip


@case(jit=False)
def layers_of_nothing(ms: Any, run: Any) -> Any:
    nn = ms.mint.nn
    return merge(
        values=run(
            lambda x: (nn.Sigmoid()(x), nn.Tanh()(x), nn.Hardswish()(x), nn.Softshrink(0.1)(x), nn.SiLU()(x),
                nn.Softmax()(x)),
            X,
        ),
        by_name=run(lambda x: (nn.SiLU()(x=x), nn.Tanh()(input=x)), X),
        losses=run(lambda x, p: (nn.BCELoss()(p, p), nn.BCEWithLogitsLoss()(x, p), nn.SmoothL1Loss()(x, p)), X, P),
        few=_refused(ms, run, lambda x: nn.BCELoss()(x), X),
        unknown=_refused(ms, run, lambda: nn.ELU(beta=1)),
        missing=_refused(ms, run, lambda: nn.AvgPool2d()),
    )  # fmt: skip


@case(jit=False)
def dropouts(ms: Any, run: Any) -> Any:
    f = ms.mint.nn.functional
    return merge(
        values=run(lambda x: (f.dropout(x, 0.0), f.dropout(x, 0.5, False), f.dropout(x, 1.0)), X, grad=False),
        whole=run(lambda i: f.dropout(i, 0.0), INTS, grad=False),
        high=_refused(ms, run, lambda x: f.dropout(x, 1.5), X),
        low=_refused(ms, run, lambda x: f.dropout(x, -0.1), X),
        word=_refused(ms, run, lambda x: f.dropout(x, "a"), X),
        training=_refused(ms, run, lambda x: f.dropout(x, 0.5, training="a"), X),
    )  # fmt: skip


@case(jit=False)
def windows(ms: Any, run: Any) -> Any:
    f = ms.mint.nn.functional
    weight = ms.Tensor(rand(3, 2, 3, 3, seed=6))
    calls: dict[str, Callable[[Any], Any]] = {
        "divisor": lambda x: f.avg_pool2d(x, 2, divisor_override=0),
        "kernel": lambda x: f.avg_pool2d(x, 0),
        "three": lambda x: f.avg_pool2d(x, (2, 2, 2)),
        "ends": lambda x: f.avg_pool2d(x, 2, 1, (0, 1, 0, 1)),
        "wide": lambda x: f.avg_pool2d(x, 2, 1, 3),
        "rank": lambda x: f.adaptive_avg_pool2d(x[0, 0], 1),
        "sizes": lambda x: f.adaptive_avg_pool2d(x, (2, 1, 1)),
        "mode": lambda x: f.conv2d(x, weight, padding="what"),
        "stride": lambda x: f.conv2d(x, weight, stride=0),
        "negative": lambda x: f.conv2d(x, weight, padding=-1),
        "same": lambda x: f.conv2d(x, weight, stride=2, padding="same"),
        "channels": lambda x: f.conv2d(x, ms.Tensor(rand(3, 5, 3, 3))),
        "strides": lambda x: f.conv2d(x, weight, stride=(1, 1, 1)),
        "resize": lambda x: f.interpolate(x),
        "resize_both": lambda x: f.interpolate(x, 8, 2.0),
        "area": lambda x: f.interpolate(x, (8, 8), mode="area"),
        "exact": lambda x: f.interpolate(x, (8, 8), mode="nearest-exact"),
        "corners": lambda x: f.interpolate(x, (8, 8), mode="nearest", align_corners=True),
        "pad_odd": lambda x: f.pad(x, (1,)),
        "pad_mode": lambda x: f.pad(x, (1, 1), "what"),
        "pad_value": lambda x: f.pad(x, (1, 1, 1, 1), "reflect", 3.0),
        "padding_idx": lambda x: f.embedding(ms.Tensor([1]), weight[0, 0], 9),
        "padding_idx_ops": lambda x: ms.ops.embedding(ms.Tensor([1]), weight[0, 0], 9),
        "classes": lambda x: f.one_hot(ms.Tensor([1]), -2),
        "groups": lambda x: f.group_norm(x, 3),
        "shape": lambda x: f.layer_norm(x, (3,)),
    }
    return merge(**{name: _refused(ms, run, call, IMAGE) for name, call in calls.items()})


@case
def images(ms: Any, run: Any) -> Any:
    f = ms.mint.nn.functional
    return run(
        lambda x: (
            *(f.interpolate(x, (8, 8)), f.interpolate(x, scale_factor=2.0), f.upsample(x, (6, 5))),
            *(f.pixel_shuffle(x.reshape(1, 8, 2, 2), 2), f.group_norm(x, 2), f.pad(x, ())),
        ),
        IMAGE, grad=False,
    )  # fmt: skip


@case
def losses(ms: Any, run: Any) -> Any:
    f = ms.mint.nn.functional
    classes, weight, positive = ms.Tensor(CLASSES), ms.Tensor(P), ms.Tensor(P[0])
    return merge(
        pairs=run(
            lambda x, y: (f.smooth_l1_loss(x, y), f.smooth_l1_loss(x, y, "sum", 0.5), f.smooth_l1_loss(x, y, beta=2.0)),
            X, Y,
        ),
        chances=run(
            lambda p, q: (
                *(f.binary_cross_entropy(p, q), f.binary_cross_entropy(p, q, weight, "sum")),
                f.binary_cross_entropy(p, q, None, "none"),
            ),
            P, P[::-1].copy(),
        ),
        certain=run(lambda p: f.binary_cross_entropy(p * 0, p * 0 + 1), P, grad=False),
        logits=run(
            lambda x, p: (
                f.binary_cross_entropy_with_logits(x, p),
                f.binary_cross_entropy_with_logits(x, p, weight, "sum", positive),
            ),
            X, P,
        ),
        classes=run(lambda x: (f.nll_loss(x, classes), f.nll_loss(x, classes, reduction="none")), X),
        weighed=run(lambda x: f.nll_loss(x, classes, positive, 0, "sum"), X),
    )  # fmt: skip


@case(jit=False)
def losses_refused(ms: Any, run: Any) -> Any:
    f = ms.mint.nn.functional
    classes = ms.Tensor(CLASSES)
    calls: dict[str, Callable[[Any, Any], Any]] = {
        "shape": lambda x, v: f.smooth_l1_loss(x, v),
        "beta": lambda x, v: f.smooth_l1_loss(x, x, "none", -1.0),
        "reduction": lambda x, v: f.smooth_l1_loss(x, x, "bad"),
        "mse": lambda x, v: f.mse_loss(x, x, "bad"),
        "l1": lambda x, v: f.l1_loss(x, x, "bad"),
        "soft": lambda x, v: f.soft_margin_loss(x, x, "bad"),
        "bce": lambda x, v: f.binary_cross_entropy(x, x, None, "bad"),
        "bce_logits": lambda x, v: f.binary_cross_entropy_with_logits(x, x, reduction="bad"),
        "bce_logits_shape": lambda x, v: f.binary_cross_entropy_with_logits(x, v),
        "kl": lambda x, v: f.kl_div(x, x, "bad"),
        "nll": lambda x, v: f.nll_loss(x, classes, reduction="bad"),
    }
    return merge(**{name: _refused(ms, run, call, X, V) for name, call in calls.items()})


def _facts(layer: Any) -> dict[str, np.ndarray]:
    """What each parameter of a layer is called and holds."""
    told = [
        f"{p.name} {p.dtype} {tuple(p.shape)} {p.requires_grad}" for p in layer.get_parameters()
    ]
    return {"parameters": np.array(told or ["none"])}


@case(jit=False)
def parameters_of_layers(ms: Any, run: Any) -> Any:
    nn, half = ms.mint.nn, ms.float16
    table = ms.Tensor(rand(5, 3))
    layers = {
        "conv1d": nn.Conv1d(4, 6, 3, stride=2, padding=1, dilation=2, groups=2, bias=False, dtype=half),
        "conv2d": nn.Conv2d(4, 6, (3, 2), stride=2, padding="valid", dilation=1, groups=2, bias=False),
        "conv2d_half": nn.Conv2d(4, 6, 3, padding_mode="reflect", dtype=half),
        "conv3d": nn.Conv3d(4, 6, (1, 2, 3), stride=(1, 2, 1), padding=1, dilation=2, groups=2),
        "deconv": nn.ConvTranspose2d(4, 6, 3, 2, 1, output_padding=1, groups=2, bias=False, dilation=2),
        "batch1d": nn.BatchNorm1d(4, eps=1e-3, momentum=0.2, affine=False),
        "batch2d": nn.BatchNorm2d(4, track_running_stats=False, dtype=half),
        "batch3d": nn.BatchNorm3d(4, dtype=half),
        "group": nn.GroupNorm(2, 4, eps=1e-3, affine=True, dtype=half),
        "group_bare": nn.GroupNorm(2, 4, affine=False),
        "layer": nn.LayerNorm((3, 4), eps=1e-3, bias=False),
        "layer_bare": nn.LayerNorm(4, elementwise_affine=False),
        "layer_half": nn.LayerNorm([4], dtype=half),
        "prelu": nn.PReLU(3, init=0.5, dtype=half),
        "embedding": nn.Embedding(5, 3, padding_idx=1, dtype=half),
        "frozen": nn.Embedding(5, 3, _weight=table, _freeze=True),
        "linear": nn.Linear(3, 4, bias=False),
    }  # fmt: skip
    refused: dict[str, Callable[[], Any]] = {
        "channels": lambda: nn.Conv2d(3, 4, 3, groups=2),
        "mode": lambda: nn.Conv2d(3, 4, 3, padding_mode="none"),
        "word": lambda: nn.Conv2d(3, 4, 3, padding="full"),
        "groups": lambda: nn.GroupNorm(3, 4),
        "rows": lambda: nn.Embedding(5, 3, padding_idx=9),
    }
    result = {name: _facts(layer) for name, layer in layers.items()}
    padded = {"weight": layers["embedding"].weight.asnumpy()[1]}
    return merge(
        **result, padded=padded, **{name: _refused(ms, run, call) for name, call in refused.items()}
    )


@case
def layers_with_parameters(ms: Any, run: Any) -> Any:
    nn = ms.mint.nn
    group, bare, leak = nn.GroupNorm(2, 2, 1e-3), nn.GroupNorm(1, 2, affine=False), nn.PReLU(2, 0.5)
    return merge(
        values=run(
            lambda x: (group(x), bare(x), leak(x), nn.Flatten(2)(x)),
            IMAGE,
            grad=False,
        ),
        rank=_refused(ms, run, lambda x: nn.BatchNorm2d(2)(x), LINE),
    )
