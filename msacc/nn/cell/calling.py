"""How a call of a Cell runs: as a graph, over processes, recorded for a gradient, or op by op.

`Cell.__call__` runs what `refresh` chose: `construct` itself; `run`, which is construct with all that the Cell has
around it; or `routed`, which looks where the call goes first.
"""

from __future__ import annotations

from contextlib import nullcontext
from typing import TYPE_CHECKING, Any

import torch
from torch.fx.traceback import annotate

from msacc.common.cell_tree import CellTree, recorded_params, refresh_names_once
from msacc.common.distributed_runtime import runtime
from msacc.common.parameter import Structure
from msacc.common.settings import GRAPH_MODE, settings
from msacc.common.without_values import is_recorded
from msacc.graph import forward_cache
from msacc.graph.activations_on_cpu import ActivationsOnCpu
from msacc.graph.compiler import Compiled
from msacc.graph.distributed_cells import runs_op_by_op
from msacc.graph.execution_state import STAGE, execution
from msacc.graph.kept_results import keeps_results
from msacc.graph.own_bprop import with_bprop
from msacc.graph.recomputation import check_not_in_graph, offloaded, recomputed
from msacc.nn.cell import hooks
from msacc.nn.cell.casting import InOwnDtype, cast
from msacc.sharding.strategy_state import sharding

if TYPE_CHECKING:
    from msacc.nn.cell.cell import Cell

_Args = tuple[Any, ...]
_Kwargs = dict[str, Any]
_AS_IT_IS = nullcontext()


def run(cell: Cell, args: _Args, kwargs: _Kwargs) -> Any:
    """One call op by op with all that the Cell has around construct, from the outside in.

    Its mark on a graph's nodes; hooks before and after; what backward hooks see; the dtype of `to_float`; and what
    stands for construct. Hooks run outside of what turns autocast off.
    """
    mark, dtype = cell._msacc_mark, cell._msacc_compute_dtype
    body, hung = cell._msacc_body, cell._msacc_hooks
    waiting, out = list(hung.get("post", {}).values()), None
    with _AS_IT_IS if mark is None else annotate(mark):
        try:
            if hung.get("pre"):
                args, kwargs = hooks.pre_hooks(cell, args, kwargs)
            inputs, gradients = args, None
            if hung.get("backward") or hung.get("backward_pre"):
                gradients = hooks.GradientHooks(cell)
                inputs = gradients.at_inputs(args)
            with _AS_IT_IS if dtype is None else InOwnDtype(cell, dtype):
                given, named = (inputs, kwargs) if dtype is None else cast((inputs, kwargs), dtype)
                out = body(cell, given, named) if body else cell.construct(*given, **named)
            while waiting:
                out = hooks.post_hook(waiting.pop(0), cell, inputs, kwargs, out)
            return out if gradients is None else gradients.at_outputs(out)
        except Exception:
            hooks.after_error(waiting, cell, args, kwargs, out)
            raise


def refresh(cell: Cell) -> None:
    """Work out again how a call runs: after a change of what it depends on."""
    Structure.note_attribute()
    choose_call(cell)


def choose_call(cell: Cell) -> None:
    """Work out how a call runs."""
    own = cell.__dict__
    body = own["_msacc_body"] = _body(cell)
    own["_msacc_has_extras"] = bool(
        body
        or cell._msacc_compute_dtype is not None
        or cell._msacc_mark is not None
        or any(cell._msacc_hooks.values())
    )
    is_routed = (
        cell._msacc_uncalled
        or cell._msacc_unfilled
        or cell.requires_grad
        or cell._msacc_pipeline_engine is not None
        or cell._msacc_batch_strategy is not None
    )
    own["_msacc_call"] = routed if is_routed else run if own["_msacc_has_extras"] else None


def _body(cell: Cell) -> Any:
    """What stands for construct, or None."""
    if type(cell).bprop is not CellTree.bprop:
        return with_bprop
    if cell._msacc_offload:
        return _offloaded
    if cell._msacc_recompute:
        return _recomputed
    return _in_region if cell._msacc_is_region else None


# -- what stands for construct -----------------------------------------------------------------
def _offloaded(cell: Cell, args: _Args, kwargs: _Kwargs) -> Any:
    """Activations wait for the backward pass in the CPU's memory."""
    if not execution.now.gradient:
        return _recomputed(cell, args, kwargs)
    if execution.now.graph & STAGE:

        def forward(*args: Any, **kwargs: Any) -> Any:
            return _recomputed(cell, args, kwargs)

        return recomputed(forward, [], args, kwargs, offloaded)
    if torch.compiler.is_compiling() or is_recorded():
        raise NotImplementedError("Cell.offload(), activations on the CPU")
    with ActivationsOnCpu(cell.get_parameters()):
        return _recomputed(cell, args, kwargs)


def _recomputed(cell: Cell, args: _Args, kwargs: _Kwargs) -> Any:
    """Activations are made again in the backward pass."""
    if not (cell._msacc_recompute and execution.now.gradient):
        return _in_region(cell, args, kwargs)
    check_not_in_graph(cell.cls_name)
    parameters = [p for p in cell.get_parameters() if not p.gathers]
    contexts, keeps = cell._msacc_recompute_contexts, keeps_results(cell)

    def forward(*args: Any, **kwargs: Any) -> Any:
        return _in_region(cell, args, kwargs)

    return recomputed(forward, parameters, args, kwargs, contexts, keeps)


def _in_region(cell: Cell, args: _Args, kwargs: _Kwargs) -> Any:
    """The code that this Cell shares with equal ones."""
    if cell._msacc_is_region and execution.now.regions is not None:
        region = execution.now.regions.get(id(cell))
        if region is not None:
            return region(cell, args, kwargs)
    return cell.construct(*args, **kwargs)


# -- where a call goes -------------------------------------------------------------------------
def routed(cell: Cell, args: _Args, kwargs: _Kwargs) -> Any:
    """A call outside of a graph of its own that may be more than `run`: over stages or shards, or recorded."""
    if not execution.now.graph:
        if cell._msacc_uncalled:
            refresh_names_once(cell)
            call = cell._msacc_call
            return cell.construct(*args, **kwargs) if call is None else call(cell, args, kwargs)
        if cell._msacc_pipeline_engine is not None:
            return runtime().call_over_stages(cell, args, kwargs)
        if cell._msacc_batch_strategy is not None and not sharding.active:
            return runtime().call_outermost(cell, cell, args, kwargs)
    if cell._msacc_unfilled:
        cell.init_parameters_data()
    if not (cell.requires_grad and cell.training) or execution.now.gradient or kwargs:
        return cell._msacc_run_once(*args, **kwargs)
    if not execution.now.graph:
        runtime().before_recorded_forward(cell, args)
        if runtime().shards_forward():
            return runtime().call_outermost(cell, cell, args, kwargs)
    recording = forward_cache.Recording(args, recorded_params(cell))
    out = recording.run(cell._msacc_run_once)
    forward_cache.store(cell, recording)
    return out


def compiled(cell: Cell, args: _Args, kwargs: _Kwargs) -> Any:
    """A call in GRAPH_MODE from outside of any graph."""
    if cell._msacc_uncalled:
        refresh_names_once(cell)
    if cell._msacc_takes_declared:
        check_declared_inputs(cell, args, kwargs)
    if runtime().runs_over_stages(cell):
        return runtime().call_over_stages(cell, args, kwargs)
    if runs_op_by_op(cell, (args, kwargs)):
        return cell._msacc_run_once(*args, **kwargs)
    trains = cell.requires_grad and cell.training and not kwargs
    shards = cell._msacc_batch_strategy is not None or (trains and runtime().shards_forward())
    if shards and not sharding.active:
        return runtime().call_outermost(cell, cell, args, kwargs)
    return graph_of(cell)(*args, **kwargs)


def graph_of(cell: Cell) -> Compiled:
    """The compiled form of a Cell."""
    if cell._msacc_compiled is None:
        if hasattr(type(cell).construct, "_msacc_declared"):
            raise ValueError(
                "For 'enable_dynamic', a Cell's construct in GRAPH_MODE is declared by Cell.set_inputs instead."
            )
        cell.init_parameters_data()
        cell.__dict__["_msacc_compiled"] = Compiled(
            cell._msacc_run_once,
            type(cell).__name__,
            cell._msacc_jit_level or None,
            dynamic=bool(cell._msacc_declared and cell._msacc_declared.any_rank) or None,
        )
    return cell._msacc_compiled  # type: ignore[no-any-return]


def check_declared_inputs(cell: Cell, args: _Args, kwargs: _Kwargs) -> None:
    """Checks the inputs of a call against `set_inputs`; not where it got a part of the batch, as in `vmap`."""
    if (
        cell._msacc_declared
        and settings.mode == GRAPH_MODE
        and not execution.now.graph
        and not sharding.active
        and not execution.now.vmap
    ):
        cell._msacc_declared.take(cell.construct, args, kwargs)
