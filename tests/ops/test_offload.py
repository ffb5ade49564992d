"""Tensor.offload: elements in a file, readable and writable as before; `_offload` and `_load`."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest

import msacc as ms
from msacc import Parameter, Tensor, ops

# What real MindSpore's file holds is Tensor.get_bytes(); its Tensor is not to be read afterwards.
_VALUES: list[Any] = [
    np.arange(6, dtype=np.float32).reshape(2, 3),
    np.array([True, False]),
    np.float64(2.5),
    np.zeros((0, 3), np.int32),
]


@pytest.mark.parametrize("values", _VALUES)
def test_the_file_holds_the_elements(values: Any, tmp_path: Path) -> None:
    x, path = Tensor(values), tmp_path / "x.bin"
    assert x.offload_file_path() == ""
    assert x.offload(str(path)) is True
    assert path.read_bytes() == np.asarray(values).tobytes()
    assert x.offload_file_path() == (str(path) if np.size(values) else "")
    np.testing.assert_array_equal(x.asnumpy(), values)
    np.testing.assert_array_equal(
        ops.cat((x.reshape(-1), x.reshape(-1))).asnumpy()[: np.size(values)], np.ravel(values)
    )


def test_rows_of_a_transposed_bfloat16(tmp_path: Path) -> None:
    x = Tensor(np.arange(6).reshape(2, 3), ms.bfloat16).T
    assert x.offload(str(tmp_path / "x.bin"))
    assert (tmp_path / "x.bin").read_bytes() == x.get_bytes()
    assert x.float().asnumpy().tolist() == [[0, 3], [1, 4], [2, 5]]


def test_a_parameter_trains_on_in_its_file(tmp_path: Path) -> None:
    path = tmp_path / "w.bin"
    weight = Parameter(Tensor([1.0, 2.0], ms.float32), name="w")
    weight.offload(str(path))
    grad = ms.grad(lambda x: (weight * x * x).sum(), 0)(Tensor([3.0, 3.0], ms.float32))
    assert grad.asnumpy().tolist() == [6.0, 12.0]
    weight.set_data(Tensor([5.0, 7.0], ms.float32))
    assert np.fromfile(path, np.float32).tolist() == [5.0, 7.0]
    weight._load()
    weight.set_data(Tensor([0.0, 0.0], ms.float32))
    assert weight.offload_file_path() == ""
    assert np.fromfile(path, np.float32).tolist() == [5.0, 7.0]


def test_a_second_tensor_in_the_same_file_leaves_the_first_alone(tmp_path: Path) -> None:
    first, second = Tensor([1.0]), Tensor([2.0, 3.0])
    for x in (first, second):
        x.offload(str(tmp_path / "x.bin"))
    assert first.asnumpy().tolist() == [1.0]
    assert second.asnumpy().tolist() == [2.0, 3.0]


def test_on_a_cpu_offload_and_load_leave_the_memory() -> None:
    x = Parameter(Tensor([1.0]), name="x")
    before = x.data_ptr()
    assert x._offload() is None
    assert x._load() is None
    assert x.data_ptr() == before


def test_what_it_refuses(tmp_path: Path) -> None:
    x = Tensor([1.0])
    assert x.offload("") is False
    with pytest.raises(TypeError, match="file_path"):
        x.offload(1)
    with pytest.raises(RuntimeError, match="No such file or directory"):
        x.offload(str(tmp_path / "nowhere" / "x.bin"))
    with pytest.raises(RuntimeError, match="inside a gradient"):
        ms.grad(lambda v: v.offload(str(tmp_path / "x.bin")) * v.sum(), 0)(x)
    assert x.offload_file_path() == ""
