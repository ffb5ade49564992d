"""MindSpore 1.10's `mindspore.compression` from a folder, made to run on a later MindSpore, and 1.0's quant_utils.

The folders are `mindspore` in the unpacked wheels of 1.10.0 and 1.0.0. What later releases lack is added: the class of
argument checks, the layers of `mindspore.nn.layer.quant` under the name, and a device that the old code knows. Its fake
quantization has no kernel on the CPU: networks are converted here, and not run.
"""

from __future__ import annotations

import importlib.util
import sys
from pathlib import Path
from types import SimpleNamespace
from typing import Any


def load(folder: Path, first: Path) -> Any:
    """What the cases use, by the names that msacc's files have."""
    return SimpleNamespace(**latest(folder), **_first(first))


def latest(folder: Path) -> dict[str, Any]:
    """1.10's package, with the layers that it makes."""
    import mindspore._checkparam as checks
    from mindspore import context, nn

    functions = {
        name: staticmethod(f) for name, f in vars(checks).items() if name.startswith("check")
    }
    checks.Validator = type("Validator", (), functions)
    checks.Rel = SimpleNamespace(GE=checks.GE)
    context.get_context = _on_gpu(context.get_context)
    package = folder / "compression"
    _module("mindspore.compression", package / "__init__.py", True)
    _module("mindspore.compression.common", package / "common/__init__.py", True)
    layers = _module("mindspore.nn.layer.quant", folder / "nn/layer/quant.py")
    nn.layer.quant = layers
    for name in layers.__all__:
        setattr(nn, name, getattr(layers, name))
    _module("mindspore.compression.quant", package / "quant/__init__.py", True)
    found: dict[str, Any] = {name: sys.modules[f"mindspore.compression.quant.{name}"] for name in
                             ("qat", "quantizer", "quant_utils")}  # fmt: skip
    found["constants"] = sys.modules["mindspore.compression.common.constant"]
    return found


def _first(folder: Path) -> dict[str, Any]:
    """1.0's `train.quant`, over its own layers but the blocks, which are MindSpore's of today."""
    import mindspore._checkparam as checks
    from mindspore import nn, ops
    from mindspore.common import api

    checks.ParamValidator, checks.check_int_positive = _Unchecked(), lambda value: value
    checks.Rel.EQ = checks.Rel.LT = 0
    api._executor = ops.operations.TensorAdd = None
    layers = _module("mindspore.nn.layer.quant", folder / "nn/layer/quant.py")
    layers.P = SimpleNamespace(**{**vars(ops.operations), "TensorAdd": ops.operations.Add})
    layers.Conv2dBnAct, layers.DenseBnAct = nn.Conv2dBnAct, nn.DenseBnAct
    nn.layer.quant = layers
    package = folder / "train/quant"
    _module("mindspore.train.quant", package / "__init__.py", True)
    _name_sums(sys.modules["mindspore.train.quant.quant"].ConvertToQuantNetwork)
    names = {"first_quant": "quant", "first_quant_utils": "quant_utils"}
    return {name: sys.modules[f"mindspore.train.quant.{own}"] for name, own in names.items()}


def _name_sums(converter: Any) -> None:
    """What is called Add today was TensorAdd."""
    called = converter._convert_op_name
    converter.__quant_op_name__ = ["Add", *converter.__quant_op_name__]
    converter._convert_op_name = lambda self, name: called(
        self, "TensorAdd" if name == "Add" else name
    )


class _Unchecked:
    """1.0's checks of arguments, whose values come back."""

    def __getattr__(self, name: str) -> Any:
        return lambda *args, **kwargs: args[1]


def _on_gpu(get_context: Any) -> Any:
    return lambda name: "GPU" if name == "device_target" else get_context(name)


def _module(name: str, file: Path, package: bool = False) -> Any:
    folders = [str(file.parent)] if package else None
    spec = importlib.util.spec_from_file_location(name, file, submodule_search_locations=folders)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules[name] = module
    spec.loader.exec_module(module)
    return module
