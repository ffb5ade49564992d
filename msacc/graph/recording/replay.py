"""Recorded runs of one function: compiled, and replayed where what they depend on is unchanged."""

from __future__ import annotations

import logging
import threading
import weakref
from collections.abc import Callable, Hashable, Iterator, Sequence
from typing import Any

import torch

from msacc.common import tensor_marks, torch_private
from msacc.common.torch_private import SizeGuards
from msacc.common.warn_once import logger, once
from msacc.common.without_values import recorded_whole
from msacc.graph.execution_state import execution, gradient_depth
from msacc.graph.recording.attempts import HasEffect, attempt
from msacc.graph.recording.dependencies import Dependencies
from msacc.graph.recording.differentiable import BACKWARD, DifferentiableProgram, Joint
from msacc.graph.recording.parts import PartCompiler
from msacc.graph.recording.program import Program
from msacc.graph.recording.recorder import (
    CallFails,
    CannotRecord,
    Decisions,
    NotNow,
    Recorded,
    numbered,
    placed,
)
from msacc.graph.stats import stats

_NUMBERS = (int, bool, str, type(None))
# Decisions by Tensors on one way through a program, and ways.
_MOST_DECISIONS, _MOST_WAYS = 8, 16
# Recorded programs of one Cell or function; and with arguments of one kind, of which more are one for each call.
_MOST_GRAPHS, _MOST_ALIKE = 64, 16
# By input the axes whose sizes are symbols.
Axes = tuple[tuple[int, ...], ...]
# Torch records and compiles for one thread at a time.
_one_at_a_time = threading.RLock()


class _Graph:
    """A recorded program, and what has to be as it was."""

    def __init__(
        self,
        program: Program | DifferentiableProgram,
        depends_on: Dependencies,
        known: list[tuple[torch.Tensor, int]],
        guards: SizeGuards | None,
    ) -> None:
        # `known` are coefficients that were read on the host, with their versions then.
        self._program, self._depends_on, self._known = program, depends_on, known
        self._holders, self._guards = program.held, guards
        # Tensors whose values were read may get others by another torch tensor.
        read = {id(t) for t, _ in known}
        self._readers = [(h, h._t) for h in depends_on.tensors if id(h._t) in read]
        self._is_spread = any(torch_private.spread_of(holder._t) for holder in program.held)

    def accepts(self, inputs: Sequence[torch.Tensor]) -> bool:
        """Whether it was recorded for such sizes."""
        return self._guards is None or self._guards.hold(inputs)

    def fits(self) -> bool:
        """Whether it stands for a call now: all that it read is as it was."""
        if any(torch_private.version(t) != version for t, version in self._known):
            return False
        if any(holder._t is not t for holder, t in self._readers):
            return False
        return self._depends_on.change() is None

    def why_not(self) -> str:
        """What is not as it was."""
        change = self._depends_on.change()
        return "a value that it reads" if change is None else change.what

    def run(self, inputs: list[torch.Tensor]) -> Any:
        """The result, as it crosses the edge of a graph. Only where it `fits`."""
        held = [holder._t for holder in self._holders]
        if self._is_spread:
            held = list(map(torch_private.local_of, held))
        return self._program.run(inputs, held)


class RecordedGraphs:
    """The recorded runs of one compiled Cell or function, by the kinds of its arguments."""

    def __init__(
        self, name: str, target: Callable[..., Any], compiler: PartCompiler, dynamic: bool = False
    ) -> None:
        # `dynamic`: all sizes of arguments vary. What is recorded anew is compiled anew where its calls are others.
        self._name, self._target = name, target
        self._compiler, self._dynamic = compiler, dynamic
        self._sizes: dict[Hashable, list[Any]] = {}
        self._graphs: dict[Hashable, list[_Graph]] = {}
        self._refused: dict[Hashable, CannotRecord] = {}
        self._tried: set[Hashable] = set()
        # Kinds whose sizes vary, and cannot be symbols.
        self._fixed: set[Hashable] = set()
        # Kinds, but for sizes, of calls that could not be recorded as they were.
        self._without_symbols: set[Hashable] = set()

    def run(self, call: Callable[..., Any], args: tuple[Any, ...], kwargs: dict[str, Any]) -> Any:
        """What `call(args, kwargs)` gives. Raises CannotRecord where its run cannot be recorded."""
        inputs: list[torch.Tensor] = []
        objects: list[Any] = []
        key: Hashable = _ambient(), _key((args, kwargs), inputs, objects), tuple(map(_kind, inputs))
        _refuse_state()

        def record(axes: Axes) -> _Graph:
            with _one_at_a_time, recorded_whole(self._compiler.whole):
                return self._record(call, (args, kwargs), inputs, objects, axes)

        return self._graph(key, inputs, record).run(inputs)

    def _graph(
        self, key: Hashable, inputs: list[torch.Tensor], record: Callable[[Axes], _Graph]
    ) -> _Graph:
        """The recorded run for a call: with symbols for the sizes that vary, or for these sizes where that fails."""
        axes = self._varying_axes(key, inputs)
        if not any(axes):
            return self._graph_of_kind(key, inputs, record, ())
        kind: Hashable = (*_alike(key), axes)
        if kind in self._refused:
            raise _again(self._refused[kind])
        if kind not in self._fixed and _alike(key) not in self._without_symbols:
            try:
                return self._graph_of_kind(kind, inputs, record, axes)
            except (NotNow, HasEffect):
                raise
            except CannotRecord as error:
                logger.debug("graph mode: %s is recorded for each size: %s", self._name, error)
                self._fixed.add(kind)
        try:
            return self._graph_of_kind(key, inputs, record, ())
        except CannotRecord:
            if key in self._refused:  # so are other sizes
                self._refused[kind] = self._refused[key]
            raise

    def _graph_of_kind(
        self,
        key: Hashable,
        inputs: list[torch.Tensor],
        record: Callable[[Axes], _Graph],
        axes: Axes,
    ) -> _Graph:
        if key in self._refused:
            raise _again(self._refused[key])
        graphs = self._graphs.setdefault(key, [])
        for graph in graphs:
            if graph.accepts(inputs) and graph.fits():
                return graph
        try:
            _refuse_another(graphs, inputs)
            if sum(map(len, self._graphs.values())) >= _MOST_GRAPHS:
                raise CannotRecord(f"it was recorded for {_MOST_GRAPHS} signatures")
            graph = record(axes)
        except NotNow:
            raise
        except CannotRecord as error:
            self._refuse(key, error, not axes or isinstance(error, HasEffect))
            if key in self._refused and not axes:
                self._without_symbols.add(_alike(key))
            raise
        graphs.insert(0, graph)
        stats().recorded[self._name] = stats().recorded.get(self._name, 0) + 1
        return graph

    def _varying_axes(self, key: Any, inputs: list[torch.Tensor]) -> Axes:
        """By input the axes whose sizes are symbols: those declared to vary; from the second size on those that do."""
        axes = tuple(map(tensor_marks.varying_axes, inputs))
        if self._dynamic:
            axes = tuple(tuple(range(t.ndim)) for t in inputs)
        if not any(axes):
            if key in self._graphs:
                return axes
            sizes = self._sizes.setdefault(_alike(key), [])
            if not sizes:
                sizes.append([t.shape for t in inputs])
                return axes
            axes = tuple(map(_axes_that_differ, sizes[0], inputs))
        # Torch decides by sizes of 0 and 1 how tensors are broadcast.
        return tuple(
            tuple(i for i in each if t.shape[i] > 1) for each, t in zip(axes, inputs, strict=True)
        )

    def _refuse(self, key: Hashable, error: CannotRecord, final: bool) -> None:
        """No call of that kind is recorded from now on; one that fills a cache, say, is tried a second time.

        `final`: nor in another way, which is told.
        """
        if isinstance(error, HasEffect) and key not in self._tried:
            self._tried.add(key)
            return
        self._graphs[key].clear()
        if not final:
            return
        self._refused[key] = _again(error)
        stats().not_recorded.setdefault(self._name, str(error))
        if not isinstance(error, CallFails):  # maybe it fails op by op too, which tells more
            tell_once(self._name, error)

    def _record(
        self,
        call: Callable[..., Any],
        arguments: tuple[Any, ...],
        inputs: list[torch.Tensor],
        objects: list[Any],
        axes: Axes,
    ) -> _Graph:
        depends_on = Dependencies([self._target, *objects])
        structure = numbered(arguments, [])
        names = _argument_names(*arguments)

        def run(*tensors: torch.Tensor) -> Any:
            given, named = placed(structure, tensors)
            return call(given, named)

        if torch.is_grad_enabled():
            differentiated = [
                t for t in depends_on.tensors if t._t is not None and t._t.requires_grad
            ]
            if differentiated or any(t.requires_grad for t in inputs):
                if execution.now.cut:
                    raise NotNow("a gradient runs through it, whose operators are sharded")
                joint = Joint(run, differentiated, depends_on.tensors)
                return self._record_gradient(joint, inputs, depends_on, axes, names)
        ways, known = [], []
        for way, reads in _ways(run, inputs, depends_on, axes):
            ways.append(way)
            known += reads
            _refuse_inputs(way, inputs, reads)
        depends_on.settle()
        self._count_attentions(ways)
        guards = SizeGuards(ways[0].graph, len(inputs)) if any(axes) else None
        for way in ways:
            _describe_inputs(way, names, inputs)
        return _Graph(Program(ways, len(inputs), self._compiler), depends_on, known, guards)

    def _record_gradient(
        self,
        joint: Joint,
        inputs: list[torch.Tensor],
        depends_on: Dependencies,
        axes: Axes,
        names: list[int | str],
    ) -> _Graph:
        """The recorded run of a function through which a gradient passes."""
        decisions = Decisions((), _MOST_DECISIONS)
        way, known = attempt(joint, inputs, depends_on, decisions, axes)
        if way.outcomes:
            raise CannotRecord("it decides by Tensors, and an outer gradient runs through it")
        _refuse_inputs(way, inputs, known)
        depends_on.settle()
        self._count_attentions([way])
        way.outcomes = BACKWARD
        _describe_inputs(way, names, inputs)
        program = Program([way], len(inputs), self._compiler)
        guards = SizeGuards(way.graph, len(inputs)) if any(axes) else None
        return _Graph(DifferentiableProgram(joint, way, program), depends_on, known, guards)

    def _count_attentions(self, ways: Sequence[Recorded]) -> None:
        if fused := max(way.attentions for way in ways):
            stats().fused_attentions[self._name] = fused


def tell_once(name: str, reason: CannotRecord) -> None:
    """Says that the runs of a Cell or function are not recorded."""
    text = f"graph mode: {name} is not recorded: {reason}. It computes the same, and slower."
    once(f"not_recorded:{name}", text, logging.INFO)


def _refuse_another(graphs: Sequence[_Graph], inputs: Sequence[torch.Tensor]) -> None:
    """Raises CannotRecord where something is another with each call."""
    if len(graphs) >= _MOST_ALIKE:
        if not graphs[0].accepts(inputs):
            raise CannotRecord("it needs to know the sizes that vary")
        raise CannotRecord(f"{graphs[0].why_not()} was another one in {len(graphs)} of its calls")


def _again(error: CannotRecord) -> CannotRecord:
    """The same without a traceback, which keeps frames alive."""
    return type(error)(str(error))


def _ways(
    run: Any, inputs: list[torch.Tensor], depends_on: Dependencies, axes: Axes
) -> Iterator[tuple[Recorded, list[tuple[torch.Tensor, int]]]]:
    """All ways through a program, each with the coefficients that it read: those of the other outcomes too."""
    waiting: list[tuple[bool, ...]] = [()]
    for _ in range(_MOST_WAYS):
        if not waiting:
            return
        given = waiting.pop()
        decisions = Decisions(given, _MOST_DECISIONS)
        way, known = attempt(run, inputs, depends_on, decisions, axes)
        yield way, known
        for number in range(len(given), len(way.outcomes)):
            waiting.append((*way.outcomes[:number], not way.outcomes[number]))
    raise CannotRecord(f"its decisions by Tensors lead more than {_MOST_WAYS} ways")


def _refuse_state() -> None:
    """Raises CannotRecord where the process's state keeps a run from being recorded."""
    if gradient_depth() > 1:
        raise NotNow("a second derivative runs through it")
    if torch_private.transforms_functions():
        raise NotNow("a transform of functions runs through it")


def _refuse_inputs(
    way: Recorded, inputs: list[torch.Tensor], known: list[tuple[torch.Tensor, int]]
) -> None:
    """Raises CannotRecord where what a run reads, or what it writes to, is not its own."""
    held = [torch_private.local_of(holder._t) for holder in way.held]
    if not torch_private.writes(way.graph):
        return
    tensors = [*inputs, *held, *way.constants]
    memory = [_extent(t) for t in tensors]
    written = torch_private.written_inputs(way.graph)
    if any(_overlaps(memory[place], memory, place) for place in written):
        raise CannotRecord("a Tensor that it writes to shares memory with another")
    if any(t is tensors[place] for t, _ in known for place in written):
        raise CannotRecord("it writes to a coefficient that its update reads on the host")


def _extent(t: torch.Tensor) -> tuple[int, int, int]:
    """The memory of a tensor: what tells its storage from others, and from where to where it lies there."""
    if not t.numel():
        return 0, 0, 0
    start = int(t.storage_offset())
    steps = zip(t.shape, t.stride(), strict=True)
    end = start + 1 + sum((size - 1) * step for size, step in steps)
    width = t.element_size()
    return torch_private.storage_key(t.untyped_storage()), start * width, end * width


def _overlaps(
    one: tuple[int, int, int], others: Sequence[tuple[int, int, int]], place: int
) -> bool:
    """Whether a piece of memory has some in common with another, but that at `place`."""
    storage, start, end = one
    return any(
        i != place and where == storage and low < end and start < high
        for i, (where, low, high) in enumerate(others)
    )


def _ambient() -> Hashable:
    """What decides on every op."""
    return (
        torch.is_grad_enabled(),
        execution.now.gradient is not None,
        torch.is_autocast_enabled("cpu"),
        torch.is_autocast_enabled("cuda"),
        torch.get_autocast_dtype("cpu"),
        torch.get_autocast_dtype("cuda"),
        torch.are_deterministic_algorithms_enabled(),
    )


def _argument_names(args: Any, kwargs: Any) -> list[int | str]:
    """By tensor among the arguments the place or name of the argument that holds it."""
    names: list[int | str] = []
    for name, value in [*enumerate(args), *kwargs.items()]:
        tensors: list[torch.Tensor] = []
        numbered(value, tensors)
        names += [name] * len(tensors)
    return names


def _describe_inputs(
    way: Recorded, names: Sequence[int | str], inputs: Sequence[torch.Tensor]
) -> None:
    nodes = way.graph.graph.find_nodes(op="placeholder")
    for node, name, t in zip(nodes, names, inputs, strict=False):
        node.meta["argument"], node.meta["static"] = name, tensor_marks.has_static_address(t)


def _alike(key: Any) -> tuple[Hashable, ...]:
    """A key without sizes."""
    *rest, kinds = key
    return *rest, tuple((kind[0], len(kind[1]), *kind[3:]) for kind in kinds)


def _axes_that_differ(shape: torch.Size, t: torch.Tensor) -> tuple[int, ...]:
    return tuple(i for i, size in enumerate(t.shape) if shape[i] != size)


def _kind(t: torch.Tensor) -> Hashable:
    return t.dtype, t.shape, t.stride(), t.device, t.requires_grad


def _key(value: Any, tensors: list[torch.Tensor], objects: list[Any]) -> Hashable:
    """What tells calls apart: kinds of tensors, values of Python's, objects by which they are."""
    if isinstance(value, torch.Tensor):
        if type(value) is torch.Tensor:
            tensors.append(value)
            return torch.Tensor
        how, t = torch_private.spread_of(value), torch_private.local_of(value)
        if type(t) is not torch.Tensor:
            raise CannotRecord(f"an argument is a {type(t).__name__}")
        tensors.append(t)
        return torch.Tensor, how
    if isinstance(value, (list, tuple)):
        return type(value), *(_key(item, tensors, objects) for item in value)
    if isinstance(value, dict):
        return dict, *((name, _key(item, tensors, objects)) for name, item in value.items())
    if isinstance(value, _NUMBERS):
        return type(value), value
    if isinstance(value, (float, complex)):
        return type(value), repr(value)  # tells zeros apart, and NaN is itself
    objects.append(value)
    return type(value), _Object(value)


class _Object:
    """An object in a key, by which one it is. It may be freed; no other one is it then."""

    def __init__(self, value: object) -> None:
        self._hash = id(value)
        try:
            self._get: Callable[[], Any] = weakref.ref(value)
        except TypeError:  # an int's subclass, an object with __slots__
            self._get = lambda: value

    def __hash__(self) -> int:
        return self._hash

    def __eq__(self, other: object) -> bool:
        if self is other:
            return True
        mine = self._get()
        return isinstance(other, _Object) and mine is not None and mine is other._get()
