"""Checkpoint files for the comparison of both sides, written and read by either: run with the Python of that side.

    python tests/train/both_ways.py mindspore write FOLDER     # prints {file: error class, or "" where it was written}
    python tests/train/both_ways.py msacc read FOLDER          # prints {file: what it holds, or error class}

A file's name tells its chapter, what it holds and how it is read: `types-bfloat16-matrix-crc.ckpt`.
"""

from __future__ import annotations

import functools
import hashlib
import importlib
import itertools
import json
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np

Written = tuple[Callable[[], Any], dict[str, Any]]
TYPES = (
    "bool_", "int8", "int16", "int32", "int64", "uint8", "uint16", "uint32", "uint64", "float16", "float32", "float64",
    "bfloat16", "complex64", "complex128", "float8_e4m3fn", "float8_e5m2", "hifloat8", "qint4x2",
)  # fmt: skip
SHAPES = {
    "scalar": (), "one": (1,), "vector": (5,), "matrix": (2, 3), "empty": (0,), "norows": (0, 3), "nocolumns": (3, 0),
}  # fmt: skip
KEYS = {
    f"{n}{mode[:3]}": (bytes(range(n)), mode)
    for mode in ("AES-GCM", "AES-CBC")
    for n in (16, 24, 32)
}
KEYS["16SM4"] = (bytes(range(16)), "SM4-CBC")
PREFIXES: dict[str, dict[str, Any]] = {
    "specify": {"specify_prefix": "dense"},
    "filter": {"filter_prefix": ("dense",)},
    "prefixes": {"specify_prefix": ["dense", "norm"], "filter_prefix": "dense.b"},
    "choice": {"choice_func": lambda name: "weight" in name},
    "choiceandprefix": {"choice_func": lambda name: "weight" in name, "specify_prefix": "norm"},
}


def _array(kind: str, shape: tuple[int, ...]) -> np.ndarray:
    numbers = (np.arange(int(np.prod(shape))) * 7 + 1) % 11
    if kind.startswith("complex"):
        return (numbers + 1j * numbers[::-1]).astype(kind).reshape(shape)
    plain = {"bool_": "bool", "qint4x2": "int8"}.get(kind, "float32" if "float" in kind else kind)
    return numbers.astype(plain).reshape(shape)


def _types(ms: Any) -> dict[str, Written]:
    found: dict[str, Written] = {}
    for kind, (name, shape), crc, end in itertools.product(
        TYPES, SHAPES.items(), (0, 1), ("ckpt", "safetensors")
    ):

        def made(kind: str = kind, shape: tuple[int, ...] = shape) -> Any:
            return [
                {
                    "name": "x",
                    "data": ms.Tensor(_array(kind, shape), getattr(ms.common.dtype, kind)),
                }
            ]

        path = f"types-{kind}-{name}{'-crc' * crc}.{end}"
        found[path] = made, {"crc_check": bool(crc), "format": end}
    return found


def network(ms: Any) -> Any:
    """Layers of three kinds with known values."""

    class Net(ms.nn.Cell):
        def __init__(self) -> None:
            super().__init__()
            self.dense = ms.nn.Dense(3, 2)
            self.conv = ms.nn.Conv2d(4, 4, 3, group=2, has_bias=True)
            self.norm = ms.nn.BatchNorm2d(4)

    net = Net()
    for number, parameter in enumerate(net.get_parameters()):
        values = np.linspace(-1, number + 1, int(np.prod(parameter.shape)), dtype=np.float32)
        parameter.set_data(ms.Tensor(values.reshape(parameter.shape)))
    return net


def _forms(ms: Any) -> dict[str, Callable[[], Any]]:
    def parameter(values: np.ndarray, name: str) -> Any:
        return ms.Parameter(ms.Tensor(values), name=name)

    return {
        "cell": lambda: network(ms),
        "parameters": lambda: [parameter(np.arange(4.0), "a"), parameter(np.arange(3), "b")],
        "pairs": lambda: [
            {"name": "a", "data": ms.Tensor(np.arange(6.0).reshape(2, 3))},
            {"name": "b.w", "data": parameter(np.ones(2), "other")},
        ],
        "dict": lambda: {
            "a": parameter(np.arange(4.0), "other"),
            "n": np.arange(3, dtype=np.int16),
        },
        "texts": lambda: {"a": parameter(np.arange(4.0), "other"), "s": "text"},
        "nothing": lambda: [],
    }


def _appended(ms: Any, texts: bool) -> dict[str, Any]:
    found = {
        "whole": 3, "rate": 0.25, "far": 1e30, "yes": True, "half": ms.Tensor(np.ones(2, np.float16)),
        "parameter": ms.Parameter(ms.Tensor(np.arange(3.0)), name="other"),
    }  # fmt: skip
    return {**found, "s": "h\u00e9\u4e2d\U0001f600", "none": ""} if texts else found


def _combinations(ms: Any) -> dict[str, Written]:
    found: dict[str, Written] = {}
    appended = {"plain": None, "more": _appended(ms, False), "texts": _appended(ms, True)}
    choices: dict[str, Any] = {"all": None, "some": lambda name: "a" in name}
    for (form, made), (more, extra), (which, choice), crc, end in itertools.product(
        _forms(ms).items(), appended.items(), choices.items(), (0, 1), ("ckpt", "safetensors")
    ):
        options = {
            "append_dict": extra,
            "choice_func": choice,
            "crc_check": bool(crc),
            "format": end,
        }
        found[f"forms-{form}-{more}-{which}{'-crc' * crc}.{end}"] = made, options
        if form != "cell":
            continue
        for how in ("thread", "process"):
            if which == "all":
                found[f"background-{how}-{more}{'-crc' * crc}.{end}"] = (
                    made,
                    {**options, "async_save": how},
                )
        for key, (secret, mode) in KEYS.items():
            if end == "ckpt" and (more != "more" or key[:2] == "16"):
                locked = {**options, "enc_key": secret, "enc_mode": mode}
                found[f"encrypted-{key}-{more}-{which}{'-crc' * crc}.{end}"] = made, locked
                if key[:2] == "16" and not crc:
                    later = {**locked, "async_save": True}
                    found[f"encrypted-{key}-{more}-{which}-thread.{end}"] = made, later
    for once, end in itertools.product((True, False), ("ckpt", "safetensors")):
        options = {"remove_redundancy": once, "format": end}
        found[f"redundancy-{once}.{end}"] = _forms(ms)["parameters"], options
    return found


def write(ms: Any, folder: Path) -> dict[str, str]:
    """Write every file: {file: error class, '' for none}."""
    found = {}
    for name, (made, options) in {**_types(ms), **_combinations(ms)}.items():
        try:
            ms.save_checkpoint(made(), str(folder / name), **options)
            _wait(ms)
            found[name] = "" if (folder / name).exists() else "lost in the background"
        except Exception as error:
            found[name] = type(error).__name__
    return found


def _wait(ms: Any) -> None:
    module = importlib.import_module(f"{ms.__name__}.train.serialization")
    for name in (
        "wait_for_async_saves",
        "_wait_async_thread_save_ckpt",
        "_wait_async_process_save_ckpt",
    ):
        getattr(module, name, lambda: None)()


def read(ms: Any, folder: Path) -> dict[str, Any]:
    """{file, or file and way of reading: [[name, content]] or the error's class}."""
    found = {}
    for path in sorted(folder.iterdir()):
        options: dict[str, Any] = {"format": path.suffix[1:], "crc_check": "-crc" in path.stem}
        parts = path.stem.split("-")
        if parts[0] == "encrypted":
            options["dec_key"], options["dec_mode"] = KEYS[parts[1]]
        load = functools.partial(ms.load_checkpoint, str(path), **options)
        found[path.name] = _content(load)
        if path.name.startswith(("forms-cell", "encrypted-16")) and "-all" in path.stem:
            for way, chosen in PREFIXES.items():
                found[f"{path.name} {way}"] = _content(functools.partial(load, **chosen))
    return found


def _content(load: Callable[[], dict[str, Any]]) -> Any:
    try:
        return [[name, _shown(value)] for name, value in load().items()]
    except Exception as error:
        return type(error).__name__


def _shown(value: Any) -> Any:
    if isinstance(value, str):
        return value
    content = bytes(value.get_bytes()) if value.size else b""
    shape, digest = list(value.shape), hashlib.sha1(content).hexdigest()[:12]
    return [str(value.dtype), shape, digest, bool(value.requires_grad)]


if __name__ == "__main__":
    side, what, where = sys.argv[1:]
    given = importlib.import_module(side)
    json.dump({"write": write, "read": read}[what](given, Path(where)), sys.stdout)
