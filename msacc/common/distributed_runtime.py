"""Interface to the distributed runtime: Cell calls, gradients, training steps and saving on several processes.

Lower layers (`graph`, `nn.cell`, `step`, `train.serialization`) ask `runtime()`, which answers for one process until
`msacc.parallel` installs its own implementation (see `msacc.parallel.runtime`).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import TYPE_CHECKING, Any

import torch

if TYPE_CHECKING:
    from msacc.nn.cell.cell import Cell


class Runtime:
    """The points at which a program of several processes does something that one process does not: what one does there.

    Calls run as they are, gradients and parameters are whole.
    """

    def runs_over_stages(self, cell: Cell) -> bool:
        """Whether a Cell that is called from outside any graph runs over the stages of a pipeline: there is one."""
        return False

    def call_over_stages(self, cell: Cell, args: tuple[Any, ...], kwargs: dict[str, Any]) -> Any:
        """Run a Cell over the stages of its pipeline; every process gets the result. Collective."""
        return cell.construct(*args, **kwargs)

    def call_outermost(
        self,
        call: Callable[..., Any],
        fn: Callable[..., Any],
        args: tuple[Any, ...],
        kwargs: dict[str, Any],
    ) -> Any:
        """`call(*args, **kwargs)`, which computes `fn` and is called from outside any graph or gradient: a compiled
        function, a gradient function or a Cell whose parameters are sharded."""
        return call(*args, **kwargs)

    def before_recorded_forward(self, cell: Cell, args: tuple[Any, ...]) -> None:
        """A Cell in training mode is about to run forward outside of a gradient, which may follow. Collective."""

    def shards_forward(self) -> bool:
        """Whether such a forward pass has operators that are sharded: `call_outermost` runs it."""
        return False

    def align_gradients(
        self, inputs: Sequence[torch.Tensor], gradients: list[torch.Tensor]
    ) -> list[torch.Tensor]:
        """The gradients with the placements of the inputs that they belong to."""
        return gradients

    def reduce_gradients(
        self, value: Any, gradients: list[Any], has_aux: bool, weights: Sequence[Any]
    ) -> tuple[Any, list[Any]]:
        """The value (its first part where `has_aux`) and the gradients of the batch of all processes."""
        return value, gradients

    def wrapper_made(self, cell: Any, network: Cell) -> None:
        """A Cell around `network` was made, which may cut its batch itself."""

    def step_began(self, step: Any) -> None:
        """A training step has placed its parameters, before its first batch. Collective."""

    def gather_parameters(
        self, cell: Cell, integrated_save: bool, by: str = "first"
    ) -> Iterator[tuple[str, Any]] | None:
        """Name and value of each parameter of `cell` that this process saves, in MindSpore's order; None where it
        writes no file.

        `by`: the "first" process saves, "each" does, each its "share" of what several hold, or this one "alone",
        without communication.
        """
        return named_values(cell)


def named_values(cell: Cell) -> Iterator[tuple[str, Any]]:
    """Name and value of each parameter of a Cell, all of which this process holds; fills them where they wait."""
    for _, parameter in cell.parameters_and_names():
        yield parameter.name, parameter.init_data()


_runtime = Runtime()


def runtime() -> Runtime:
    """The implementation that is installed."""
    return _runtime


def install(implementation: Runtime) -> Runtime:
    """Let `runtime()` give `implementation` from now on; returns the one before."""
    global _runtime
    before, _runtime = _runtime, implementation
    return before
