"""The declared (`set_inputs`) inputs of a Model's network and loss, as the inputs of the steps made of both."""

from __future__ import annotations

from typing import Any

from msacc.graph.dynamic_inputs import DeclaredInputs, argument_names, check_count
from msacc.nn.cell import Cell


def declare_step(step: Cell, network: Cell, loss: Any) -> None:
    """Declares the inputs of a train step: the network's, then the loss's but its first."""
    declared = _combined(network, loss)
    if declared is not None and isinstance(step, Cell):
        step.__dict__["_msacc_declared"] = declared


def declare_evaluation(cell: Cell, network: Cell, loss: Any) -> None:
    """As `declare_step`; TypeError where the network is declared and the loss is not."""
    declare_step(cell, network, loss)
    declared = cell.__dict__["_msacc_declared"]
    if declared is not None and not declared.named:
        check_count(cell.construct, len(declared.positional))


def _combined(network: Cell, loss: Any) -> DeclaredInputs | None:
    of_network = getattr(network, "_msacc_declared", None)
    of_loss = getattr(loss, "_msacc_declared", None)
    if of_network is None or of_loss is None:
        return (
            of_network if loss is None or of_network is None else _by_position(of_network, network)
        )
    if not of_network.named and not of_loss.named:
        return DeclaredInputs("set_inputs", (*of_network.positional, *of_loss.positional[1:]), {})
    positions = _positions(of_network, network)
    first = len(of_network.positional) or len(argument_names(network))
    after: dict[int | str, Any] = {
        first + position - 1: item
        for position, item in _positions(of_loss, loss).items()
        if position
    }
    after.update(positions.items())
    return DeclaredInputs("set_inputs", (), after)


def _by_position(declared: DeclaredInputs, network: Cell) -> DeclaredInputs:
    """The declaration, by position where it is by names that the step does not have."""
    if not declared.named:
        return declared
    by_index: dict[int | str, Any] = {}
    by_index.update(_positions(declared, network).items())
    return DeclaredInputs("set_inputs", (), by_index)


def _positions(declared: DeclaredInputs, cell: Cell) -> dict[int, Any]:
    """The declared inputs by their position in the call."""
    if not declared.named:
        return dict(enumerate(declared.positional))
    names = argument_names(cell)
    named = declared.named.items()
    return {n if isinstance(n, int) else names.index(n): item for n, item in named}
