"""The protobuf messages of a strategy file, built at run time.

MindSpore's layout, in proto2 (field numbers are the format), package mindspore.straspb:

    message ParallelStrategyMap { required uint32 current_stage = 1;
                                  repeated ParallelStrategyItem parallel_strategy_item = 2;
                                  repeated ParallelLayoutItem parallel_layout_item = 3; }
    message ParallelLayoutItem { required string param_name = 1; required ParallelLayouts parallel_layouts = 2; }
    message ParallelLayouts { repeated DevMatrix dev_matrix = 1; repeated TensorMap tensor_map = 2;
                              repeated ParamSplitShape param_split_shape = 3;
                              repeated IndicesOffset indices_offset = 4; required int32 field = 5;
                              required int32 opt_weight_shard_step = 6; required int32 opt_weight_shard_size = 7; }

The others are in the table below; a message of one `dim` is a list of numbers.
"""

from __future__ import annotations

import functools
from typing import Any

from msacc.common.protos import add_field, classes_of

_PACKAGE = "mindspore.straspb"
# name: the type of its numbers
_LISTS = {
    "ParallelStrategy": "uint32",
    "DevMatrix": "uint32",
    "TensorMap": "int32",
    "ParamSplitShape": "int64",
    "IndicesOffset": "int64",
    "ParallelGroupRanks": "uint32",
}
# name: its fields, by number: (name, type, label)
_RECORDS: dict[str, tuple[tuple[str, str, str], ...]] = {
    "ParallelStrategys": (
        ("stage", "uint32", "required"),
        ("parallel_strategy", "ParallelStrategy", "repeated"),
    ),
    "ParallelStrategyItem": (
        ("node_name", "string", "required"),
        ("parallel_strategys", "ParallelStrategys", "required"),
    ),
    "ParallelLayouts": (
        ("dev_matrix", "DevMatrix", "repeated"),
        ("tensor_map", "TensorMap", "repeated"),
        ("param_split_shape", "ParamSplitShape", "repeated"),
        ("indices_offset", "IndicesOffset", "repeated"),
        ("field", "int32", "required"),
        ("opt_weight_shard_step", "int32", "required"),
        ("opt_weight_shard_size", "int32", "required"),
    ),
    "ParallelLayoutItem": (
        ("param_name", "string", "required"),
        ("parallel_layouts", "ParallelLayouts", "required"),
    ),
    "ParallelGroupItem": (
        ("group_name", "string", "required"),
        ("parallel_group_ranks", "ParallelGroupRanks", "required"),
    ),
    "ParallelGroupMap": (
        ("parallel_group_item", "ParallelGroupItem", "repeated"),
        ("ckpt_restore_rank_list", "ParallelGroupRanks", "required"),
    ),
    "ParallelStrategyMap": (
        ("current_stage", "uint32", "required"),
        ("parallel_strategy_item", "ParallelStrategyItem", "repeated"),
        ("parallel_layout_item", "ParallelLayoutItem", "repeated"),
    ),
}


@functools.cache
def _classes() -> dict[str, Any]:
    from google.protobuf import descriptor_pb2  # with the first file that is read or written

    file = descriptor_pb2.FileDescriptorProto(
        name="node_strategy.proto", syntax="proto2", package=_PACKAGE
    )
    records = {name: (("dim", kind, "repeated"),) for name, kind in _LISTS.items()} | _RECORDS
    for name, fields in records.items():
        message = file.message_type.add(name=name)
        for number, (field, kind, label) in enumerate(fields, 1):
            full = f".{_PACKAGE}.{kind}" if kind in records else kind
            add_field(message, number, field, full, label)
    classes = classes_of(file, [f"{_PACKAGE}.{name}" for name in records])
    return {name.rpartition(".")[2]: kind for name, kind in classes.items()}


def __getattr__(name: str) -> Any:
    """The messages by their own names."""
    if name in ("ParallelStrategyMap", "ParallelLayouts", "ParallelGroupMap"):
        return _classes()[name]
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
