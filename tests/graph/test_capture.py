"""Networks of users' kinds are captured as one graph, with and without mixed precision, however deep their Cells."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import msacc as ms
from msacc import Parameter, Tensor, nn, ops
from msacc.common.settings import settings

IDS = np.random.RandomState(0).randint(0, 16, (2, 4)).astype(np.int32)


class Attention(nn.Cell):
    def __init__(self, width: int, length: int) -> None:
        super().__init__()
        self.q, self.k, self.v = (nn.Dense(width, width) for _ in range(3))
        # Held by the Cell, so that a Cell of half precision casts it too.
        self.mask = Tensor(np.triu(np.full((length, length), -1e4, np.float32), 1))
        self.drop = nn.Dropout(p=0.1)

    def construct(self, x: Any) -> Any:
        scores = ops.matmul(self.q(x), self.k(x).swapaxes(-1, -2)) / x.shape[-1] ** 0.5
        return ops.matmul(self.drop(ops.softmax(scores + self.mask, -1)), self.v(x))


class Block(nn.Cell):
    def __init__(self, width: int = 8, length: int = 4) -> None:
        super().__init__()
        self.norm, self.attention = nn.LayerNorm((width,)), Attention(width, length)
        self.mlp = nn.SequentialCell(nn.Dense(width, width), nn.GELU(), nn.Dense(width, width))

    def construct(self, x: Any) -> Any:
        return x + self.mlp(x + self.attention(self.norm(x)))


class Transformer(nn.Cell):
    """`layers` blocks within `wraps` further Cells."""

    def __init__(self, layers: int, wraps: int = 0) -> None:
        super().__init__()
        self.embedding, self.head = nn.Embedding(16, 8), nn.Dense(8, 10)
        self.position = Parameter(Tensor(np.zeros((4, 8), np.float32)), name="position")
        blocks = nn.SequentialCell([Block() for _ in range(layers)])
        for _ in range(wraps):
            blocks = nn.SequentialCell(blocks)
        self.blocks = blocks

    def construct(self, ids: Any) -> Any:
        return self.head(self.blocks(self.embedding(ids) + self.position).mean(1))


class Encoder(nn.Cell):
    def __init__(self) -> None:
        super().__init__()
        self.embedding, self.head = nn.Embedding(16, 8), nn.Dense(8, 10)
        self.encoder = nn.TransformerEncoder(
            nn.TransformerEncoderLayer(8, 2, 16, batch_first=True), 2
        )

    def construct(self, ids: Any) -> Any:
        return self.head(self.encoder(self.embedding(ids)).mean(1))


class Recurrent(nn.Cell):
    def __init__(self) -> None:
        super().__init__()
        self.embedding, self.head = nn.Embedding(16, 8), nn.Dense(16, 10)
        self.lstm = nn.LSTM(8, 8, batch_first=True, bidirectional=True)

    def construct(self, ids: Any) -> Any:
        return self.head(self.lstm(self.embedding(ids))[0][:, -1])


NETWORKS = {
    "transformer": lambda: Transformer(3),
    "nested": lambda: Transformer(1, 15),
    "encoder": Encoder,
    "recurrent": Recurrent,
}


def trained(name: str, amp: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Two steps of a network."""
    monkeypatch.setattr(settings, "mode", ms.GRAPH_MODE)
    monkeypatch.setattr(settings, "o0_captures", True)
    ms.graph.reset()
    network = NETWORKS[name]().set_train()
    if amp != "O0":
        network = ms.amp.auto_mixed_precision(network, amp, ms.bfloat16)
    network.set_jit_config(ms.JitConfig(jit_level="O0"))
    loss = nn.WithLossCell(network, nn.CrossEntropyLoss())
    step = nn.TrainOneStepCell(loss, nn.Momentum(network.trainable_params(), 1e-3, 0.9))
    step.set_jit_config(ms.JitConfig(jit_level="O0"))
    labels = Tensor(np.array([1, 3], np.int32))
    for _ in range(2):
        assert np.isfinite(float(step.set_train()(Tensor(IDS), labels)))


@pytest.mark.parametrize("amp", ["O0", "O2"])
@pytest.mark.parametrize("name", NETWORKS)
def test_a_training_step_is_one_graph(name: str, amp: str, monkeypatch: pytest.MonkeyPatch) -> None:
    trained(name, amp, monkeypatch)
    found = ms.graph.stats()
    assert (found.recorded, found.not_recorded) == ({"TrainOneStepCell": 1}, {})
    assert found.fallbacks == []
    # The kernel of recurrent layers stands between graphs as it is, forward and backward.
    assert found.compiles == 1 or (name == "recurrent" and found.compiles <= 4)
