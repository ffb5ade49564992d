"""Compiled kernels get the device's memory and stream where they are said to be its, else copies on the CPU."""

from __future__ import annotations

import ctypes
from pathlib import Path

import pytest
import torch

import msacc as ms
from msacc import Tensor, ops
from tests.gpu.conftest import ON_CPU

SOURCE = r"""
#include <cstdint>
static void *seen[2];
extern "C" void *Seen(int i) { return seen[i]; }
extern "C" int Look(int, void **params, int *, int64_t **, const char **, void *stream, void *) {
  seen[0] = params[0], seen[1] = stream;
  return 0;
}
extern "C" int Twice(int, void **params, int *, int64_t **, const char **, void *, void *) {
  *(float *)params[1] = *(float *)params[0] * 2;
  return 0;
}
"""


def test_a_kernel_gets_memory_and_stream(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("MS_COMPILER_CACHE_PATH", str(tmp_path / "made"))
    source = tmp_path / "kernels.cc"
    source.write_text(SOURCE)
    kind = ops.DataType.F32_Default

    def described(name: str, target: str) -> str:
        info = ops.CustomRegOp(name).input(0, "x").output(0, "y").dtype_format(kind, kind)
        return info.target(target).get_op_info()

    here = described("look", "CPU" if ON_CPU else "GPU")
    look = ops.Custom(f"{source}:Look", (1,), ms.float32, "aot", reg_info=here)
    (library,) = (tmp_path / "made").iterdir()
    seen = ctypes.CDLL(str(library)).Seen
    seen.restype = ctypes.c_void_p
    x = Tensor([1.5]) * 1
    out = look(x)
    assert seen(0) == x.to_torch().data_ptr()
    assert seen(1) == (None if ON_CPU else torch.cuda.current_stream().cuda_stream or None)
    assert out.to_torch().device == x.to_torch().device

    for reg_info in (described("twice", "CPU"), None):
        doubled = ops.Custom(f"{source}:Twice", (1,), ms.float32, "aot", reg_info=reg_info)(x)
        assert doubled.to_torch().device == x.to_torch().device
        assert doubled.tolist() == [3.0]
