"""Names that MindSpore 2.10 has dropped and older tutorials use, where they are missing."""

from __future__ import annotations

import importlib
import sys
import types
from typing import Any

import mindspore as ms
from mindspore import nn, ops
from mindspore.dataset import vision


class ResizeBilinear(nn.Cell):
    """The layer of MindSpore 1.x, for a scale."""

    def construct(self, x: Any, scale_factor: int) -> Any:
        size = (x.shape[2] * scale_factor, x.shape[3] * scale_factor)
        return ops.ResizeBilinearV2()(x, size)


class Validator:
    """As much of it as is used."""

    @staticmethod
    def check_positive_float(value: float, name: str) -> float:
        return value


def _repeat(self: Any, repeats: int, axis: int | None = None) -> Any:
    """Tensor.repeat before it took a number for each dimension."""
    return self.repeat_interleave(repeats, axis)


def _has(module: str) -> bool:
    try:
        importlib.import_module(module)
    except ImportError:
        return False
    return True


def restore(with_repeat: bool) -> None:
    """Put them where they were; Tensor.repeat only for those who mean the older one."""
    if with_repeat:
        ms.Tensor.repeat = _repeat
    if not hasattr(ms, "ms_function"):
        ms.ms_function = ms.jit
    if not hasattr(nn, "ResizeBilinear"):
        nn.ResizeBilinear = ResizeBilinear
    checks = importlib.import_module("mindspore._checkparam")
    if not hasattr(checks, "Validator"):
        checks.Validator = Validator
    where = "mindspore.dataset.vision.py_transforms"
    if not _has(where):
        module = types.ModuleType(where)
        module.__dict__.update({k: v for k, v in vars(vision).items() if not k.startswith("_")})
        module.Decode = lambda: vision.Decode(to_pil=True)
        sys.modules[where] = vision.py_transforms = module
