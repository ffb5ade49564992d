"""`mindspore.nn.layer.quant` of MindSpore 1.10 and 1.0 from unpacked wheels, made to run on a later MindSpore's CPU.

What they import and later releases lack is put in its place: checks of arguments, operators under older names,
and the kernels of GPU and Ascend (mindspore_kernels.py).
"""

from __future__ import annotations

import importlib.util
import sys
import types
from pathlib import Path
from typing import Any

_QUANT_OPS = "mindspore.ops.operations._quant_ops"


class OnGpu:
    """`mindspore.context`, which says that the device is a GPU."""

    def __getattr__(self, name: str) -> Any:
        import mindspore

        return getattr(mindspore.context, name)

    @staticmethod
    def get_context(name: str) -> Any:
        import mindspore

        return {"device_target": "GPU", "enable_ge": False}.get(name, mindspore.get_context("mode"))


def _file(name: str, path: Path) -> Any:
    spec = importlib.util.spec_from_file_location(name, path)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules[name] = module
    spec.loader.exec_module(module)
    return module


def _module(name: str, **members: Any) -> None:
    module = types.ModuleType(name)
    vars(module).update(members)
    sys.modules[name] = module


def load(release: str, wheel: Path) -> Any:
    """The module of the release '1.10' or '1.0', whose package `mindspore` lies in `wheel`."""
    root = wheel / "mindspore"
    older_names()
    if release == "1.10":
        constant = _file(
            "mindspore.compression.common.constant", root / "compression/common/constant.py"
        )
        _module("mindspore.compression")
        _module("mindspore.compression.common", QuantDtype=constant.QuantDtype)
    module = _file(
        f"mindspore.nn.layer.quant{release.replace('.', '')}", root / "nn/layer/quant.py"
    )
    module.context = OnGpu()
    return module


def older_names() -> None:
    """What the module imports and later releases lack."""
    import mindspore_kernels
    from mindspore import _checkparam, nn, ops

    operations = sys.modules["mindspore.ops.operations"]
    operations._quant_ops = sys.modules[_QUANT_OPS] = mindspore_kernels  # type: ignore[attr-defined]
    operations.TensorAdd = ops.Add  # type: ignore[attr-defined]
    ops.functional.control_depend = lambda before, after: None
    _add_checks(_checkparam)
    nn.layer.activation.Validator = _checkparam


def _add_checks(checks: Any) -> None:
    def positive(value: Any) -> int:
        return checks.check_positive_int(value)  # type: ignore[no-any-return]

    checks.Validator = checks
    checks.check_int_positive = positive
    checks.Rel = types.SimpleNamespace(LT="lt", GE="ge", EQ="eq")
    checks.ParamValidator = types.SimpleNamespace(
        check_bool=lambda name, value: checks.check_bool(value, name),
        check_type=lambda name, value, kinds: checks.check_value_type(name, value, kinds),
        check=_smaller,
        check_integer=lambda name, value, bound, rel: checks.check_non_negative_int(value, name),
    )
    for name in ("check_bool", "twice"):
        setattr(checks, name, getattr(checks, name))


def _smaller(name: str, value: Any, other_name: str, other: Any, rel: str) -> None:
    if not value < other:
        raise ValueError(f"{name} must be below {other_name}")
