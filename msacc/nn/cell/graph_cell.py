"""GraphCell: named so that scripts that load MindIR fail with the reason."""

from __future__ import annotations

from typing import Any

from msacc.nn.cell.cell import Cell


class GraphCell(Cell):
    """Refused: msacc cannot run MindIR files."""

    def __init__(self, graph: Any, params_init: Any = None, obf_random_seed: Any = None):
        raise NotImplementedError(
            "msacc cannot run MindIR (nn.GraphCell); build the network in Python and load a .ckpt into it."
        )
