"""The ONNX model of a Cell, made by torch's exporter."""

from __future__ import annotations

import inspect
import warnings
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import torch

from msacc.common.tensor import Tensor
from msacc.common.tensor_tree import leaves
from msacc.graph.execution_state import pynative
from msacc.interop.to_module import module_of
from msacc.nn.cell import Cell
from msacc.step.wrapper import StepWrapper
from msacc.train.serialization.onnx_graph import fix_for_exporter
from msacc.train.serialization.onnx_sizes import InputSizes, name_dynamic_sizes

PACKAGES = ("onnx", "onnxscript")
# What a message of protobuf's may have.
_LIMIT = 2**31


def onnx_bytes(net: Cell, inputs: tuple[Tensor, ...]) -> bytes:
    """The content of an .onnx file: `net` in inference mode on inputs of these types and sizes.

    An input without values, Tensor(shape=[None, 3], dtype=...), and one that `set_inputs` declares so has sizes that
    vary. Inputs are named after construct's arguments, outputs 'output' or 'output_0', 'output_1', and so on.
    """
    _check_packages()
    _check_size(net)
    while isinstance(net, StepWrapper) and isinstance(net.network, Cell):
        net = net.network  # how a step is made says nothing about inference
    module = module_of("export", net, stages=True)
    with _inference(net), torch.no_grad():
        sizes = InputSizes(net, inputs)
        samples = sizes.samples()
        outputs = _output_names(net(*samples))
        program = torch.export.export(
            module, tuple(t._t for t in samples), dynamic_shapes=sizes.dynamic(), strict=False
        )
        proto = _export_proto(program, _input_names(net, len(samples)), outputs)
    name_dynamic_sizes(proto, sizes)
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


@contextmanager
def _inference(net: Cell) -> Iterator[None]:
    """Context of evaluation mode without graphs; restores every Cell's mode."""
    modes = [(cell, cell.training, cell.phase) for _, cell in net.cells_and_names()]
    net.set_train(False)
    try:
        with pynative():
            yield
    finally:
        for cell, training, phase in modes:
            cell.__dict__.update(training=training, phase=phase)


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
