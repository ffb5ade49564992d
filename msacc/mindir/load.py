"""Loads a `.mindir` file as a FuncGraph.

Nothing of a file is run. Protobuf bounds how deep its messages are nested (100), declared sizes are held against
the bytes that are there, and every name must stand for something before it is used.
"""

from __future__ import annotations

import os
from collections.abc import Callable
from typing import Any

import torch

from msacc.common import crypto
from msacc.mindir.attribute_values import value_of
from msacc.mindir.graph import FuncGraph, Graph, Node, Op
from msacc.mindir.messages import model_class
from msacc.mindir.tensors import DataFiles, broken, text, to_torch

_REF, _CONSTANT = "REF::", "Constant"
# Shapes that were inferred with the export; a run finds its own.
_INFERRED = "shape"
_FUNCTION = 2
_MONAD_TYPES = frozenset((23, 24))


def read(path: str, decrypt: Callable[[str], bytes] | None = None) -> FuncGraph:
    """The graphs and parameters of a MindIR file; `decrypt` gives the plain bytes of an encrypted one by its path.

    Parameters over 1 GB lie in files beside it (`NAME_variables/data_0`) and are read from there. Raises
    RuntimeError for a file that is no MindIR, cut short, encrypted or inconsistent, NotImplementedError that names
    what msacc does not have: compressed or quantized tensors, hash tables, constants of rare kinds.
    """
    model = _parsed(_content(path, decrypt))
    files = DataFiles(os.path.dirname(path), decrypt)
    ops = {text(proto.name): _op(proto) for proto in model.primitives}
    protos = [model.graph, *model.functions]
    names = {text(proto.name) for proto in protos}
    if len(names) != len(protos):
        raise broken("two of its graphs have one name")
    parameters, parameter_names = _parameters(protos, files)
    constants = [_constants(proto) for proto in protos]
    # A constant that several graphs use is written with one of them.
    shared = {name: value for each in reversed(constants) for name, value in each.items()}
    graph_names = names | set(parameter_names) | set(shared)
    graphs = {
        proto.name: _graph(proto, shared | own, ops, names, graph_names)
        for proto, own in zip(protos, constants, strict=True)
    }
    return FuncGraph(graphs, parameters, parameter_names)


def _content(path: str, decrypt: Callable[[str], bytes] | None) -> bytes:
    if decrypt is not None:
        return decrypt(path)
    try:
        with open(path, "rb") as file:
            content = file.read()
    except OSError as error:
        raise broken(f"{path} cannot be read ({error.strerror})") from None
    mode = crypto.mode_of(content)
    if mode is not None:
        raise broken(f"{path} is encrypted with {mode}; give 'dec_key' and 'dec_mode'")
    return content


def _parsed(content: bytes) -> Any:
    from google.protobuf.message import DecodeError

    model = model_class()()
    try:
        model.ParseFromString(content)
    except DecodeError as error:
        raise broken(f"it is no MindIR file, or cut short ({error})") from None
    if not model.HasField("graph") or not model.graph.name:
        raise broken("it holds no graph")
    if not model.little_endian:
        raise broken("it was written by a machine of another byte order")
    return model


def _op(proto: Any) -> Op:
    attributes = {text(each.name): value_of(each) for each in proto.attribute}
    return Op(text(proto.op_type), attributes, proto.prim_type == _FUNCTION)


def _parameters(
    protos: list[Any], files: DataFiles
) -> tuple[dict[str, torch.Tensor], dict[str, str]]:
    parameters: dict[str, torch.Tensor] = {}
    parameter_names: dict[str, str] = {}
    for proto in protos:
        if proto.map_parameter:
            raise NotImplementedError(
                f"This MindIR has the hash table {proto.map_parameter[0].name!r} (MapParameter), which msacc does "
                "not read."
            )
        for tensor in proto.parameter:
            full = text(tensor.name)
            name = text(tensor.ref_key) or full.partition(":")[2] or full
            if full in parameter_names:
                raise broken(f"the parameter {full!r} stands in it twice")
            parameter_names[full] = name
            if name not in parameters:
                parameters[name] = to_torch(tensor, files)
    return parameters, parameter_names


def _constants(proto: Any) -> dict[str, Any]:
    constants = {}
    for node in proto.node:
        if node.op_type == _CONSTANT:
            value = next((each for each in node.attribute if each.name == "value"), None)
            if value is None or len(node.output) != 1:
                raise broken(f"the constant {node.name!r} has no value")
            constants[text(node.output[0])] = value_of(value)
    return constants


def _graph(
    proto: Any, constants: dict[str, Any], ops: dict[str, Op], graphs: set[str], known: set[str]
) -> Graph:
    """One graph, each of whose names stands for something that came before."""
    inputs = tuple(text(each.name) for each in proto.input)
    defined = known | set(inputs)
    nodes = []
    for node in proto.node:
        if node.op_type == _CONSTANT:
            continue
        if len(node.output) != 1:
            raise broken(f"the node {node.name!r} has {len(node.output)} outputs instead of one")
        nodes.append(_node(node, ops, graphs, defined))
        defined.add(text(node.output[0]))
    outputs = tuple(text(each.name) for each in proto.output)
    _inputs_are_defined(proto.name, outputs, defined)
    if not outputs:
        raise broken(f"the graph {proto.name!r} has no output")
    monads = frozenset(each.name for each in proto.input if each.attr_info.type in _MONAD_TYPES)
    used = {name for node in nodes for name in node.inputs} | set(outputs)
    own = {name: constants[name] for name in sorted(used & constants.keys())}
    return Graph(proto.name, own, inputs, monads, tuple(nodes), outputs)


def _node(node: Any, ops: dict[str, Op], graphs: set[str], defined: set[str]) -> Node:
    inputs = tuple(map(text, node.input))
    _inputs_are_defined(node.output[0], inputs, defined)
    return Node(node.output[0], _called(node, ops, graphs, defined), inputs)


def _called(node: Any, ops: dict[str, Op], graphs: set[str], defined: set[str]) -> Op | str:
    """What a node runs: a primitive of the file's list, a graph, a value that is one, or what it tells itself."""
    kind = text(node.op_type)
    if not kind.startswith(_REF):
        attributes = {text(a.name): value_of(a) for a in node.attribute if a.name != _INFERRED}
        return Op(kind, attributes, function=False)
    name = kind.removeprefix(_REF)
    if name in ops:
        return ops[name]
    if name not in graphs and name not in defined:
        raise broken(f"{node.output[0]!r} calls {name!r}, which is not in it")
    return name


def _inputs_are_defined(where: str, names: tuple[str, ...], defined: set[str]) -> None:
    for name in names:
        if name not in defined:
            raise broken(f"{where!r} needs {name!r}, which does not come before it")
