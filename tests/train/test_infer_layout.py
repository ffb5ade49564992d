"""Networks laid out ahead of their first step in one process, where nothing is cut."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import msacc as ms
from msacc import nn
from msacc.parallel import AutoParallel


def _dataset() -> Any:
    columns = (np.ones((8, 4), np.float32), np.zeros((8, 2), np.float32))
    return ms.dataset.NumpySlicesDataset(columns, ["x", "y"], shuffle=False).batch(4)


def _model() -> ms.Model:
    net = nn.Dense(4, 2)
    optimizer = nn.Momentum(net.trainable_params(), 0.1, 0.9)
    return ms.Model(AutoParallel(net), nn.MSELoss(), optimizer, metrics={"loss"})


def test_training() -> None:
    model, data = _model(), _dataset()
    before = [p.asnumpy().copy() for p in model.train_network.get_parameters()]
    found = model.infer_train_layout(data)
    assert found["weight"][:6] == [[1], [-1, -1], [2, 4], 0, True, ""]
    assert found["moments.bias"][:3] == [[1], [-1], [2]]
    after = [p.asnumpy() for p in model.train_network.get_parameters()]
    assert all(np.array_equal(a, b) for a, b in zip(before, after, strict=True)), (
        "nothing is trained"
    )
    model.build(data, _dataset(), sink_size=2, epoch=3, sink_mode=False)
    model.train(1, data)
    with pytest.raises(RuntimeError, match="other model"):
        _model().train(1, data)


def test_prediction() -> None:
    found = _model().infer_predict_layout(ms.Tensor(np.ones((2, 4), np.float32)))
    assert set(found) == {"weight", "bias"}
    assert found["weight"][6:] == [[2, 4], [2, 4]]


def test_refused() -> None:
    net = nn.Dense(4, 2)
    model = ms.Model(AutoParallel(net), nn.MSELoss(), nn.SGD(net.trainable_params()))
    with pytest.raises(ValueError, match="metrics"):
        model.build(valid_dataset=_dataset())
    with pytest.raises(ValueError, match="sink_size"):
        model.build(_dataset(), sink_size=0)
    with pytest.raises(TypeError, match="sink_mode"):
        model.build(_dataset(), sink_mode=1)
