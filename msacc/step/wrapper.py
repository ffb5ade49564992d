"""Cells around a network that a training step sees through: those that shape it, and those that change types."""

from __future__ import annotations

from typing import Any

from msacc.common.warn_once import once
from msacc.nn.cell import Cell


class StepWrapper(Cell):
    """A Cell around `network` that shapes the training step and nothing else.

    A subclass gives in `plan_fields` the fields of `StepPlan` that it sets. Wrapped in each other, in any order,
    they are all heard.
    """

    network: Any
    # The construct of the class itself: one that a script's subclass writes instead is part of the network.
    wraps: Any = None

    def plan_fields(self) -> dict[str, Any]:
        """Fields of StepPlan and their values."""
        raise NotImplementedError

    def reread_context(self) -> None:
        """A run of a Model is about to begin."""

    def on_step_begin(self) -> None:
        """A step that follows this wrapper begins: what is asked later comes too late."""


class TransparentCell(Cell):
    """A Cell around `_backbone` that changes types only, so that a batch may be cut inside or outside of it."""

    _backbone: Any
    wraps: Any = None

    def __getattr__(self, name: str) -> Any:
        # What the network reads of a layer of its own, which stands in a cell now.
        if name == "_backbone":
            raise AttributeError(name)
        return getattr(self._backbone, name)

    def rewrap(self, network: Any) -> TransparentCell:
        """The same cell around another network."""
        raise NotImplementedError


def chain(network: Any) -> tuple[Any, ...]:
    """The wrappers and shells around a network from the outside in, and the network itself."""
    cells = [network]
    while isinstance(cells[-1], (StepWrapper, TransparentCell)) and _only_wraps(cells[-1]):
        at = cells[-1]
        cells.append(at._backbone if isinstance(at, TransparentCell) else at.network)
    return tuple(cells)


def unwrap(network: Any) -> tuple[Any, list[StepWrapper]]:
    """The network inside the outermost wrappers; shells between them stay around it."""
    *around, core = chain(network)
    wrappers = [cell for cell in around if isinstance(cell, StepWrapper)]
    last = max((i for i, cell in enumerate(around) if isinstance(cell, StepWrapper)), default=-1)
    # Shells inside of the last wrapper are part of the network.
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
    """Say once what hangs on a wrapper that a step sees through."""
    hung = [kind for kind, hooks in cell._hooks.items() if hooks]
    hung += ["recompute()"] if cell._recompute else []
    if hung:
        once(
            f"on-a-wrapper:{cell.cls_name}:{hung}",
            f"{cell.cls_name} is seen through by its training step, so that {', '.join(hung)} on it has no effect; "
            "put it on the network inside.",
        )
