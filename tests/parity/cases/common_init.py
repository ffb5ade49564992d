"""Parameters under a seed: the same numbers as MindSpore's, in every layer and in whatever order."""

from __future__ import annotations

from typing import Any

import numpy as np

from tests.parity.cases.train_tutorial import lenet as lenet5
from tests.parity.harness import case


def _values(net: Any) -> dict[str, np.ndarray]:
    return {p.name: p.asnumpy() for p in net.get_parameters()}


@case(jit=False, rtol=1e-6, atol=0)
def initializers(ms: Any, run: Any) -> Any:
    ms.set_seed(7)
    init = ms.common.initializer
    rules = [
        *(init.Uniform(), init.Uniform(0.3), init.Normal(), init.Normal(0.7, 0.3)),
        *(init.TruncatedNormal(), init.TruncatedNormal(0.7, 0.3, -0.1, 1.3)),
        *(init.HeUniform(), init.HeUniform(5**0.5), init.HeNormal(0, "fan_out", "relu")),
        *(init.XavierUniform(), init.XavierUniform(2), init.XavierNormal(0.5)),
        *(init.Zero(), init.One(), init.Constant(3), "normal", "uniform", "xavier_uniform"),
        *(init.Sparse(0.4, 0.1), "zeros", "he_uniform", "truncatedNormal"),
        init.VarianceScaling(2.0, "fan_avg", "untruncated_normal"),
        init.VarianceScaling(1.0, "fan_out", "uniform"),
    ]
    return {
        f"out{i}": ms.Parameter(init.initializer(rule, (5, 7), ms.float32)).asnumpy()
        for i, rule in enumerate(rules)
    }


@case(jit=False, rtol=1e-5, atol=1e-6)
def orthogonal(ms: Any, run: Any) -> Any:
    ms.set_seed(7)
    init = ms.common.initializer
    shapes = [(3, 5), (5, 3), (4, 2, 3)]
    return {
        f"out{i}": ms.Parameter(init.initializer(init.Orthogonal(1.5), s)).asnumpy()
        for i, s in enumerate(shapes)
    }


@case(jit=False, rtol=1e-6, atol=0)
def long_tensor(ms: Any, run: Any) -> Any:
    ms.set_seed(11)
    result = {}
    for name in ("normal", "uniform", "truncatedNormal"):
        values = ms.Parameter(ms.common.initializer.initializer(name, (70_001,))).asnumpy()
        result[name] = np.concatenate([values[:9], values[32_760:32_776], values[-9:]])
    return result


@case(jit=False, rtol=1e-3, atol=1e-3)
def dtypes(ms: Any, run: Any) -> Any:
    ms.set_seed(3)
    make = ms.common.initializer.initializer
    kinds = (ms.float16, ms.float64, ms.bfloat16, ms.float32)
    drawn = [ms.Parameter(make("normal", (6,), kind)) for kind in kinds]
    return {f"out{i}": p.astype(ms.float32).asnumpy() for i, p in enumerate(drawn)}


@case(jit=False)
def users_rule(ms: Any, run: Any) -> Any:
    """A rule of the user's own, between two of MindSpore's, draws from numpy in its turn."""

    class Mine(ms.common.initializer.Initializer):
        def _initialize(self, arr: np.ndarray) -> None:
            arr[:] = np.random.uniform(-1, 1, arr.shape)

    ms.set_seed(5)
    make = ms.common.initializer.initializer
    return {
        f"out{i}": ms.Parameter(make(rule, (2, 3))).asnumpy()
        for i, rule in enumerate(("normal", Mine(), "uniform"))
    }


@case(jit=False)
def numpy_goes_on(ms: Any, run: Any) -> Any:
    """A net takes as many draws of numpy's generator as MindSpore's does."""
    ms.set_seed(9)
    lenet5(ms)
    return {"next": np.random.rand(4), "int": np.random.randint(0, 1000, 5)}


@case(jit=False, rtol=1e-6, atol=0)
def lenet(ms: Any, run: Any) -> Any:
    ms.set_seed(1)
    return {name: value.ravel()[:64] for name, value in _values(lenet5(ms)).items()}


_LAYERS: dict[str, Any] = {
    "dense": lambda nn: nn.Dense(3, 4),
    "dense_named": lambda nn: nn.Dense(3, 4, "normal", "uniform"),
    "conv1d": lambda nn: nn.Conv1d(2, 3, 3, has_bias=True),
    "conv2d": lambda nn: nn.Conv2d(2, 3, 3),
    "conv2d_bias": lambda nn: nn.Conv2d(2, 4, 3, has_bias=True, group=2),
    "conv2d_named": lambda nn: nn.Conv2d(2, 4, 3, weight_init="xavier_uniform", has_bias=True),
    "conv3d": lambda nn: nn.Conv3d(2, 3, 2, has_bias=True),
    "conv1d_t": lambda nn: nn.Conv1dTranspose(2, 3, 3, has_bias=True),
    "conv2d_t": lambda nn: nn.Conv2dTranspose(2, 3, 3, has_bias=True),
    "conv3d_t": lambda nn: nn.Conv3dTranspose(2, 3, 2, has_bias=True),
    "bidense": lambda nn: nn.BiDense(3, 4, 2),
    "embedding": lambda nn: nn.Embedding(5, 3),
    "embedding_lookup": lambda nn: nn.EmbeddingLookup(5, 3),
    "batch_norm": lambda nn: nn.SequentialCell(nn.BatchNorm2d(3), nn.Dense(2, 2)),
    "layer_norm": lambda nn: nn.SequentialCell(nn.LayerNorm((3,)), nn.Dense(2, 2)),
    "group_norm": lambda nn: nn.SequentialCell(nn.GroupNorm(1, 2), nn.PReLU(2), nn.Dense(2, 2)),
    "lstm": lambda nn: nn.LSTM(3, 2, 2, bidirectional=True),
    "gru": lambda nn: nn.GRU(3, 2, has_bias=False),
    "rnn": lambda nn: nn.RNN(3, 2),
    "rnn_cell": lambda nn: nn.RNNCell(3, 2),
    "lstm_cell": lambda nn: nn.LSTMCell(3, 2),
    "gru_cell": lambda nn: nn.GRUCell(3, 2, has_bias=False),
    "attention": lambda nn: nn.MultiheadAttention(4, 2),
    "attention_kv": lambda nn: nn.MultiheadAttention(4, 2, kdim=3, vdim=5, add_bias_kv=True),
    "encoder_layer": lambda nn: nn.TransformerEncoderLayer(4, 2, 6),
    "decoder_layer": lambda nn: nn.TransformerDecoderLayer(4, 2, 6),
    "transformer": lambda nn: nn.Transformer(4, 2, 1, 1, 6),
}

_MINT: dict[str, Any] = {
    "mint_linear": lambda nn: nn.Linear(3, 4),
    "mint_conv2d": lambda nn: nn.Conv2d(2, 3, 3),
    "mint_conv3d": lambda nn: nn.Conv3d(2, 3, 2),
    "mint_conv_transpose2d": lambda nn: nn.ConvTranspose2d(2, 3, 2),
    "mint_embedding": lambda nn: nn.Embedding(5, 3),
    "mint_batch_norm": lambda nn: nn.BatchNorm2d(3),
    "mint_prelu": lambda nn: nn.PReLU(2),
}


def _layer(make: Any, home: str) -> Any:
    def run_case(ms: Any, run: Any) -> Any:
        ms.set_seed(4)
        first = _values(make(ms.mint.nn if home == "mint" else ms.nn))
        # A second one shows that the first drew as often as MindSpore's.
        then = {f"then.{name}": value for name, value in _values(ms.nn.Dense(2, 2)).items()}
        return {**first, **then}

    return run_case


for _home, _table in (("nn", _LAYERS), ("mint", _MINT)):
    for _name, _make in _table.items():
        case(name=_name, jit=False, rtol=1e-6, atol=0)(_layer(_make, _home))
