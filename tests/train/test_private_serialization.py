"""Private functions of `train.serialization` that libraries call."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

import msacc as ms
from msacc import Tensor, nn
from msacc.train.serialization import (
    _exec_save,
    _get_merged_param_data,
    _load_dismatch_prefix_params,
    _load_map_parameter,
    _parse_ckpt_proto,
)


def test_rows_are_written_and_read_as_messages(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    path = str(tmp_path / "rows.ckpt")
    values = np.arange(6, dtype=np.float32)
    rows = {"a": [[2, 3], "Float32", values], "b": [[2], "Int32", Tensor([1, 2], ms.int32)]}
    _exec_save(path, rows)
    assert caplog.text == ""  # nothing is said of an argument that was not given
    assert ms.load_checkpoint(path)["a"].asnumpy().tolist() == values.reshape(2, 3).tolist()
    found = _parse_ckpt_proto(path, None, "AES-GCM", False)
    told = [(v.tag, list(v.tensor.dims), v.tensor.tensor_type) for v in found.value]
    assert told == [("a", [2, 3], "Float32"), ("b", [2], "Int32")]
    assert found.value[0].tensor.tensor_content == values.tobytes()
    with pytest.raises(NotImplementedError, match="MapParameter"):
        _exec_save(path, {"m": ["mapparameter", None]})


def test_records_of_a_map_parameter_are_joined() -> None:
    from msacc.train.serialization.ckpt_messages import Checkpoint

    file = Checkpoint()
    for keys in ([1, 2], [3]):
        value = file.value.add(tag="table")
        part = value.maptensor.tensor.add(tensor_type="Int32", dims=[len(keys)])
        part.tensor_content = np.array(keys, np.int32).tobytes()
    found, data, sizes = {}, [[]], [0]
    for place, element in enumerate(file.value):
        _load_map_parameter(file, element, place, data, sizes, found)
    assert [array.tolist() for array in found["table"]] == [[1, 2, 3]]


def test_a_prefix_is_left_out() -> None:
    net = nn.Dense(2, 3)
    saved = {
        f"module.{n}": ms.Parameter(p * 0 + 7, name=f"module.{n}")
        for n, p in net.parameters_dict().items()
    }
    missing = ["weight", "bias"]
    _load_dismatch_prefix_params(net, saved, missing, False)
    assert missing == []
    assert (net.weight.asnumpy() == 7).all()


def test_whole_values_stay_as_they_are() -> None:
    net = nn.Dense(2, 3)
    assert net.parameter_layout_dict == {}
    assert _get_merged_param_data(net, "weight", net.weight, True) is net.weight
    assert _get_merged_param_data(net, {}, "weight", net.weight, True) is net.weight
