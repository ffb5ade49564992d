"""export: a network to ONNX. MindIR and AIR are MindSpore's own and refused by name."""

from __future__ import annotations

import os
import re
import stat
from collections.abc import Callable
from typing import Any

import torch

from msacc.common import crypto
from msacc.common.durable import replacing
from msacc.common.notice import no_effect
from msacc.common.parameter import Parameter
from msacc.common.settings import PYNATIVE_MODE, settings
from msacc.common.tensor import Tensor, wrap
from msacc.nn.cell import Cell
from msacc.train.serialization import check

_FORMATS = ("AIR", "ONNX", "MINDIR")
_LEGAL = re.compile(r"^[0-9a-zA-Z@_\-.:/\\]+$")


def export(net: Any, *inputs: Any, file_name: str, file_format: str, **kwargs: Any) -> None:
    """Write `net`, run on `inputs` (Tensors) in inference mode, as `file_name`.onnx.

    `file_format` 'ONNX' needs the packages onnx and onnxscript. 'MINDIR' and 'AIR' raise
    NotImplementedError: keep the `.ckpt` and build the network in Python where it is used. An
    `enc_key` goes with an `enc_mode` function (bytes, key) -> bytes, as MindSpore has it for ONNX.

    Raises ValueError for an unknown format, file name or network, ImportError without onnx.
    """
    _check(net, inputs, file_name, file_format, kwargs)
    if file_format != "ONNX":
        raise NotImplementedError(
            f"msacc does not write {file_format} files, which only MindSpore's runtime executes. Use "
            "file_format='ONNX', or save_checkpoint(net, ...) and build the network from Python."
        )
    path = os.path.realpath(file_name if file_name.endswith(".onnx") else f"{file_name}.onnx")
    os.makedirs(os.path.dirname(path), exist_ok=True)
    content = _onnx_bytes(net, inputs)
    if kwargs.get("enc_key") is not None:
        content = kwargs["enc_mode"](content, kwargs["enc_key"])
    with replacing(path, stat.S_IRUSR) as part, open(part, "wb") as file:
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
    if not isinstance(file_name, str) or not _LEGAL.match(file_name):
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
                raise ValueError(f"For 'export', every input must be a Tensor, but got {value!r}.")
        _check_encryption(kwargs)
    for name in kwargs.keys() - {"obf_func", "custom_func", "enc_key", "enc_mode"}:
        no_effect("export", name, kwargs[name], "it concerns MindIR")


def _check_encryption(kwargs: dict[str, Any]) -> None:
    if "enc_key" not in kwargs:
        return
    check.instance("enc_key", kwargs["enc_key"], bytes)
    if not callable(kwargs.get("enc_mode")):
        raise ValueError(
            "For 'export', ONNX takes an 'enc_mode' that is a function (bytes, key) -> bytes, but got "
            f"{crypto.shown_mode(kwargs.get('enc_mode'))}."
        )


class _Module(torch.nn.Module):
    """The Cell as torch's exporter wants it: parameters registered under their names."""

    def __init__(self, cell: Cell):
        super().__init__()
        self._cell = [cell]  # in a list, so that Module does not look into it
        self._parameters_of_cell: list[Parameter] = list(cell.get_parameters())
        for parameter in self._parameters_of_cell:
            self.register_buffer(_flat(parameter.name), parameter.init_data().to_torch().detach())

    def forward(self, *inputs: torch.Tensor) -> Any:
        kept = [p._t for p in self._parameters_of_cell]
        for parameter in self._parameters_of_cell:
            parameter._t = getattr(self, _flat(parameter.name))
        try:
            out = self._cell[0](*[wrap(t) for t in inputs])
        finally:
            for parameter, t in zip(self._parameters_of_cell, kept):
                parameter._t = t
        return tuple(o.to_torch() for o in out) if isinstance(out, tuple) else out.to_torch()


def _flat(name: str) -> str:
    return name.replace(".", "_")


def _onnx_bytes(net: Cell, inputs: tuple[Tensor, ...]) -> bytes:
    _need("onnx", "onnxscript")
    mode, training = settings.mode, net.training
    settings.mode = PYNATIVE_MODE
    net.set_train(False)
    try:
        # Outside no_grad the exporter would record operations for a backward pass.
        with torch.no_grad():
            program = torch.onnx.export(
                _Module(net).eval(), tuple(t.to_torch() for t in inputs), dynamo=True, verbose=False
            )
    finally:
        settings.mode = mode
        net.set_train(training)
    return program.model_proto.SerializeToString()  # type: ignore[union-attr]


def _need(*packages: str) -> None:
    for name in packages:
        try:
            __import__(name)
        except ImportError as error:
            raise ImportError(
                f"export(file_format='ONNX') needs the package '{name}': pip install onnx onnxscript."
            ) from error


def load(file_name: str, **kwargs: Any) -> Any:
    """Refused: msacc cannot run MindIR files. ValueError for what is no existing `.mindir` name."""
    if "obf_func" in kwargs:
        raise NotImplementedError("Dynamic model structure obfuscation is not supported.")
    if not isinstance(file_name, str):
        raise ValueError(f"For 'load', 'file_name' must be a str, but got {file_name!r}.")
    if not file_name.endswith(".mindir"):
        raise ValueError(
            f"For 'load', 'file_name' must end with '.mindir', but got {file_name!r}; checkpoints are "
            "read by load_checkpoint."
        )
    if not os.path.exists(file_name):
        raise ValueError(f"For 'load', the file {file_name} does not exist.")
    raise NotImplementedError(
        "msacc cannot run MindIR files. Build the network in Python and load its '.ckpt' with "
        "load_checkpoint."
    )


def _refused(name: str, remedy: str) -> Callable[..., Any]:
    def refuse(*args: Any, **kwargs: Any) -> Any:
        raise NotImplementedError(f"msacc does not have '{name}': {remedy}")

    refuse.__name__ = refuse.__qualname__ = name
    refuse.__doc__ = f"Refused with NotImplementedError: {remedy}"
    return refuse


export_split_mindir = _refused(
    "export_split_mindir", "MindIR files belong to MindSpore's own runtime."
)
_save_graph = _refused(
    "_save_graph", "graphs are torch's and are not written; use export(..., file_format='ONNX')."
)
