"""`parallel.full_value` of parameters and states, wherever their parts lie; a value that differs raises."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

import msacc as ms
from msacc import nn, ops
from msacc.communication import get_group_size, get_rank, init
from msacc.parallel import AutoParallel, GradAccumulation, full_value


class Net(nn.Cell):
    def __init__(self, size: int = 0):
        super().__init__()
        self.up, self.down = nn.Dense(8, 16), nn.Dense(16, 4)
        if size:
            self.down.matmul.shard(((1, size), (1, size)))

    def construct(self, x: Any, y: Any) -> Any:
        return ops.square(self.down(ops.tanh(self.up(x))) - y).mean()


def trained(wrap: Callable[[nn.Cell], nn.Cell], size: int = 0, times: float = 1.0) -> tuple[list[np.ndarray], str]:
    """Whole values of parameters and states after three steps, and the error of reading one without full_value."""
    ms.set_seed(4)
    net = Net(size)
    net.up.pipeline_stage, net.down.pipeline_stage = 0, get_group_size() - 1
    optimizer = nn.Momentum(net.trainable_params(), 0.1 * times, 0.9)
    step = ms.Model(wrap(net), optimizer=optimizer).train_network.set_train()
    rng = np.random.RandomState(3)
    for _ in range(3):
        step(*(ms.Tensor(rng.randn(8, width).astype(np.float32)) for width in (8, 4)))
    error = ""
    try:
        net.up.weight.asnumpy(), net.down.weight.asnumpy(), optimizer.moments[0].asnumpy()
    except RuntimeError as raised:
        error = str(raised)
    kept = [*net.trainable_params(), *optimizer.moments]
    return [full_value(p).asnumpy() for p in kept], error


def over(**options: Any) -> Callable[[nn.Cell], nn.Cell]:
    """The network under AutoParallel, every process fed the whole batch."""

    def wrap(net: nn.Cell) -> nn.Cell:
        wrapped = AutoParallel(net)
        wrapped.dataset_strategy("full_batch")
        if "stages" in options:
            wrapped = AutoParallel(nn.PipelineCell(net, 2))
            wrapped.pipeline(options["stages"])
        elif options:
            wrapped.hsdp(threshold=0, **options)
        return wrapped

    return wrap


def main() -> None:
    wanted, _ = trained(lambda net: GradAccumulation(net, 1))
    init()
    size = get_group_size()
    cases = {
        "level1": (over(optimizer_level="level1"), 0),
        "level3": (over(optimizer_level="level3"), 0),
        "operators": (over(), size),
        "stages": (over(stages=size), 0),
    }
    for name, (wrap, cut) in cases.items():
        found, error = trained(wrap, cut)
        apart = max(float(np.abs(f - w).max()) for f, w in zip(found, wanted, strict=True))
        assert apart < 1e-6, (name, apart)
        assert "full_value" in error or name == "operators", (name, error)
        if get_rank() == 0:
            print(f"{name}: equal")


if __name__ == "__main__":
    main()
