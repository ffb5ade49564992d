"""The graph of a network as TensorBoard shows it: Cells are scopes that open, their ops lie inside."""

from __future__ import annotations

import re
from collections import Counter
from typing import Any

from msacc.nn.cell import Cell

_ILLEGAL = re.compile(r"[^A-Za-z0-9_.\\/>-]")


def graph_of(network: Cell, inputs: tuple[Any, ...]) -> Any:
    """TensorBoard's GraphDef of one forward run on `inputs`, which takes no memory and leaves nothing behind.

    Raises what the network raises, and ImportError without tensorboard.
    """
    from msacc.inspection.op_trace import op_trace

    trace = op_trace(network, inputs)
    used = {source for node in trace.nodes for source in node.inputs}
    names: list[str] = []
    taken: Counter[str] = Counter()
    for node in trace.nodes:
        name = _legal("/".join([*(_scope(*step) for step in node.scope), _own_name(node)]))
        taken[name] += 1
        names.append(name if taken[name] == 1 else f"{name}_{taken[name] - 1}")
    kept = [i for i, node in enumerate(trace.nodes) if node.kind == "op" or i in used]
    return _graph_def([_node_def(trace.nodes[i], names[i], names) for i in kept])


def _scope(name: str, call: int) -> str:
    """A second call of a Cell is a scope of its own."""
    path = name.replace(".", "/")
    return f"{path}_{call - 1}" if call > 1 else path


def _own_name(node: Any) -> str:
    """Parameters stand beside the ops that read them, under the last part of their names."""
    return str(node.name).rpartition(".")[2] if node.kind == "parameter" else str(node.name)


def _legal(name: str) -> str:
    return _ILLEGAL.sub("_", name)


def _node_def(node: Any, name: str, names: list[str]) -> Any:
    from tensorboard.compat.proto.attr_value_pb2 import AttrValue
    from tensorboard.compat.proto.node_def_pb2 import NodeDef
    from tensorboard.compat.proto.tensor_shape_pb2 import TensorShapeProto

    dims = [TensorShapeProto.Dim(size=n) for n in node.shape]
    shapes = AttrValue(list=AttrValue.ListValue(shape=[TensorShapeProto(dim=dims)]))
    attributes = {"_output_shapes": shapes, "dtype": AttrValue(s=node.dtype.encode())}
    op = {"input": "Placeholder", "parameter": "Parameter", "constant": "Const"}.get(
        node.kind, node.name
    )
    return NodeDef(name=name, op=op, input=[names[i] for i in node.inputs], attr=attributes)


def _graph_def(nodes: list[Any]) -> Any:
    from tensorboard.compat.proto.graph_pb2 import GraphDef
    from tensorboard.compat.proto.versions_pb2 import VersionDef

    return GraphDef(node=nodes, versions=VersionDef(producer=22))
