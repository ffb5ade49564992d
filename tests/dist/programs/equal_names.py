"""A student beside a teacher of the same names, trained over processes: all is saved, under the names of one process."""

from __future__ import annotations

import os
from collections.abc import Callable
from typing import Any

import numpy as np

import msacc as ms
from msacc import nn
from msacc.communication import get_group_size, get_rank, init
from msacc.parallel import AutoParallel

ROWS = np.random.RandomState(3).randn(8, 8).astype(np.float32)


class Distilled(nn.Cell):
    def __init__(self) -> None:
        super().__init__(auto_prefix=False)
        self.student, self.teacher = nn.Dense(8, 8), nn.Dense(8, 8)
        for parameter in self.teacher.get_parameters():
            parameter.requires_grad = False

    def construct(self, x: Any) -> Any:
        return ((self.student(x) - self.teacher(x)) ** 2).mean()


def trained(wrap: Callable[[nn.Cell], nn.Cell]) -> nn.Cell:
    ms.set_seed(4)
    net = Distilled()
    net.student.pipeline_stage, net.teacher.pipeline_stage = 0, get_group_size() - 1
    optimizer = nn.Momentum(net.student.trainable_params(), 0.1, 0.9)
    step = ms.Model(wrap(net), optimizer=optimizer).train_network.set_train()
    for _ in range(2):
        step(ms.Tensor(ROWS))
    return step


def over(**options: Any) -> Callable[[nn.Cell], nn.Cell]:
    def wrap(net: nn.Cell) -> nn.Cell:
        wrapped = AutoParallel(net)
        wrapped.dataset_strategy("full_batch")
        wrapped.hsdp(threshold=0, **options)
        return wrapped

    return wrap


def refused(**options: Any) -> None:
    """Before the first call, on all processes, without waiting for one another."""
    try:
        ms.save_checkpoint(Distilled(), "never.ckpt", **options)
    except ValueError as error:
        assert "'weight' is the name of student.weight, teacher.weight" in str(error)
    else:
        raise AssertionError(options)


def main() -> None:
    alone = {p.name: p.asnumpy() for p in trained(lambda net: net).get_parameters()}
    init()
    for level in ("level1", "level3"):
        step = trained(over(optimizer_level=level))
        for options in ({}, {"integrated_save": False}):
            refused(**options)
        ms.save_checkpoint(step, f"{level}.ckpt")
        if get_rank() == 0:
            found = ms.load_checkpoint(f"{level}.ckpt")
            assert found.keys() == alone.keys(), (sorted(found), sorted(alone))
            apart = max(float(np.abs(found[n].asnumpy() - v).max()) for n, v in alone.items())
            assert apart < 1e-6, (level, apart)
            print(f"{level}: {len(found)} saved", flush=True)
        assert not os.path.exists("never.ckpt")


if __name__ == "__main__":
    main()
