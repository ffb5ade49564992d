"""What every primitive can be told, and the primitives that hold functions."""

from __future__ import annotations

from typing import Any

import numpy as np

from tests.parity.cases.args_no_kernel_ops import sigmoid
from tests.parity.harness import Arrays, case, is_mindspore, merge, rand

X, Y = rand(2, 3), rand(2, 3, seed=1)


@case(jit=False)
def attributes(ms: Any, run: Any) -> Arrays:
    o = ms.ops
    kept = o.Primitive("one").add_prim_attr("k", 3)
    whole = ((1, 1), (1, 1)), ((1, 1),)
    made = {
        "name": o.Primitive(name="one").name,
        "with_infer": o.PrimitiveWithInfer(name="two").name,
        "with_check": o.PrimitiveWithCheck(name="three").name,
        "added": str(kept.attrs),
        "dropped": str(kept.del_prim_attr("k").attrs),
        "recomputed": o.Add().recompute(mode=False).attrs["recompute"],
        "device": o.Add().set_device(device_target="CPU").attrs["primitive_target"],
        "stage": o.Add().set_stage(stage=2).attrs["stage"],
        "strategy": str(o.Add().shard(*whole).attrs),
    }
    return {name: np.array(str(value)) for name, value in made.items()}


@case(jit=False)
def told_primitives_compute(ms: Any, run: Any) -> Arrays:
    """None of it changes a result."""
    o = ms.ops
    add = o.Add().set_prim_instance_name(instance_name="mine").set_stage(0)
    add.recompute(mode=True).add_prim_attr(name="k", value=1)
    return run(lambda x, y: add(x, y), X, Y)


@case(jit=False)
def mapped(ms: Any, run: Any) -> Arrays:
    def less(a: Any, b: Any) -> Any:
        return a - b

    o, x, y = ms.ops, ms.Tensor(X), ms.Tensor(Y)
    deep = o.HyperMap(reverse=True)(less, ((x, y), y), ((y, y * 2), x))
    flat = o.Map(reverse=True)(less, (x, y), (y, x * 3))
    leaves = {"a": deep[0][0], "b": deep[0][1], "c": deep[1], "d": flat[0], "e": flat[1]}
    return {name: leaf.asnumpy() for name, leaf in leaves.items()}


@case(jit=False)
def several_bodies(ms: Any, run: Any) -> Arrays:
    """Errors name where the documentation is; results come from the body that fits."""
    graph = ms.ops.MultitypeFuncGraph("graph")
    graph.set_doc_url(doc_url="https://example.org/graph")

    @graph.register("Tensor", "Number")
    def scaled(a: Any, b: Any) -> Any:
        return a * b

    @graph.register("Tensor", "Tensor")
    def added(a: Any, b: Any) -> Any:
        return a + b

    x = ms.Tensor(X)
    return merge(
        out={"number": graph(x, 2).asnumpy(), "tensor": graph(x, x).asnumpy()},
        none=run.raises(lambda: graph((x,), None)),
    )


@case(jit=False)
def hook(ms: Any, run: Any) -> Arrays:
    seen = []

    def twice(grad: Any) -> Any:
        seen.append(grad[0].asnumpy().copy())
        return grad[0] * 2

    watch = ms.ops.HookBackward(hook_fn=twice, cell_id="cell")
    grad = ms.grad(lambda x: watch(x * 3).sum())(ms.Tensor(X))
    return {"grad": grad.asnumpy(), "seen": seen[0]}


@case(jit=False, rtol=1e-4, atol=1e-5)
def gru_reset_before(ms: Any, run: Any) -> Arrays:
    """No kernel on MindSpore's CPU: the reset gate before the product with the hidden weights."""
    steps, hidden = rand(3, 2, 4), np.zeros((2, 16), np.float32) + np.float32(0.3)
    wi, wh = rand(4, 48, seed=1) / 4, rand(16, 48, seed=2) / 4
    bi, bh = rand(48, seed=3), rand(48, seed=4)
    if not is_mindspore(ms):
        op = ms.ops.DynamicGRUV2(gate_order="rzh", reset_after=False)
        out = op(*map(ms.Tensor, (steps, wi, wh, bi, bh)), None, ms.Tensor(hidden))
        return {"y": out[0].asnumpy()}
    h, result = hidden, []
    for step in steps:
        ri, zi, ni = np.split(step @ wi + bi, 3, 1)
        rh, zh, _ = np.split(h @ wh + bh, 3, 1)
        r, z = sigmoid(ri + rh), sigmoid(zi + zh)
        h = (1 - z) * np.tanh(ni + (r * h) @ wh[:, 32:] + bh[32:]) + z * h
        result.append(h)
    return {"y": np.stack(result).astype(np.float32)}
