"""Model's methods that lay a network out ahead of its first step: what they refuse."""

from __future__ import annotations

from typing import Any

import numpy as np

from tests.parity.harness import Arrays, case, merge


def _dataset(ms: Any) -> Any:
    rows = (np.ones((8, 4), np.float32), np.zeros((8, 2), np.float32))
    return ms.dataset.NumpySlicesDataset(rows, ["x", "y"]).batch(4)


def _model(ms: Any) -> Any:
    net = ms.nn.Dense(4, 2)
    return ms.train.Model(net, ms.nn.MSELoss(), ms.nn.SGD(net.trainable_params(), 0.1))


@case(jit=False)
def outside(ms: Any, run: Any) -> Arrays:
    """In no parallel mode."""
    x = ms.Tensor(np.ones((2, 4), np.float32))
    calls = {
        "predict": lambda: _model(ms).infer_predict_layout(x),
        "train": lambda: _model(ms).infer_train_layout(_dataset(ms)),
        "build": lambda: _model(ms).build(_dataset(ms)),
        "epoch": lambda: _model(ms).build(_dataset(ms), epoch=0),
        "epochs": lambda: _model(ms).build(_dataset(ms), epoch="1"),
    }
    return merge(**{name: run.raises(call) for name, call in calls.items()})


@case(jit=False)
def inside(ms: Any, run: Any) -> Arrays:
    """In semi-auto mode, arguments that are wrong."""
    calls = {
        "no sink": lambda: _model(ms).infer_train_layout(_dataset(ms), dataset_sink_mode=False),
        "sink": lambda: _model(ms).infer_train_layout(_dataset(ms), dataset_sink_mode=1),
        "size": lambda: _model(ms).infer_train_layout(_dataset(ms), sink_size=0),
        "size type": lambda: _model(ms).infer_train_layout(_dataset(ms), True, 1.5),
        "numpy": lambda: _model(ms).infer_predict_layout(np.ones(3)),
        "epoch": lambda: _model(ms).build(_dataset(ms), epoch=0),
    }
    ms.set_auto_parallel_context(parallel_mode="semi_auto_parallel", device_num=1, global_rank=0)
    try:
        return merge(**{name: run.raises(call) for name, call in calls.items()})
    finally:
        ms.reset_auto_parallel_context()
