"""Arguments of the cells around a network: losses, gradients, steps, parts of a batch, containers."""

from __future__ import annotations

from collections import OrderedDict
from typing import Any

import numpy as np

from tests.parity.harness import Arrays, case, is_mindspore, rand

X, Y = rand(4, 3), rand(4, 2, seed=1)
WEIGHT = rand(2, 3, seed=2)


def dense(ms: Any) -> Any:
    return ms.nn.Dense(3, 2, weight_init=ms.Tensor(WEIGHT), bias_init="ones")


def numbers(values: Any) -> dict[str, np.ndarray]:
    return {str(i): v.asnumpy() for i, v in enumerate(values)}


@case(jit=False, rtol=2e-3, atol=1e-3)
def evaluated(ms: Any, run: Any) -> Arrays:
    """`add_cast_fp32`: what comes out in Float16 is compared in Float32."""
    net = dense(ms).to_float(ms.float16)
    step = ms.nn.WithEvalCell(network=net, loss_fn=ms.nn.MSELoss("sum"), add_cast_fp32=True)
    return numbers(step(ms.Tensor(X), ms.Tensor(Y)))


def grown(ms: Any) -> Any:
    class Grown(ms.nn.Cell):
        """Two inputs and a parameter."""

        def __init__(self) -> None:
            super().__init__()
            self.w = ms.Parameter(ms.Tensor(rand(3, seed=5)), name="w")

        def construct(self, x: Any, y: Any) -> Any:
            return x * x * y * self.w

    return Grown()


@case(jit=False, rtol=1e-4, atol=1e-5)
def values_and_gradients(ms: Any, run: Any) -> Arrays:
    net, result = grown(ms), {}
    x, y, seed = (ms.Tensor(rand(2, 3, seed=i)) for i in (0, 1, 2))
    weights = ms.ParameterTuple(net.trainable_params())
    kinds: dict[str, tuple[dict[str, Any], tuple[Any, ...]]] = {
        "first": ({}, (x, y)),
        "all": ({"get_all": True}, (x, y)),
        "weights": ({"weights": weights, "get_by_list": True}, (x, y)),
        "seeded": ({"get_all": True, "sens_param": True}, (x, y, seed)),
    }
    for name, (options, inputs) in kinds.items():
        out = ms.nn.ForwardValueAndGrad(network=net, **options)(*inputs)
        leaves = [out[0], *(out[1] if isinstance(out[1], tuple) else (out[1],))]
        result |= {f"{name}{i}": v.asnumpy() for i, v in enumerate(leaves)}
    return result


@case(jit=False, rtol=1e-4, atol=1e-5)
def gradients(ms: Any, run: Any) -> Arrays:
    x, y = ms.Tensor(X), ms.Tensor(Y)
    plain = ms.nn.WithGradCell(network=dense(ms), loss_fn=ms.nn.MSELoss())
    seeded = ms.nn.WithGradCell(dense(ms), ms.nn.MSELoss(), sens=ms.Tensor(3.0, ms.float32))
    alone = ms.nn.WithGradCell(dense(ms), sens=ms.Tensor(Y))
    result = {"plain": plain(x, y), "seeded": seeded(x, y), "alone": alone(x)}
    return {f"{n}{i}": g.asnumpy() for n, gs in result.items() for i, g in enumerate(gs)}


@case(jit=False, rtol=1e-4, atol=1e-5)
def stepped(ms: Any, run: Any) -> Arrays:
    net = ms.nn.WithLossCell(dense(ms), ms.nn.MSELoss())
    optimizer = ms.nn.SGD(net.trainable_params(), 0.1)
    step = ms.nn.TrainOneStepCell(net, optimizer, sens=2.0, return_grad=True).set_train()
    loss, grads = step(ms.Tensor(X), ms.Tensor(Y))
    return {"loss": loss.asnumpy(), **{name: g.asnumpy() for name, g in grads.items()}}


def scaled_step(ms: Any) -> Any:
    net = ms.nn.WithLossCell(dense(ms), ms.nn.MSELoss())
    scale = ms.nn.DynamicLossScaleUpdateCell(loss_scale_value=64, scale_factor=4, scale_window=2)
    return ms.nn.TrainOneStepWithLossScaleCell(net, ms.nn.SGD(net.trainable_params(), 0.1), scale)


@case(jit=False)
def scaled(ms: Any, run: Any) -> Arrays:
    """A step's own methods: the status of overflow, and what the scale does of it.

    MindSpore asks Ascend for the status; whether all is finite stands for its answer.
    """
    step, result = scaled_step(ms), {}
    result["same"] = step.start_overflow_check(pre_cond=ms.Tensor(1), compute_input=ms.Tensor(X))[1]
    for name, value in (("finite", 1.0), ("infinite", np.inf), ("nan", np.nan)):
        grads = (ms.Tensor([1.0, 2.0]), ms.Tensor([value, 0.0], ms.float32))
        overflow = ms.Tensor(value != 1.0)
        if not is_mindspore(ms):
            overflow = step.get_overflow_status(status=None, compute_output=grads)
        result[f"{name}_skip"] = step.process_loss_scale(overflow=ms.Tensor(value != 1.0))
        result[f"{name}_scale"] = step.scale_sense.copy()
        result[name] = overflow
    step.set_sense_scale(sens=ms.Tensor(8.0, ms.float32))
    return {
        **{k: np.asarray(v.asnumpy(), np.float32).reshape(-1) for k, v in result.items()},
        "set": step.scale_sense.asnumpy(),
    }


@case(jit=False, rtol=1e-4, atol=1e-5)
def parts(ms: Any, run: Any) -> Arrays:
    """Parts of a batch: their losses are added up."""
    net = ms.nn.WithLossCell(dense(ms), ms.nn.MSELoss())
    whole = net(ms.Tensor(X), ms.Tensor(Y)).asnumpy()
    micro = ms.nn.GradAccumulationCell(network=net, micro_size=2)
    each = ms.nn.MicroBatchInterleaved(network=net, interleave_num=4)
    given = ms.Tensor(X), ms.Tensor(Y)
    return {"whole": whole, "micro": micro(*given).asnumpy(), "each": each(*given).asnumpy()}


@case(jit=False)
def updated(ms: Any, run: Any) -> Arrays:
    net = dense(ms)
    update = ms.nn.ParameterUpdate(param=net.weight)
    out = update(x=ms.Tensor(2 * WEIGHT))
    return {"out": out.asnumpy(), "weight": net.weight.asnumpy()}


@case(jit=False)
def virtual(ms: Any, run: Any) -> Arrays:
    """One process passes its inputs on."""

    class Three(ms.nn.Cell):
        def construct(self, a: Any, b: Any, c: Any) -> Any:
            return a * b - c

    net = ms.nn.wrap.VirtualDatasetCellTriple(backbone=Three())
    return {"out": net(*(ms.Tensor(rand(2, 3, seed=i)) for i in range(3))).asnumpy()}


@case(jit=False)
def reduced(ms: Any, run: Any) -> Arrays:
    """On one process the sum is the gradient itself; MindSpore needs a job for it."""
    grads = (rand(2, 3), rand(4, seed=1))
    if is_mindspore(ms):
        return {"mean0": grads[0] / 4, "mean1": grads[1] / 4, "sum0": grads[0], "sum1": grads[1]}
    params = [ms.Parameter(ms.Tensor(g), name=n) for g, n in zip(grads, "ab", strict=True)]
    given = tuple(map(ms.Tensor, grads))
    mean = ms.nn.DistributedGradReducer(parameters=params, mean=True, degree=4)
    total = ms.nn.DistributedGradReducer(params, mean=False, degree=4)
    result = {"mean": mean(grads=given), "sum": total(given)}
    return {f"{n}{i}": g.asnumpy() for n, gs in result.items() for i, g in enumerate(gs)}


@case(jit=False)
def metrics(ms: Any, run: Any) -> Arrays:
    named = ms.nn.get_metrics(metrics={"mse", "top_1_accuracy"})
    given = ms.nn.get_metrics({"mine": ms.nn.MAE()})
    kinds = [f"{n} {type(m).__name__}" for n, m in sorted({**named, **given}.items())]
    return {
        "kinds": np.array(kinds),
        "none": np.array(ms.nn.get_metrics(None) is None),
        **run.raises(lambda: ms.nn.get_metrics(["mse"])),
    }


@case(jit=False)
def lists(ms: Any, run: Any) -> Arrays:
    """A list of cells, changed: the names of parameters follow the numbers."""
    made = [ms.nn.Dense(2, n + 1) for n in range(5)]
    cells = ms.nn.CellList([made[0]])
    cells.append(cell=made[1])
    cells.extend(cells=[made[2], made[3]])
    cells.insert(index=1, cell=made[4])
    cells.set_grad(flag=False)
    return {
        "names": np.array([p.name for p in cells.get_parameters()]),
        "sizes": np.array([c.out_channels for c in cells]),
        "grad": np.array([cells.requires_grad, *(c.requires_grad for c in cells)]),
        **run.raises(lambda: cells.construct(ms.Tensor(X))),
    }


@case(jit=False)
def dicts(ms: Any, run: Any) -> Arrays:
    cells = ms.nn.CellDict({"one": ms.nn.Dense(2, 1), "two": ms.nn.Dense(2, 2)})
    cells.update(cells=OrderedDict(three=ms.nn.Dense(2, 3), one=ms.nn.Dense(2, 4)))
    taken = cells.pop(key="two")
    return {
        "names": np.array([p.name for p in cells.get_parameters()]),
        "taken": np.array([taken.out_channels, len(cells)]),
        "sizes": np.array([c.out_channels for c in cells.values()]),
        **run.raises(lambda: cells.construct(ms.Tensor(X))),
    }
