"""mindspore.boost: groups of parameters, steps that freeze some of them, scales of loss by group."""

from __future__ import annotations

import importlib
from typing import Any

import numpy as np

from tests.parity.harness import Arrays, case, is_mindspore, rand

X, Y = rand(4, 3), rand(4, 2, seed=1)


def of(ms: Any) -> Any:
    return importlib.import_module(f"{ms.__name__}.boost")


def small(ms: Any) -> Any:
    layers = ms.nn.Dense(3, 4, weight_init="ones"), ms.nn.Dense(4, 2, weight_init="ones")
    net = ms.nn.WithLossCell(ms.nn.SequentialCell(*layers), ms.nn.MSELoss())
    for i, p in enumerate(net.trainable_params()):
        p.set_data(ms.Tensor(rand(*p.shape, seed=i)))
    return net


def mixed(ms: Any) -> Any:
    """A convolution with groups, another one, a batch norm and a layer of weights."""

    class Net(ms.nn.Cell):
        def __init__(self) -> None:
            super().__init__()
            self.conv = ms.nn.Conv2d(2, 4, 3, group=2, has_bias=True)
            self.bn = ms.nn.BatchNorm2d(4)
            self.whole = ms.nn.Conv2d(4, 2, 3)
            self.fc = ms.nn.Dense(4, 3)

    return Net()


def group_texts(groups: Any) -> np.ndarray:
    """Groups as text, parameters by name."""

    def text(value: Any) -> str:
        if isinstance(value, (list, tuple)):
            return " ".join(p.name for p in value)
        return str(value)

    return np.array(["; ".join(f"{k}: {text(v)}" for k, v in g.items()) for g in groups])


def names(parameters: Any) -> np.ndarray:
    return np.array([p.name for p in parameters])


def values(parameters: Any) -> Arrays:
    return {p.name: p.asnumpy().copy() for p in parameters}


@case(jit=False, rtol=1e-4, atol=1e-5)
def centralized(ms: Any, run: Any) -> Arrays:
    """OptimizerProcess: groups in two, a new optimizer, and what it does to gradients."""
    net = mixed(ms)
    p = net.trainable_params()
    for i, q in enumerate(p):
        q.set_data(ms.Tensor(rand(*q.shape, seed=i)))
    groups = [
        {"params": p[:3], "lr": 0.01},
        {"params": p[3:], "weight_decay": 0.1},
        {"order_params": p},
    ]
    process = of(ms).OptimizerProcess(opt=ms.nn.Momentum(groups, 0.1, 0.9))
    process.add_grad_centralization(network=net)
    new = process.generate_new_optimizer()
    new(tuple(ms.Tensor(rand(*q.shape, seed=9 + i)) for i, q in enumerate(new.parameters)))
    built = of(ms).OptimizerProcess.build_gc_params_group(
        params_dict=process.build_params_dict(network=net), parameters=[{"params": p}]
    )
    kinds = [type(c).__name__ for c in process.build_params_dict(net).values()]
    return {
        "groups": group_texts(process.origin_params),
        "built": group_texts(built),
        "kinds": np.array(kinds),
        "flags": np.array(new.grad_centralization_flags),
        "states": names(new.get_parameters()),
        **values(p),
    }


@case(jit=False)
def ungrouped(ms: Any, run: Any) -> Arrays:
    """Parameters without groups stay as they are."""
    net = mixed(ms)
    process = of(ms).OptimizerProcess(ms.nn.SGD(net.trainable_params(), 0.1))
    process.add_grad_centralization(net)
    process.origin_params, empty = [], process.origin_params
    return {
        "same": names(empty),
        **run.raises(lambda: process.add_grad_centralization(net)),
        "number": run.raises(lambda: of(ms).OptimizerProcess(3))["raises"],
    }


@case(jit=False)
def regrouped(ms: Any, run: Any) -> Arrays:
    """ParameterProcess: settings of groups for other parameters, and numbers of messages."""
    p, process = mixed(ms).trainable_params(), of(ms).ParameterProcess()
    make = of(ms).ParameterProcess.generate_group_params
    groups = [{"params": p[:1], "lr": 0.1}, {"params": p[3:]}, {"order_params": p}]
    fused = [
        [q.comm_fusion for q in process.assign_parameter_group(parameters=p, split_point=at)]
        for at in (None, [1, 3], [0], [])
    ]
    return {
        "plain": group_texts(make(parameters=p[:2], origin_params=p)),
        "groups": group_texts(make(p[:2], groups)),
        "rest": group_texts(make(p[:3], groups[:1])),
        "ordered": group_texts(make(p[:3], groups[2:])),
        "fused": np.array(fused),
        "other": np.array([process.assign_parameter_group(v) == v for v in (3, [], None, ())]),
        "empty": run.raises(lambda: make(p, []))["raises"],
        "none": run.raises(lambda: make(p, None))["raises"],
        "numbers": run.raises(lambda: make(p, [3]))["raises"],
    }


@case(jit=False, rtol=1e-4, atol=1e-5)
def stepped(ms: Any, run: Any) -> Arrays:
    """BoostTrainOneStepCell with a seed of gradients; what it says of itself."""
    result: Arrays = {}
    for sens in (1.0, 2):
        net = small(ms)
        optimizer = ms.nn.Momentum(net.trainable_params(), 0.1, 0.9)
        step = of(ms).BoostTrainOneStepCell(network=net, optimizer=optimizer, sens=sens).set_train()
        losses = [step(ms.Tensor(X), ms.Tensor(Y)).asnumpy() for _ in range(2)]
        result |= {f"{sens} {k}": v for k, v in values(net.trainable_params()).items()}
        result[f"{sens} losses"] = np.array(losses)
    result["states"] = names(step.get_parameters())
    said = step.check_adasum_enable(), step.check_dim_reduce_enable(), step.use_grad_accumulation
    result["said"] = np.array(said)
    result["not frozen"] = run.raises(lambda: step.gradient_freeze_process(ms.Tensor(X)))["raises"]
    zero = run.raises(lambda: of(ms).BoostTrainOneStepCell(net, optimizer, 0))
    return result | zero


def frozen_steps(ms: Any, strategy: Any, rate: Any, steps: int) -> Arrays:
    net = small(ms)
    p = net.trainable_params()
    optimizer = of(ms).FreezeOpt(
        opt=ms.nn.Momentum(p, rate, 0.9),
        train_parameter_groups=[p, p[1:], p[3:]],
        train_strategy=strategy,
    )
    step = of(ms).BoostTrainOneStepCell(net, optimizer, 1.0).set_train()
    losses = [step(ms.Tensor(X), ms.Tensor(Y)).asnumpy() for _ in range(steps - 1)]
    last = step if steps == 5 else step.gradient_freeze_process
    losses.append(last(ms.Tensor(X), ms.Tensor(Y)).asnumpy())
    states = [q.name for opt in optimizer.opts for q in opt.get_parameters()]
    return {
        "losses": np.array(losses),
        "states": np.array(states),
        "own": names(optimizer.get_parameters()),
        "at": step.step.asnumpy(),
        **values(p),
    }


@case(jit=False, rtol=1e-4, atol=1e-5)
def frozen(ms: Any, run: Any) -> Arrays:
    """Groups step by step; MindSpore starts over in graph mode alone."""
    ways: dict[str, tuple[Any, Any, int]] = {
        "listed": ([0, 1, 2, 1, 0], 0.1, 4),
        "rates": (ms.Tensor([0, 2, 1, 0, 1], ms.int32), [0.1, 0.2, 0.05, 0.1], 4),
        "over": ([0, 1, 0], 0.1, 5),
        "turns": (None, 0.1, 5),
    }
    result: Arrays = {}
    for name, (strategy, rate, steps) in ways.items():
        if is_mindspore(ms) and steps == 5:
            ms.set_context(mode=ms.GRAPH_MODE)
        try:
            out = frozen_steps(ms, strategy, rate, steps)
        finally:
            ms.set_context(mode=ms.PYNATIVE_MODE)
        result |= {f"{name} {k}": v for k, v in out.items()}
    return result


@case(jit=False)
def wrong_freezes(ms: Any, run: Any) -> Arrays:
    net = small(ms)
    p = net.trainable_params()
    wrong: dict[str, tuple[Any, ...]] = {
        "opt": (3,),
        "no groups": (None, None, [0]),
        "groups": (None, 3),
        "group": (None, [3]),
        "strategy": (None, [p], 3),
        "element": (None, [p], [0.5]),
        "tensor": (None, [p], ms.Tensor([0.5])),
    }
    result: Arrays = {}
    for name, (opt, *rest) in wrong.items():
        given = ms.nn.SGD(p, 0.1) if opt is None else opt
        result[name] = run.raises(lambda g=given, r=rest: of(ms).FreezeOpt(g, *r))["raises"]  # type: ignore[misc]
    return result


def cells_stepped(ms: Any, **given: Any) -> Arrays:
    net = small(ms)
    p = net.trainable_params()
    cells = of(ms).freeze_cell(
        network=net,
        optimizer=of(ms).FreezeOpt(ms.nn.SGD(p, 0.1), [p, p[2:]]),
        grad=ms.ops.GradOperation(get_by_list=True, sens_param=True),
        use_grad_accumulation=False,
        max_accumulation_step=3,
        **given,
    )
    losses = [cell(ms.Tensor(X), ms.Tensor(Y)).asnumpy() for cell in (cells[1], cells[0])]
    return {"losses": np.array(losses), **values(p)}


@case(jit=False, rtol=1e-4, atol=1e-5)
def frozen_cells(ms: Any, run: Any) -> Arrays:
    """freeze_cell: a step for each group."""
    return cells_stepped(ms, reducer_flag=False, sens=2.0)


@case(jit=False, rtol=1e-4, atol=1e-5)
def reduced_cells(ms: Any, run: Any) -> Arrays:
    """The mean over a degree; MindSpore needs a job for it, and a smaller seed stands for it there."""
    if is_mindspore(ms):
        return cells_stepped(ms, reducer_flag=False, sens=0.5)
    return cells_stepped(ms, reducer_flag=True, sens=2.0, mean=True, degree=4)


@case(jit=False)
def sequences(ms: Any, run: Any) -> Arrays:
    """GradientFreeze: groups of a network, which group a step trains, and a FreezeOpt of both."""
    process = of(ms).GradientFreeze(param_groups=2, freeze_type=1, freeze_p=0.5, total_steps=20)
    net = mixed(ms)
    result: Arrays = {}
    for n in (1, 2, 3, 5):
        parts = process.split_parameters_groups(net=net, freeze_para_groups_number=n)
        result[f"split {n}"] = np.array([" ".join(p.name for p in part) for part in parts])
    ways = (1, 0, 0.5, 10), (4, 0, 0.5, 10), (4, 0, 0.7, 120), (3, 0, 0.0, 7), (2, 0, 0.5, 0)
    drawn = (4, 1, 0.5, 120), (4, 1, 0.9, 20), (2, 1, 0.3, 9), (3, 1, 1.0, 9)
    np.random.seed(3)
    for way in (*ways, *drawn):
        result[str(way)] = np.array(process.generate_freeze_index_sequence(*way), np.int64)
    same, optimizer = process.freeze_generate(
        network=net, optimizer=ms.nn.Momentum([{"params": net.trainable_params()}], 0.1, 0.9)
    )
    result["same"] = np.array(same is net)
    result["strategy"] = optimizer.train_strategy.asnumpy()
    for i, opt in enumerate(optimizer.opts):
        result[f"group {i}"] = names(opt.parameters)
    for way in ((4, 2, 0.5, 10), (4, 0, 1.0, 10)):
        bad = run.raises(lambda w=way: process.generate_freeze_index_sequence(*w))  # type: ignore[misc]
        result[f"bad {way}"] = bad["raises"]
    result["no group"] = run.raises(lambda: process.split_parameters_groups(net, 0))["raises"]
    return result


@case(jit=False)
def scales(ms: Any, run: Any) -> Arrays:
    """GroupLossScaleManager: its scales, apart from the operation in a network, which is Ascend's."""
    manager = of(ms).GroupLossScaleManager(init_loss_scale=4096, loss_scale_groups=[])
    result: Arrays = {"first": np.array(manager.get_loss_scale())}
    result["same"] = np.array(manager.get_update_cell() is manager)
    for i, scale in enumerate((4096, 16.0, [2.0, 4.0], [2.0])):
        manager.set_loss_scale_status(loss_scale_number=2, init_loss_scale=scale)
        new = manager.update_loss_scale_status(layer=1, update_ratio=0.5)
        result[f"new {i}"] = new.asnumpy()
        result[f"held {i}"] = np.array([p.asnumpy() for p in manager.dynamic_loss_scale])
    result["names"] = names(manager.get_parameters())
    result["number"] = np.array(manager.loss_scale_number)
    return result | run.raises(lambda: manager.set_loss_scale_status(1, [1.0, 2.0, 3.0]))
