"""The messages in the code of a compiled step: two pairs of products, by columns then by rows."""

from __future__ import annotations

from collections import Counter
from typing import Any

import numpy as np
import torch
import torch._inductor.config

import msacc as ms
from msacc import Parameter, Tensor, nn, ops
from msacc.communication import get_group_size, get_rank, init
from msacc.parallel import AutoParallel
from tests.dist.programs import operators as base

GRAPHS: list[Counter[str]] = []


def note(graph: torch.fx.Graph) -> None:
    """Count the messages of a graph that code is made for."""
    names = [str(node.target) for node in graph.nodes if node.op == "call_function"]
    own = [n.split(".")[1].rstrip("_") for n in names if n.startswith("_c10d_functional.")]
    GRAPHS.append(Counter(name for name in own if not name.startswith("wait")))


class Pairs(nn.Cell):
    def __init__(self, on: bool):
        super().__init__()
        rng = np.random.default_rng(2)
        shapes = ((12, 16), (16, 12), (12, 16), (16, 4))
        for i, shape in enumerate(shapes):
            value = (0.3 * rng.standard_normal(shape)).astype(np.float32)
            setattr(self, f"w{i}", Parameter(value, name=f"w{i}"))
        self.column, self.row, self.relu = ops.MatMul(), ops.MatMul(), ops.ReLU()
        if on:
            count = get_group_size()
            self.column.shard(((1, 1), (1, count)))
            self.relu.shard(((1, count),))
            self.row.shard(((1, count), (count, 1)))

    def construct(self, x: Any) -> Any:
        for first, second in ((self.w0, self.w1), (self.w2, self.w3)):
            x = self.row(self.relu(self.column(x, first)), second)
        return x


def trained(on: bool, data: Any) -> list[np.ndarray]:
    net = Pairs(on)
    around: Any = (lambda fn: fn) if not on else AutoParallel
    optimizer = nn.Momentum(net.trainable_params(), 0.05, 0.9)
    step = base.functional(net, nn.CrossEntropyLoss(), optimizer, around)
    if on:
        step.dataset_strategy("full_batch")
    losses = [step(*map(Tensor, batch)).asnumpy() for batch in data]
    return [*losses, *map(base.whole, net.get_parameters())]


def main() -> None:
    init()
    data = base.mlp_data(3)
    wanted = trained(False, data)
    torch._inductor.config.post_grad_custom_post_pass = note
    ms.set_context(mode=ms.GRAPH_MODE)
    found = trained(True, data)
    base.check("counted", found, wanted)
    stats = ms.graph.stats()
    assert (stats.compiles, stats.not_recorded, stats.fallbacks) == (1, {}, []), stats
    # Forward: each pair sums its result. Backward: each sums the gradient of what went into it, but for the first,
    # whose input needs none. Gradients of weights lie as the weights do.
    assert GRAPHS == [Counter(all_reduce=3)], GRAPHS
    if get_rank() == 0:
        print("counted: equal", flush=True)


if __name__ == "__main__":
    main()
