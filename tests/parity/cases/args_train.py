"""Arguments of checkpoints, of Model and of the functions around training."""

from __future__ import annotations

import importlib
import os
import tempfile
from pathlib import Path
from typing import Any

import numpy as np

from tests.parity.cases.train_model import dataset, loss, network
from tests.parity.harness import Arrays, as_array, case, rand


def dense(ms: Any, seed: int = 0) -> Any:
    net = ms.nn.Dense(3, 2)
    net.weight.set_data(ms.Tensor(rand(2, 3, seed=seed)))
    net.bias.set_data(ms.Tensor(rand(2, seed=seed + 1)))
    return net


def state(net: Any) -> Arrays:
    return {p.name: as_array(p) for p in net.get_parameters()}


@case(jit=False)
def checkpoints(ms: Any, run: Any) -> Arrays:
    """What is written and what is read back, by keyword."""
    net, out = dense(ms), {}
    with tempfile.TemporaryDirectory() as folder:
        plain, secret, some = (f"{folder}/{n}.ckpt" for n in ("plain", "secret", "some"))
        ms.save_checkpoint(
            save_obj=net, ckpt_file_name=plain, append_dict={"epoch": 3, "rate": 0.5}
        )
        ms.save_checkpoint(net, secret, enc_key=b"0123456789abcdef", enc_mode="AES-CBC")
        ms.save_checkpoint(net, some, choice_func=lambda name: name == "bias", crc_check=True)
        ms.save_checkpoint(net, f"{folder}/late.ckpt", async_save="thread")
        while ms.async_ckpt_thread_status():
            pass
        ms.save_checkpoint(net, f"{folder}/safe", format="safetensors")
        read = ms.load_checkpoint(plain)
        out["names"] = np.array(sorted(read))
        out["epoch"], out["rate"] = as_array(read["epoch"]), as_array(read["rate"])
        opened = ms.load_checkpoint(secret, dec_key=b"0123456789abcdef", dec_mode="AES-CBC")
        out["opened"] = as_array(opened["weight"])
        out["some"] = np.array(sorted(ms.load_checkpoint(some, crc_check=True)))
        out["late"] = as_array(ms.load_checkpoint(f"{folder}/late.ckpt")["weight"])
        safe = ms.load_checkpoint(f"{folder}/safe.safetensors", format="safetensors")
        out["safe"] = as_array(safe["bias"])
        other = dense(ms, seed=5)
        ms.load_checkpoint(plain, net=other, strict_load=True, choice_func=lambda n: "w" in n)
        out.update({f"chosen.{k}": v for k, v in state(other).items()})
        prefixed = ms.load_checkpoint(plain, specify_prefix="wei")
        filtered = ms.load_checkpoint(plain, filter_prefix="wei")
        out["prefixed"] = np.array(sorted(prefixed))
        out["filtered"] = np.array(sorted(filtered))
    return out


@case(jit=False)
def loading(ms: Any, run: Any) -> Arrays:
    other, given = dense(ms, seed=5), {p.name: p for p in dense(ms).get_parameters()}
    missing, unexpected = ms.load_param_into_net(
        net=other, parameter_dict={"weight": given["weight"]}, strict_load=True
    )
    return {**state(other), "missing": np.array(missing), "more": np.array(len(unexpected))}


@case(jit=False)
def checkpoint_config(ms: Any, run: Any) -> Arrays:
    """What ModelCheckpoint writes with each argument of its config."""
    out: Arrays = {}
    ways: dict[str, dict[str, Any]] = {
        "async": {"async_save": True},
        "split": {"integrated_save": False},
        "secret": {"enc_key": b"0123456789abcdef", "enc_mode": "AES-CBC"},
        "safe": {"format": "safetensors"},
        "crc": {"crc_check": True},
        "exception": {"exception_save": True},
        "more": {"append_info": ["epoch_num", {"rate": 0.5}]},
        "minutes": {"save_checkpoint_seconds": 1, "save_checkpoint_steps": 1},
    }
    for name, way in ways.items():
        with tempfile.TemporaryDirectory() as folder:
            config = ms.train.CheckpointConfig(
                **{"save_checkpoint_steps": 4, "keep_checkpoint_max": 2, **way}
            )
            saver = ms.train.ModelCheckpoint("net", folder, config)
            net = network(ms)
            optimizer = ms.nn.Momentum(net.trainable_params(), 0.1, 0.9)
            model = ms.train.Model(net, loss(ms), optimizer)
            model.train(2, dataset(ms), callbacks=saver, dataset_sink_mode=False)
            while ms.async_ckpt_thread_status():
                pass
            result = sorted(p.name for p in Path(folder).iterdir() if p.suffix != ".meta")
            out[name] = np.array(" ".join(result))
    return out


@case(jit=False)
def saved_network(ms: Any, run: Any) -> Arrays:
    """Another network's parameters are written than the trained one's."""
    with tempfile.TemporaryDirectory() as folder:
        config = ms.train.CheckpointConfig(save_checkpoint_steps=4, saved_network=dense(ms))
        net = network(ms)
        optimizer = ms.nn.Momentum(net.trainable_params(), 0.1, 0.9)
        model = ms.train.Model(net, loss(ms), optimizer)
        saver = ms.train.ModelCheckpoint("net", folder, config)
        model.train(1, dataset(ms), callbacks=saver, dataset_sink_mode=False)
        name = next(p for p in os.listdir(folder) if p.endswith(".ckpt"))
        read = ms.load_checkpoint(f"{folder}/{name}")
        return {"shape": np.array(read["weight"].shape)}


@case(jit=False, rtol=1e-3, atol=1e-3)
def mixed_model(ms: Any, run: Any) -> Arrays:
    """Model's precision and loss scale."""
    out: Arrays = {}
    ways: dict[str, dict[str, Any]] = {
        "O2": {"amp_level": "O2", "keep_batchnorm_fp32": False, "loss_scale_manager": None},
        "O3": {"amp_level": "O3", "loss_scale_manager": None},
        "scaled": {
            "amp_level": "O0",
            "loss_scale_manager": ms.FixedLossScaleManager(16.0, drop_overflow_update=False),
        },
        "boost": {"boost_level": "O0", "boost_config_dict": {"boost": {"mode": "manual"}}},
    }
    for name, way in ways.items():
        net = network(ms)
        scale = 16.0 if name == "scaled" else 1.0
        optimizer = ms.nn.Momentum(net.trainable_params(), 0.1, 0.9, loss_scale=scale)
        model = ms.train.Model(net, loss(ms), optimizer, **way)
        model.train(1, dataset(ms), dataset_sink_mode=False)
        out[name] = as_array(net.weight)
    return out


@case(jit=False, rtol=1e-3, atol=1e-3)
def built(ms: Any, run: Any) -> Arrays:
    net = network(ms)
    step = ms.amp.build_train_network(
        network=net,
        optimizer=ms.nn.SGD(net.trainable_params(), 0.1, loss_scale=8.0),
        loss_fn=loss(ms),
        level="O2",
        boost_level="O0",
        keep_batchnorm_fp32=True,
        loss_scale_manager=ms.FixedLossScaleManager(8.0, drop_overflow_update=False),
    )
    step.set_train()
    step(ms.Tensor(rand(4, 4)), ms.Tensor(np.array([0, 1, 2, 1], np.int32)))
    mixed = ms.amp.auto_mixed_precision(network(ms), amp_level="O3")
    out = mixed(ms.Tensor(rand(4, 4)))
    return {"weight": as_array(net.weight), "mixed": as_array(out.astype(ms.float32))}


@case(jit=False)
def helper(ms: Any, run: Any) -> Arrays:
    result = ms.DatasetHelper(dataset(ms), dataset_sink_mode=False, epoch_num=2)
    rows = [row[0].asnumpy() for row in result]
    return {"rows": np.array(len(rows)), "first": rows[0]}


def square(t: Any) -> Any:
    return (t**2).sum()


def doubled(t: Any) -> Any:
    return t * 2


@case(jit=False)
def gradients(ms: Any, run: Any) -> Arrays:
    """has_aux, grad_position, weights and in_axes."""

    def both(x: Any, y: Any) -> Any:
        return (x * x * y).sum(), x + y

    x, y = ms.Tensor(rand(3)), ms.Tensor(rand(3, seed=1))
    grads, aux = ms.grad(both, grad_position=(0, 1), has_aux=True)(x, y)
    net = dense(ms)

    def forward(z: Any) -> Any:
        return net(z).sum(), z

    z = ms.Tensor(rand(4, 3))
    value, result = ms.value_and_grad(
        forward, grad_position=(0,), weights=net.trainable_params(), has_aux=True
    )(z)
    ids = ms.grad(square, grad_position=0, weights=None, has_aux=False, return_ids=True)(x)
    mapped = ms.vmap(ms.ops.sub, in_axes=(1, None), out_axes=1)
    out = mapped(ms.Tensor(rand(3, 2)), ms.Tensor(rand(3, seed=4)))
    return {
        "x": as_array(grads[0]),
        "y": as_array(grads[1]),
        "aux": as_array(aux[0]),
        "value": as_array(value[0]),
        "input": as_array(result[0]),
        "weight": as_array(result[1][0]),
        "bias": as_array(result[1][1]),
        "id": np.array(ids[0]),
        "by_id": as_array(ids[1]),
        "mapped": as_array(out),
    }


@case(jit=False)
def jitted(ms: Any, run: Any) -> Arrays:
    x = ms.Tensor(rand(3))
    plain = ms.jit(doubled, capture_mode="bytecode", jit_level="O1")
    backed = ms.jit(doubled, capture_mode="ast", backend="ms_backend", jit_level="O0")
    whole = ms.jit(doubled, fullgraph=True, dynamic=1)
    return {"a": as_array(plain(x)), "b": as_array(backed(x)), "c": as_array(whole(x))}


@case(jit=False)
def small_things(ms: Any, run: Any) -> Arrays:
    """Values that objects keep."""
    parameter = ms.Parameter(
        ms.Tensor([1.0]),
        name="p",
        requires_grad=False,
        layerwise_parallel=True,
        parallel_optimizer=False,
    )
    named = importlib.import_module(f"{ms.__name__}.train")
    monitor = named.TimeMonitor(data_size=4)
    tensor = ms.tensor([1, 2], dtype=ms.float16, device="CPU")
    empty = ms.Tensor(shape=(2, 3), dtype=ms.float32, init=_one(ms)).init_data()
    return {
        "flags": np.array(
            [parameter.requires_grad, parameter.layerwise_parallel, parameter.parallel_optimizer]
        ),
        "monitor": np.array(monitor.data_size),
        "tensor": as_array(tensor),
        "empty": as_array(empty),
        "level": np.array(ms.JitConfig(jit_level="O0").jit_config_dict["jit_level"]),
    }


def _one(ms: Any) -> Any:
    return importlib.import_module(f"{ms.__name__}.common.initializer").One()


@case(jit=False)
def initial_values(ms: Any, run: Any) -> Arrays:
    """The spread of He's initial values follows their arguments."""
    init = importlib.import_module(f"{ms.__name__}.common.initializer")
    ms.set_seed(3)
    made = {
        "normal": init.HeNormal(negative_slope=3.0, mode="fan_out", nonlinearity="leaky_relu"),
        "uniform": init.HeUniform(negative_slope=3.0, mode="fan_out", nonlinearity="leaky_relu"),
        "linear": init.HeUniform(nonlinearity="linear"),
    }
    result = {n: init.initializer(i, (400, 300), ms.float32).init_data() for n, i in made.items()}
    return {n: np.round(as_array(v).std(), 3) for n, v in result.items()}


@case(jit=False)
def metric_arguments(ms: Any, run: Any) -> Arrays:
    train = importlib.import_module(f"{ms.__name__}.train")
    metric = train.ConfusionMatrixMetric(
        skip_channel=False, metric_name="precision", calculation_method=False, decrease="mean_batch"
    )
    labels = np.eye(3)[[0, 1, 2, 1]].reshape(2, 2, 3).transpose(0, 2, 1)
    guesses = np.eye(3)[[0, 1, 1, 1]].reshape(2, 2, 3).transpose(0, 2, 1)
    metric.update(ms.Tensor(guesses), ms.Tensor(labels))
    return {"value": np.array(metric.eval())}
