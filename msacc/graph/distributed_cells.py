"""Cells that are graphs of their own whatever calls them: those whose parts run on several processes.

A graph could not hold the messages of a pipeline's schedule, so that what calls such a Cell runs op by op around
it, and every other Cell and gradient function there is a graph by itself.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Protocol

from msacc.common.tensor_tree import leaves
from msacc.graph.execution_state import run
from msacc.graph.reachability import holders


class OverStages(Protocol):
    """What runs a Cell over the stages of a pipeline."""

    def takes(self, cell: Any) -> bool:
        """Whether a Cell called from outside any graph is to run so."""

    def __call__(self, cell: Any, args: tuple[Any, ...], kwargs: dict[str, Any]) -> Any:
        """What the Cell gives, on all processes."""


# One entry when a layer above runs Cells over the stages of a pipeline.
over_stages: list[OverStages] = []

# One entry when there are pipelines: (what is differentiated, its inputs) is about to be, so that they can lay down
# what lies where. Collective.
before_gradients: list[Callable[[Any, tuple[Any, ...]], None]] = []


class Apart:
    """Whether a Cell of this kind was ever made: nobody else looks for one."""

    made = False


def between_stages(fn: Any, given: Any) -> bool:
    """Whether `fn` is to run op by op: it runs apart, or what it is given lies in pieces on the processes of a stage.

    A graph of its own would give such tensors back without the processes that they lie on.
    """
    if not Apart.made:
        return False
    # While operators are cut, where no graph goes in parts, it knows of the pieces.
    return holds_apart(fn) or (run.in_parts and _in_pieces(given))


def _in_pieces(given: Any) -> bool:
    return any(hasattr(leaf._t, "full_tensor") for leaf in leaves(given))


def holds_apart(fn: Any) -> bool:
    """Whether `fn` is or refers to a Cell that runs apart now."""
    if not Apart.made:
        return False
    cells = (item for item in holders(fn) if hasattr(item, "cells_and_names"))
    return any(cell.runs_apart for item in cells for _, cell in item.cells_and_names())
