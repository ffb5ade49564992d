"""Slices of a checkpoint are loaded into a network that has not trained yet: `laid_before.py FOLDER`."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

import numpy as np

import msacc as ms
import msacc.dataset as ds
from msacc import nn, ops
from msacc.communication import get_rank, init


class Net(nn.Cell):
    """One product cut over its sum."""

    def __init__(self, seed: int):
        super().__init__()
        value = np.random.RandomState(seed).randn(8, 4).astype(np.float32)
        self.weight = ms.Parameter(value, name="weight")
        self.matmul = ops.MatMul().shard(((1, 2), (2, 1)))

    def construct(self, x: Any) -> Any:
        return self.matmul(x, self.weight)


def model(seed: int) -> tuple[Net, ms.Model]:
    net = Net(seed)
    optimizer = nn.Momentum(net.trainable_params(), 0.1, 0.9)
    return net, ms.Model(net, nn.CrossEntropyLoss(), optimizer)


def batches() -> Any:
    draw = np.random.RandomState(3)
    rows = draw.randn(8, 8).astype(np.float32), draw.randint(0, 4, 8).astype(np.int32)
    return ds.NumpySlicesDataset(rows, ["x", "y"], shuffle=False).batch(4)


def main(folder: Path) -> None:
    ms.set_auto_parallel_context(parallel_mode="semi_auto_parallel", enable_parallel_optimizer=True)
    init()
    first, trained = model(1)
    trained.train(1, batches())
    path = str(folder / f"slice_{get_rank()}.ckpt")
    ms.save_checkpoint(trained.train_network, path, integrated_save=False)
    again, resumed = model(2)
    layout = resumed.infer_train_layout(batches())
    assert layout["weight"] == [[2], [0, -1], [4, 4], 0, True, "", [8, 4]], layout
    slices = ms.load_checkpoint(path)
    assert slices["weight"].shape == (4, 4)
    assert ms.load_param_into_net(resumed.train_network, slices) == ([], [])
    assert np.array_equal(again.weight.asnumpy(), first.weight.asnumpy())
    for one in (trained, resumed):
        one.train(1, batches())
    assert np.array_equal(again.weight.asnumpy(), first.weight.asnumpy())
    predicted = model(4)[1].infer_predict_layout(ms.Tensor(np.ones((4, 8), np.float32)))
    assert predicted["weight"][2] == [4, 4]
    print("the same")


if __name__ == "__main__":
    main(Path(sys.argv[1]))
