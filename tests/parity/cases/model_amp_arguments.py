"""Arguments of Model, of precision and of loss scales."""

from __future__ import annotations

from typing import Any

import numpy as np

from tests.parity.cases.callback_arguments import of
from tests.parity.cases.train_model import after, dataset, loss, model, network, printed
from tests.parity.harness import Arrays, as_array, case, is_mindspore, merge, rand


@case(jit=False)
def fit(ms: Any, run: Any) -> Arrays:
    """Two batches an epoch of three, from the second epoch on."""
    trained, net = model(ms)
    text = printed(
        lambda: trained.fit(
            3,
            dataset(ms),
            dataset(ms, 5),
            callbacks=ms.train.LossMonitor(),
            dataset_sink_mode=True,
            valid_dataset_sink_mode=True,
            sink_size=2,
            initial_epoch=1,
        )
    )
    wrong = {
        "valid_dataset_sink_mode": 1,
        "dataset_sink_mode": 1,
        "sink_size": 0,
        "initial_epoch": 3,
    }
    refused = {
        name: run.raises(lambda n=name, v=value: model(ms)[0].fit(3, dataset(ms), **{n: v}))
        for name, value in wrong.items()
    }
    return merge(run={"text": text, **after(net)}, **refused)


@case(jit=False)
def evaluation(ms: Any, run: Any) -> Arrays:
    trained, _ = model(ms)
    result = trained.eval(dataset(ms), dataset_sink_mode=True)
    wrong = run.raises(lambda: trained.eval(dataset(ms), dataset_sink_mode=1))
    return {**{name: np.float64(value) for name, value in result.items()}, **wrong}


@case(jit=False)
def helper(ms: Any, run: Any) -> Arrays:
    """A size of sinking cuts nothing off where nothing is sunk."""
    rows = [row[0].asnumpy() for row in ms.DatasetHelper(dataset(ms), False, sink_size=2)]
    return {"rows": np.concatenate(rows)}


@case(jit=False)
def sinking(ms: Any, run: Any) -> Arrays:
    """Two batches a call, the dataset begins anew. MindSpore sinks on devices alone: in numpy."""
    values = np.arange(6, dtype=np.float32)
    if is_mindspore(ms):
        return {"sums": np.float32([values[4:].sum(), values[4:].sum()])}

    def total(x: Any) -> Any:
        return x.sum()

    data = ms.dataset.NumpySlicesDataset(values, ["x"], shuffle=False).batch(2)
    step = ms.data_sink(fn=total, dataset=data, sink_size=3, jit_config=ms.JitConfig("O0"))
    first = step()
    again = ms.data_sink(total, data, sink_size=2)
    again()
    again()
    return {"sums": np.float32([as_array(first), as_array(again())])}


@case(jit=False)
def precision(ms: Any, run: Any) -> Arrays:
    """Where a type of few digits is in force, digits are lost.

    MindSpore's CPU has no ReLU of bfloat16: rounding stands for it, as what is given is positive.
    """
    x, custom = ms.Tensor(1 + rand(2, 3, low=0.0) / 100), ms.amp.custom_mixed_precision

    def net() -> Any:
        return ms.nn.SequentialCell(ms.nn.ReLU(), ms.nn.Tanh())

    def rounded(values: Any) -> Any:
        return values.astype(ms.bfloat16)

    relu = ms.nn.SequentialCell(ms.nn.ReLU())
    made = {
        "white": custom(network=net(), white_list=[ms.nn.ReLU]),
        "black": custom(net(), black_list=[ms.nn.Tanh]),
        "both": custom(net(), black_list=[ms.nn.ReLU, ms.nn.Tanh], dtype=ms.bfloat16),
        "whole": rounded,
        "named": rounded,
    }
    if not is_mindspore(ms):
        made["whole"] = ms.amp.auto_mixed_precision(ms.nn.ReLU(), "O3", dtype=ms.bfloat16)
        made["named"] = custom(relu, white_list=[ms.nn.ReLU], dtype=ms.bfloat16)
    out = {name: as_array(cell(x).astype(ms.float32)) for name, cell in made.items()}
    return {**out, **run.raises(lambda: custom(net(), white_list=[ms.nn.ReLU], dtype=ms.float32))}


@case(jit=False)
def scales(ms: Any, run: Any) -> Arrays:
    """What does not move when told of an overflow."""
    fixed, static = ms.FixedLossScaleManager(8.0), ms.amp.StaticLossScaler(8.0)
    fixed.update_loss_scale(overflow=True)
    moved = static.adjust(grads_finite=ms.Tensor(False))
    return {
        "fixed": np.array(fixed.get_loss_scale()),
        "static": as_array(static.scale_value),
        "moved": np.array(bool(moved)),
        **run.raises(lambda: ms.amp.LossScaler()),
    }


@case(jit=False, rtol=1e-4, atol=1e-5)
def boosted(ms: Any, run: Any) -> Arrays:
    """The level changes nothing off Ascend; another one is refused."""
    out: Arrays = {}
    x, y = ms.Tensor(rand(4, 4)), ms.Tensor(np.array([0, 1, 2, 1], np.int32))
    for level in ("O1", "O2"):
        net = network(ms)
        optimizer = ms.nn.SGD(net.trainable_params(), 0.1)
        step = ms.amp.build_train_network(net, optimizer, loss(ms), boost_level=level)
        step.set_train()(x, y)
        out[level] = as_array(net.weight)
    optimizer = ms.nn.SGD(network(ms).trainable_params(), 0.1)
    refused = run.raises(
        lambda: ms.amp.build_train_network(network(ms), optimizer, loss(ms), boost_level="O9")
    )
    return {**out, **refused}


@case(jit=False)
def accumulation(ms: Any, run: Any) -> Arrays:
    """Every second call applies the mean of two gradients."""
    net = network(ms)
    cell = of(ms, "boost").GradientAccumulation(
        max_accumulation_step=2, optimizer=ms.nn.SGD(net.trainable_params(), 0.1)
    )
    out: Arrays = {}
    for i in range(3):
        grads = tuple(ms.Tensor(rand(*p.shape, seed=i)) for p in net.trainable_params())
        out[f"loss{i}"] = as_array(cell.construct(loss=ms.Tensor(1.5 + i), grads=grads))
        out[f"weight{i}"] = as_array(net.weight)
    return out
