"""Calls of Cells, functions and primitives that the backward pass runs again."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Iterator, Sequence
from contextlib import AbstractContextManager, contextmanager, nullcontext
from typing import Any

import torch
from torch.utils.checkpoint import checkpoint

from msacc.common.own_streams import drawing_from, stream_states
from msacc.common.parameter import Parameter
from msacc.common.tensor import Tensor, wrap
from msacc.common.tensor_tree import from_edge, result_to_edge
from msacc.common.torch_private import transforms_functions
from msacc.common.without_values import is_recorded
from msacc.graph.execution_state import STAGE, CallContext, execution, within
from msacc.graph.kept_results import KeptResults
from msacc.graph.recomputed_results import marked

# Since torch 2.14: what selective checkpointing keeps goes to the CPU, too, where a Cell around it is offloaded.
_KEPT_RESULTS_GO_THROUGH_HOOKS = (
    "respect_saved_tensors_hooks" in inspect.signature(checkpoint).parameters
)


def check_not_in_graph(name: str) -> None:
    """NotImplementedError inside a graph that holds its gradient: it would compute a part once, and keep all of it."""
    if (torch.compiler.is_compiling() or is_recorded()) and not execution.now.graph & STAGE:
        raise NotImplementedError(f"recompute() of {name}, which the backward pass runs again")


def recomputed(
    call: Callable[..., Any],
    parameters: list[Parameter],
    args: tuple[Any, ...],
    kwargs: dict[str, Any],
    context_fn: Callable[[], Any] | None = None,
    keeps: bool = False,
) -> Any:
    """`call` under torch's checkpointing: activations are made again in the backward pass.

    `context_fn` makes the contexts of the first and of the second run; without it, and where `keeps`, primitives told
    `recompute(False)` keep their results.
    """
    compiling = torch.compiler.is_compiling() or is_recorded()
    if compiling and not execution.now.graph & STAGE:
        # Traced with its gradient, the part would be computed once, and all of it kept.
        raise NotImplementedError(
            "recompute(), a part of the graph that the backward pass runs again"
        )
    own = {id(p) for p in parameters}
    positions = [i for i, a in enumerate(args) if isinstance(a, Tensor) and id(a) not in own]
    # Tensors are held by torch's checkpointing alone, which may hold the promise to compute them again.
    others = [None if i in positions else a for i, a in enumerate(args)]
    # The backward pass runs after the parameters got their own tensors back.
    aliases = [p._t for p in parameters]
    runs: list[None] = []
    now = None if compiling else execution.now
    drawn_from: Any = None if compiling else stream_states()
    kept = KeptResults() if keeps and context_fn is None and not compiling else None

    def plain(*tensors: torch.Tensor) -> Any:
        if torch.compiler.is_compiling() or is_recorded():  # parameters are inputs of the part
            return result_to_edge(call(*wrapped(tensors), **kwargs))
        with _running_again(now, kept), again() if runs else nullcontext():
            # What the first run wrote to (running statistics) must not be written to again. Where results are kept
            # torch counts ops, so that both runs copy.
            if runs or kept is not None:
                copies = [a if a.requires_grad else a.clone() for a in aliases]
                aliases[:] = copies if runs else aliases
            runs.append(None)
            return once_more(*tensors)

    @contextmanager
    def again() -> Iterator[None]:
        cut, around = (now.cut, now.autocast) if now else (None, None)
        with (
            drawing_from(drawn_from),
            cut() if cut else nullcontext(),
            around() if around else nullcontext(),
        ):
            yield

    def wrapped(tensors: Sequence[torch.Tensor]) -> list[Any]:
        moved = list(others)
        for i, t in zip(positions, tensors, strict=True):
            moved[i] = wrap(t)
        return moved

    def once_more(*tensors: torch.Tensor) -> Any:
        now = [p._t for p in parameters]
        _set_tensors(parameters, aliases)
        try:
            out = call(*wrapped(tensors), **kwargs)
        finally:
            _set_tensors(parameters, now)
        return result_to_edge(out)

    if kept is not None:
        context_fn = kept.contexts
    options: dict[str, Any] = {} if context_fn is None else {"context_fn": context_fn}
    if kept is not None and _KEPT_RESULTS_GO_THROUGH_HOOKS:
        options["respect_saved_tensors_hooks"] = True
    return from_edge(
        checkpoint(plain, *[args[i]._t for i in positions], use_reentrant=False, **options)
    )


def _running_again(
    first: CallContext | None, kept: KeptResults | None
) -> AbstractContextManager[None]:
    """The context of the first run: the second is behind a gradient's forward pass, maybe on a thread of torch's."""
    if kept is not None:
        kept.calls = 0
    return within(first, recomputing=kept or True)


def _set_tensors(parameters: Sequence[Parameter], tensors: Sequence[torch.Tensor]) -> None:
    for parameter, t in zip(parameters, tensors, strict=True):
        parameter._t = t


def call_recomputed(call: Callable[..., Any], args: tuple[Any, ...], name: str) -> Any:
    """`call(*args)`, a primitive's, whose results the backward pass computes again."""
    if execution.now.recomputing or transforms_functions():
        return call(*args)
    parameters = [a for a in args if isinstance(a, Parameter)]
    if execution.now.graph & STAGE:
        return recomputed(call, parameters, args, {}, of_primitive)
    if torch.compiler.is_compiling() or is_recorded():
        raise NotImplementedError(f"{name}.recompute(), an op recomputed in the backward pass")
    return recomputed(lambda *inner: marked(call(*inner)), parameters, args, {})


# -- marks of parts in the graph of a pipeline stage, where a `context_fn` is all that Dynamo keeps ------
def of_primitive() -> Any:
    """The `context_fn` of a part that is a primitive's call: its results are made again by what uses them."""
    return nullcontext(), nullcontext()


def offloaded() -> Any:
    """The `context_fn` of a part whose saved tensors go to the CPU; it is not run again."""
    return nullcontext(), nullcontext()


def call_kept(call: Callable[..., Any], args: tuple[Any, ...]) -> Any:
    """`call(*args)`, a primitive's, whose results are kept where a Cell around it is recomputed."""
    kept = execution.now.recomputing
    return kept.call(call, args) if isinstance(kept, KeptResults) else call(*args)
