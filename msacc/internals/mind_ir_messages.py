"""`mindspore.train.mind_ir_pb2`: the messages of a `.mindir` file, with the fields that msacc reads."""

from __future__ import annotations

from msacc.mindir.messages import message_classes

_CLASSES = message_classes()
AttributeProto = _CLASSES["AttributeProto"]
GraphProto = _CLASSES["GraphProto"]
ModelProto = _CLASSES["ModelProto"]
NodeProto = _CLASSES["NodeProto"]
PrimitiveProto = _CLASSES["PrimitiveProto"]
TensorProto = _CLASSES["TensorProto"]
ValueInfoProto = _CLASSES["ValueInfoProto"]
