"""Wrapper Cells that a training step unwraps: those that set fields of its plan, and those that change types."""

from __future__ import annotations

from typing import Any

from msacc.common.warn_once import once
from msacc.nn.cell import Cell


class StepWrapper(Cell):
    """A Cell around `network` that only sets fields of the training step's plan.

    A subclass returns from `plan_fields` the fields of `StepPlan` that it sets. Wrappers may be nested in any order.
    """

    network: Any
    # The construct of the class itself: one that a script's subclass writes instead is part of the network.
    wraps: Any = None

    def plan_fields(self) -> dict[str, Any]:
        """Fields of StepPlan and their values."""
        raise NotImplementedError

    def _msacc_reread_context(self) -> None:
        """A run of a Model is about to begin."""

    def on_step_begin(self) -> None:
        """A step with this wrapper's settings begins: later changes have no effect."""


class TransparentCell(Cell):
    """A Cell around `_backbone` that changes types only, so that a batch may be cut inside or outside of it."""

    _backbone: Any
    wraps: Any = None

    def __getattr__(self, name: str) -> Any:
        # An attribute that the network reads of a layer that has been wrapped since.
        if name == "_backbone":
            raise AttributeError(name)
        return getattr(self._backbone, name)

    def rewrap(self, network: Cell) -> TransparentCell:
        """The same wrapper around another network."""
        raise NotImplementedError


def chain(network: Cell) -> tuple[Any, ...]:
    """The wrappers around a network from the outside in, and the network itself."""
    cells = [network]
    while isinstance(cells[-1], (StepWrapper, TransparentCell)) and _only_wraps(cells[-1]):
        at = cells[-1]
        cells.append(at._backbone if isinstance(at, TransparentCell) else at.network)
    return tuple(cells)


def unwrap(network: Cell) -> tuple[Any, list[StepWrapper]]:
    """The network inside the outermost StepWrappers; TransparentCells between them stay around it."""
    *around, core = chain(network)
    wrappers = [cell for cell in around if isinstance(cell, StepWrapper)]
    last = max((i for i, cell in enumerate(around) if isinstance(cell, StepWrapper)), default=-1)
    # TransparentCells inside the last StepWrapper are part of the network.
    core = [*around, core][last + 1]
    for cell in reversed(around[: last + 1]):
        warn_ignored_hooks(cell)
        if isinstance(cell, TransparentCell):
            core = cell.rewrap(core)
    return core, wrappers


def _only_wraps(cell: StepWrapper | TransparentCell) -> bool:
    """Whether the Cell computes nothing of its own: a script's subclass may."""
    return type(cell).construct is type(cell).wraps


def warn_ignored_hooks(cell: Cell) -> None:
    """Warns once of hooks, recompute() and offload() on a wrapper that a step unwraps."""
    hung = [kind for kind, hooks in cell._msacc_hooks.items() if hooks]
    hung += ["recompute()"] if cell._msacc_recompute else []
    hung += ["offload()"] if cell._msacc_offload else []
    if hung:
        once(
            f"on-a-wrapper:{cell.cls_name}:{hung}",
            f"{cell.cls_name} is seen through by its training step, so that {', '.join(hung)} on it has no effect; "
            "put it on the network inside.",
        )
