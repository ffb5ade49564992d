"""What a training step keeps for its backward pass under mixed precision, beside torch's autocast. Counts, no times.

    python benchmarks/kept_for_backward.py [NETWORK ...] [--amp O2 O3 auto] [--types bfloat16 float16] [--device cuda]
        [--json FILE]

Networks of large_networks.py, op by op and as a graph (what its recorded run hands from forward to backward), beside
the same network by torch alone, each in a process of its own. All that autograd keeps but parameters, each piece of
memory once: MiB of torch, and how many times that msacc's are.
"""

from __future__ import annotations

import argparse
import json
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import torch

NETWORKS = ("resnet50", "vit", "convnext", "encoder-decoder", "gpt")


class Kept:
    """Counts what autograd keeps within."""

    def __init__(self, own: set[int]) -> None:
        self.seen: dict[int, tuple[int, torch.Tensor]] = {}
        self._own = own

    def _pack(self, t: torch.Tensor) -> torch.Tensor:
        memory = t.untyped_storage()
        if memory._cdata not in self._own:
            self.seen[memory._cdata] = memory.nbytes(), t  # held, so that no number comes twice
        return t

    @contextmanager
    def counting(self) -> Iterator[None]:
        """Count what is kept within the block."""
        with torch.autograd.graph.saved_tensors_hooks(self._pack, lambda t: t):
            yield

    @property
    def mib(self) -> float:
        """What was counted."""
        return sum(nbytes for nbytes, _ in self.seen.values()) / 2**20


def of_torch(name: str, kind: str, device: str) -> float:
    """The network by torch alone, under autocast."""
    import plain_torch

    sys.modules["mindspore"] = plain_torch  # type: ignore[assignment]
    from large_networks import network

    if device != "cpu":
        torch.set_default_device(device)
    net, inputs = network(name)
    net.train()
    kept = Kept({p.untyped_storage()._cdata for p in net.parameters()})
    with kept.counting(), torch.autocast(device, getattr(torch, kind)):
        net(*inputs).float().backward()
    return kept.mib


def of_msacc(name: str, level: str, kind: str, graph: bool) -> float:
    """The network at an amp level, op by op or recorded."""
    import mindspore as ms
    from large_networks import network

    from msacc.common.settings import settings
    from msacc.graph.recording import attempts

    ms.set_seed(1)
    net, inputs = network(name)
    net = ms.amp.auto_mixed_precision(net.set_train(), level, getattr(ms, kind))
    parameters = net.trainable_params()
    kept = Kept({p._t.untyped_storage()._cdata for p in parameters})
    step: Callable[..., Any] = ms.value_and_grad(
        lambda *given: net(*given).astype(ms.float32), None, parameters
    )
    if not graph:
        with kept.counting():
            step(*inputs)
        return kept.mib
    settings.o0_captures = True
    attempts.torch_private.without_hooks = kept.counting
    ms.jit(step, jit_level="O0")(*inputs)
    if ms.graph.stats().not_recorded:
        raise RuntimeError(str(ms.graph.stats().not_recorded))
    return kept.mib


def one_side(device: str, name: str, kind: str, *msacc: str) -> float:
    """The figure of this process: torch's, or msacc's at a level and in a mode."""
    if not msacc:
        return of_torch(name, kind, device)
    from msacc.common.settings import settings

    settings.device = torch.device(device)
    return of_msacc(name, msacc[0], kind, msacc[1] == "graph")


def figure(device: str, *side: str) -> float:
    """One figure, from a process of its own; msacc's sides run as its scripts do."""
    module = ("-m", "msacc") if len(side) > 2 else ()
    command = [sys.executable, *module, str(Path(__file__)), "--device", device, "--side", *side]
    done = subprocess.run(command, check=True, stdout=subprocess.PIPE, text=True)
    return float(json.loads(done.stdout.splitlines()[-1]))


def rows(args: argparse.Namespace) -> Iterator[list[Any]]:
    """Of each network in each type: MiB of torch, and times of it that msacc's sides keep."""
    for name in args.networks:
        for kind in args.types:
            whole = figure(args.device, name, kind)
            yield [
                *(name, kind, whole),
                *(
                    figure(args.device, name, kind, level, mode) / whole
                    for level in args.amp
                    for mode in ("pynative", "graph")
                ),
            ]


def main() -> None:
    """Print a table, or with `--side` one figure."""
    parser = argparse.ArgumentParser()
    parser.add_argument("networks", nargs="*", default=NETWORKS)
    parser.add_argument("--amp", nargs="+", default=["O2", "O3", "auto"])
    parser.add_argument("--types", nargs="+", default=["bfloat16", "float16"])
    parser.add_argument("--device", choices=("cpu", "cuda"), default="cpu")
    parser.add_argument("--json", type=Path, help="also write the table to this file")
    parser.add_argument("--side", nargs="+", help=argparse.SUPPRESS)
    args = parser.parse_args()
    if args.side:
        print(json.dumps(one_side(args.device, *args.side)))
        return
    columns = ["network", "type", "autocast, MiB"]
    columns += [f"{amp}, {how}" for amp in args.amp for how in ("op by op", "graph")]
    print(f"| {' | '.join(columns)} |")
    print("|---" * len(columns) + "|")
    table: dict[str, Any] = {"title": "Kept for the backward pass", "columns": columns, "rows": []}
    for row in rows(args):
        table["rows"].append(row)
        cells = [*row[:2], f"{row[2]:.1f}", *(f"{times:.2f}" for times in row[3:])]
        print(f"| {' | '.join(cells)} |", flush=True)
        if args.json:
            args.json.write_text(json.dumps(table, indent=1))


if __name__ == "__main__":
    main()
