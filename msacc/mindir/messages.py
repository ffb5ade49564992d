"""The protobuf messages of a `.mindir` file, built at run time.

MindSpore's layout is proto2 in the package mind_ir; the numbers of the fields are the format. Enumerations are
plain integers on the wire and are declared as such: their values stand in `values.py` and `reading.py`. Fields
that nothing here reads (doc strings, shapes of layouts, preprocessing) are left out, and skipped by protobuf.
"""

from __future__ import annotations

import functools
from typing import Any

from msacc.common.protos import add_field, classes_of

_PACKAGE = "mind_ir"
# message: its fields as "number name kind", the kind with a `*` where it repeats
_MESSAGES = {
    "AttributeProto": (
        "1 name string", "2 f float", "3 i int64", "4 d double", "5 s bytes", "6 t TensorProto",
        "8 floats float*", "9 doubles double*", "10 ints int64*", "11 strings bytes*",
        "12 tensors TensorProto*", "16 type int32", "17 values AttributeProto*",
    ),
    "ValueInfoProto": (
        "1 name string", "2 tensor TensorProto*", "4 denotation string", "5 attr_info AttributeProto",
    ),
    "NodeProto": (
        "1 input string*", "2 output string*", "3 name string", "4 op_type string",
        "5 attribute AttributeProto*",
    ),
    "GraphProto": (
        "1 node NodeProto*", "2 name string", "3 parameter TensorProto*", "5 input ValueInfoProto*",
        "6 output ValueInfoProto*", "10 map_parameter MapTensorProto*",
    ),
    "TensorProto": (
        "1 dims int64*", "2 data_type int32", "3 float_data float*", "4 int32_data int32*",
        "5 string_data bytes*", "6 int64_data int64*", "7 name string", "9 raw_data bytes",
        "10 double_data double*", "11 uint64_data uint64*", "12 external_data ExternalDataProto",
        "13 ref_key string", "16 compression_type int32", "17 quant_params QuantParamProto*",
    ),
    "ExternalDataProto": ("1 location string", "2 offset int64", "3 length int64"),
    "QuantParamProto": ("1 quant_algo_name string",),
    "MapTensorProto": ("1 name string",),
    "PrimitiveProto": (
        "1 name string", "2 op_type string", "3 attribute AttributeProto*", "5 prim_type int32",
    ),
    "ModelProto": (
        "1 ir_version string", "2 producer_name string", "5 model_version string", "7 graph GraphProto",
        "8 functions GraphProto*", "10 little_endian bool", "12 primitives PrimitiveProto*",
        "13 mind_ir_version int64",
    ),
}  # fmt: skip
# Two of them are declared inside TensorProto.
_INSIDE = ("ExternalDataProto", "QuantParamProto")


def model_class() -> Any:
    """The class of the whole file's message."""
    return message_classes()["ModelProto"]


@functools.cache
def message_classes() -> dict[str, Any]:
    """The classes of the outer messages, by name."""
    from google.protobuf import descriptor_pb2  # with the first file that is read

    file = descriptor_pb2.FileDescriptorProto(
        name="mind_ir.proto", syntax="proto2", package=_PACKAGE
    )
    outer = {name: file.message_type.add(name=name) for name in _MESSAGES if name not in _INSIDE}
    tensor = outer["TensorProto"]
    descriptors = outer | {name: tensor.nested_type.add(name=name) for name in _INSIDE}
    for name, fields in _MESSAGES.items():
        for number, field, kind in map(str.split, fields):
            label = "repeated" if kind.endswith("*") else ""
            add_field(descriptors[name], int(number), field, _full(kind.rstrip("*")), label)
    classes = classes_of(file, [f"{_PACKAGE}.{name}" for name in outer])
    return {name: classes[f"{_PACKAGE}.{name}"] for name in outer}


def _full(kind: str) -> str:
    if kind not in _MESSAGES:
        return kind
    return f".{_PACKAGE}.{'TensorProto.' if kind in _INSIDE else ''}{kind}"
