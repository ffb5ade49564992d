"""The protobuf messages of a `.ckpt` file, built at run time.

MindSpore's layout, in proto2 (field numbers are the format):

    message Checkpoint { repeated Value value = 1;
      message Value { required string tag = 1; optional TensorProto tensor = 2;
                      optional MapTensorProto maptensor = 3; } }
    message TensorProto { repeated int64 dims = 1; required string tensor_type = 2;
                          required bytes tensor_content = 3; }
    message MapTensorProto { repeated TensorProto tensor = 1; }
"""

from __future__ import annotations

import functools
from typing import Any

from msacc.common.protos import add_field, classes_of

_NAMES = {
    "Checkpoint": "Checkpoint",
    "Value": "Checkpoint.Value",
    "TensorProto": "TensorProto",
    "MapTensorProto": "MapTensorProto",
}


@functools.cache
def _classes() -> dict[str, Any]:
    from google.protobuf import descriptor_pb2  # with the first file that is read or written

    file = descriptor_pb2.FileDescriptorProto(name="checkpoint.proto", syntax="proto2")
    checkpoint = file.message_type.add(name="Checkpoint")
    value = checkpoint.nested_type.add(name="Value")
    add_field(value, 1, "tag", "string", "required")
    add_field(value, 2, "tensor", ".TensorProto")
    add_field(value, 3, "maptensor", ".MapTensorProto")
    add_field(checkpoint, 1, "value", ".Checkpoint.Value", "repeated")
    tensor = file.message_type.add(name="TensorProto")
    add_field(tensor, 1, "dims", "int64", "repeated")
    add_field(tensor, 2, "tensor_type", "string", "required")
    add_field(tensor, 3, "tensor_content", "bytes", "required")
    add_field(file.message_type.add(name="MapTensorProto"), 1, "tensor", ".TensorProto", "repeated")
    return classes_of(file, _NAMES.values())


def __getattr__(name: str) -> Any:
    """The message classes by name."""
    if name in _NAMES:
        return _classes()[_NAMES[name]]
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
