"""Files of torch's: the exported program of a Cell, or a package that AOTInductor compiled."""

from __future__ import annotations

import io
from typing import Any

import torch

from msacc.common import torch_private
from msacc.common.tensor import Tensor
from msacc.nn.cell import Cell
from msacc.train.serialization.exported_program import exported


def program_bytes(net: Cell, inputs: tuple[Tensor, ...]) -> bytes:
    """What `torch.export.load` reads: the network in inference mode, weights under their Parameters' paths."""
    file = io.BytesIO()
    torch.export.save(_program(net, inputs), file)
    return file.getvalue()


def compiled_bytes(net: Cell, inputs: tuple[Tensor, ...]) -> bytes:
    """What `torch._inductor.aoti_load_package` reads: compiled for this kind of machine and device; needs g++."""
    return torch_private.compiled_package(_program(net, inputs))


def _program(net: Cell, inputs: tuple[Tensor, ...]) -> torch.export.ExportedProgram:
    program = exported(net, inputs).program
    composed = {
        op: torch_private.composition(op) for op in _own(program) if torch_private.is_composed(op)
    }
    if composed:
        program = program.run_decompositions(composed)
    if own := sorted(map(str, _own(program))):
        raise RuntimeError(
            f"For 'export', the network runs {', '.join(own)}, which a process without msacc does not have: such a "
            "part is left out of a PT2 file, or the checkpoint is saved and the network built with msacc."
        )
    return program


def _own(program: torch.export.ExportedProgram) -> set[Any]:
    """The operators of msacc's own that a program calls."""
    targets = {node.target for node in program.graph.nodes if node.op == "call_function"}
    return {target for target in targets if getattr(target, "namespace", "") == "msacc"}
