"""What a Model's network and loss declare of their inputs, as the inputs of the steps a Model makes over both."""

from __future__ import annotations

from typing import Any

from msacc.graph.dynamic_inputs import DeclaredInputs, argument_names, check_count
from msacc.nn.cell import Cell


def declare_step(step: Any, network: Cell, loss: Any) -> None:
    """Declare for a train step what the network was declared, and the loss after its first input."""
    found = _joined(network, loss)
    if found is not None and isinstance(step, Cell):
        step.__dict__["_declared"] = found


def declare_evaluation(cell: Cell, network: Cell, loss: Any) -> None:
    """As `declare_step`; TypeError where the network is declared and the loss is not."""
    declare_step(cell, network, loss)
    found = cell.__dict__["_declared"]
    if found is not None and not found.named:
        check_count(cell.construct, len(found.given))


def _joined(network: Cell, loss: Any) -> DeclaredInputs | None:
    of_network = getattr(network, "_declared", None)
    of_loss = getattr(loss, "_declared", None)
    if of_network is None or of_loss is None:
        return of_network if loss is None or of_network is None else _by_place(of_network, network)
    if not of_network.named and not of_loss.named:
        return DeclaredInputs("set_inputs", (*of_network.given, *of_loss.given[1:]), {})
    places = _places(of_network, network)
    first = len(of_network.given) or len(argument_names(network))
    after: dict[int | str, Any] = {
        first + place - 1: item for place, item in _places(of_loss, loss).items() if place
    }
    after.update(places.items())
    return DeclaredInputs("set_inputs", (), after)


def _by_place(declared: DeclaredInputs, network: Cell) -> DeclaredInputs:
    """As it is, or by place where it is by names that the step does not have."""
    if not declared.named:
        return declared
    by_place: dict[int | str, Any] = {}
    by_place.update(_places(declared, network).items())
    return DeclaredInputs("set_inputs", (), by_place)


def _places(declared: DeclaredInputs, cell: Any) -> dict[int, Any]:
    """What is declared, by the place of each input in the call."""
    if not declared.named:
        return dict(enumerate(declared.given))
    names = argument_names(cell)
    named = declared.named.items()
    return {n if isinstance(n, int) else names.index(n): item for n, item in named}
