"""One call, one graph: a Cell or function whose run is recorded and compiled.

Tensors are unwrapped before the recorded function and wrapped after it. What cannot be recorded runs op by op, with the
meaning that a graph has.
"""

from __future__ import annotations

import functools
from collections.abc import Callable, Mapping
from typing import Any

import torch

from msacc.common import torch_private
from msacc.common.parameter import Parameter
from msacc.common.settings import settings
from msacc.common.tensor_tree import ArrayArgument, from_edge, result_to_edge, to_edge
from msacc.common.warn_once import logger
from msacc.graph import backend, cuda_graphs, forward_cache
from msacc.graph.automatic_level import AutomaticLevel, runs_op_by_op_first, seconds_of_one_graph
from msacc.graph.compile_config import log_switches
from msacc.graph.execution_state import ENTERED, REBINDS, execution, graph_entered, within
from msacc.graph.recording.marks import run_as_part
from msacc.graph.recording.parts import PartCompiler
from msacc.graph.recording.recorder import CallFails, CannotRecord, NotNow
from msacc.graph.recording.replay import RecordedGraphs, tell_once
from msacc.graph.regions import Regions
from msacc.graph.result_memory import with_own_memory
from msacc.graph.tracebacks import drop_frames_between
from msacc.graph.train_flag_cache import TrainFlagCache, with_captured_flags


class Compiled:
    """A callable over Tensors whose body runs as compiled code.

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
        owner: object | None = None,
    ):
        log_switches()
        self.patches = patches
        self.target, self.name, self.fullgraph, self.dynamic = target, name, fullgraph, dynamic
        self.level = level or settings.jit_level
        self._train_flags = TrainFlagCache(
            getattr(target, "__self__", target) if owner is None else owner
        )
        # A function that has to be one graph is recorded at once, which tells whether it is.
        waits = runs_op_by_op_first(self.level) and not fullgraph
        self._automatic = AutomaticLevel(name) if waits else None
        self._in_parts = self.level in ("", "O1") and dynamic is None
        self._regions: Regions | None = None
        if self.level != "O0" and not fullgraph:
            self._regions = Regions(name, target, self._backend_of_regions, not self._in_parts)
        self._recorded: RecordedGraphs | None = None

    def __call__(self, *args: tuple[Any, ...], **kwargs: dict[str, Any]) -> Any:
        try:
            edge, named = to_edge(args), to_edge(kwargs) if kwargs else kwargs
        except ArrayArgument:
            return self._run_on_arrays(args, kwargs)
        root, key = self._train_flags.root, None
        if root is not None or self._automatic is not None:
            key = _signature(root, edge, named)
        try:
            if root is not None and (flags := self._train_flags.changed_flags(key)):
                with with_captured_flags(flags):
                    out = self._run_at_level(key, edge, named)
            else:
                out = self._run_at_level(key, edge, named)
            return with_own_memory(out, edge, named)
        except Exception as error:
            drop_frames_between(error)
            raise

    def compile_next(self, args: tuple[Any, ...], kwargs: dict[str, Any]) -> None:
        """Has the coming call with such arguments compiled, whatever the automatic level would do."""
        if self._automatic is not None:
            self._automatic.make_due(
                _signature(self._train_flags.root, to_edge(args), to_edge(kwargs))
            )

    def _run_at_level(self, key: Any, edge: tuple[Any, ...], named: dict[str, Any]) -> Any:
        if self.level == "O0" and not (self.fullgraph or settings.o0_captures):
            return self._run_op_by_op(edge, named)
        if self._automatic is not None and not self._automatic.is_due(key):
            run = functools.partial(self._run_op_by_op, edge, named)
            return self._automatic.run(key, run, self._compile_seconds)
        regions = self._current_regions()
        try:
            if regions is not None and regions.runs_op_by_op:
                raise NotNow("it runs op by op")
            return self._replay(regions, edge, named)
        except CannotRecord as error:
            reason = error
        except (RuntimeError, IndexError) as error:
            if not torch_private.is_kernels(error):
                raise
            self._run_op_by_op(edge, named)  # where the op says what is wrong
            raise
        # Out of the handler, so that a user's own error is not shown as one of this.
        return self._run_unrecorded(reason, edge, named)

    def _run_unrecorded(
        self, reason: CannotRecord, edge: tuple[Any, ...], named: dict[str, Any]
    ) -> Any:
        """The result of a call whose run is not recorded: op by op, or by what its regions have."""
        logger.debug("graph mode: %s is not recorded: %s", self.name, reason)
        refuses = self.fullgraph and not isinstance(reason, NotNow)
        message = f"{self.name} cannot be one graph: {reason}."
        if refuses and not isinstance(reason, CallFails):
            raise RuntimeError(message)
        regions = self._found_regions()
        by_cell = None if regions is None else regions.by_cell
        out = from_edge(self._run_as_graph(by_cell, edge, named))
        if refuses:
            raise RuntimeError(message)
        if isinstance(reason, CallFails):
            tell_once(self.name, reason)
        return out

    def _replay(self, regions: Regions | None, edge: tuple[Any, ...], named: dict[str, Any]) -> Any:
        """The result of a recorded run. Raises CannotRecord where there is none."""
        if torch_private.watches_ops():
            raise NotNow("a mode sees each op")
        if self._recorded is None:
            has_equal_parts = regions is not None and bool(regions.by_cell)
            whole = cuda_graphs.becomes_cuda_graph(self.level, has_equal_parts)
            compiler = PartCompiler(functools.partial(self._backend, whole), whole)
            self._recorded = RecordedGraphs(self.name, self.target, compiler, bool(self.dynamic))
        parts = {} if regions is None else dict.fromkeys(regions.by_cell, run_as_part)
        run = functools.partial(self._run_as_graph, parts)
        return from_edge(self._recorded.run(run, edge, named))

    def _backend(self, as_cuda_graph: bool) -> backend.Backend:
        """What compiles a recorded run."""
        recorded = None
        if as_cuda_graph:
            asked = cuda_graphs.uses_cuda_graphs(self.level)
            strict = asked and self.fullgraph
            recorded = cuda_graphs.CudaGraphs(self.name, self.target, strict, asked)
        return backend.make(self.name, self.level or "O1", self.patches, recorded=recorded)

    def _backend_of_regions(self) -> backend.Backend:
        return backend.make(self.name, self.level or "O1", self.patches)

    def _current_regions(self) -> Regions | None:
        """The regions that are parts of recorded runs."""
        return self._found_regions() if self._in_parts else None

    def _found_regions(self) -> Regions | None:
        if self._regions is None or execution.now.cut:
            return None
        self._regions.update()
        return self._regions

    def _compile_seconds(self, operations: int) -> float:
        regions = self._current_regions()
        one_graph = seconds_of_one_graph
        return one_graph(operations) if regions is None else regions.compile_seconds(operations)

    def _run_op_by_op(self, edge: tuple[Any, ...], named: dict[str, Any]) -> Any:
        """One run op by op, with the meaning that a graph has."""
        return from_edge(self._run_as_graph(execution.now.regions, edge, named))

    def _run_as_graph(
        self, regions: Mapping[int, Any] | None, edge: tuple[Any, ...], named: dict[str, Any]
    ) -> Any:
        """The function that a graph is recorded of; `regions` say how Cells run that have an equal."""
        with within(graph=execution.now.graph | ENTERED | REBINDS, regions=regions):
            out = self.target(*from_edge(edge), **from_edge(named))
            forward_cache.clear()
            return out if isinstance(out, Parameter) else result_to_edge(out)

    def _run_on_arrays(self, args: tuple[Any, ...], kwargs: dict[str, Any]) -> Any:
        with graph_entered(REBINDS):
            return _as_of_graph(self.target(*args, **kwargs))


def _as_of_graph(out: Any) -> Any:
    """A result as it leaves a graph: containers of Python's own, and no Parameters inside."""
    return out if isinstance(out, Parameter) else from_edge(result_to_edge(out))


def _signature(root: Any, args: tuple[Any, ...], kwargs: dict[str, Any]) -> Any:
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
