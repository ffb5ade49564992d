"""Arguments of ops.communication: the cases of mint.distributed, whose calls these are."""

from __future__ import annotations

import importlib
from types import SimpleNamespace
from typing import Any

from tests.parity.cases import args_comm_mint
from tests.parity.harness import Arrays, case


class Turned:
    """MindSpore or msacc with ops.communication in the place of mint.distributed."""

    def __init__(self, ms: Any):
        self._ms = ms
        communication = importlib.import_module(f"{ms.__name__}.ops.communication")
        self.mint = SimpleNamespace(distributed=communication)

    def __getattr__(self, name: str) -> Any:
        return getattr(self._ms, name)


def _again(name: str) -> None:
    def body(ms: Any, run: Any) -> Arrays:
        result: Arrays = getattr(args_comm_mint, name)(Turned(ms), run)
        return result

    case(name=name, jit=False)(body)


for _name in ("collectives", "objects", "groups"):
    _again(_name)
