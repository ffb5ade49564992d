"""One call, one graph: a Cell or function compiled by torch.compile.

Dynamo counts recompilations per code object, so every compiled Cell or function gets a code object
of its own. Tensors are unwrapped before the compiled function and wrapped after it; inside, MindSpore's
objects are Python that Dynamo traces away.
"""

from __future__ import annotations

import functools
import itertools
from collections.abc import Callable
from contextlib import nullcontext
from typing import Any

import torch

from msacc.common import torch_private
from msacc.common.copy_code import copy_function
from msacc.common.parameter import Parameter
from msacc.common.settings import settings
from msacc.common.tensor_tree import ArrayArgument, from_edge, result_to_edge, to_edge
from msacc.common.warn_once import logger, once
from msacc.graph import backend, cuda_graphs, forward_cache
from msacc.graph.automatic_level import AutomaticLevel, runs_op_by_op_first, seconds_of_one_graph
from msacc.graph.compile_config import log_switches
from msacc.graph.execution_state import execution, graph_entered
from msacc.graph.extra_guards import ExtraGuards
from msacc.graph.garbage_collection import collection_paused
from msacc.graph.gradients import differentiate, make_anchor, prepare_split
from msacc.graph.guards import is_library_file
from msacc.graph.reachability import use_python_numbers
from msacc.graph.regions import Regions
from msacc.graph.result_memory import with_own_memory
from msacc.graph.slow_compile_notice import log_slow_compile
from msacc.graph.stats import Break, stats
from msacc.graph.torch_messages import diverted_warnings
from msacc.graph.tracebacks import drop_frames_between
from msacc.graph.train_flag_cache import TrainFlagCache, with_captured_flags

# Signatures (shapes, dtypes, flags) one Cell may be compiled for before Dynamo gives up.
_MAX_SIGNATURES = 64
_numbers = itertools.count()
_tracing = torch_private.TracingOptions(_MAX_SIGNATURES)


class Compiled:
    """A callable over Tensors whose body runs as one compiled graph.

    A numpy array among the arguments is to a graph a value of Python's, as in MindSpore: the call runs op by
    op, and ops refuse it.
    """

    def __init__(
        self,
        target: Callable[..., Any],
        name: str,
        level: str | None = None,
        fullgraph: bool = False,
        dynamic: bool | None = None,
        patches: dict[str, Any] | None = None,
        owner: Any = None,
    ):
        self.patches = patches
        self.target, self.name, self.fullgraph, self.dynamic = target, name, fullgraph, dynamic
        self.level = level or settings.jit_level
        self._train_flags = TrainFlagCache(
            getattr(target, "__self__", target) if owner is None else owner
        )
        # A function that has to be one graph is captured at once, which tells whether it is.
        waits = runs_op_by_op_first(self.level) and not fullgraph
        self._automatic = AutomaticLevel(name) if waits else None
        self._start()

    def _start(self) -> None:
        """No graph yet: as at first, and after a change that no guard of Dynamo's sees."""
        log_switches()
        make_anchor(settings.device)
        self._extra_guards = ExtraGuards()
        self._regions: Regions | None = None
        if self.level in ("", "O1") and not self.fullgraph and self.dynamic is None:
            self._regions = Regions(self.name, self.target, self.patches)
        # Made when a call compiles: making it loads Dynamo.
        self._graphs: Callable[..., Any] | None = None
        self._split = False
        self._op_by_op: set[Any] = set()
        self._entered = False

    def _compile(self, fullgraph: bool) -> Callable[..., Any]:
        # Which shapes came before Dynamo remembers by the name of the code.
        own = copy_function(_traced_call, self.name, f"{self.name}_{next(_numbers)}")
        recorded = None
        if cuda_graphs.uses_cuda_graphs(self.level):
            recorded = cuda_graphs.CudaGraphs(self.name, self.target, fullgraph, self.fullgraph)
        level = self.level or "O1"
        compile_backend = backend.make(self.name, level, self.patches, recorded=recorded)
        options: dict[str, Any] = {"guard_filter_fn": self._extra_guards.filter}
        return torch.compile(
            own, fullgraph=fullgraph, backend=compile_backend, dynamic=self.dynamic, options=options
        )

    def __call__(self, *args: Any, **kwargs: Any) -> Any:
        try:
            edge, named = to_edge(args), to_edge(kwargs) if kwargs else kwargs
        except ArrayArgument:
            return self._run_op_by_op(args, kwargs)
        if self._extra_guards.changed() or (
            self._regions is not None and self._regions.guards.changed()
        ):
            self._start()
        root, key = self._train_flags.root, None
        if root is not None or self._automatic is not None:
            key = _signature(root, edge, named)
        try:
            if root is not None and (flags := self._train_flags.changed_flags(key)):
                with with_captured_flags(flags):
                    out = self._call_at_level(key, edge, named, args, kwargs)
            else:
                out = self._call_at_level(key, edge, named, args, kwargs)
            return with_own_memory(out, edge, named)
        except Exception as error:
            drop_frames_between(error)
            raise

    def compile_next(self, args: Any, kwargs: Any) -> None:
        """Has the coming call with such arguments compiled, whatever the automatic level would do."""
        if self._automatic is not None:
            self._automatic.make_due(
                _signature(self._train_flags.root, to_edge(args), to_edge(kwargs))
            )

    def _call_at_level(self, key: Any, edge: Any, named: Any, args: Any, kwargs: Any) -> Any:
        if self.level == "O0" and not (self.fullgraph or settings.o0_captures):
            return self._run_uncompiled(edge, named)
        if self._automatic is not None and not self._automatic.is_due(key):
            run = functools.partial(self._run_uncompiled, edge, named)
            return self._automatic.run(key, run, self._compile_seconds)
        if (regions := self._current_regions()) is not None:
            return self._run_with_regions(regions, edge, named)
        return self._call(edge, named, args, kwargs)

    def _current_regions(self) -> Regions | None:
        """The regions to run by, if the network has any and is not one graph."""
        regions = self._regions if execution.may_split else None
        return regions if regions is not None and regions.update() else None

    def _compile_seconds(self, operations: int) -> float:
        regions = self._current_regions()
        one_graph = seconds_of_one_graph
        return one_graph(operations) if regions is None else regions.compile_seconds(operations)

    def _run_with_regions(self, regions: Regions, edge: Any, named: Any) -> Any:
        """Equal Cells by the code that they share, and all else op by op."""
        before, execution.regions = execution.regions, regions.by_cell
        try:
            with nullcontext() if self._entered else collection_paused():
                out = self._run_uncompiled(edge, named)
        finally:
            execution.regions = before
        self._entered = True
        return out

    def _run_uncompiled(self, edge: Any, named: Any) -> Any:
        """The function that a graph is captured of, run op by op."""
        before = execution.in_graph, execution.rebinds
        execution.in_graph = execution.rebinds = True
        try:
            return from_edge(_traced_call(self.target, edge, named))
        finally:
            execution.in_graph, execution.rebinds = before

    def _call(self, edge: Any, named: Any, args: Any, kwargs: Any) -> Any:
        if torch_private.watches_ops():
            return self._run_op_by_op(args, kwargs)
        if self._op_by_op and _signature(self._train_flags.root, edge, named) in self._op_by_op:
            return self._run_op_by_op(args, kwargs)
        try:
            return from_edge(self._run(edge, named))
        except torch_private.break_errors() as error:
            failure: Exception = error
        except torch_private.compile_errors() as error:
            failure = error
        except (RuntimeError, IndexError) as error:
            if not torch_private.is_kernels(error):
                raise
            failure = error
        # Out of the handlers, so that a user's own error is not shown as the compiler's.
        return self._run_without_compiler(failure, args, kwargs)

    def _run(self, edge: Any, named: Any) -> Any:
        """The compiled function; its first call, which compiles, may take long."""
        if self._graphs is None:
            use_python_numbers(self.target)
            self._graphs = self._compile(fullgraph=True)
        if self._entered:
            return _enter(self._graphs, self._split, self.target, edge, named)
        with log_slow_compile(self.name), diverted_warnings(), collection_paused():
            out = _enter(self._graphs, self._split, self.target, edge, named)
        self._entered = True
        return out

    def _run_without_compiler(self, error: Exception, args: Any, kwargs: Any) -> Any:
        """The result of a call that the compiler refused, run without it from now on."""
        if refused := torch_private.caused_by(error, cuda_graphs.NotOneCudaGraph):
            raise refused from None
        if torch_private.is_kernels(error):
            self._run_op_by_op(args, kwargs)  # where the op says what is wrong
            raise error
        if isinstance(error, torch_private.limit_errors()):
            self._warn_recompile_limit()
            return self._run_op_by_op(args, kwargs)
        if torch_private.raised_inside(error) and self._splits_at_cells():
            return self(*args, **kwargs)
        unsupported = isinstance(error, torch_private.break_errors())
        breaks = unsupported and execution.may_split and not torch_private.raised_inside(error)
        if breaks and self.fullgraph:
            logger.debug("%s", error)
            raise RuntimeError(f"{self.name} cannot be one graph, {_describe(error)}.")
        if breaks and not self._split and not _breaks_in_gradient(error):
            self._split_at_breaks(error)
            return self(*args, **kwargs)
        # Op by op either the user's own error shows itself, or the compiler was at fault.
        out = self._run_op_by_op(args, kwargs)
        if unsupported and self.fullgraph:
            raise RuntimeError(f"{self.name} cannot be one graph: {torch_private.reason(error)}")
        self._op_by_op.add(_signature(self._train_flags.root, to_edge(args), to_edge(kwargs)))
        if breaks:
            _report_break(
                self.name, error, "runs op by op, as gradients do not pass a break of its graph"
            )
        else:
            backend.count_fallback(self.name, error)
        return out

    def _splits_at_cells(self) -> bool:
        """Whether Cells that no graph of a gradient can hold run as graphs by themselves from now on."""
        if self.fullgraph or not execution.may_split:
            return False
        if self._regions is None:
            self._regions = Regions(self.name, self.target, self.patches)
        return self._regions.split()

    def _split_at_breaks(self, error: Exception) -> None:
        """Reports where the graph breaks, and allows graph breaks from now on."""
        _report_break(self.name, error, "is split")
        prepare_split()
        self._graphs, self._split = self._compile(fullgraph=False), True

    def _run_op_by_op(self, args: Any, kwargs: Any) -> Any:
        before, execution.rebinds = execution.rebinds, True
        try:
            with graph_entered():
                return _as_of_graph(self.target(*_own_copies(args), **_own_copies(kwargs)))
        finally:
            execution.rebinds = before

    def _warn_recompile_limit(self) -> None:
        once(
            f"limit:{self.name}",
            f"graph mode: {self.name} was compiled for {_MAX_SIGNATURES} signatures (shapes, dtypes, values of "
            "Python); calls with further ones run op by op.",
        )


def _traced_call(target: Callable[..., Any], args: Any, kwargs: Any) -> Any:
    """The traced function. `target` is an argument: Dynamo does not guard on classes behind a closure."""
    out = target(*from_edge(args), **from_edge(kwargs))
    forward_cache.clear()
    return out if isinstance(out, Parameter) else result_to_edge(out)


def _as_of_graph(out: Any) -> Any:
    """A result as it leaves a graph: containers of Python's own, and no Parameters inside."""
    return out if isinstance(out, Parameter) else from_edge(result_to_edge(out))


def _enter(
    fn: Callable[..., Any], split: bool, target: Callable[..., Any], args: Any, kwargs: Any
) -> Any:
    before = execution.in_graph, execution.is_split, execution.rebinds
    execution.in_graph, execution.is_split, execution.rebinds = True, split, True
    leave = _tracing.enter()
    try:
        return fn(target, args, kwargs)
    finally:
        leave()
        execution.in_graph, execution.is_split, execution.rebinds = before


def _own_copies(arguments: Any) -> Any:
    """The arguments as Tensors of the call's own, as a graph has them: what it writes to them the caller keeps
    unwritten.
    """
    try:
        return from_edge(to_edge(arguments))
    except ArrayArgument:
        return arguments


def _signature(root: Any, args: Any, kwargs: Any) -> Any:
    """What MindSpore tells graphs apart by: shapes and dtypes, Python's values, the training flag of the Cell, if it
    is one.
    """
    return getattr(root, "training", None), _key(args), _key(kwargs)


def _key(value: Any) -> Any:
    if isinstance(value, Parameter):
        value = value._t
    if isinstance(value, torch.Tensor):
        return value.dtype, tuple(value.shape)
    if isinstance(value, (list, tuple)):
        return type(value), *map(_key, value)
    if isinstance(value, dict):
        return dict, *((name, _key(item)) for name, item in value.items())
    return (type(value), value) if isinstance(value, (int, float, bool, str)) else type(value)


def _report_break(name: str, error: Exception, outcome: str) -> None:
    """Counts a place where a graph breaks, and logs once what becomes of the graph."""
    graph_break = _describe(error)
    stats().breaks.append(graph_break)
    once(
        f"break:{name}:{graph_break.where}",
        f"graph mode: {name} {outcome}, {graph_break}. "
        "It computes the same, and slower; jit(fullgraph=True) makes this an error.",
    )


def _breaks_in_gradient(error: Exception) -> bool:
    """Whether a graph breaks between a forward pass and its backward pass."""
    if execution.differentiating:
        return True
    inner = differentiate.__code__.co_filename, forward_cache.__file__
    return any(frame.filename in inner for frame in torch_private.traced_frames(error))


def _describe(error: Exception) -> Break:
    """The user's own line behind a graph break: the innermost frame outside msacc, torch and Python."""
    stack = torch_private.traced_frames(error)
    own = [f for f in stack if not is_library_file(f.filename)]
    frame = own[-1] if own else (stack[-1] if stack else None)
    reason = torch_private.reason(error)
    if frame is None:
        return Break("an unknown place", "", reason)
    return Break(f"{frame.filename}:{frame.lineno}", (frame.line or "").strip(), reason)
