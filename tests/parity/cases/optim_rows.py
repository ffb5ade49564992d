"""Optimizers over an EmbeddingLookup, whose gradient is one of rows in MindSpore's graphs."""

from __future__ import annotations

from typing import Any

import numpy as np

from tests.parity.graph_modes import mode
from tests.parity.harness import Arrays, Runner, case

# No id twice in a batch; see docs/differences.md.
BATCHES = ([0, 1], [1, 2], [3, 0], [1, 3])


def trained(ms: Any, make: Any, table: Any = None) -> np.ndarray:
    """The table after a step for each batch, in graph mode."""

    class Net(ms.nn.Cell):
        def __init__(self):
            super().__init__()
            self.table = table() if table else ms.nn.EmbeddingLookup(6, 2)
            self.table.embedding_table.set_data(ms.Tensor(np.ones((6, 2), np.float32)))

        def construct(self, ids):
            return (self.table(ids) ** 2).sum()

    with mode(ms, 0):
        net = Net()
        step = ms.nn.TrainOneStepCell(net, make(net.trainable_params())).set_train()
        for ids in BATCHES:
            step(ms.Tensor(np.array(ids, np.int32)))
    return net.table.embedding_table.asnumpy()


@case(jit=False)
def lazy_adam(ms: Any, run: Runner) -> Arrays:
    nn = ms.nn
    return {
        "class": trained(ms, lambda params: nn.LazyAdam(params, 0.1)),
        "use_lazy": trained(ms, lambda params: nn.Adam(params, 0.1, use_lazy=True)),
        "nesterov": trained(ms, lambda params: nn.LazyAdam(params, 0.1, use_nesterov=True)),
        "not_lazy": trained(ms, lambda params: nn.Adam(params, 0.1)),
    }


@case(jit=False)
def ftrl(ms: Any, run: Runner) -> Arrays:
    return {"table": trained(ms, lambda params: ms.nn.FTRL(params, learning_rate=0.1))}


@case(jit=False)
def dense_tables(ms: Any, run: Runner) -> Arrays:
    """`sparse=False`, and Embedding: every row is updated."""
    nn = ms.nn

    def table() -> Any:
        return nn.EmbeddingLookup(6, 2, target="DEVICE", sparse=False)

    return {
        "lazy": trained(ms, lambda params: nn.LazyAdam(params, 0.1), table),
        "ftrl": trained(ms, lambda params: nn.FTRL(params, learning_rate=0.1), table),
        "embedding": trained(
            ms, lambda params: nn.Adam(params, 0.1, use_lazy=True), lambda: nn.Embedding(6, 2)
        ),
    }
