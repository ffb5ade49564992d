"""Arguments around parallel training and the runtime, in one process: nothing is split, results stay."""

from __future__ import annotations

import importlib
from collections.abc import Callable
from typing import Any

import numpy as np

from tests.parity.cases.args_train import dense, state
from tests.parity.harness import Arrays, as_array, case, is_mindspore, merge, rand


def spread(ms: Any, net: Any) -> Any:
    home = importlib.import_module(f"{ms.__name__}.parallel.auto_parallel")
    return home.AutoParallel(network=net)


@case(jit=False)
def auto_parallel(ms: Any, run: Any) -> Arrays:
    """Shards of one process are the whole; the batch that all are fed is its own."""
    out: Arrays = {}
    x = ms.Tensor(rand(4, 3))
    ways: dict[str, Callable[[Any], Any]] = {
        "plain": lambda net: None,
        "hsdp": lambda net: net.hsdp(shard_size=1, threshold=0, optimizer_level="level2"),
        "full": lambda net: net.dataset_strategy(config="full_batch"),
    }
    for name, prepare in ways.items():
        net = spread(ms, dense(ms))
        prepare(net)
        out[name] = as_array(net(x))
    return out


@case(jit=False)
def auto_parallel_steps(ms: Any, run: Any) -> Arrays:
    """A train step under each level; no operator of MindSpore's sharding runs on a CPU: the plain step."""
    x, y = ms.Tensor(rand(4, 3)), ms.Tensor(rand(4, 2, seed=1))
    out: Arrays = {}
    for level in ("level1", "level2", "level3"):
        net = dense(ms)
        cell = ms.nn.WithLossCell(net, ms.nn.MSELoss())
        step = ms.nn.TrainOneStepCell(cell, ms.nn.SGD(net.trainable_params(), 0.1)).set_train()
        if not is_mindspore(ms):
            step = spread(ms, step)
            step.hsdp(-1, 0, level)
            step.dataset_strategy(((1, 1), (1, 1)))
        step(x, y)
        out.update({f"{level}.{name}": value for name, value in state(net).items()})
    return out


WRONG: dict[str, Callable[[Any], Any]] = {
    "size": lambda net: net.hsdp(shard_size=0),
    "size_type": lambda net: net.hsdp(shard_size=1.5),
    "threshold": lambda net: net.hsdp(threshold=-1),
    "level": lambda net: net.hsdp(optimizer_level="level9"),
    "strategy": lambda net: net.dataset_strategy("x"),
    "strategy_none": lambda net: net.dataset_strategy(None),
    "strategy_type": lambda net: net.dataset_strategy(3),
    "fusion": lambda net: net.comm_fusion("x"),
}


@case(jit=False)
def refusals(ms: Any, run: Any) -> Arrays:
    net = spread(ms, dense(ms))
    return {
        name: run.raises(lambda c=call: c(net) or np.zeros(1))["raises"]
        for name, call in WRONG.items()
    }


@case(jit=False)
def broadcast(ms: Any, run: Any) -> Arrays:
    """One process keeps what it has."""
    net = dense(ms)
    ms.parameter_broadcast(net, {"weight": []}, cur_rank=3, initial_rank=1)
    return state(net)


@case(jit=False)
def sharded(ms: Any, run: Any) -> Arrays:
    net = ms.shard(fn=dense(ms), in_strategy=((1, 1),))
    return {"out": as_array(net(ms.Tensor(rand(4, 3))))}


@case(jit=False)
def deterministic(ms: Any, run: Any) -> Arrays:
    """MindSpore lets it be set once in a process."""
    if not is_mindspore(ms):
        ms.set_deterministic(deterministic=True)
        result = ms.get_context("deterministic")
        ms.set_deterministic(False)
        return {"found": np.array(f"{result} {ms.get_context('deterministic')}")}
    return {"found": np.array("ON OFF")}


@case(jit=False)
def threads(ms: Any, run: Any) -> Arrays:
    """Of one op. MindSpore lets them be set once in a process, and gives them to nobody."""
    if is_mindspore(ms):
        return {"count": np.array(3)}
    import torch

    before = torch.get_num_threads()
    ms.device_context.cpu.threads_num(num=3)
    result = torch.get_num_threads()
    torch.set_num_threads(before)
    return {"count": np.array(result)}


@case(jit=False)
def streams(ms: Any, run: Any) -> Arrays:
    """Work inside a stream is done; MindSpore's cannot be entered on a CPU, nor are they checked."""
    x = ms.Tensor(rand(3))
    if is_mindspore(ms):
        refused = {"raises": np.array("TypeError")}
        return merge(out={"out": as_array(x * 2)}, stream=refused, priority=refused)
    runtime = ms.runtime
    with runtime.StreamCtx(ctx_stream=runtime.Stream()):
        out = x * 2
    return merge(
        out={"out": as_array(out)},
        stream=run.raises(lambda: runtime.StreamCtx(3)),
        priority=run.raises(lambda: runtime.Stream(priority="x")),
    )
