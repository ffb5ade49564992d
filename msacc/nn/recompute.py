"""recompute(block, …): recomputes the activations of a block in the backward pass."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from msacc.common.warn_once import no_effect
from msacc.graph.execution_state import execution
from msacc.graph.reachability import parameters_of
from msacc.nn.cell.cell import Cell, recomputed


def recompute(
    block: Callable[..., Any],
    *args: Any,
    use_reentrant: bool = True,
    output_recompute: bool = False,
    early_stop: bool = True,
    context_fn: Callable[..., Any] | None = None,
    **kwargs: Any,
) -> Any:
    """`block(*args, **kwargs)`, keeping its inputs alone for the backward pass, which runs it again.

    `block` is a Cell; with `use_reentrant=False` also a function. Both flavours run the same code here, so
    `output_recompute` and `early_stop` have no effect. Raises TypeError for another `block`, ValueError for a
    `context_fn` with `use_reentrant=True`, NotImplementedError for one without.
    """
    if not isinstance(block, Cell) and (use_reentrant or not callable(block)):
        raise TypeError(
            "For 'recompute', 'block' should be a Cell, or a function with use_reentrant=False, but got "
            f"{block!r}."
        )
    _check_context(context_fn, use_reentrant)
    if output_recompute:
        why = "outputs are kept, and neighbouring blocks recompute one after the other"
        no_effect("recompute", "output_recompute", output_recompute, why)
    if not early_stop:
        no_effect(
            "recompute", "early_stop", early_stop, "torch's checkpointing decides when to stop"
        )
    if not execution.differentiating:
        return block(*args, **kwargs)
    parameters = [p for p in parameters_of(block) if not p.gathers]
    return recomputed(block, parameters, args, kwargs)


def _check_context(context_fn: Callable[..., Any] | None, use_reentrant: bool) -> None:
    if context_fn is None:
        return
    if use_reentrant:
        raise ValueError(
            "For 'recompute', 'context_fn' is only supported when use_reentrant=False."
        )
    raise NotImplementedError("msacc does not have recompute(context_fn=…).")


__all__ = ["recompute"]
