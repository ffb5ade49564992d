"""LeNet5 with gradient accumulation: micro-steps per CPU second, beside hand-written torch and MindSpore.

    OMP_NUM_THREADS=1 python benchmarks/lenet.py [--mindspore-python PATH] [--first-step]

One thread; the sides take turns in short rounds, so that a busy machine slows all of them; CPU seconds.
`--mindspore-python`: a Python with real MindSpore, whose two modes then run in rounds of their own.
`--first-step`: instead, seconds until the first step is done, in fresh processes: PyNative, compiled cold
(an empty cache folder) and warm.
"""

from __future__ import annotations

import argparse
import json
import os
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np

# What is compared are compiled graphs.
os.environ.setdefault("MSACC_JIT_LEVEL", "O1")

HERE = Path(__file__).resolve().parent
SAMPLE = HERE.parent / "sample_code" / "lenet_gradient_accumulation"
BATCH, MINI_STEPS, MOMENTUM = 32, 4, 0.9
# So small that the weights, and with them the branches taken in max-pooling, stay the same all along.
RATE = 1e-6
ROUNDS, STEPS = 15, 40
Step = Callable[[int], Any]


def batches(count: int = 8) -> list[tuple[np.ndarray, np.ndarray]]:
    """Random images (32, 1, 32, 32) and labels."""
    rng = np.random.RandomState(0)
    shape = (BATCH, 1, 32, 32)
    return [
        (rng.rand(*shape).astype(np.float32), rng.randint(0, 10, BATCH).astype(np.int32))
        for _ in range(count)
    ]


def weights() -> list[np.ndarray]:
    """The initial weights of all sides: what max-pooling and ReLU cost depends on the values."""
    rng = np.random.RandomState(1)
    shapes = [(6, 1, 5, 5), (16, 6, 5, 5), (120, 400), (120,), (84, 120), (84,), (10, 84), (10,)]
    bounds = [1 / np.sqrt(np.prod(shape[1:])) if len(shape) > 1 else 0.0 for shape in shapes]
    return [
        rng.uniform(-b, b, shape).astype(np.float32)
        for b, shape in zip(bounds, shapes, strict=True)
    ]


def mindspore_side(mode: str) -> Step:
    """The tutorial's three Cells under whatever `import mindspore` gives here."""
    sys.path.insert(0, str(SAMPLE))
    import mindspore as ms
    from accumulation import GradientAccumulation
    from lenet import LeNet5

    number = ms.GRAPH_MODE if mode == "graph" else ms.PYNATIVE_MODE
    ms.set_context(mode=number)
    net = LeNet5()
    for parameter, value in zip(net.trainable_params(), weights(), strict=True):
        parameter.set_data(ms.Tensor(value))
    loss = ms.nn.SoftmaxCrossEntropyWithLogits(sparse=True, reduction="mean")
    trainer = GradientAccumulation(
        net, loss, ms.nn.Momentum(net.trainable_params(), RATE, MOMENTUM)
    )
    data = [(ms.Tensor(x), ms.Tensor(y)) for x, y in batches()]

    def step(i: int) -> Any:
        if i == 0:
            ms.set_context(mode=number)
        out = trainer.forward_backward(*data[i % len(data)])
        if (i + 1) % MINI_STEPS == 0:
            trainer.optim()
            trainer.clear()
        return out

    return step


def torch_side() -> Step:
    """The same by hand: .backward() adds to .grad, SGD with momentum every fourth time."""
    import torch
    from torch import nn

    net = nn.Sequential(
        nn.Conv2d(1, 6, 5, bias=False), nn.ReLU(), nn.MaxPool2d(2),
        nn.Conv2d(6, 16, 5, bias=False), nn.ReLU(), nn.MaxPool2d(2),
        nn.Flatten(), nn.Linear(400, 120), nn.ReLU(), nn.Linear(120, 84), nn.ReLU(),
        nn.Linear(84, 10),
    )  # fmt: skip
    with torch.no_grad():
        for parameter, value in zip(net.parameters(), weights(), strict=True):
            parameter.copy_(torch.from_numpy(value))
    optimizer = torch.optim.SGD(net.parameters(), RATE, MOMENTUM)
    data = [(torch.from_numpy(x), torch.from_numpy(y).long()) for x, y in batches()]

    def step(i: int) -> Any:
        x, y = data[i % len(data)]
        loss = nn.functional.cross_entropy(net(x), y)
        loss.backward()
        if (i + 1) % MINI_STEPS == 0:
            optimizer.step()
            optimizer.zero_grad()
        return loss.detach()

    return step


def measure(sides: dict[str, Step]) -> dict[str, list[float]]:
    """Micro-steps per CPU second of each side in each round, the sides taking turns."""
    found: dict[str, list[float]] = {name: [] for name in sides}
    for step in sides.values():
        for i in range(2 * MINI_STEPS):
            step(i)
    for _ in range(ROUNDS):
        for name, step in sides.items():
            step(0)
            start = time.process_time()
            for i in range(STEPS):
                out = step(i)
            float(out.asnumpy() if hasattr(out, "asnumpy") else out)
            found[name].append(STEPS / (time.process_time() - start))
    return found


def report(found: dict[str, list[float]], base: str) -> None:
    """A table; the ratio is the median of the rounds' ratios."""
    print(f"{'side':24} {'micro-steps per CPU s':>22} {'of ' + base:>18}")
    for name, speeds in found.items():
        ratio = statistics.median(a / b for a, b in zip(speeds, found[base], strict=True))
        print(f"{name:24} {statistics.median(speeds):22.1f} {ratio:18.2f}")


def here() -> dict[str, list[float]]:
    """msacc's two modes and torch, in this process."""
    import torch

    from msacc.alias import install

    torch.set_num_threads(1)
    install()
    return measure(
        {
            "torch eager": torch_side(),
            "msacc PyNative": mindspore_side("pynative"),
            "msacc graph": mindspore_side("graph"),
        }
    )


def real(python: str) -> dict[str, list[float]]:
    """Real MindSpore's two modes, each in a process of its own."""
    found = {}
    for mode in ("pynative", "graph"):
        command = [python, __file__, "--child", mode]
        out = subprocess.run(command, check=True, capture_output=True, text=True).stdout
        found[f"MindSpore {mode}"] = json.loads(out.splitlines()[-1])
    return found


def first_step(mode: str, cache: str) -> dict[str, float]:
    """What a fresh process measures from building the net to the end of its first update."""
    env = {**os.environ, "TORCHINDUCTOR_CACHE_DIR": cache}
    command = [sys.executable, "-m", "msacc", __file__, "--child", mode, "--first-step"]
    out = subprocess.run(command, env=env, check=True, capture_output=True, text=True).stdout
    return json.loads(out.splitlines()[-1])


def time_first_step(mode: str) -> dict[str, float]:
    """Wall and CPU seconds to the end of the first update; finished child processes count."""
    wall, before = time.perf_counter(), os.times()
    step = mindspore_side(mode)
    for i in range(MINI_STEPS):
        step(i)
    spent = [now - then for now, then in zip(os.times()[:4], before[:4], strict=True)]
    return {"wall": time.perf_counter() - wall, "cpu": sum(spent)}


def first_steps() -> None:
    """Print the seconds to the first update."""
    with tempfile.TemporaryDirectory() as cache:
        for name in ("pynative", "graph, cold", "graph, warm"):
            took = first_step(name.split(",")[0], cache)
            print(f"{name:16} {took['wall']:6.1f} s ({took['cpu']:.1f} CPU s) to the first update")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--mindspore-python")
    parser.add_argument("--first-step", action="store_true")
    parser.add_argument("--child", choices=["pynative", "graph"], help=argparse.SUPPRESS)
    args = parser.parse_args()
    if args.child and args.first_step:
        print(json.dumps(time_first_step(args.child)))
    elif args.child:
        print(json.dumps(measure({"it": mindspore_side(args.child)})["it"]))
    elif args.first_step:
        first_steps()
    else:
        found = here()
        if args.mindspore_python:
            found.update(real(args.mindspore_python))
        report(found, "torch eager")


if __name__ == "__main__":
    os.environ.setdefault("OMP_NUM_THREADS", "1")
    main()
