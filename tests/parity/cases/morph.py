"""ops.Morph: a function as if it were an op."""

from __future__ import annotations

from typing import Any

from tests.parity.harness import Arrays, as_array, case, is_mindspore, rand


def product(x: Any, w: Any) -> Any:
    y = x @ w
    return y * y


def first(x: Any, w: Any) -> Any:
    return x


def shape(x: Any, w: Any) -> Any:
    return [x[0], w[1]]


def backward(x: Any, w: Any, out: Any, dout: Any) -> Any:
    return dout.sum() * x, w * 3 + out.mean()


def whole(ms: Any, *more: Any) -> Any:
    class Net(ms.nn.Cell):  # type: ignore[name-defined,misc]
        def __init__(self) -> None:
            super().__init__()
            self.inner = ms.ops.Morph(product, shape, first, *more).add_prim_attr(
                "self_define_shard", True
            )

        def construct(self, x: Any, w: Any) -> Any:
            return self.inner(x * 2, w) + 1

    return Net()


@case(jit=False)
def morph(ms: Any, run: Any) -> Arrays:
    """Its gradients, or those that it is given. MindSpore has it in graph mode alone."""
    mode = ms.get_context("mode")
    ms.set_context(mode=ms.GRAPH_MODE if is_mindspore(ms) else mode)
    result: Arrays = {}
    for name, more in (("plain", ()), ("own", (backward,))):
        net = whole(ms, *more)
        x, w = ms.Tensor(rand(2, 3)), ms.Tensor(rand(3, 4, seed=1))
        result[f"{name}.out"] = as_array(net(x, w))
        for i, grad in enumerate(ms.grad(net, (0, 1))(x, w)):
            result[f"{name}.grad{i}"] = as_array(grad)
    ms.set_context(mode=mode)
    return result


@case(jit=False)
def fn_with_a_default(ms: Any, run: Any) -> Arrays:
    """A backward pass of its own takes a plain function."""

    def default(x: Any, y: Any = 1) -> Any:
        return x

    return run.raises(lambda: ms.ops.Morph(default, shape, first, backward))  # type: ignore[no-any-return]
