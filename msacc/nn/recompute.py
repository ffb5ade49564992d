"""recompute(block, …): recomputes the activations of a block in the backward pass."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import nullcontext
from typing import Any

from msacc.common.warn_once import no_effect
from msacc.graph.execution_state import execution
from msacc.graph.kept_results import keeps_results
from msacc.graph.reachability import parameters_of
from msacc.graph.recomputation import check_not_in_graph, recomputed
from msacc.nn.cell.cell import Cell
from msacc.nn.cell.flags import checked_contexts


def recompute(
    block: Callable[..., Any],
    *args: object,
    use_reentrant: bool = True,
    output_recompute: bool = False,
    early_stop: bool = True,
    context_fn: Callable[..., Any] | None = None,
    **kwargs: object,
) -> Any:
    """`block(*args, **kwargs)`, keeping its inputs alone for the backward pass, which runs it again.

    `block` is a Cell; with `use_reentrant=False` also a function. Both flavours run the same code here, so
    `output_recompute` and `early_stop` have no effect. `context_fn()` gives two context managers, around the first
    run and around the second one; without it, primitives in `block` told `recompute(False)` keep their results.
    Raises TypeError for another `block` and for what are no contexts, ValueError for another number of them and for
    a `context_fn` with neither `use_reentrant=False` nor `output_recompute=True`.
    """
    if not isinstance(block, Cell) and (use_reentrant or not callable(block)):
        raise TypeError(
            "For 'recompute', 'block' should be a Cell, or a function with use_reentrant=False, but got "
            f"{block!r}."
        )
    contexts = checked_contexts("recompute", context_fn, use_reentrant and not output_recompute)
    if output_recompute:
        why = "outputs are kept, and neighbouring blocks recompute one after the other"
        no_effect("recompute", "output_recompute", output_recompute, why)
    if not early_stop:
        no_effect(
            "recompute", "early_stop", early_stop, "torch's checkpointing decides when to stop"
        )
    if not execution.now.gradient:
        with nullcontext() if contexts is None else contexts()[0]:
            return block(*args, **kwargs)
    check_not_in_graph(getattr(block, "__name__", type(block).__name__))
    parameters = [p for p in parameters_of(block) if not p.gathers]
    return recomputed(block, parameters, args, kwargs, contexts, keeps_results(block))


__all__ = ["recompute"]
