"""Activation functions, layers and primitives."""

from __future__ import annotations

from typing import Any

import numpy as np

from tests.parity.harness import case, merge, rand
from tests.parity.nets import cells

X = rand(2, 4, 3, low=-4, high=4)


@case(rtol=1e-4, atol=1e-4)
def functions(ms: Any, run: Any) -> Any:
    ops = ms.ops
    return run(
        lambda x: (
            *(ops.relu(x), ops.relu6(x), ops.sigmoid(x), ops.tanh(x), ops.silu(x), ops.mish(x)),
            *(ops.hardsigmoid(x), ops.hardswish(x), ops.softsign(x), ops.tanhshrink(x)),
            *(ops.softplus(x), ops.softplus(x, 2, 3), ops.celu(x, 2.0), ops.elu(x)),
            *(ops.hardshrink(x, 1.0), ops.softshrink(x, 1.0), ops.threshold(x, 1.0, 7.0)),
            *(ops.glu(x, 1), ops.hardtanh(x, -2, 1.5), ops.leaky_relu(x), ops.leaky_relu(x, 2.0)),
            *(ops.logsigmoid(x), ops.gelu(x), ops.gelu(x, "tanh"), ops.fast_gelu(x)),
        ),
        X,
    )


@case(rtol=1e-4, atol=1e-5)
def softmaxes(ms: Any, run: Any) -> Any:
    ops, nn = ms.ops, ms.nn
    two = nn.Softmax2d()
    return run(
        lambda x: (
            *(ops.softmax(x), ops.softmax(x, 0), ops.log_softmax(x), ops.log_softmax(x, 1)),
            *(ops.softmin(x, 1), nn.Softmax(1)(x), nn.LogSoftmax(0)(x), two(x), nn.Softmin()(x)),
            *(ops.Softmax(axis=1)(x), ops.LogSoftmax(1)(x), x.softmax(axis=1)),
        ),
        X,
    )


@case(rtol=1e-4, atol=1e-4)
def layers(ms: Any, run: Any) -> Any:
    nn = ms.nn
    nets = [
        nn.ReLU(), nn.ReLU6(), nn.Sigmoid(), nn.Tanh(), nn.SiLU(), nn.Mish(), nn.HSwish(),
        nn.HSigmoid(), nn.LogSigmoid(), nn.Softsign(), nn.Tanhshrink(), nn.FastGelu(), nn.GELU(),
        nn.GELU(False), nn.ELU(), nn.CELU(2.0), nn.LeakyReLU(), nn.LeakyReLU(0.1), nn.Hardtanh(),
        nn.SoftShrink(1.0), nn.HShrink(1.0), nn.Threshold(0.5, -1.0), nn.GLU(1), nn.PReLU(), nn.PReLU(4),
        nn.PReLU(4, [0.1, 0.2, 0.3, 0.4]),
    ]  # fmt: skip
    return cells(ms, run, nets, X)


@case(rtol=1e-4, atol=1e-4)
def primitives(ms: Any, run: Any) -> Any:
    P = ms.ops.operations
    nets = [
        P.ReLU(), P.ReLU6(), P.Sigmoid(), P.Tanh(), P.GeLU(), P.FastGeLU(), P.Elu(), P.CeLU(0.5),
        P.HSigmoid(), P.HSwish(), P.HShrink(1.0), P.SoftShrink(1.0), P.Softplus(), P.Softsign(), P.Mish(),
    ]  # fmt: skip
    weight = rand(4, low=0.1, high=0.5)
    return merge(
        one=run(lambda x: tuple([net(x) for net in nets]), X),
        prelu=run(lambda x, w: (P.PReLU()(x, w), ms.ops.prelu(x, w)), X, weight),
    )


@case
def by_name(ms: Any, run: Any) -> Any:
    names = [
        "softmax",
        "relu",
        "relu6",
        "silu",
        "tanh",
        "gelu",
        "elu",
        "sigmoid",
        "leakyrelu",
        "hswish",
    ]
    nets = [
        ms.nn.get_activation(name)
        for name in [*names, "hsigmoid", "mish", "logsigmoid", "softshrink"]
    ]
    return run(lambda x: tuple([net(x) for net in nets]), X)


@case
def selu(ms: Any, run: Any) -> Any:
    """Values only: MindSpore's CPU kernel has another gradient than its formula."""
    return run(lambda x: (ms.ops.selu(x), ms.nn.SeLU()(x), ms.ops.SeLU()(x)), X, grad=False)


@case(jit=False)
def dtypes(ms: Any, run: Any) -> Any:
    half, double = X.astype(np.float16), X.astype(np.float64)
    ints = np.array([[-2, 3], [0, 5]], np.int32)
    ops = ms.ops
    return merge(
        double=run(lambda x: (ops.relu(x), ops.sigmoid(x), ops.softmax(x), ops.tanh(x)), double),
        half_dtype=run(lambda x: (ops.relu(x),), half, grad=False),
        ints=run(lambda x: (ops.relu(x), ms.nn.LeakyReLU()(x)), ints),
    )


@case(jit=False)
def refusals(ms: Any, run: Any) -> Any:
    nn, ops = ms.nn, ms.ops
    ints = np.ones((2, 2), np.int32)
    return merge(
        name=run.raises(lambda: nn.get_activation("foo")),
        axis=run.raises(lambda x: nn.Softmax(axis=3)(x), X),
        axis_kind=run.raises(lambda x: nn.Softmax(axis="a")(x), X),
        softmax_int=run.raises(lambda x: nn.Softmax()(x), ints),
        function_axis=run.raises(lambda x: ops.softmax(x, 1.5), X),
        gelu=run.raises(lambda: nn.GELU("tanh")),
        gelu_mode=run.raises(lambda x: ops.gelu(x, "foo"), X),
        gelu_int=run.raises(lambda x: ops.gelu(x), ints),
        prelu=run.raises(lambda x: nn.PReLU(3)(x), X),
        prelu_list=run.raises(lambda: nn.PReLU(3, [0.1])),
        prelu_kind=run.raises(lambda: nn.PReLU(1, "a")),
        hardtanh=run.raises(lambda: nn.Hardtanh(1.0, 0.0)),
        rrelu=run.raises(lambda: nn.RReLU(0.5, 0.1)),
        softmax2d=run.raises(lambda x: nn.Softmax2d()(x), X[0]),
    )
