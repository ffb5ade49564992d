"""`dtype` of layers: their Parameters and results are of another type than Float32."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from tests.parity.harness import Arrays, case, flat, is_mindspore, rand

ROWS = rand(5, 4)
LINE = rand(2, 4, 9)
IMAGE = rand(2, 4, 6, 5)
VOLUME = rand(1, 2, 4, 5, 4)
STEP = (rand(2, 4), rand(2, 3, seed=1))

Build = Callable[[Any, Any], Any]

# Name -> (the layer of a dtype, its inputs).
LAYERS: dict[str, tuple[Build, tuple[np.ndarray, ...]]] = {
    "bn1d": (lambda nn, dtype: nn.BatchNorm1d(4, dtype=dtype), (ROWS,)),
    "bn2d": (lambda nn, dtype: nn.BatchNorm2d(4, dtype=dtype), (IMAGE,)),
    "bn3d": (lambda nn, dtype: nn.BatchNorm3d(2, dtype=dtype), (VOLUME,)),
    "layer_norm": (lambda nn, dtype: nn.LayerNorm((5,), dtype=dtype), (IMAGE,)),
    "group_norm": (lambda nn, dtype: nn.GroupNorm(2, 4, dtype=dtype), (IMAGE,)),
    "conv1d": (lambda nn, dtype: nn.Conv1d(4, 3, 3, has_bias=True, dtype=dtype), (LINE,)),
    "conv2d": (lambda nn, dtype: nn.Conv2d(4, 3, 3, has_bias=True, dtype=dtype), (IMAGE,)),
    "conv3d": (lambda nn, dtype: nn.Conv3d(2, 3, 2, has_bias=True, dtype=dtype), (VOLUME,)),
    "conv1d_transpose": (
        lambda nn, dtype: nn.Conv1dTranspose(4, 3, 3, 2, has_bias=True, dtype=dtype),
        (LINE,),
    ),
    "conv2d_transpose": (
        lambda nn, dtype: nn.Conv2dTranspose(4, 3, 3, 2, has_bias=True, dtype=dtype),
        (IMAGE,),
    ),
    "conv3d_transpose": (
        lambda nn, dtype: nn.Conv3dTranspose(2, 3, 2, 2, has_bias=True, dtype=dtype),
        (VOLUME,),
    ),
    "dense": (lambda nn, dtype: nn.Dense(4, 3, dtype=dtype), (ROWS,)),
    "bidense": (lambda nn, dtype: nn.BiDense(4, 3, 2, dtype=dtype), STEP),
    "rnn_cell": (lambda nn, dtype: nn.RNNCell(4, 3, dtype=dtype), STEP),
    "gru_cell": (lambda nn, dtype: nn.GRUCell(4, 3, dtype=dtype), STEP),
    "lstm_cell": (
        lambda nn, dtype: nn.LSTMCell(4, 3, has_bias=False, dtype=dtype),
        (*STEP, rand(2, 3, seed=2)),
    ),
    "attention": (
        lambda nn, dtype: nn.MultiheadAttention(4, 2, dtype=dtype),
        (LINE.transpose(2, 0, 1) / 4,) * 3,
    ),
}


def typed(ms: Any, net: Any) -> Any:
    """Values that depend on place and shape alone, in the type of each parameter."""
    for i, parameter in enumerate(net.get_parameters()):
        values = rand(*parameter.shape, seed=i + 7, low=0.5 if "var" in parameter.name else -1)
        parameter.set_data(ms.Tensor(values, parameter.dtype))
    return net


def forward(ms: Any, name: str, kind: str) -> Arrays:
    build, inputs = LAYERS[name]
    dtype = getattr(ms, kind)
    net = typed(ms, build(ms.nn, dtype)).set_train()
    given = [ms.Tensor(x, dtype) for x in inputs]
    out = flat(net(given[0], tuple(given[1:])) if name == "lstm_cell" else net(*given))
    kinds = np.array([f"{p.name} {p.dtype}" for p in net.get_parameters()])
    state = {p.name: p.asnumpy() for p in net.untrainable_params()}
    return {f"out{i}": o.asnumpy() for i, o in enumerate(out)} | state | {"kinds": kinds}


def of_type(name: str, kind: str) -> Callable[[Any, Any], Arrays]:
    def body(ms: Any, run: Any) -> Arrays:
        result = forward(ms, name, kind)
        if is_mindspore(ms) and name.startswith("bn"):
            # The CPU kernel leaves Float16 statistics as they are; those of Float32 stand for them.
            for key, value in forward(ms, name, "float32").items():
                if "moving" in key or key in ("mean", "variance"):
                    result[key] = value.astype(np.float16)
        return result

    body.__module__ = __name__
    return body


for _name in LAYERS:
    case(name=f"{_name}_half", jit=False, rtol=4e-3, atol=4e-3)(of_type(_name, "float16"))
for _name in ("layer_norm", "group_norm", "dense", "bidense", "attention"):
    case(name=f"{_name}_double", jit=False, rtol=1e-6, atol=1e-7)(of_type(_name, "float64"))


def instance_norm(name: str, x: np.ndarray) -> Callable[[Any, Any], Arrays]:
    """No kernel on MindSpore's CPU: the documented formula stands for it.

    `momentum` weighs the new statistics, as in its GPU kernel and as the default of 0.1 means it; the
    formula in its documentation has the two weights the other way round.
    """

    def body(ms: Any, run: Any) -> Arrays:
        gamma, beta = rand(3, seed=1, low=0.5), rand(3, seed=2)
        axes, shape = tuple(range(2, x.ndim)), (3,) + (1,) * (x.ndim - 2)
        if is_mindspore(ms):
            mean, var = x.mean(axes, keepdims=True), x.var(axes, keepdims=True)
            normal = (x - mean) / np.sqrt(var + 0.1)
            full = normal * gamma.reshape(shape) + beta.reshape(shape)
            result = {"full": full.astype(np.float16), "bare": normal.astype(np.float16)}
            moved = (0.5 * mean.mean(0)).ravel().astype(np.float16)
            return result | {"moved": moved, "trained": np.array([2, 0])}
        kind = getattr(ms.nn, name)
        full = kind(
            num_features=3,
            eps=0.1,
            momentum=0.5,
            gamma_init=ms.Tensor(gamma),
            beta_init=ms.Tensor(beta),
            dtype=ms.float16,
        )
        bare = kind(num_features=3, eps=0.1, affine=False, dtype=ms.float16)
        given = ms.Tensor(x, ms.float16)
        trained = [len(net.trainable_params()) for net in (full, bare)]
        result = {"full": full(given).asnumpy(), "bare": bare(given).asnumpy()}
        return result | {"moved": full.moving_mean.asnumpy(), "trained": np.array(trained)}

    body.__module__ = __name__
    return body


for _name, _x in (
    ("InstanceNorm1d", rand(2, 3, 6)),
    ("InstanceNorm2d", rand(2, 3, 4, 5)),
    ("InstanceNorm3d", rand(2, 3, 2, 4, 3)),
):
    case(name=_name, jit=False, rtol=4e-3, atol=4e-3)(instance_norm(_name, _x))
