"""Settings of primitives and of those that layers hold, changed after they were made."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from tests.parity.harness import Arrays, case, merge, rand

A, B = rand(2, 2), rand(2, 2, seed=1)
IMAGE = rand(1, 2, 5, 5)
CUBE = rand(1, 2, 2)
GAMMA, BETA = rand(2, seed=2), rand(2, seed=3)
INDEX = np.array([[0, 1], [1, 0]], np.int32)

Make = Callable[[Any], Any]
Call = Callable[..., Any]


def _plain(primitive: Any, *inputs: Any) -> Any:
    return primitive(*inputs)


def _pair(primitive: Any, *inputs: Any) -> Any:
    return primitive(inputs)


def _first(primitive: Any, *inputs: Any) -> Any:
    return primitive(*inputs)[0]


def _along(axis: int) -> Call:
    return lambda primitive, *inputs: primitive(*inputs, axis)


# Name -> (the primitive, setting, new value, how to call it, its tensors).
GENERATED: dict[str, tuple[Make, str, Any, Call, tuple[np.ndarray, ...]]] = {
    "concat": (lambda o: o.Concat(0), "axis", 1, _pair, (A, B)),
    "softmax": (lambda o: o.Softmax(-1), "axis", 0, _plain, (A,)),
    "log_softmax": (lambda o: o.LogSoftmax(-1), "axis", 0, _plain, (A,)),
    "reduce_sum": (lambda o: o.ReduceSum(), "keep_dims", True, _along(1), (A,)),
    "reduce_mean": (lambda o: o.ReduceMean(), "keep_dims", True, _along(1), (A,)),
    "matmul": (lambda o: o.MatMul(), "transpose_a", True, _plain, (A, B)),
    "batch_matmul": (lambda o: o.BatchMatMul(), "transpose_b", True, _plain, (CUBE, CUBE)),
    "layer_norm": (lambda o: o.LayerNorm(), "epsilon", 10.0, _first, (A, GAMMA, BETA)),
    "dropout": (lambda o: o.Dropout(0.5), "keep_prob", 1.0, _first, (A,)),
    "cumsum": (lambda o: o.CumSum(), "exclusive", True, _along(0), (A,)),
    "squeeze": (lambda o: o.Squeeze(0), "axis", 0, _plain, (CUBE,)),
    "gather": (lambda o: o.Gather(), "batch_dims", 1, _along(1), (A, INDEX)),
    "argmax": (lambda o: o.ArgMaxWithValue(0), "axis", 1, _plain, (A,)),
    "split": (lambda o: o.Split(0, 2), "axis", 1, _plain, (A,)),
    "celu": (lambda o: o.CeLU(1.0), "alpha", 2.0, _plain, (A,)),
    "hshrink": (lambda o: o.HShrink(0.5), "lambd", 1.0, _plain, (A,)),
}
# MindSpore's kernels get these in their own form, and from add_prim_attr alone.
KERNELS: dict[str, tuple[Make, str, Any, Call, tuple[np.ndarray, ...]]] = {
    "stack": (lambda o: o.Stack(0), "axis", 1, _pair, (A, B)),
    "unstack": (lambda o: o.Unstack(0), "axis", 1, _plain, (A,)),
    "pad": (lambda o: o.Pad(((0, 0), (0, 0))), "paddings", ((1, 0), (0, 0)), _plain, (A,)),
    "l2_normalize": (lambda o: o.L2Normalize(0), "axis", 1, _plain, (A,)),
    "lrn": (lambda o: o.LRN(), "depth_radius", 1, _plain, (rand(1, 4, 2, 2),)),
    "conv_stride": (
        lambda o: o.Conv2D(3, 2), "stride", (1, 1, 2, 2), _plain, (IMAGE, rand(3, 2, 2, 2)),
    ),
    "conv_mode": (
        lambda o: o.Conv2D(3, 2), "pad_mode", "same", _plain, (IMAGE, rand(3, 2, 2, 2)),
    ),
    "max_pool": (lambda o: o.MaxPool(2, 1), "strides", (1, 1, 2, 2), _plain, (IMAGE,)),
    "avg_pool": (lambda o: o.AvgPool(2, 1), "kernel_size", (3, 3), _plain, (IMAGE,)),
}  # fmt: skip


def _register(name: str, row: tuple[Any, ...], plainly: bool) -> None:
    make, setting, value, call, inputs = row

    def body(ms: Any, run: Any) -> Arrays:
        def changed(how: Callable[[Any], Any], called: bool = False) -> Arrays:
            primitive = make(ms.ops)
            if called:
                call(primitive, *map(ms.Tensor, inputs))
            how(primitive)
            return run(lambda *tensors: call(primitive, *tensors), *inputs)

        def assign(primitive: Any) -> None:
            setattr(primitive, setting, value)

        def add(primitive: Any) -> None:
            assert primitive.add_prim_attr(setting, value) is primitive

        result = merge(add=changed(add), add_later=changed(add, called=True))
        if plainly:
            result.update(merge(set=changed(assign), set_later=changed(assign, called=True)))
        return result

    case(name=name, rtol=1e-4, atol=1e-5)(body)


for _name, _row in GENERATED.items():
    _register(_name, _row, plainly=True)
for _name, _row in KERNELS.items():
    _register(_name, _row, plainly=False)


@case(jit=False)
def attributes(ms: Any, run: Any) -> Arrays:
    concat = ms.ops.Concat(0)
    concat.add_prim_attr("note", 3).add_prim_attr("axis", 1)
    assigned = ms.ops.LogSoftmax(-1)
    assigned.axis = 0
    return {
        "note": np.array(concat.note),
        "axis": np.array(concat.axis),
        "attrs": np.array(str(sorted(concat.attrs.items()))),
        "init": np.array(str(concat.init_attrs)),
        "assigned": np.array(str([assigned.attrs, assigned.init_attrs, assigned.axis])),
    }


@case(rtol=1e-4, atol=1e-5)
def held_by_layers(ms: Any, run: Any) -> Arrays:
    norm, conv = ms.nn.LayerNorm((2,)), ms.nn.Conv2d(2, 3, 3, weight_init="ones")
    softmax = ms.nn.Softmax()
    norm(ms.Tensor(A)), conv(ms.Tensor(IMAGE)), softmax(ms.Tensor(A))
    norm.layer_norm.epsilon = 10.0
    conv.conv2d.add_prim_attr("pad_mode", "valid")
    softmax.softmax.axis = 0
    return merge(norm=run(norm, A), conv=run(conv, IMAGE), softmax=run(softmax, A))


@case(jit=False)
def refusals(ms: Any, run: Any) -> Arrays:
    def changed(primitive: Any, setting: str, value: Any, *inputs: Any) -> Any:
        setattr(primitive, setting, value)
        return primitive(*inputs)

    pair = (ms.Tensor(A), ms.Tensor(B))
    ops = ms.ops
    return merge(
        concat=run.raises(lambda: changed(ops.Concat(0), "axis", 5, pair)),
        concat_type=run.raises(lambda: changed(ops.Concat(0), "axis", "x", pair)),
        softmax=run.raises(lambda: changed(ops.Softmax(0), "axis", 5, pair[0])),
        sums=run.raises(lambda: changed(ops.ReduceSum(), "keep_dims", 3, pair[0], 1)),
    )
