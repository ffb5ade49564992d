"""Arguments of Tensor's elementwise methods, and of those that cast."""

from __future__ import annotations

from typing import Any

import numpy as np

from tests.parity.harness import Arrays, case, is_mindspore, rand
from tests.parity.table import several

X = rand(2, 3)
Y = rand(2, 3, seed=1)
ROW = rand(3, seed=2)
NONE = np.array([[1.0, np.nan, -2.0], [np.nan, 0.0, 3.0]], np.float32)
I = np.array([[4, -6, 9], [0, 12, 5]], np.int32)  # noqa: E741
J = np.array([2, 4, 3], np.int32)

several(
    __name__,
    "pairs",
    [
        lambda ms, x, y: x.hypot(other=y),
        lambda ms, x, y: x.ldexp(other=y),
        lambda ms, x, y: x.xdivy(y=y),
        lambda ms, x, y: x.float_power(other=2),
        lambda ms, x, y: x.addcmul(tensor1=y, tensor2=x, value=0.5),
    ],
    X,
    ROW,
)
several(
    __name__,
    "pairs_without_gradients",
    [
        lambda ms, x, y: x.copysign(other=y),
        lambda ms, x, y: x.fmax(other=y),
        lambda ms, x, y: x.heaviside(values=y),
        lambda ms, x, y: x.nextafter(other=y),
        lambda ms, x, y: x.approximate_equal(y, tolerance=1.0),
        lambda ms, x, y: x.equal(other=y),
    ],
    NONE,
    Y,
    grad=False,
)
several(
    __name__,
    "integers",
    [
        lambda ms, i, j: i.bitwise_left_shift(other=j),
        lambda ms, i, j: i.bitwise_right_shift(other=j),
        lambda ms, i, j: i.lcm(other=j),
    ],
    I,
    J,
)
several(
    __name__,
    "gammas",
    [
        lambda ms, x, y: x.igamma(other=y),
        lambda ms, x, y: x.igammac(other=y),
        lambda ms, x, y: (x + 2).mvlgamma(p=2),
        lambda ms, x, y: (x / 5).logit(eps=0.3),
    ],
    np.abs(X) + 0.1,
    np.abs(ROW) + 0.1,
    grad=False,
    rtol=1e-4,
)
several(
    __name__,
    "powers_of_logit",
    [lambda ms, x: (x / 5).logit(eps=0.3), lambda ms, x: (x + 2).mvlgamma(p=2)],
    np.abs(X) + 0.1,
    rtol=1e-4,
)
several(
    __name__,
    "filled",
    [
        lambda ms, x: x.type(dtype=ms.float16),
        lambda ms, x: x.reshape_as(other=x.T),
    ],
    X,
)
several(
    __name__,
    "without_kernels",
    [
        (lambda ms, x, y: x.fmin(other=y), lambda x, y: np.fmin(x, y)),
        (lambda ms, x, y: x.fills(value=2.5), lambda x, y: np.full_like(x, 2.5)),
    ],
    NONE,
    Y,
    formulas=True,
)


@case(jit=False)
def kinds(ms: Any, run: Any) -> Arrays:
    """A copy that is not asked for is the tensor itself, where the dtype is the same already.

    MindSpore's CPU has no kernel to move a tensor with `to_`.
    """
    x = ms.Tensor(X)
    same, other = x.astype(ms.float32, copy=False), x.astype(ms.float16, copy=False)
    array = X.copy()
    shared = ms.Tensor.from_numpy(array=array)
    array[0, 0] = 7
    return {
        "same": np.array([same is x, other is x]),
        "other": other.asnumpy(),
        "shared": shared.asnumpy().copy(),
        "name": np.array(str(x.type())),
        "strides": np.array([x.stride(dim=0), x.T.stride(dim=0)]),
        "here": (x if is_mindspore(ms) else x.to_(device="CPU", non_blocking=True)).asnumpy(),
        "moved": x.move_to(to="CPU", blocking=False).asnumpy(),
    }


@case(jit=False)
def hooked(ms: Any, run: Any) -> Arrays:
    def loss(x: Any) -> Any:
        y = x * x
        y.register_hook(hook=lambda grad: grad * 3)
        return (y * y).sum()

    return {"grad": ms.grad(loss)(ms.Tensor(X)).asnumpy()}
