"""Dynamo, which captures pipelines; what pulls it in is imported by the function that needs it."""

from __future__ import annotations

import functools
import linecache
import sys
import threading
from collections.abc import Callable
from types import ModuleType
from typing import Any

import torch
import torch.distributed as dist
from torch._ops import HigherOrderOperator
from torch.utils import _config_module

_RELEASE = tuple(int(part) for part in torch.__version__.split(".")[:2])


@functools.cache
def dynamo() -> ModuleType:
    """torch._dynamo, loaded when it is first needed."""
    import torch._dynamo

    return torch._dynamo


def load_compiler() -> None:
    """Load Dynamo and inductor now rather than with the first graph."""
    import torch._dynamo
    import torch._inductor.compile_fx  # noqa: F401


@functools.cache
def pipelining() -> ModuleType:
    """torch.distributed.pipelining, which loads Dynamo too: loaded when a pipeline first runs."""
    import torch.distributed.pipelining

    return torch.distributed.pipelining


def run_schedule(schedule: Any, named: list[dict[str, Any]], targets: list[Any] | None) -> None:
    """Run a schedule on micro-batches that are cut already; before torch 2.14 it would cut a batch itself."""
    if _RELEASE >= (2, 14):
        schedule.step(kwarg_mbs=named, target_mbs=targets, return_outputs=False)
        return
    schedule._split_inputs = lambda args, kwargs: ([()] * len(named), named)
    target = None if targets is None else torch.stack(targets)
    schedule.step(target=target, return_outputs=False)


def forward_only(schedule: Any) -> Any:
    """A schedule of several chunks without its backward passes; folded ones of torch need a gradient to hand on."""
    forward = ("FORWARD", "SEND_F", "RECV_F")
    schedule.pipeline_order_with_comms = {
        rank: [action for action in order if action.computation_type.name in forward]
        for rank, order in schedule.pipeline_order_with_comms.items()
    }
    return schedule


@functools.cache
def pipeline_stage() -> Any:
    """torch's PipelineStage."""
    base: Any = pipelining().PipelineStage

    class Stage(base):
        """Opens no connection to its own process, which gloo cannot: torch 2.11 asks for one where a pipeline folds."""

        def _get_init_p2p_neighbors_ops(self) -> Any:
            ops, own = super()._get_init_p2p_neighbors_ops(), dist.get_rank(self.group)
            return [op for op in ops if op.group_peer != own]

    return Stage


def traces_placements() -> bool:
    """Whether graphs may ask tensors of a grid how they lie; before torch 2.14 Dynamo does not follow that."""
    return _RELEASE >= (2, 14)


def split_by(graph: torch.fx.GraphModule, part_of: Callable[[torch.fx.Node], int]) -> Any:
    """A graph of calls of the parts that `part_of` makes of `graph`: its modules submod_0, submod_1, ..."""
    from torch.fx.passes.split_module import split_module

    return split_module(graph, None, part_of)  # type: ignore[arg-type]


def calls_higher_order(graph: torch.fx.GraphModule) -> bool:
    """Whether a graph calls another one: an autograd.Function that Dynamo captured, for one."""
    return any(isinstance(node.target, HigherOrderOperator) for node in graph.graph.nodes)


def region_marks() -> tuple[Any, ...]:
    """The functions of a captured graph that begin and end autocast, or turn gradients on and off."""
    return torch.amp._enter_autocast, torch.amp._exit_autocast, torch._C._set_grad_enabled


def break_errors() -> tuple[type[Exception], ...]:
    """What Dynamo raises under fullgraph=True where the user's code cannot stand in a graph."""
    return dynamo().exc.Unsupported, dynamo().exc.UserError


def restarts() -> tuple[type[Exception], ...]:
    """What a backend raises to make Dynamo trace anew, with a number taken as a constant, say: no failure."""
    return (dynamo().exc.RestartAnalysis,)


def raised_inside(error: Exception) -> bool:
    """Whether Dynamo stopped because the traced Python raised an exception."""
    return getattr(error, "gb_type", None) == "Observed exception"


# What Dynamo says where its words are about itself.
_REASONS = {
    "data-dependent expression": "it depends on the values of a Tensor, which a graph does not know",
    "Failed to trace builtin operator": "a call that no graph can hold",
    "function marked as skipped": "a call that no graph can hold",
}


def reason(error: Exception) -> str:
    """What Dynamo or a backend says is wrong, in one line; of an exception without text, its type and place."""
    inner = getattr(error, "inner_exception", None) or error
    if not str(inner).strip():
        return type(inner).__name__ + _place(inner)
    return _said(error)


def _place(error: BaseException) -> str:
    """The line that raised `error`, as " at file:line (source)"; "" for one that was not raised."""
    at = error.__traceback__
    if at is None:
        return ""
    while at.tb_next is not None:
        at = at.tb_next
    file = at.tb_frame.f_code.co_filename
    source = linecache.getline(file, at.tb_lineno).strip()
    return f" at {file}:{at.tb_lineno}" + (f" ({source})" if source else "")


def _said(error: Exception) -> str:
    lines = getattr(error, "msg", str(error)).strip().splitlines() or [type(error).__name__]
    for words, meaning in _REASONS.items():
        if words in lines[0]:
            return meaning
    if not raised_inside(error):
        return " ".join(lines[:2]) if lines[0].endswith(":") else lines[0]
    raised = [line.partition("raised exception ")[2] for line in lines]
    return next((f"the traced code raised {text}" for text in raised if text), lines[0])


def constant_in_graphs(fn: Any) -> Any:
    """Have Dynamo call `fn` while it traces and take the result for fixed; a decorator.

    It is torch.compiler.assume_constant_result, which would load Dynamo with the decorated function.
    """
    fn._dynamo_marked_constant = True
    return fn


class _DeepRecursion:
    """Python's recursion limit while any thread may compile: Dynamo takes fifteen frames for each that it follows.

    The limit is the process's: the last thread to leave puts it back.
    """

    _FRAMES = 20_000

    def __init__(self) -> None:
        self._lock, self._inside, self._before = threading.Lock(), 0, 0

    def enter(self) -> None:
        """Raise the limit."""
        with self._lock:
            if self._inside == 0:
                self._before = sys.getrecursionlimit()
                sys.setrecursionlimit(max(self._before, self._FRAMES))
            self._inside += 1

    def leave(self) -> None:
        """Put it back, unless another thread is inside."""
        with self._lock:
            self._inside -= 1
            if self._inside == 0:
                sys.setrecursionlimit(self._before)


_deep_recursion = _DeepRecursion()


class TracingOptions:
    """Dynamo's settings while a pipeline's network is captured: gradients are traced, `limit` signatures each.

    `enter()` sets them and returns a function that puts back what was. Since torch 2.14 settings belong
    to a thread; before, to the process: then the last thread to leave puts them back.
    """

    def __init__(self, limit: int):
        self._limit = limit
        self._own_thread = hasattr(_config_module, "ContextVar")
        self._lock, self._inside = threading.Lock(), 0
        self._restore: Callable[[], None] | None = None

    @functools.cached_property
    def _change(self) -> Callable[[], Callable[[], None]]:
        config = dynamo().config
        return config._make_closure_patcher(trace_autograd_ops=True, recompile_limit=self._limit)

    def enter(self) -> Callable[[], None]:
        """Set them; the result undoes it."""
        _deep_recursion.enter()
        if self._own_thread:
            return functools.partial(self._leave, self._change())
        with self._lock:
            if self._inside == 0:
                self._restore = self._change()
            self._inside += 1
        return functools.partial(self._leave, None)

    def _leave(self, restore: Callable[[], None] | None) -> None:
        _deep_recursion.leave()
        if restore is not None:
            restore()
            return
        with self._lock:
            self._inside -= 1
            if self._inside == 0 and self._restore is not None:
                self._restore()


def is_kept_out_of_graphs(fn: Callable[..., Any]) -> bool:
    """Whether `torch.compiler.disable` made a function."""
    return bool(getattr(fn, "_torchdynamo_disable", False))


def checkpoint_contexts(part: torch.fx.GraphModule) -> Any:
    """The `context_fn` that Dynamo keeps of a checkpointed part of a graph, or None."""
    return part.meta.get("_checkpoint_context_fn")
