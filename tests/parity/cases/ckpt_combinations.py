"""Options of saving and loading together: what is read, what a network holds then, and what is refused."""

from __future__ import annotations

import itertools
import os
from typing import Any

import numpy as np

from tests.parity.cases.checkpoint_arguments import in_folder
from tests.parity.harness import Arrays, is_mindspore

KEY = b"0123456789abcdef"
PLAIN, SAFE = {"format": "ckpt"}, {"format": "safetensors"}


def _net(ms: Any, kind: str = "float32") -> Any:
    """Three layers whose values are all the same number."""

    class Net(ms.nn.Cell):
        def __init__(self) -> None:
            super().__init__()
            self.fc = ms.nn.Dense(
                3, 2, dtype=getattr(ms, kind), weight_init="ones", bias_init="ones"
            )
            self.bn = ms.nn.BatchNorm2d(2)
            self.step = ms.Parameter(ms.Tensor(1, ms.int32), name="step", requires_grad=False)

    return Net()


def _filled(ms: Any, kind: str = "float32") -> Any:
    net = _net(ms, kind)
    for number, parameter in enumerate(net.get_parameters()):
        if parameter.ndim:
            size = int(np.prod(parameter.shape))
            values = np.linspace(-1.2345678, number + 1, size).reshape(parameter.shape)
            parameter.set_data(ms.Tensor(values.astype(np.float32), parameter.dtype))
    return net


def _deferred(ms: Any) -> Any:
    if is_mindspore(ms):
        from mindspore.nn.utils import no_init_parameters
    else:
        from msacc.nn.utils import no_init_parameters
    with no_init_parameters():
        return _net(ms)


def _text(values: Any) -> str:
    """Names, types, shapes and values in a line."""
    return "\n".join(
        f"{name} {value!r}" if isinstance(value, str)
        else f"{name} {value.dtype} {tuple(value.shape)} {value.astype('float32').asnumpy().tolist()}"
        for name, value in values
    )  # fmt: skip


def _state(ms: Any, net: Any) -> str:
    return "\n".join(
        f"{p.name} unfilled" if p.has_init else _text([(p.name, p)]) for p in net.get_parameters()
    )


def _files(ms: Any, folder: str) -> dict[str, dict[str, Any]]:
    """Files of many kinds: {name: how it is read}."""
    net, result = _filled(ms), {}
    extra = {"epoch": 3, "rate": 0.5, "kept": ms.Tensor([1.0, 2.0])}
    locked = {f"enc_{k}": v for k, v in {"key": KEY, "mode": "AES-CBC"}.items()}
    opened = {"dec_key": KEY, "dec_mode": "AES-CBC"}
    made: dict[str, tuple[Any, dict[str, Any], dict[str, Any]]] = {}
    for form in (PLAIN, SAFE):
        end = form["format"]
        made[f"chosen.{end}"] = (
            net, {**form, "append_dict": extra, "choice_func": lambda n: "bn" not in n, "crc_check": True}, form,
        )  # fmt: skip
        for mark in (None, True, False):
            made[f"once{mark}.{end}"] = (net, {**form, "remove_redundancy": mark}, form)
        for kind in ("float16", "bfloat16"):
            made[f"{kind}.{end}"] = (_filled(ms, kind), form, form)
        other = {"fc.weight": np.ones((2, 3), np.int32), "step": np.array(2**20)}
        made[f"integers.{end}"] = (other, form, form)
        made[f"shape.{end}"] = ({"fc.weight": np.ones((3, 3), np.float32)}, form, form)
        prefixed = {"net.fc.weight": np.ones((2, 3), np.float32), "net.step": np.array(7)}
        made[f"prefix.{end}"] = (prefixed, form, form)
    texts = {"append_dict": {"step": "three", "note": ""}}
    made["texts.ckpt"] = (net, texts, PLAIN)
    made["locked.ckpt"] = (net, {**locked, **texts}, opened)
    made["later.ckpt"] = (
        net, {**locked, "async_save": True, "choice_func": lambda n: "fc" in n}, opened,
    )  # fmt: skip
    for name, (values, options, reading) in made.items():
        ms.save_checkpoint(values, f"{folder}/{name}", **options)
        result[name] = reading
    while ms.async_ckpt_thread_status():
        pass
    return result


OPTIONS: dict[str, dict[str, Any]] = {
    "none": {},
    "strict": {"strict_load": True},
    "sum": {"crc_check": True},
    "choice": {"choice_func": lambda name: "fc" in name},
    "specify": {"specify_prefix": "fc"},
    "filter": {"filter_prefix": ["bn"]},
    "both": {"specify_prefix": ["fc", "bn"], "filter_prefix": "bn.m"},
    "all": {
        "choice_func": lambda name: "weight" in name,
        "specify_prefix": "bn",
        "filter_prefix": "fc",
    },
    "once": {"remove_redundancy": True},
    "strictsum": {
        "choice_func": lambda name: "bias" in name,
        "strict_load": True,
        "crc_check": True,
    },
    "raises": {"choice_func": lambda name: 1 // 0},
    "nocall": {"choice_func": 3},
    "key": {"dec_key": b"f" * 16},
}


@in_folder
def combined(ms: Any, run: Any, folder: str) -> Arrays:
    """Every file into every network with every option."""
    nets: dict[str, Any] = {
        "plain": _net, "half": lambda ms: _net(ms, "float16"), "short": lambda ms: _net(ms, "bfloat16"),
        "deferred": _deferred, "none": lambda ms: None,
    }  # fmt: skip
    result = {}
    files = _files(ms, folder)
    for (name, reading), (which, make) in itertools.product(files.items(), nets.items()):
        told = []
        for what, options in OPTIONS.items():
            # MindSpore cannot sum a bfloat16 array.
            if name != "bfloat16.safetensors" or "crc_check" not in options:
                told.append(
                    f"{what}\n{_outcome(ms, f'{folder}/{name}', make(ms), reading | options)}"
                )
        result[f"{name}:{which}"] = np.array("\n\n".join(told))
    return result


def _outcome(ms: Any, path: str, net: Any, options: dict[str, Any]) -> str:
    try:
        read = ms.load_checkpoint(path, net, **options)
    except Exception as error:
        return type(error).__name__
    return _text(read.items()) + "\n" + ("" if net is None else _state(ms, net))


@in_folder
def refused_together(ms: Any, run: Any, folder: str) -> Arrays:
    """What safetensors does not go with."""
    values = [{"name": "w", "data": ms.Tensor([1.0])}]
    wrong: dict[str, dict[str, Any]] = {
        "key": {"enc_key": KEY},
        "mode": {"enc_mode": "AES-CBC"},
        "later": {"enc_key": KEY, "async_save": True},
        "process": {"enc_key": KEY, "async_save": "process", "crc_check": True},
        "text": {"append_dict": {"note": "x"}},
        "increment": {"incremental": True},
        "number": {"global_step_num": 3},
    }
    result = {}
    for name, options in wrong.items():
        path = f"{folder}/{name}.safetensors"
        told = run.raises(lambda o=options, p=path: ms.save_checkpoint(values, p, **SAFE, **o))
        result |= {f"{name}.{k}": v for k, v in told.items()}
        result[f"{name}.there"] = np.array(os.path.exists(path))
    return result
