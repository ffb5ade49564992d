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
    import mindspore._checkparam as checks
    from mindspore import context, nn

    functions = {name: staticmethod(f) for name, f in vars(checks).items() if name.startswith("check")}
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
    utils = first / "train/quant/quant_utils.py"
    return SimpleNamespace(**found, first_quant_utils=_module("first_quant_utils", utils))


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
