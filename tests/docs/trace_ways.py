"""Prints as JSON which functions ways of docs/architecture.md call: title -> (file, line) in the order of first calls.

Run as `python -m tests.docs.trace_ways TITLE ...` in an empty folder, by test_architecture.
"""

from __future__ import annotations

import json
import os
import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from types import FrameType
from typing import Any

import numpy as np

import msacc as ms
import msacc.dataset as ds
import msacc.numpy as mnp
from msacc import Tensor, mint, nn, ops
from msacc.__main__ import main

ROOT = str(Path(ms.__file__).parents[1]) + os.sep
Calls = dict[tuple[str, int], None]


@contextmanager
def recording() -> Iterator[Calls]:
    """Collects the functions of msacc that are called, in all threads."""
    calls: Calls = {}

    def note(frame: FrameType, event: str, arg: Any) -> None:
        code = frame.f_code
        if event == "call" and code.co_filename.startswith(ROOT):
            calls.setdefault((code.co_filename[len(ROOT) :], code.co_firstlineno))

    threading.setprofile(note)
    sys.setprofile(note)
    try:
        yield calls
    finally:
        sys.setprofile(None)
        threading.setprofile(None)


def network() -> nn.Cell:
    return nn.SequentialCell(nn.Dense(4, 8), nn.ReLU(), nn.Dense(8, 2))


def graph() -> None:
    ms.set_context(mode=ms.GRAPH_MODE, jit_config={"jit_level": "O0"})
    network()(Tensor(np.ones((2, 4), np.float32)))
    ms.set_context(mode=ms.PYNATIVE_MODE)


def amp() -> None:
    net = network()
    mixed = ms.amp.auto_mixed_precision(net, "O2", ms.float16)
    net.register_forward_pre_hook(lambda cell, inputs: None)
    net.register_forward_hook(lambda cell, inputs, output: None)
    net.register_backward_hook(lambda cell, grad_inputs, grad_outputs: None)
    mixed(Tensor(np.ones((2, 4), np.float32)))


def train() -> None:
    rows = [(np.ones(4, np.float32), np.int32(0))] * 4
    data = ds.GeneratorDataset(rows, ["x", "y"], shuffle=False).batch(2)
    net = network()
    model = ms.Model(net, nn.CrossEntropyLoss(), nn.Momentum(net.trainable_params(), 0.1, 0.9))
    model.train(1, data, callbacks=[ms.LossMonitor()], dataset_sink_mode=False)


def pipeline() -> None:
    def numbers() -> Iterator[np.ndarray]:
        for i in range(4):
            yield np.array([i], np.float32)

    data = ds.GeneratorDataset(numbers, ["x"], shuffle=False).map(lambda v: v + 1, ["x"])
    list(data.shuffle(2).batch(2).create_dict_iterator())


def add() -> None:
    x = Tensor([1.0])
    ops.add(x, x)
    ops.Add()(x, x)
    x.add(x)
    mint.add(x, x)
    mnp.add(x, x)


def checkpoint() -> None:
    net = network()
    ms.save_checkpoint(net, "net.ckpt")
    ms.load_param_into_net(net, ms.load_checkpoint("net.ckpt"))


def import_mindspore() -> None:
    script = Path("script.py")
    lines = (
        "import mindspore",
        "from mindspore.common.api import jit",
        "hasattr(mindspore, 'no_name')",
    )
    script.write_text("\n".join(lines))
    main([str(script)])


WAYS: dict[str, Callable[[], None]] = {
    "A Tensor through a Cell into a graph": graph,
    "A Tensor through a Cell under amp": amp,
    "A batch through Model.train": train,
    "A row through a dataset pipeline": pipeline,
    "ops.add through its five bindings": add,
    "A checkpoint saved and loaded": checkpoint,
    "import mindspore": import_mindspore,
}

if __name__ == "__main__":
    traces = {}
    for title in sys.argv[1:]:
        with recording() as calls:
            WAYS[title]()
        traces[title] = list(calls)
    print("\n" + json.dumps(traces))
