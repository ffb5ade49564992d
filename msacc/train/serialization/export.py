"""export: a network to ONNX or torch's PT2. MindIR is only read (mindir_files.py); AIR is MindSpore's own format."""

from __future__ import annotations

import os
import re
import stat
from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, TypedDict

from msacc.common import crypto
from msacc.common.atomic_files import atomic_replace
from msacc.common.tensor import Tensor
from msacc.common.warn_once import no_effect
from msacc.nn.cell import Cell
from msacc.train.serialization import argument_checks

if TYPE_CHECKING:
    from typing_extensions import Unpack

# The formats that are written, and how the names of their files end.
_ENDS = {"ONNX": ".onnx", "PT2": ".pt2"}
_FORMATS = ("AIR", "ONNX", "MINDIR", "PT2")
_LEGAL = re.compile(r"^[0-9a-zA-Z@_\-.:/\\]+$")


class _Options(TypedDict, total=False):
    """What `export` takes by keyword besides its arguments; MindSpore's that have no effect among it."""

    aot_inductor: bool
    custom_func: Callable[..., Any] | None
    dataset: Any
    enc_key: bytes | None
    enc_mode: str | Callable[[bytes, bytes], bytes]
    obf_func: Any
    obf_config: Mapping[str, Any]
    quant_mode: str
    mean: float
    std_dev: float


def export(
    net: Cell,
    *inputs: Any,
    file_name: str | None = None,
    file_format: str | None = None,
    **kwargs: Unpack[_Options],
) -> None:
    """Write `net`, run on `inputs` (Tensors) in inference mode, as `file_name`.onnx or `file_name`.pt2.

    `file_format` 'ONNX' needs the packages onnx and onnxscript. 'PT2' is torch's ExportedProgram: `torch.export.load`
    reads it in a process without msacc, and `.module()` of it is called with torch tensors; with `aot_inductor=True`
    it is a package compiled for this kind of machine and device, for `torch._inductor.aoti_load_package`. 'MINDIR' and
    'AIR' raise NotImplementedError. An `enc_key` goes with an `enc_mode` function (bytes, key) -> bytes, as MindSpore
    has it for ONNX. Inputs are named as construct names them, and the file is for its owner to read, as in MindSpore.

    Raises ValueError for an unknown format, illegal file name or what is no Cell, TypeError for an input that is no
    Tensor or a file name that is no str, ImportError without onnx. Differs from MindSpore: 'PT2'; the last of the
    `inputs` may be the file's name, and a name that ends in .onnx or .pt2 says the format; sizes may vary, in inputs
    such as Tensor(shape=[None, 3], dtype=float32) or by `net.set_inputs`.
    """
    *tensors, file_name, file_format = _with_file(inputs, file_name, file_format)
    _check(file_name, file_format, kwargs)
    if file_format not in _ENDS:
        raise NotImplementedError(
            f"msacc does not write {file_format} files (it reads MindIR, with load). Use file_format='ONNX', "
            "'PT2' for torch, or save_checkpoint(net, ...) and build the network from Python."
        )
    _check_network(net, tensors, file_format)
    _check_options(file_format, kwargs)
    end = _ENDS[file_format]
    path = os.path.realpath(file_name if file_name.endswith(end) else file_name + end)
    os.makedirs(os.path.dirname(path), exist_ok=True)
    content = _content(net, tuple(tensors), file_format, kwargs)
    options: dict[str, Any] = {**kwargs}
    if options.get("enc_key") is not None:
        content = options["enc_mode"](content, options["enc_key"])
    with atomic_replace(path, stat.S_IRUSR) as part, open(part, "wb") as file:
        file.write(content)


def _with_file(inputs: tuple[Any, ...], name: Any, file_format: Any) -> tuple[Any, ...]:
    """The inputs, the file's name, which may stand behind them, and the format, which the name may say."""
    if name is None and inputs and isinstance(inputs[-1], str):
        *inputs, name = inputs  # type: ignore[assignment]
    if file_format is None and isinstance(name, str):
        file_format = next((f for f, end in _ENDS.items() if name.endswith(end)), None)
    missing = [n for n, v in (("file_name", name), ("file_format", file_format)) if v is None]
    if missing:
        raise TypeError(f"export() missing required keyword-only arguments: {', '.join(missing)}")
    return (*inputs, name, file_format)


def _content(net: Cell, inputs: tuple[Tensor, ...], file_format: str, options: Any) -> bytes:
    if file_format == "ONNX":
        from msacc.train.serialization.onnx_file import onnx_bytes

        return onnx_bytes(net, inputs)
    from msacc.train.serialization.pt2_file import compiled_bytes, program_bytes

    return (compiled_bytes if options.get("aot_inductor") else program_bytes)(net, inputs)


def _check(file_name: Any, file_format: Any, kwargs: Mapping[str, Any]) -> None:
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


def _check_network(net: Any, inputs: Sequence[Any], file_format: str) -> None:
    if not isinstance(net, Cell):
        raise ValueError(
            f"For 'export', an {file_format} model is made of a Cell, but got {type(net)}."
        )
    for value in inputs:
        if not isinstance(value, Tensor):
            raise TypeError(f"For 'export', every input must be a Tensor, but got {value!r}.")


def _check_options(file_format: str, kwargs: Mapping[str, Any]) -> None:
    if kwargs.get("custom_func") is not None:
        raise ValueError("For 'export', 'custom_func' works with file_format 'MINDIR' only.")
    if file_format != "PT2" and kwargs.get("aot_inductor"):
        raise ValueError("For 'export', 'aot_inductor' works with file_format 'PT2' only.")
    _check_encryption(kwargs)
    for name in kwargs.keys() - {"custom_func", "enc_key", "enc_mode", "aot_inductor"}:
        no_effect("export", name, kwargs[name], "it concerns MindIR")


def _check_encryption(kwargs: Mapping[str, Any]) -> None:
    if "enc_key" not in kwargs:
        return
    argument_checks.instance("enc_key", kwargs["enc_key"], bytes)
    if not callable(kwargs.get("enc_mode")):
        raise ValueError(
            "For 'export', ONNX and PT2 take an 'enc_mode' that is a function (bytes, key) -> bytes, but got "
            f"{crypto.mode_text(kwargs.get('enc_mode'))}."
        )


def _refused(name: str, remedy: str) -> Callable[..., Any]:
    def refuse(*args: object, **kwargs: object) -> Any:
        raise NotImplementedError(f"msacc does not have '{name}': {remedy}")

    refuse.__name__ = refuse.__qualname__ = name
    refuse.__doc__ = f"Refused with NotImplementedError: {remedy}"
    return refuse


export_split_mindir = _refused(
    "export_split_mindir", "MindIR files are read by load() and not written."
)
_save_graph = _refused(
    "_save_graph",
    "graphs are torch's and are not written; use export(..., file_format='ONNX') or 'PT2'.",
)
