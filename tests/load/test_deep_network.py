"""A network of a thousand layers."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

import msacc as ms
from msacc import nn

LAYERS = 1000


def deep() -> nn.Cell:
    ms.set_seed(1)
    cells = [cell for _ in range(LAYERS) for cell in (nn.Dense(8, 8), nn.ReLU())]
    return nn.SequentialCell(*cells)


@pytest.mark.slow
def test_a_thousand_layers(tmp_path: Path) -> None:
    net, x, y = deep(), *(ms.Tensor(np.full((2, 8), n, np.float32)) for n in (1, 0))
    optimizer = nn.Momentum(net.trainable_params(), 0.1, 0.9)
    step = nn.TrainOneStepCell(nn.WithLossCell(net, nn.MSELoss()), optimizer)
    losses = [float(step(x, y)) for _ in range(3)]
    assert losses[2] < losses[0]
    path = str(tmp_path / "deep.ckpt")
    ms.save_checkpoint(net, path)
    other = deep()
    assert ms.load_checkpoint(path, other).keys() == {p.name for p in net.get_parameters()}
    assert np.array_equal(other(x).asnumpy(), net(x).asnumpy())
    assert len(other.trainable_params()) == 2 * LAYERS
    assert str(other).count(": Dense(") == LAYERS
