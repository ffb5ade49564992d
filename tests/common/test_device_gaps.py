"""What torch has no CUDA kernel for, by torch's own tables, and that each is computed otherwise, with equal values."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import torch
from torch._subclasses.fake_tensor import FakeTensorMode

import msacc as ms
from msacc import ops
from msacc.common import device_gaps
from msacc.common.settings import settings
from msacc.common.unsigned_integers import lacking, widened
from msacc.ops.array.scattering import _last_ones
from msacc.ops.math.statistics import _median_positions
from tests.parity.cuda_kernels import CudaKernels, gaps, op_db

PAGE = Path(__file__).parents[2] / "docs" / "gpu.md"
ROW = re.compile(r"^\| `([\w.]+)` \| (.+?) \| (exact products|float32|host) \|$", re.M)


def table() -> dict[str, tuple[set[str], str]]:
    """The rows of docs/gpu.md: dtypes and remedy of each op."""
    rows = ROW.findall(PAGE.read_text())
    return {name: (set(kinds.split(", ")), chosen) for name, kinds, chosen in rows}


def names(dtypes: Any) -> set[str]:
    return {str(dtype).removeprefix("torch.") for dtype in dtypes}


def test_every_gap_of_torchs_is_in_the_table() -> None:
    rows = table()
    found = {name: names(dtypes) for name, dtypes in gaps().items()}
    assert len(found) > 30
    missing = {
        name: kinds - rows.get(name, (set(), ""))[0]
        for name, kinds in found.items()
        if kinds - rows.get(name, (set(), ""))[0]
    }
    assert not missing, f"not in {PAGE.name}: {missing}"


def samples(name: str, dtype: torch.dtype) -> Iterator[tuple[Any, Any, Any]]:
    for info in (one for one in op_db() if one.name == name and dtype in one.dtypes):
        for number, sample in enumerate(info.sample_inputs("cpu", dtype)):
            if number == 12:
                break
            yield info.op, (sample.input, *sample.args), sample.kwargs


LOOSE = [{"rtol": r, "atol": 0, "equal_nan": True} for r in (0, 1e-3)]
USED = sorted((name, dtype) for name, (kinds, _) in table().items()
              for dtype in kinds)  # fmt: skip


@pytest.mark.parametrize(("name", "kind"), USED)
def test_what_stands_in_has_the_values_of_a_cpu(name: str, kind: str) -> None:
    dtype = getattr(torch, kind)
    tried = 0
    for function, args, named in samples(name, dtype):
        if any(t.dtype is not dtype and t.is_floating_point() for t in device_gaps.leaves(args)):
            continue
        expected = function(*args, **named)
        found = device_gaps.substitute(function, args, named)
        torch.testing.assert_close(found, expected, **LOOSE[kind == "float16"])
        tried += 1
    assert tried or name not in gaps() or dtype not in gaps()[name]


@pytest.mark.parametrize("dtype", [torch.int8, torch.uint8, torch.int16, torch.int32, torch.int64])
@pytest.mark.parametrize("bits", [16, 8])
def test_products_wrap_around_as_on_a_cpu(
    dtype: torch.dtype, bits: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(device_gaps, "_SHORT", 2**40 if bits == 16 else 0)
    limits = torch.iinfo(dtype)
    a = torch.randint(limits.min, limits.max, (9, 33), dtype=dtype)
    b = torch.randint(limits.min, limits.max, (33, 5), dtype=dtype)
    a[0], b[:, 0] = limits.min, limits.min
    assert device_gaps.remedy("matmul", [a, b]) == "exact products"
    assert torch.equal(device_gaps.substitute(torch.matmul, (a, b), {}), a @ b)
    square = a[:, :9].contiguous()
    twice = device_gaps.substitute(torch.mm, (square, square), {})
    assert torch.equal(twice, square @ square)


def test_writes_on_the_host_reach_the_tensor() -> None:
    x, values = torch.zeros(4), torch.tensor([3.0])
    out = device_gaps.on_host(torch.Tensor.index_fill_, x, 0, torch.tensor([1]), 5.0)
    assert out is x
    assert x.tolist() == [0, 5, 0, 0]
    device_gaps.on_host(torch.Tensor.__setitem__, x, 2, values)
    assert x.tolist() == [0, 5, 3, 0]


def test_another_error_is_left_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    error = NotImplementedError("\"addmm_cuda\" not implemented for 'Int'")
    assert not lacking(error)
    monkeypatch.setattr(settings, "device", torch.device("cuda"))
    assert lacking(error)
    assert not lacking(RuntimeError("CUDA error: device-side assert triggered"))
    with pytest.raises(RuntimeError, match="mat1 and mat2 shapes"):
        widened(torch.mm, torch.ones(2, 3), torch.ones(2, 3))


@pytest.fixture
def absent_device(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """A CUDA device that is not there, with the kernels that torch's tables list for it."""
    monkeypatch.setattr(settings, "device", torch.device("cuda"))
    with FakeTensorMode(allow_non_fake_inputs=True), CudaKernels():
        yield


def whole(*shape: int, dtype: Any = ms.int32) -> ms.Tensor:
    return ms.ops.zeros(shape, dtype)


CALLS: dict[str, Any] = {
    "matmul": lambda d: ops.matmul(whole(2, 3, dtype=d), whole(3, 4, dtype=d)),
    "operator": lambda d: whole(2, 3, dtype=d) @ whole(3, 4, dtype=d),
    "bmm": lambda d: ops.bmm(whole(5, 2, 3, dtype=d), whole(5, 3, 4, dtype=d)),
    "dot": lambda d: ms.mint.dot(whole(3, dtype=d), whole(3, dtype=d)),
    "mv": lambda d: ops.mv(whole(2, 3, dtype=d), whole(3, dtype=d)),
    "addmm": lambda d: ops.addmm(whole(2, 4, dtype=d), whole(2, 3, dtype=d), whole(3, 4, dtype=d)),
    "baddbmm": lambda d: ops.baddbmm(
        whole(5, 2, 4, dtype=d), whole(5, 2, 3, dtype=d), whole(5, 3, 4, dtype=d)
    ),
    "einsum": lambda d: ops.einsum("ij,jk->ik", whole(2, 3, dtype=d), whole(3, 4, dtype=d)),
    "tensor_dot": lambda d: ops.tensor_dot(whole(2, 3, dtype=d), whole(3, 4, dtype=d), 1),
    "inner": lambda d: ops.inner(whole(2, 3, dtype=d), whole(4, 3, dtype=d)),
    "numpy": lambda d: ms.numpy.dot(whole(2, 3, dtype=d), whole(3, 4, dtype=d)),
}


@pytest.mark.usefixtures("absent_device")
@pytest.mark.parametrize("dtype", [ms.int32, ms.int64, ms.uint16])
@pytest.mark.parametrize("name", CALLS)
def test_ops_of_whole_numbers_run_on_a_device(name: str, dtype: Any) -> None:
    out = CALLS[name](dtype)._t
    assert out.device.type == "cuda"
    assert out.dtype is dtype.torch


@pytest.mark.usefixtures("absent_device")
def test_without_the_remedies_the_device_refuses() -> None:
    with pytest.raises(NotImplementedError, match="not implemented for 'Int'"):
        torch.mm(whole(2, 3)._t, whole(3, 4)._t)
    with pytest.raises(NotImplementedError, match="not implemented for 'UInt16'"):
        whole(4, dtype=ms.uint16)._t[whole(2, dtype=ms.int64)._t]


@pytest.mark.usefixtures("absent_device")
def test_unsigned_types_are_indexed_on_a_device() -> None:
    x = whole(4, dtype=ms.uint16)
    assert x[whole(2, dtype=ms.int64)]._t.dtype is torch.uint16
    x[whole(2, dtype=ms.int64)] = 3
    assert x._t.dtype is torch.uint16


def test_medians_at_equal_elements_are_those_of_a_cpu() -> None:
    draws = torch.Generator().manual_seed(0)
    for n in (1, 2, 5, 8, 33):
        x = torch.randint(0, 4, (50, n), generator=draws).float()
        x[x == 3] = x[x == 3] if n == 1 else torch.nan
        for ignore in (False, True):
            real = (torch.nanmedian if ignore else torch.median)(x, 1, True)
            where = _median_positions(x, 1, ignore)
            torch.testing.assert_close(x.gather(1, where), real.values, equal_nan=True)
            known = ~real.values.isnan()
            assert torch.equal(where[known], real.indices[known])


def test_the_last_of_several_updates_stays() -> None:
    rows, places = torch.zeros(4, 2), torch.tensor([1, 3, 1, 1])
    new = torch.arange(8.0).reshape(4, 2)
    assert _last_ones(rows, places, new).tolist() == [[6, 7], [2, 3], [6, 7], [6, 7]]


def test_candidates_are_drawn_on_the_cpu_for_any_device(monkeypatch: pytest.MonkeyPatch) -> None:
    asked = []
    real = torch.multinomial
    monkeypatch.setattr(
        torch, "multinomial", lambda *a, **k: asked.append(k["generator"].device) or real(*a, **k)
    )
    ops.UniformCandidateSampler(1, 2, False, 5, seed=3)(ms.Tensor([[1]], ms.int64))
    assert asked == [torch.device("cpu")]


def test_the_extremes_have_a_derivative() -> None:
    grad = ms.grad(lambda x: sum(part.sum() for part in ops.aminmax(x, axis=0)))
    assert grad(ms.Tensor([1.0, 4.0, 2.0])).asnumpy().tolist() == [1, 1, 0]


def test_the_table_says_what_is_done() -> None:
    for name, (kinds, said) in table().items():
        for kind in kinds:
            dtype = getattr(torch, kind)
            tensors = [torch.ones(2, 2, dtype=dtype)] * 2
            assert device_gaps.remedy(name.split(".")[-1], tensors) == said, (name, kind)


def test_torchs_table_leaves_flags_as_they_are() -> None:
    gaps()
    torch.backends.cudnn.allow_tf32 = torch.backends.cudnn.allow_tf32
