"""One load, in a process of its own: `loads.py NAME ROUNDS` prints what grew, as JSON."""

from __future__ import annotations

import dataclasses
import json
import mmap
import os
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np

import msacc as ms
import msacc.dataset as ds
from msacc import nn
from msacc.train import CheckpointConfig, ModelCheckpoint
from tests.load.programs.figures import growth


class LeNet(nn.Cell):
    """LeNet5, as the tutorials have it."""

    def __init__(self) -> None:
        super().__init__()
        self.conv1 = nn.Conv2d(1, 6, 5, pad_mode="valid")
        self.conv2 = nn.Conv2d(6, 16, 5, pad_mode="valid")
        self.fc1, self.fc2, self.fc3 = nn.Dense(400, 120), nn.Dense(120, 84), nn.Dense(84, 10)
        self.relu, self.pool, self.flatten = nn.ReLU(), nn.MaxPool2d(2, 2), nn.Flatten()

    def construct(self, x: Any) -> Any:
        """Logits."""
        x = self.pool(self.relu(self.conv1(x)))
        x = self.flatten(self.pool(self.relu(self.conv2(x))))
        return self.fc3(self.relu(self.fc2(self.relu(self.fc1(x)))))


def _rows(count: int) -> Any:
    pictures = np.random.default_rng(0).standard_normal((count, 1, 32, 32)).astype(np.float32)
    labels = np.arange(count, dtype=np.int32) % 10
    return ds.NumpySlicesDataset((pictures, labels), ["image", "label"], shuffle=True)


def _model(**kwargs: Any) -> ms.Model:
    net = LeNet()
    loss = nn.SoftmaxCrossEntropyWithLogits(sparse=True, reduction="mean")
    return ms.Model(net, loss, nn.Momentum(net.trainable_params(), 0.01, 0.9), **kwargs)


def pynative_steps() -> Callable[[int], None]:
    """LeNet's training steps by Model.train."""
    return _steps(ms.PYNATIVE_MODE)


def graph_steps() -> Callable[[int], None]:
    """The same, compiled."""
    return _steps(ms.GRAPH_MODE)


def scaled_steps() -> Callable[[int], None]:
    """The same in mixed precision, with a dynamic loss scale."""
    scale = ms.DynamicLossScaleManager(2**12, 100)
    return _steps(ms.PYNATIVE_MODE, amp_level="O2", loss_scale_manager=scale)


def _steps(mode: int, **kwargs: Any) -> Callable[[int], None]:
    ms.set_context(mode=mode)
    model = _model(**kwargs)
    data = _rows(32 * 10).batch(32)
    return lambda rounds: model.train(max(rounds // 10, 1), data, dataset_sink_mode=False)


def epochs() -> Callable[[int], None]:
    """Epochs of a pipeline with a shuffle, a function and batches: an iterator over all, one for
    each, a dict of each.
    """
    data = _rows(200).map(lambda x: x * 2, "image").shuffle(50).batch(20)

    def work(rounds: int) -> None:
        walked = data.create_tuple_iterator(num_epochs=rounds)
        for _ in range(rounds):
            assert sum(1 for _ in walked) == 10
            assert sum(1 for _ in data.create_dict_iterator(num_epochs=1, output_numpy=True)) == 10

    return work


def epochs_in_workers() -> Callable[[int], None]:
    """Epochs of a pipeline whose function runs in processes of their own."""
    rows = _rows(40)
    data = rows.map(np.negative, "image", python_multiprocessing=True, num_parallel_workers=2)

    def work(rounds: int) -> None:
        for _ in range(rounds):
            assert sum(1 for _ in data.create_tuple_iterator(num_epochs=1)) == 40

    return work


def saves() -> Callable[[int], None]:
    """Saves by ModelCheckpoint, which keeps three."""
    return _saves()


def saves_in_a_thread() -> Callable[[int], None]:
    """The same in the background."""
    return _saves(async_save=True)


def safetensors() -> Callable[[int], None]:
    """The same as safetensors."""
    return _saves(format="safetensors")


def _saves(**kwargs: Any) -> Callable[[int], None]:
    model, data = _model(), _rows(8).batch(8)
    config = CheckpointConfig(save_checkpoint_steps=1, keep_checkpoint_max=3, **kwargs)

    def work(rounds: int) -> None:
        with tempfile.TemporaryDirectory() as folder:
            saver = ModelCheckpoint("net", folder, config)
            model.train(rounds, data, callbacks=saver, dataset_sink_mode=False)
            kept = [p for p in Path(folder).iterdir() if p.suffix != ".meta"]
            assert len(kept) == min(rounds, 3), kept

    return work


def loads() -> Callable[[int], None]:
    """Loads of one file into the network."""
    net = LeNet()
    path = str(Path(tempfile.mkdtemp()) / "net.ckpt")
    ms.save_checkpoint(net, path)

    def work(rounds: int) -> None:
        for _ in range(rounds):
            ms.load_checkpoint(path, net)

    return work


def new_functions() -> Callable[[int], None]:
    """A function that is compiled anew in each round: nothing of the last one is used again."""

    def work(rounds: int) -> None:
        for _ in range(rounds):
            made = ms.jit(lambda x: (x * 2 + 1).sum())
            made(ms.Tensor(np.ones(3, np.float32)))

    return work


def functions_of_torch() -> Callable[[int], None]:
    """The same by torch.compile alone, each with code of its own: what torch itself keeps."""
    import types

    import torch

    def body(x: torch.Tensor) -> torch.Tensor:
        return (x * 2 + 1).sum()

    made = iter(range(10**6))

    def work(rounds: int) -> None:
        for _ in range(rounds):
            code = body.__code__.replace(co_name=f"body_{next(made)}")
            torch.compile(types.FunctionType(code, globals(), "body"), fullgraph=True)(
                torch.ones(3)
            )

    return work


def new_shapes() -> Callable[[int], None]:
    """One network whose input has another shape in each round."""
    ms.set_context(mode=ms.GRAPH_MODE)
    net, seen = nn.SequentialCell(nn.Conv2d(1, 2, 3), nn.ReLU()), [4]

    def work(rounds: int) -> None:
        for _ in range(rounds):
            seen[0] += 1
            net(ms.Tensor(np.ones((1, 1, seen[0], 8), np.float32)))

    return work


def networks() -> Callable[[int], None]:
    """Networks, optimizers and models that are made, trained a step and forgotten."""

    def work(rounds: int) -> None:
        for _ in range(rounds):
            _model().train(1, _rows(4).batch(4), dataset_sink_mode=False)

    return work


def graph_networks() -> Callable[[int], None]:
    """Networks of 4 MB that are compiled, trained a step and forgotten."""
    ms.set_context(mode=ms.GRAPH_MODE)

    def work(rounds: int) -> None:
        for _ in range(rounds):
            net = nn.Dense(1000, 1000)
            made = nn.TrainOneStepCell(
                nn.WithLossCell(net, nn.MSELoss()), nn.SGD(net.trainable_params())
            )
            made(*(ms.Tensor(np.ones((2, 1000), np.float32)) for _ in range(2)))

    return work


def leaks() -> Callable[[int], None]:
    """A megabyte of pages of its own and a handle lost each round: what the looks must see."""
    held: list[mmap.mmap] = []

    def lose(rounds: int) -> None:
        for _ in range(rounds):
            held.append(mmap.mmap(-1, 2**20, mmap.MAP_PRIVATE | mmap.MAP_ANONYMOUS))
            held[-1].write(b"x" * 2**20)
            os.open(os.devnull, os.O_RDONLY)

    return lose


if __name__ == "__main__":
    found = growth(globals()[sys.argv[1]](), int(sys.argv[2]), looks=10)
    print(json.dumps(dataclasses.asdict(found)))
