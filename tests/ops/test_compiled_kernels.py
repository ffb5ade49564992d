"""Compiled kernels as ops: what the parity case of `Custom` does not hold."""

from __future__ import annotations

import copy
import importlib
import inspect
import json
import pickle
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import torch
from torch._subclasses.fake_tensor import FakeTensorMode

import msacc as ms
from msacc import Tensor, nn, ops
from msacc.common.settings import Settings
from msacc.ops import compiled_kernels
from msacc.ops.compiled_kernels import CompiledKernel, holds_cuda_code

stats = importlib.import_module("msacc.graph.stats")

SOURCE = r"""
#include <cstdint>
#define PARAMETERS \
  int nparam, void **params, int *ndims, int64_t **shapes, const char **dtypes, void *stream, void *extra

extern "C" int Twice(PARAMETERS) {
  int64_t size = 1;
  for (int i = 0; i < ndims[0]; i++) size *= shapes[0][i];
  for (int64_t i = 0; i < size; i++) ((float *)params[1])[i] = ((float *)params[0])[i] * 2;
  return 0;
}

extern "C" int Sized(PARAMETERS) { return 0; }
extern "C" int SizedInit(PARAMETERS) { return 0; }
"""


@pytest.fixture(scope="module")
def library(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    folder = tmp_path_factory.mktemp("kernels")
    source = folder / "kernels.cc"
    source.write_text(SOURCE)
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("MS_COMPILER_CACHE_PATH", str(folder / "made"))
        ops.Custom(f"{source}:Twice", (1,), ms.float32, "aot")
        (made,) = (folder / "made").iterdir()
        yield str(made)


class Four(nn.Cell):
    def __init__(self, twice: Any):
        super().__init__()
        self.twice = twice

    def construct(self, x: Any) -> Any:
        return self.twice(self.twice(x + 1)) * x


@pytest.mark.parametrize("mode", [ms.GRAPH_MODE, ms.PYNATIVE_MODE])
def test_a_kernel_within_a_network_in_both_modes(library: str, mode: int) -> None:
    twice = ops.Custom(
        f"{library}:Twice", lambda x: x, lambda x: x, "aot", lambda x, out, dout: (dout * 2,)
    )
    ms.set_context(mode=mode)
    net, x = Four(twice), Tensor([1.0, 3.0])
    assert net(x).tolist() == [8.0, 48.0]
    assert ms.grad(net)(x).tolist() == [12.0, 28.0]


def _devices_seen(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Where a kernel's tensors are asked to lie, in a process on a device that is not there."""
    seen: list[str] = []
    real = compiled_kernels._as_input

    def as_input(value: Any, device: torch.device) -> torch.Tensor:
        seen.append(device.type)
        return real(value, torch.device("cpu"))

    monkeypatch.setattr(compiled_kernels, "_as_input", as_input)
    monkeypatch.setattr(compiled_kernels, "settings", Settings(device=torch.device("cuda")))
    return seen


def test_a_kernel_of_the_cpu_gets_no_memory_of_a_device(
    library: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    seen = _devices_seen(monkeypatch)
    twice = CompiledKernel(f"{library}:Twice", lambda x: x, lambda x: x, None)
    moved = []
    monkeypatch.setattr(torch.Tensor, "to", lambda t, where: moved.append(where.type) or t)
    assert twice([Tensor([1.0, 3.0])]).tolist() == [2.0, 6.0]
    assert (seen, moved) == (["cpu"], ["cpu", "cuda"])


def test_a_library_with_cuda_code_gets_the_devices_memory(
    library: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    of_nvcc = tmp_path / "of_nvcc.so"
    of_nvcc.write_bytes(Path(library).read_bytes() + b"\0.nv_fatbin\0")
    assert holds_cuda_code(str(of_nvcc))
    assert not holds_cuda_code(library)
    seen = _devices_seen(monkeypatch)
    kernel = CompiledKernel(f"{of_nvcc}:Twice", (1,), ms.float32, None)
    ran: list[str] = []
    monkeypatch.setattr(
        CompiledKernel, "_run", lambda *given: ran.extend(t.device.type for t in given[-1])
    )
    with FakeTensorMode(allow_non_fake_inputs=True):
        kernel([Tensor([1.0])])
    assert (seen, ran[-1]) == (["cuda"], "cuda")


def test_a_kernel_is_not_recorded(library: str) -> None:
    twice = ops.Custom(f"{library}:Twice", lambda x: x, lambda x: x, "aot")
    compiled = ms.jit(Four(twice).construct, jit_level="O1")
    stats.reset()
    assert compiled(Tensor([1.0, 3.0])).tolist() == [8.0, 48.0]
    (why,) = stats.stats().not_recorded.values()
    line = inspect.getsourcelines(Four.construct)[1] + 1
    assert f" at {__file__}:{line}" in why


def test_a_kernel_is_copied_and_pickled(library: str) -> None:
    twice = ops.Custom(f"{library}:Twice", (2,), ms.float32, "aot")
    assert twice(Tensor([1.0, 2.0])).tolist() == [2.0, 4.0]  # the function is loaded
    for other in (copy.deepcopy(twice), pickle.loads(pickle.dumps(twice))):
        assert other(Tensor([3.0, 2.0])).tolist() == [6.0, 4.0]


def test_views_of_conjugates_are_written_out(library: str) -> None:
    turned = Tensor(torch.tensor([1 + 2j, 3 - 4j], dtype=torch.complex64).conj().imag)
    assert ops.Custom(f"{library}:Twice", (2,), ms.float32, "aot")(turned).tolist() == [-4.0, 8.0]


def info(target: str, *dtypes: Any, attribute: bool = False) -> Any:
    described = ops.CustomRegOp("twice").input(0, "x").output(0, "y").dtype_format(*dtypes)
    if attribute:
        described = described.attr("scale", "required", "float", value_=None)
    return described.target(target).get_op_info()


F16, F32 = ops.DataType.F16_Default, ops.DataType.F32_Default


def test_reg_info_names_dtypes_and_the_target(library: str) -> None:
    def twice(reg_info: Any) -> Any:
        return ops.Custom(f"{library}:Twice", (1,), ms.float32, "aot", reg_info=reg_info)(
            Tensor([1.0])
        )

    assert twice(
        [info("CPU", F16, F16), json.dumps(info("CPU", ops.DataType.None_None, F32))]
    ).tolist() == [2.0]
    with pytest.raises(
        TypeError, match=r"allows .*\['float16', 'float16'\].* got \['float32', 'float32'\]"
    ):
        twice(info("CPU", F16, F16))
    with pytest.raises(NotImplementedError, match="'Ascend'"):
        twice(info("Ascend", F32, F32))


@pytest.mark.skipif(torch.cuda.is_available(), reason="a GPU is there")
def test_a_target_that_is_absent_is_refused(library: str) -> None:
    twice = ops.Custom(f"{library}:Twice", (1,), ms.float32, "aot", reg_info=info("GPU", F32, F32))
    with pytest.raises(RuntimeError, match="'GPU', but the process runs on the CPU"):
        twice(Tensor([1.0]))


def test_what_msacc_does_not_call_is_named(library: str, tmp_path: Path) -> None:
    with pytest.raises(NotImplementedError, match="SizedInit"):
        ops.Custom(f"{library}:Sized", (1,), ms.float32, "aot")(Tensor([1.0]))
    with pytest.raises(NotImplementedError, match=r"attributes.*\['scale'\]"):
        ops.Custom(
            f"{library}:Twice",
            (1,),
            ms.float32,
            "aot",
            reg_info=info("CPU", F32, F32, attribute=True),
        )
    with pytest.raises(NotImplementedError, match="nvcc --shared .* twice.so twice.cu"):
        ops.Custom(f"{tmp_path}/twice.cu:Twice", (1,), ms.float32, "aot")
    with pytest.raises(TypeError, match="'out_dtype'.*None"):
        ops.Custom(f"{library}:Twice", (1,), None, "aot")(Tensor([1.0]))
    with pytest.raises(RuntimeError, match="'out_shape' and 'out_dtype'"):
        ops.Custom(f"{library}:Twice", (1,), (ms.float32,), "aot")(Tensor([1.0]))
    with pytest.raises(TypeError, match="input should be a Tensor or a number.*'text'"):
        ops.Custom(f"{library}:Twice", (1,), ms.float32, "aot")("text")


def test_files_and_functions_that_are_missing_are_named(library: str, tmp_path: Path) -> None:
    with pytest.raises(RuntimeError, match=r"no file .*absent.so"):
        ops.Custom(f"{tmp_path}/absent.so:Twice", (1,), ms.float32, "aot")(Tensor([1.0]))
    with pytest.raises(RuntimeError, match="no function 'Thrice'"):
        ops.Custom(f"{library}:Thrice", (1,), ms.float32, "aot")(Tensor([1.0]))
    with pytest.raises(RuntimeError, match="like 'file_name:func_name' on CPU"):
        ops.Custom("name_alone", lambda x: x, ms.float32, "aot")(Tensor([1.0]))


def test_the_white_list(library: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("MS_CUSTOM_AOT_WHITE_LIST", str(tmp_path))
    with pytest.raises(TypeError, match="the legal path for the file is"):
        ops.Custom(f"{library}:Twice", (1,), ms.float32, "aot")
    monkeypatch.setenv("MS_CUSTOM_AOT_WHITE_LIST", str(Path(library).parent))
    ops.Custom(f"{library}:Twice", (1,), ms.float32, "aot")


def test_source_is_compiled_again_when_it_has_changed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("MS_COMPILER_CACHE_PATH", str(tmp_path / "made"))
    source = tmp_path / "fill.cc"

    def filled(value: float) -> list[float]:
        source.write_text(
            '#include <cstdint>\nextern "C" int Fill(int, void **params, int *, int64_t **, const char **, void *, '
            f"void *) {{ ((float *)params[0])[0] = {value}; return 0; }}"
        )
        return ops.Custom(f"{source}:Fill", (1,), ms.float32, "aot")().tolist()  # type: ignore[no-any-return]

    assert (filled(1.5), filled(2.5)) == ([1.5], [2.5])
    source.write_text("int x = ;")
    with pytest.raises(RuntimeError, match="Compilation error in compiling .*fill.cc"):
        ops.Custom(f"{source}:Fill", (1,), ms.float32, "aot")
