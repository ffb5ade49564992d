"""Model.eval and Model.predict of a network whose training mode was set from outside."""

from __future__ import annotations

import numpy as np

import msacc as ms
import msacc.dataset as ds
from msacc import nn


def test_evaluation_after_set_train_leaves_running_statistics() -> None:
    net = nn.SequentialCell(nn.BatchNorm1d(3), nn.Dense(3, 2))
    model = ms.Model(net, nn.CrossEntropyLoss(), metrics={"accuracy"})
    rows = {"x": np.ones((4, 3), np.float32), "y": np.zeros(4, np.int32)}
    net.set_train()  # on the network, not on the Model's cells around it
    model.eval(ds.NumpySlicesDataset(rows).batch(2))
    assert not net.training
    net.set_train()
    model.predict(ms.Tensor(rows["x"]))
    assert not net.training
    assert net[0].moving_mean.asnumpy().tolist() == [0.0, 0.0, 0.0]
