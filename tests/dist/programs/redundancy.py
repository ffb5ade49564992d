"""Each process saves its share of a data-parallel training; all load the shares: `redundancy.py FOLDER`."""

from __future__ import annotations

import sys
from pathlib import Path

import numpy as np

import msacc as ms
from msacc import nn
from msacc.communication import get_rank, init
from msacc.dataset import GeneratorDataset
from msacc.parallel import AutoParallel
from tests.dist.programs.resume import batches
from tests.dist.programs.sharded import Net, adam


def main(folder: Path, format: str) -> None:
    init()
    rank = get_rank()
    ms.set_seed(1)
    net = Net()
    optimizer = adam(net.trainable_params())
    wrapped = AutoParallel(nn.WithLossCell(net, nn.CrossEntropyLoss()))
    wrapped.hsdp(threshold=1)
    model = ms.Model(wrapped, optimizer=optimizer)
    mine = str(folder / f"{format}/rank_{rank}")
    config = ms.train.CheckpointConfig(remove_redundancy=True, format=format)
    saver = ms.train.ModelCheckpoint("net", mine, config)
    data = GeneratorDataset(batches(2), ["x", "y"], shuffle=False)
    model.train(1, data, callbacks=[saver], dataset_sink_mode=False)
    path = f"{mine}/net-1_2.{format}"
    held = ms.load_checkpoint(path, format=format)
    trained = {p.name: p.asnumpy() for p in net.get_parameters()}
    names = [set(net.parameters_dict())]
    assert 0 < len(set(held) & names[0]) < len(names[0]), sorted(held)
    for name in set(held) & set(trained):
        np.testing.assert_array_equal(held[name].asnumpy(), trained[name])
    ms.set_seed(9)
    fresh = Net()
    missing, _ = ms.load_param_into_net(fresh, held, remove_redundancy=True)
    assert not missing
    again = Net()
    ms.load_checkpoint(path, again, format=format, remove_redundancy=True)
    for other in (fresh, again):
        for p in other.get_parameters():
            np.testing.assert_array_equal(p.asnumpy(), trained[p.name])
    (folder / f"{format}_{rank}.txt").write_text(" ".join(sorted(held)))


if __name__ == "__main__":
    main(Path(sys.argv[1]), sys.argv[2])
