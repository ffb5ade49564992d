"""Private functions of `mindspore.train.serialization` that libraries call."""

from __future__ import annotations

import functools
from typing import Any

import numpy as np

from msacc.common.tensor import Tensor, wrap
from msacc.common.warn_once import no_effects
from msacc.nn.cell import Cell
from msacc.step.local_shard import full_tensor
from msacc.train.serialization import ckpt_messages, ckpt_records
from msacc.train.serialization.checkpoint_files import CheckpointFile, Values, write
from msacc.train.serialization.ckpt_records import TYPES
from msacc.train.serialization.load import _content, _without_crc
from msacc.train.serialization.load_into_net import _load_under_prefix
from msacc.train.sharded_checkpoints.job_layouts import JobLayouts


def _exec_save(
    ckpt_file_name: str,
    data_list: dict[str, Any],
    enc_key: bytes | None = None,
    enc_mode: str = "AES-GCM",
    map_param_inc: bool = False,
    crc_check: bool = False,
    format: str = "ckpt",
    remove_redundancy: bool | None = None,
) -> None:
    """Write rows name -> [dims, type, Tensor or array] to a file; a MapParameter's rows raise NotImplementedError."""
    no_effects("_exec_save", "msacc has no MapParameter", map_param_inc=(map_param_inc, False))
    values: Values = {name: _row(name, row) for name, row in data_list.items()}
    encryption = None if enc_key is None else (enc_key, enc_mode)
    write(CheckpointFile(ckpt_file_name, values, encryption, crc_check, format, remove_redundancy))


def _row(name: str, row: list[Any]) -> Any:
    if row[0] == "mapparameter":
        raise NotImplementedError(f"'{name}' is a MapParameter, which msacc does not have")
    row = row[1:] if row[0] == "offload_parameter" else row
    dims, _, data = row[0], row[1], row[2]
    if isinstance(data, str):
        return data
    if isinstance(data, np.ndarray) and data.dtype.kind == "U":
        return str(data.reshape(-1)[0])
    tensor = data if isinstance(data, Tensor) else Tensor(data)
    # Rows of MindSpore's own give a scalar the dims [1] and its values in one row.
    return tensor.to_torch().detach().cpu().reshape(tuple(int(n) for n in dims))


def _parse_ckpt_proto(
    ckpt_file_name: str, dec_key: bytes | None, dec_mode: str, crc_check: bool = False
) -> Any:
    """The message `Checkpoint` of a file, all of it in memory; ValueError for a file that is none."""
    checkpoint = ckpt_messages.Checkpoint()
    content = _without_crc(_content(ckpt_file_name, dec_key, dec_mode), crc_check)
    checkpoint.value.extend(ckpt_records.read_records(content))
    return checkpoint


def _load_map_parameter(
    checkpoint_list: Any,
    element: Any,
    element_id: int,
    map_data_list: list[list[Any]],
    map_shape_list: list[int],
    parameter_dict: dict[str, Any],
) -> None:
    """Adds one record of a MapParameter (keys, values, states); the last of its name builds the arrays."""
    parts = element.maptensor.tensor
    for index, part in enumerate(parts):
        kind = TYPES[part.tensor_type].np
        map_data_list[index].append(np.frombuffer(part.tensor_content, kind))
        map_shape_list[index] += part.dims[0]
    rest = checkpoint_list.value[element_id + 1 : element_id + 2]
    if not rest or rest[0].tag != element.tag:
        parameter_dict[element.tag] = [
            np.concatenate(data).reshape(size, *part.dims[1:])
            for data, size, part in zip(map_data_list, map_shape_list, parts, strict=False)
        ]


def _load_dismatch_prefix_params(
    net: Cell, parameter_dict: dict[str, Any], param_not_load: list[str], strict_load: bool
) -> None:
    """Loads the missing parameters from names with a common prefix; shortens `param_not_load`."""
    shards = functools.cache(lambda: JobLayouts(net))
    _load_under_prefix(net, parameter_dict, param_not_load, strict_load, shards)


def _get_merged_param_data(net: Cell, *args: Any) -> Any:
    """The full value of a parameter, gathered where operators shard it. Collective.

    Takes (net, [parameter_layout_dict,] param_name, param_data, integrated_save), as releases differ.
    """
    param_name, param_data, integrated_save = args[-3:]
    parameters = [p for _, p in net.parameters_and_names() if p.name == param_name]
    if not parameters:
        raise KeyError(f"the network has no parameter {param_name!r}")
    layout = parameters[0].layout
    if not integrated_save or layout is None or param_data.shape != tuple(layout.slice_shape):
        return param_data
    return wrap(full_tensor(param_data._t, layout))
