"""export: a network to ONNX. MindIR is only read (mindir_files.py); AIR is MindSpore's own format."""

from __future__ import annotations

import os
import re
import stat
from collections.abc import Callable
from typing import Any

from msacc.common import crypto
from msacc.common.atomic_files import atomic_replace
from msacc.common.tensor import Tensor
from msacc.common.warn_once import no_effect
from msacc.nn.cell import Cell
from msacc.train.serialization import argument_checks

_FORMATS = ("AIR", "ONNX", "MINDIR")
_LEGAL = re.compile(r"^[0-9a-zA-Z@_\-.:/\\]+$")


def export(net: Any, *inputs: Any, file_name: str, file_format: str, **kwargs: Any) -> None:
    """Write `net`, run on `inputs` (Tensors) in inference mode, as `file_name`.onnx.

    `file_format` 'ONNX' needs the packages onnx and onnxscript. 'MINDIR' and 'AIR' raise
    NotImplementedError: keep the `.ckpt` and build the network in Python where it is used. An
    `enc_key` goes with an `enc_mode` function (bytes, key) -> bytes, as MindSpore has it for ONNX.
    Inputs are named as construct names them, and the file is for its owner to read, as in MindSpore.

    Raises ValueError for an unknown format, illegal file name or what is no Cell, TypeError for an input that is no
    Tensor or a file name that is no str, ImportError without onnx. Differs from MindSpore: sizes may vary, in inputs
    such as Tensor(shape=[None, 3], dtype=float32) or by `net.set_inputs`.
    """
    _check(net, inputs, file_name, file_format, kwargs)
    if file_format != "ONNX":
        raise NotImplementedError(
            f"msacc does not write {file_format} files (it reads MindIR, with load). Use "
            "file_format='ONNX', or save_checkpoint(net, ...) and build the network from Python."
        )
    path = os.path.realpath(file_name if file_name.endswith(".onnx") else f"{file_name}.onnx")
    os.makedirs(os.path.dirname(path), exist_ok=True)
    from msacc.train.serialization.onnx_file import onnx_bytes

    content = onnx_bytes(net, inputs)
    if kwargs.get("enc_key") is not None:
        content = kwargs["enc_mode"](content, kwargs["enc_key"])
    with atomic_replace(path, stat.S_IRUSR) as part, open(part, "wb") as file:
        file.write(content)


def _check(
    net: Any, inputs: tuple[Any, ...], file_name: Any, file_format: Any, kwargs: dict[str, Any]
) -> None:
    if "obf_func" in kwargs:
        raise NotImplementedError("Dynamic model structure obfuscation is not supported.")
    if file_format not in _FORMATS:
        raise ValueError(
            f"For 'export', 'file_format' must be one of {_FORMATS}, but got {file_format!r}."
        )
    if not isinstance(file_name, str):
        raise TypeError(f"For 'export', 'file_name' must be a str, but got {file_name!r}.")
    if not _LEGAL.match(file_name):
        raise ValueError(
            f"For 'export', 'file_name' {file_name!r} is illegal; it must match {_LEGAL.pattern}."
        )
    if file_format == "ONNX":
        if kwargs.get("custom_func") is not None:
            raise ValueError("For 'export', 'custom_func' works with file_format 'MINDIR' only.")
        if not isinstance(net, Cell):
            raise ValueError(f"For 'export', an ONNX model is made of a Cell, but got {type(net)}.")
        for value in inputs:
            if not isinstance(value, Tensor):
                raise TypeError(f"For 'export', every input must be a Tensor, but got {value!r}.")
        _check_encryption(kwargs)
    for name in kwargs.keys() - {"obf_func", "custom_func", "enc_key", "enc_mode"}:
        no_effect("export", name, kwargs[name], "it concerns MindIR")


def _check_encryption(kwargs: dict[str, Any]) -> None:
    if "enc_key" not in kwargs:
        return
    argument_checks.instance("enc_key", kwargs["enc_key"], bytes)
    if not callable(kwargs.get("enc_mode")):
        raise ValueError(
            "For 'export', ONNX takes an 'enc_mode' that is a function (bytes, key) -> bytes, but got "
            f"{crypto.mode_text(kwargs.get('enc_mode'))}."
        )


def _refused(name: str, remedy: str) -> Callable[..., Any]:
    def refuse(*args: Any, **kwargs: Any) -> Any:
        raise NotImplementedError(f"msacc does not have '{name}': {remedy}")

    refuse.__name__ = refuse.__qualname__ = name
    refuse.__doc__ = f"Refused with NotImplementedError: {remedy}"
    return refuse


export_split_mindir = _refused(
    "export_split_mindir", "MindIR files are read by load() and not written."
)
_save_graph = _refused(
    "_save_graph", "graphs are torch's and are not written; use export(..., file_format='ONNX')."
)
