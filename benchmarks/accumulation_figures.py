"""Draws the pictures of docs/gradient_accumulation.md into docs/images.

    OMP_NUM_THREADS=1 python benchmarks/accumulation_figures.py [--only curves memory messages]

`curves`: the losses of 1 x 128, 4 x 32 and 2 processes x 2 x 32. `memory`: peak memory of a step over
micro_size. `messages`: what accumulation_flavours.py counts. Needs matplotlib.
"""

from __future__ import annotations

import argparse
import json
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Any

import matplotlib

matplotlib.use("Agg")
import accumulation_flavours as flavours
import matplotlib.pyplot as plt
import numpy as np

import msacc as ms
from msacc import nn
from msacc.communication import get_group_size, get_rank, init
from msacc.datafiles.synthetic_digits import draw
from msacc.parallel import AutoParallel, GradAccumulation
from msacc.step.memory import MemoryWatch

IMAGES = Path(__file__).resolve().parent.parent / "docs" / "images"
BATCH, STEPS = 128, 120
COLOURS = ["#1b6ca8", "#e07a1f", "#3c9d4e"]


def network() -> nn.Cell:
    """A small convolutional network for 28x28 digits, its values always the same."""
    ms.set_seed(1)
    return nn.SequentialCell(
        nn.Conv2d(1, 8, 5, pad_mode="valid", weight_init="he_normal"),
        nn.ReLU(),
        nn.MaxPool2d(2, 2),
        nn.Conv2d(8, 16, 5, pad_mode="valid", weight_init="he_normal"),
        nn.ReLU(),
        nn.MaxPool2d(2, 2),
        nn.Flatten(),
        nn.Dense(256, 10, weight_init="he_normal"),
    )


def digits(count: int) -> tuple[np.ndarray, np.ndarray]:
    """(count, 1, 28, 28) float32 and labels."""
    rng = np.random.default_rng(0)
    labels = rng.integers(0, 10, count).astype(np.int32)
    images = draw(labels.astype(np.uint8), rng)
    return images[:, None].astype(np.float32) / 255 - 0.2, labels


def losses(micro_size: int) -> list[float]:
    """The whole batch's loss at each step; each process takes its part of the batch."""
    images, labels = digits(BATCH * 20)
    net = network()
    wrapped = AutoParallel(
        GradAccumulation(nn.WithLossCell(net, nn.CrossEntropyLoss()), micro_size)
    )
    optimizer = nn.Momentum(net.trainable_params(), 0.02, 0.9)
    step = ms.Model(wrapped, optimizer=optimizer).train_network
    world, rank = (get_group_size(), get_rank()) if micro_size == 2 else (1, 0)
    found = []
    for k in range(STEPS):
        start = k % 20 * BATCH + rank * BATCH // world
        part = slice(start, start + BATCH // world)
        loss = step(ms.Tensor(images[part].copy()), ms.Tensor(labels[part].copy()))
        found.append(float(loss) / micro_size)
    return found


def on_two_processes() -> list[float]:
    """The losses of two processes with two micro-batches each."""
    with tempfile.TemporaryDirectory() as folder:
        command = [
            *(sys.executable, "-m", "msacc.launch", "--worker_num=2", "--local_worker_num=2"),
            *("--master_port=8128", "--join=True", f"--log_dir={folder}", __file__, "--child"),
        ]
        out = subprocess.run(command, check=True, capture_output=True, text=True).stdout
    return json.loads(next(line for line in out.splitlines() if line.startswith("FOUND "))[6:])


def curves() -> None:
    """Three ways to the same batch of 128, on top of each other."""
    ways = {
        "1 × 128": losses(1),
        "4 × 32": losses(4),
        "2 processes × 2 × 32": on_two_processes(),
    }
    fig, (top, bottom) = plt.subplots(
        2, 1, figsize=(7, 5.4), sharex=True, height_ratios=[3, 1.3], layout="constrained"
    )
    styles = [(4.5, "-", 0.35), (2.2, "--", 1.0), (0, "o", 1.0)]
    base = np.array(ways["1 × 128"])
    for (name, values), colour, (width, line, alpha) in zip(
        ways.items(), COLOURS, styles, strict=False
    ):
        top.plot(values, line, color=colour, lw=width, alpha=alpha, label=name, ms=4, markevery=5)
        if name != "1 × 128":
            bottom.semilogy(np.abs(np.array(values) - base) + 1e-9, color=colour, lw=1, label=name)
    top.set(ylabel="loss of the whole batch", title="One batch of 128, cut in three ways")
    top.legend(frameon=False)
    bottom.set(xlabel="update", ylabel="|difference|\nto 1 × 128", ylim=(1e-9, 1e-2))
    save(fig, "accumulation_curves")
    print("largest difference", max(np.abs(np.array(v) - base).max() for v in ways.values()))


def memory() -> None:
    """Peak memory of one step over micro_size, plain and with recomputed blocks."""
    sizes = [1, 2, 4, 8, 16, 32]
    fig, axes = plt.subplots(figsize=(7, 3.8), layout="constrained")
    for recompute, colour in ((False, COLOURS[0]), (True, COLOURS[1])):
        peaks = [peak(size, recompute) / 2**20 for size in sizes]
        label = "with recompute()" if recompute else "plain"
        axes.plot(sizes, peaks, "o-", color=colour, label=label)
        print(label, [round(p, 1) for p in peaks], "MB")
    axes.set_xscale("log", base=2)
    axes.set_xticks(sizes, [str(s) for s in sizes])
    axes.set(
        xlabel="micro_size",
        ylabel="peak memory of a step, MB",
        title="A batch of 6144 in micro_size parts (MLP, 6 MB of parameters)",
        ylim=(0, None),
    )
    axes.annotate("the update itself", (16, peaks[-1]), (12, 48), arrowprops={"arrowstyle": "-"})
    axes.legend(frameon=False)
    save(fig, "accumulation_memory")


def peak(micro_size: int, recompute: bool) -> int:
    """Bytes at most, from building the network on."""
    rng = np.random.RandomState(0)
    x = ms.Tensor(rng.randn(6144, flavours.WIDTH).astype(np.float32))
    y = ms.Tensor(rng.randint(0, 10, 6144).astype(np.int32))
    with MemoryWatch() as watch:
        net = flavours.network()
        blocks: list[nn.Cell] = [net[i] for i in range(len(net) - 1)]
        pairs = [nn.SequentialCell(*blocks[i : i + 4]) for i in range(0, len(blocks), 4)]
        for pair in pairs if recompute else []:
            pair.recompute()
        whole = nn.WithLossCell(nn.SequentialCell(*pairs, net[-1]), nn.CrossEntropyLoss())
        optimizer = nn.Momentum(whole.trainable_params(), 0.1, 0.9)
        cell = AutoParallel(GradAccumulation(whole, micro_size))
        step = ms.Model(cell, optimizer=optimizer).train_network
        step(x, y), step(x, y)
        return watch.peak


def messages() -> None:
    """Messages and megabytes per step, by flavour."""
    found = flavours.launch(4, 8)
    flavours.report(found)
    ways = list(dict.fromkeys(f["way"] for f in found))
    fig, axes = plt.subplots(1, 2, figsize=(8, 3.6), layout="constrained")
    for place, (axis, title) in enumerate(
        zip(axes, ["messages per step", "MB handed to the backend per step"], strict=True)
    ):
        for k, flavour in enumerate(flavours.FLAVOURS):
            rows = [
                next(f for f in found if (f["way"], f["flavour"]) == (w, flavour)) for w in ways
            ]
            heights = [
                sum(f["messages"].values()) if not place else f["bytes"] / 2**20 for f in rows
            ]
            bars = axis.bar(
                np.arange(len(ways)) + (k - 1) * 0.27,
                heights,
                0.25,
                color=COLOURS[k],
                label=flavour,
            )
            axis.bar_label(bars, fmt="%.0f", fontsize=8)
        axis.set_xticks(range(len(ways)), ways)
        axis.set_title(title)
        axis.margins(y=0.15)
    fig.suptitle("4 processes, micro_size 8", fontsize=10)
    axes[0].legend(frameon=False, fontsize=8)
    save(fig, "accumulation_messages")


def save(fig: Any, name: str) -> None:
    """Write docs/images/NAME.png."""
    IMAGES.mkdir(parents=True, exist_ok=True)
    fig.savefig(IMAGES / f"{name}.png", dpi=110)
    print(f"docs/images/{name}.png")


PICTURES = {"curves": curves, "memory": memory, "messages": messages}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--only", nargs="+", choices=PICTURES, default=list(PICTURES))
    parser.add_argument("--child", action="store_true", help=argparse.SUPPRESS)
    args = parser.parse_args()
    if args.child:
        init()
        found = losses(2)
        if get_rank() == 0:
            print("FOUND", json.dumps(found))
        return
    for name in args.only:
        PICTURES[name]()


if __name__ == "__main__":
    main()
