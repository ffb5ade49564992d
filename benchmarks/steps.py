"""Training steps per CPU second in both modes, against torch by hand and MindSpore: ratios in one run.

    python benchmarks/steps.py --mindspore-python /path/to/venv-with-mindspore/bin/python [--networks ...]
        [--rounds 7] [--json FILE]

LeNet, an MLP, ResNet-18 on 32 by 32, a GPT of 10 million parameters on 128 tokens, an LSTM classifier. Every side has a
process of its own with one thread; they take turns, so that a busy machine slows all of them, and a ratio is the median
of the rounds'. By hand: torch eager with its fused optimizer, and torch.compile of forward and loss beside it. `of
torch` in graph mode is against the faster of the two, in PyNative mode against eager. All sides begin with the same
values, and their losses after the first steps must agree.
"""

from __future__ import annotations

import argparse
import json
import os
import statistics
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

from step_networks import batch, for_mindspore, for_torch, value

# What is compared are compiled graphs.
os.environ.setdefault("MSACC_JIT_LEVEL", "O1")

NETWORKS = ("lenet", "mlp", "resnet18", "gpt", "lstm")
OWN = {"msacc PyNative": "pynative", "msacc graph": "graph"}
BY_HAND = {"torch eager": "eager", "torch compile": "compile"}
THEIRS = {"MindSpore PyNative": "pynative", "MindSpore graph": "graph"}
RATE, MOMENTUM, WARM, TURN = 0.001, 0.9, 3, 0.4
Step = Callable[[], float]


# -- one side --------------------------------------------------------------------------------------
def mindspore_step(network: str, mode: str) -> Step:
    """A step under whatever `import mindspore` gives."""
    import mindspore as ms

    ms.set_context(mode=ms.GRAPH_MODE if mode == "graph" else ms.PYNATIVE_MODE)
    net = for_mindspore(network, ms)
    for number, parameter in enumerate(net.trainable_params()):
        parameter.set_data(ms.Tensor(value(number, parameter.shape)))
    loss = ms.nn.WithLossCell(net, ms.nn.CrossEntropyLoss())
    step = ms.nn.TrainOneStepCell(loss, ms.nn.Momentum(net.trainable_params(), RATE, MOMENTUM))
    step.set_train()
    data = [ms.Tensor(array) for array in batch(network)]
    return lambda: step(*data)


def torch_step(network: str, how: str) -> Step:
    """A step by hand."""
    import torch

    net = for_torch(network)
    with torch.no_grad():
        for number, parameter in enumerate(net.parameters()):
            parameter.copy_(torch.from_numpy(value(number, tuple(parameter.shape))))
    optimizer = torch.optim.SGD(net.parameters(), RATE, MOMENTUM, fused=True)
    x, y = (torch.from_numpy(array) for array in batch(network))
    y = y.long()

    def forward() -> Any:
        return torch.nn.functional.cross_entropy(net(x), y)

    run = torch.compile(forward) if how == "compile" else forward

    def step() -> Any:
        loss = run()
        loss.backward()
        optimizer.step()
        optimizer.zero_grad()
        return loss.detach()

    return step


def serve(side: str, network: str) -> None:
    """Do as many steps as each line says."""
    if side in BY_HAND:
        import torch

        torch.set_num_threads(1)
        step: Any = torch_step(network, BY_HAND[side])
    else:
        step = mindspore_step(network, {**OWN, **THEIRS}[side])
    for line in sys.stdin:
        start = time.process_time()
        for _ in range(int(line)):
            out = step()
        loss = float(out.asnumpy() if hasattr(out, "asnumpy") else out)
        print("FOUND", json.dumps([time.process_time() - start, loss]), flush=True)


# -- all sides -------------------------------------------------------------------------------------
class Side:
    """A process that does steps when told to."""

    def __init__(self, name: str, network: str, python: str):
        env = {**os.environ, "OMP_NUM_THREADS": "1"}
        alias = ["-m", "msacc"] if name in OWN else []
        command = [python, *alias, __file__, "--side", name, "--networks", network]
        pipes: dict[str, Any] = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE, "text": True}
        self.process: Any = subprocess.Popen(command, env=env, stderr=subprocess.DEVNULL, **pipes)
        self.name, self.steps = name, 1

    def run(self, steps: int) -> tuple[float, float]:
        """CPU seconds, and the last loss."""
        print(steps, file=self.process.stdin, flush=True)
        for line in self.process.stdout:
            if line.startswith("FOUND "):
                seconds, loss = json.loads(line[6:])
                return seconds, loss
        raise SystemExit(f"{self.name} ended before it answered.")

    def warm(self) -> float:
        """The loss after a few steps, and how many steps a turn has from now on."""
        _, loss = self.run(WARM)
        self.steps = max(1, round(TURN / self.run(1)[0]))
        self.run(self.steps)
        return loss

    def end(self) -> None:
        """Stop the process."""
        self.process.stdin.close()
        self.process.wait()


def measure(network: str, mindspore: str | None, rounds: int) -> dict[str, list[float]]:
    """CPU seconds of a step on each side in each round."""
    names = [*BY_HAND, *OWN, *(THEIRS if mindspore else ())]
    sides = [
        Side(name, network, (mindspore or "") if name in THEIRS else sys.executable)
        for name in names
    ]
    losses = [side.warm() for side in sides]
    for side, loss in zip(sides, losses, strict=True):
        assert abs(loss - losses[0]) < 2e-3 * abs(losses[0]), (side.name, loss, losses[0])
    found: dict[str, list[float]] = {side.name: [] for side in sides}
    for k in range(rounds):
        for side in sides if k % 2 else sides[::-1]:
            found[side.name].append(side.run(side.steps)[0] / side.steps)
    for side in sides:
        side.end()
    return found


def ratio(found: dict[str, list[float]], own: str, *others: str) -> float | None:
    """How many times as many steps a second as the fastest of the others."""
    if not all(other in found for other in others):
        return None
    fastest = min(others, key=lambda name: statistics.median(found[name]))
    return statistics.median(b / a for a, b in zip(found[own], found[fastest], strict=True))


def rows(network: str, found: dict[str, list[float]]) -> list[list[Any]]:
    """Both modes' figures."""
    milliseconds = {name: 1000 * statistics.median(times) for name, times in found.items()}
    hand = ", ".join(f"{milliseconds[name]:.2f}" for name in BY_HAND)
    made: list[list[Any]] = []
    for mode, others in (("graph", tuple(BY_HAND)), ("PyNative", ("torch eager",))):
        own = f"msacc {mode}"
        figures = [ratio(found, own, *others), ratio(found, own, f"MindSpore {mode}")]
        shown = ["" if figure is None else round(figure, 2) for figure in figures]
        made.append([network, mode, *shown, round(milliseconds[own], 2), hand])
    return made


COLUMNS = ["network", "mode", "of torch", "of MindSpore", "CPU ms", "torch's: eager, compile"]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--mindspore-python", help="a Python that has real MindSpore")
    parser.add_argument("--networks", nargs="+", choices=NETWORKS, default=list(NETWORKS))
    parser.add_argument("--rounds", type=int, default=7)
    parser.add_argument("--json", type=Path, help="also write the table to this file")
    parser.add_argument("--side", help=argparse.SUPPRESS)
    args = parser.parse_args()
    if args.side:
        serve(args.side, args.networks[0])
        return
    table = []
    print("".join(f"{column:>14}" for column in COLUMNS))
    for network in args.networks:
        for row in rows(network, measure(network, args.mindspore_python, args.rounds)):
            print("".join(f"{cell!s:>14}" for cell in row), flush=True)
            table.append(row)
    if args.json:
        notes = ["Ratios of steps per CPU second, above 1 is faster; one thread."]
        title = "Training steps"
        found = {"title": title, "columns": COLUMNS, "rows": table, "notes": notes}
        args.json.write_text(json.dumps(found, indent=1))


if __name__ == "__main__":
    main()
