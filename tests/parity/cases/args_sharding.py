"""Strategies given to functions and Cells, in one process: they are checked, and the result stays."""

from __future__ import annotations

import importlib
from typing import Any

from tests.parity.cases.args_train import dense
from tests.parity.harness import Arrays, as_array, case, rand


@case(jit=False)
def functions(ms: Any, run: Any) -> Arrays:
    """A function and a Cell behind `shard`, of the top level and of `parallel`."""
    x, net, whole = ms.Tensor(rand(4, 3)), dense(ms), ((1, 1),)
    home = importlib.import_module(f"{ms.__name__}.parallel")
    plan = {"self.weight": (1, 1)}
    return {
        "function": as_array(ms.shard(lambda x: x + 1, in_strategy=whole)(x)),
        "out": as_array(ms.shard(lambda x: x * 2, in_strategy=whole, out_strategy=whole)(x)),
        "cell": as_array(ms.shard(net, whole, out_strategy=whole, parameter_plan=plan)(x)),
        "parallel": as_array(home.shard(lambda x: x - 1, whole, whole)(x)),
    }


@case(jit=False)
def cells(ms: Any, run: Any) -> Arrays:
    """`Cell.shard` leaves the Cell as it is; what it gives back cannot be called outside of a MindSpore graph."""
    x, net, whole = ms.Tensor(rand(4, 3)), dense(ms), ((1, 1),)
    plan = {"self.weight": (1, 1)}
    net.shard(in_strategy=whole, out_strategy=whole, parameter_plan=plan)
    return {"cell": as_array(net(x))}
