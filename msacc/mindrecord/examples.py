"""TFRecord files: their records, and the tf.train.Example messages in them.

A record is its length (uint64), the length's checksum, the message, and the message's checksum, which
is not verified, as in MindSpore. The messages, in proto3 (field numbers are the format):

    message Example { Features features = 1; }
    message Features { map<string, Feature> feature = 1; }
    message Feature { oneof kind { BytesList bytes_list = 1; FloatList float_list = 2;
                                   Int64List int64_list = 3; } }
"""

from __future__ import annotations

import struct
from functools import cache
from typing import Any

from google.protobuf import descriptor_pb2, descriptor_pool, message_factory
from google.protobuf.message import DecodeError

KINDS = {"bytes_list": "bytes", "float_list": "float", "int64_list": "int64"}
_HEAD, _TAIL = 12, 4


@cache
def _example() -> Any:
    """Returns the class of Example messages; the entries of a map are read as messages."""
    file = descriptor_pb2.FileDescriptorProto(name="example.proto", syntax="proto2")
    types = descriptor_pb2.FieldDescriptorProto

    def message(name: str, *fields: tuple[str, Any, bool]) -> None:
        descriptor = file.message_type.add(name=name)
        for number, (field, kind, repeated) in enumerate(fields, 1):
            entry = descriptor.field.add(name=field, number=number, label=3 if repeated else 1)
            if isinstance(kind, str):
                entry.type, entry.type_name = types.TYPE_MESSAGE, f".{kind}"
            else:
                entry.type = kind

    message("BytesList", ("value", types.TYPE_BYTES, True))
    message("FloatList", ("value", types.TYPE_FLOAT, True))
    message("Int64List", ("value", types.TYPE_INT64, True))
    lists = zip(KINDS, ("BytesList", "FloatList", "Int64List"), strict=True)
    message("Feature", *[(field, kind, False) for field, kind in lists])
    message("Entry", ("key", types.TYPE_STRING, False), ("value", "Feature", False))
    message("Features", ("feature", "Entry", True))
    message("Example", ("features", "Features", False))
    pool = descriptor_pool.DescriptorPool()
    pool.Add(file)
    return message_factory.GetMessageClass(pool.FindMessageTypeByName("Example"))


@cache
def _crc_table() -> list[int]:
    table = []
    for value in range(256):
        for _ in range(8):
            value = (value >> 1) ^ (0x82F63B78 if value & 1 else 0)
        table.append(value)
    return table


def masked_crc(data: bytes) -> int:
    """Returns the masked CRC-32C of a record's length (slow for long data)."""
    table, crc = _crc_table(), 0xFFFFFFFF
    for byte in data:
        crc = table[(crc ^ byte) & 255] ^ (crc >> 8)
    crc ^= 0xFFFFFFFF
    return (((crc >> 15) | (crc << 17)) + 0xA282EAD8) & 0xFFFFFFFF


def spans(data: Any) -> list[tuple[int, int]]:
    """Returns the start and end of each record's message; ValueError with the number of a damaged record."""
    messages: list[tuple[int, int]] = []
    offset = 0
    while offset < len(data):
        head = bytes(data[offset : offset + _HEAD])
        end = offset + _HEAD
        if len(head) == _HEAD:
            length, crc = struct.unpack("<QI", head)
            end += length
        if len(head) < _HEAD or masked_crc(head[:8]) != crc or end + _TAIL > len(data):
            raise ValueError(f"record {len(messages)} is truncated or damaged")
        messages.append((offset + _HEAD, end))
        offset = end + _TAIL
    return messages


def features(message: bytes) -> dict[str, Any]:
    """Returns the features of an Example by name; ValueError for other messages."""
    try:
        example = _example().FromString(bytes(message))
    except DecodeError as error:
        raise ValueError("it is not a tf.train.Example") from error
    by_name = {entry.key: entry.value for entry in example.features.feature}
    if not all(isinstance(key, str) for key in by_name):  # invalid UTF-8 is returned as bytes
        raise ValueError("a feature's name is not text")
    return by_name


def kind_of(feature: Any) -> tuple[str, Any] | None:
    """Returns bytes, float or int64, and the values; None for a feature without values."""
    for field, kind in KINDS.items():
        if feature.HasField(field):
            return kind, getattr(feature, field).value
    return None
