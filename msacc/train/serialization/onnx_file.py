"""The ONNX model of a Cell, made by torch's exporter."""

from __future__ import annotations

import inspect
import warnings
from typing import Any

import torch

from msacc.common.tensor import Tensor
from msacc.common.tensor_tree import leaves
from msacc.nn.cell import Cell
from msacc.train.serialization.exported_program import exported
from msacc.train.serialization.input_sizes import InputSizes
from msacc.train.serialization.onnx_graph import fix_for_exporter

PACKAGES = ("onnx", "onnxscript")
# What a message of protobuf's may have.
_LIMIT = 2**31


def onnx_bytes(net: Cell, inputs: tuple[Tensor, ...]) -> bytes:
    """The content of an .onnx file: `net` in inference mode on inputs of these types and sizes.

    Inputs are named after construct's arguments, outputs 'output' or 'output_0', 'output_1', and so on.
    """
    _check_packages()
    _check_size(net)
    found = exported(net, inputs)
    names = _input_names(found.net, len(inputs))
    proto = _export_proto(found.program, names, _output_names(found.result))
    name_dynamic_sizes(proto, found.sizes)
    content: bytes = proto.SerializeToString()
    return content


def _export_proto(program: Any, inputs: list[str], outputs: list[str]) -> Any:
    """The protobuf message of an .onnx file."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # on what the exporter does inside
        try:
            model = torch.onnx.export(
                fix_for_exporter(program),
                input_names=inputs,
                output_names=outputs,
                dynamo=True,
                verbose=False,
            )
        except torch.onnx.OnnxExporterError as error:
            cause = str(error.__cause__ or error).partition(". See the stack trace")[0]
            raise RuntimeError(
                f"For 'export', torch's ONNX exporter has no way to write a part of the network: {cause}"
            ) from error
    return model.model_proto  # type: ignore[union-attr]


def _input_names(net: Cell, count: int) -> list[str]:
    """The names of construct's arguments, numbered for the members of *args."""
    names: list[str] = []
    for p in inspect.signature(net.construct).parameters.values():
        if p.kind is p.VAR_POSITIONAL:
            names += [f"{p.name}_{i}" for i in range(count - len(names))]
        elif p.kind in (p.POSITIONAL_ONLY, p.POSITIONAL_OR_KEYWORD):
            names.append(p.name)
    return names[:count]


def _output_names(result: Any) -> list[str]:
    tensors = leaves(result)
    if not tensors or not _holds_only_tensors(result):
        raise ValueError(
            f"For 'export', an ONNX model gives Tensors, but construct gave {type(result).__name__} with other "
            "values in it: return Tensors alone, in tuples, lists or dicts."
        )
    return ["output"] if len(tensors) == 1 else [f"output_{i}" for i in range(len(tensors))]


def _holds_only_tensors(value: Any) -> bool:
    if isinstance(value, (list, tuple)):
        return all(map(_holds_only_tensors, value))
    if isinstance(value, dict):
        return all(map(_holds_only_tensors, value.values()))
    return isinstance(value, Tensor)


def _check_size(net: Cell) -> None:
    size = sum(p.nbytes for p in net.get_parameters())
    if size >= _LIMIT:
        raise ValueError(
            f"For 'export', the parameters have {size} bytes, and an ONNX file holds fewer than {_LIMIT}: cast the "
            "network by net.to(mindspore.float16), or export it in parts."
        )


def _check_packages() -> None:
    for name in PACKAGES:
        try:
            __import__(name)
        except ImportError as error:
            raise ImportError(
                f"export(file_format='ONNX') needs the package '{name}': pip install 'msacc[onnx]', which is pip "
                "install onnx onnxscript."
            ) from error


def name_dynamic_sizes(proto: Any, sizes: InputSizes) -> None:
    """Names dynamic sizes after their input and axis instead of the exporter's numbers."""
    names: dict[str, str] = {}
    for i, axis, _ in sizes.varying():
        proto_input = proto.graph.input[i]
        exporter_name = proto_input.type.tensor_type.shape.dim[axis].dim_param
        names.setdefault(exporter_name, f"{proto_input.name}_{axis}")
    for value in (*proto.graph.input, *proto.graph.output, *proto.graph.value_info):
        for dim in value.type.tensor_type.shape.dim:
            if dim.dim_param in names:
                dim.dim_param = names[dim.dim_param]
