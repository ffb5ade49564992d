"""The ExportedProgram of a Cell: torch's form of a network for inference, which the files of `export` hold."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any

import torch

from msacc.common.tensor import Tensor
from msacc.graph.execution_state import pynative
from msacc.interop.to_module import module_of
from msacc.nn.cell import Cell
from msacc.step.wrapper import StepWrapper
from msacc.train.serialization.input_sizes import InputSizes


@dataclass(frozen=True)
class Exported:
    """A network in inference mode: torch's program, the Cell it is of, its inputs' sizes and what it gave for them."""

    program: torch.export.ExportedProgram
    net: Cell
    sizes: InputSizes
    result: Any


def exported(net: Cell, inputs: tuple[Tensor, ...]) -> Exported:
    """`net` on inputs of these types and sizes, in inference mode whatever its mode.

    An input without values, Tensor(shape=[None, 3], dtype=...), and one that `set_inputs` declares so has sizes that
    vary.
    """
    while isinstance(net, StepWrapper) and isinstance(net.network, Cell):
        net = net.network  # how a step is made says nothing about inference
    module = module_of("export", net, stages=True)
    with _inference(net), torch.no_grad():
        sizes = InputSizes(net, inputs)
        samples = sizes.samples()
        result = net(*samples)
        program = torch.export.export(
            module, tuple(t._t for t in samples), dynamic_shapes=sizes.dynamic(), strict=False
        )
    return Exported(program, net, sizes, result)


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
