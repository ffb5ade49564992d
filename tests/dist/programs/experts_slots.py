"""Two workers: rows gathered into slots by each process for its own tokens, as many as the busiest expert needs."""

from __future__ import annotations

from typing import Any

import numpy as np

import msacc as ms
from msacc import Tensor, nn, ops
from msacc.communication import init

TOKENS = np.arange(24, dtype=np.float32).reshape(2, 4, 3)
PLACES = np.array([[3, 0, 0], [2, 1, 3]], np.int32)


class Slots(nn.Cell):
    """The rows at PLACES; `busiest` is how often the row is taken that is taken most."""

    def __init__(self) -> None:
        super().__init__()
        self.rows = ops.Gather(batch_dims=1).shard(((2, 1, 1), (2, 1)))
        self.hits = ops.OneHot().shard(((2, 1, 1), (), ()))
        self.busiest: list[Any] = []

    def construct(self, x: Tensor) -> Tensor:
        places = Tensor(PLACES)
        counts = self.hits(places, 4, Tensor(1, ms.int32), Tensor(0, ms.int32)).sum(axis=1)
        most = ops.cast(counts.max(), ms.int64)
        self.busiest = [most.item(), int(most), most.tolist()]
        return (self.rows(x, places, 1) * Tensor(np.arange(1.0, 4.0), ms.float32)).sum()


init()
ms.set_context(mode=ms.PYNATIVE_MODE)
ms.set_auto_parallel_context(parallel_mode="semi_auto_parallel", full_batch=True)
net = Slots()
value, slope = ms.value_and_grad(net)(Tensor(TOKENS))
wanted = np.zeros_like(TOKENS)
for sample, places in enumerate(PLACES):
    np.add.at(wanted[sample], places, np.arange(1.0, 4.0))
np.testing.assert_array_equal(slope.asnumpy(), wanted)
assert value.asnumpy() == (wanted * TOKENS).sum(), value
assert net.busiest == [2, 2, 2], net.busiest
print("slots: equal", flush=True)
