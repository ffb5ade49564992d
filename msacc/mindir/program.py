"""Compiles graphs to programs: numbered values, and steps that each add values."""

from __future__ import annotations

import dataclasses
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from msacc.common.parameter import Parameter
from msacc.mindir.attribute_values import Monad
from msacc.mindir.graph import FuncGraph, Graph, Node, Op
from msacc.mindir.op_binding import Bound
from msacc.mindir.tensors import broken

if TYPE_CHECKING:
    from msacc.ops.core.primitive import Primitive

# What primitives raise for attributes that are not theirs.
_STUMBLES = (ValueError, TypeError, LookupError, AttributeError, ArithmeticError)
# They hand on their first input; the order of the nodes is the order that they ask for.
_HAND_ON = frozenset(("Depend", "Load", "Return", "return", "StopGradientDepend"))
_PARTIAL, _STATE = "Partial", "UpdateState"


class Program:
    """A graph ready to run.

    The values of a run are numbered: `constants`, then the parameters named in `parameters`, then the inputs, then
    the result of each step. `monads` are inputs that a caller may give and that nobody reads.
    """

    def __init__(self, name: str):
        self.name = name
        self.constants: tuple[Any, ...] = ()
        self.parameters: tuple[str, ...] = ()
        self.inputs = 0
        self.steps: tuple[Step, ...] = ()
        self.output = 0

    def start(self, inputs: Any, parameters: dict[str, Parameter]) -> list[Any]:
        """The values with which a run begins; RuntimeError for another number of inputs."""
        if len(inputs) != self.inputs:
            raise RuntimeError(
                f"The graph {self.name} of this MindIR takes {self.inputs} inputs, but got {len(inputs)}."
            )
        return [*self.constants, *(parameters[name] for name in self.parameters), *inputs]


@dataclasses.dataclass(frozen=True)
class Step:
    """One more value: `run` of the values numbered `inputs`; a step without `run` calls the first of them.

    The values numbered `done` are not needed after it. `last` marks a call whose result is the graph's own.
    """

    run: Callable[..., Any] | None
    inputs: tuple[int, ...]
    done: tuple[int, ...] = ()
    last: bool = False


class Closure:
    """A graph with its first inputs."""

    def __init__(self, program: Program, bound_inputs: tuple[Any, ...] = ()):
        self.program, self.bound_inputs = program, bound_inputs


def partial(callee: Closure, *inputs: object) -> Closure:
    """The primitive Partial: a closure with some more inputs."""
    if not isinstance(callee, Closure):
        raise RuntimeError(f"A graph of this MindIR binds inputs to {callee!r}, which is no graph.")
    return Closure(callee.program, (*callee.bound_inputs, *inputs))


def programs(graph: FuncGraph, bound: Callable[[Op], Bound]) -> Program:
    """The main graph as a program; the others are closures among its constants and theirs."""
    programs_by_name = {name: Program(name) for name in graph.graphs}
    for name, each in graph.graphs.items():
        _Numbering(each, programs_by_name, graph.parameter_names, bound).fill(
            programs_by_name[name]
        )
    return programs_by_name[graph.name]


class _Numbering:
    """The numbers of one graph's values."""

    def __init__(
        self,
        graph: Graph,
        programs: dict[str, Program],
        parameter_names: dict[str, str],
        bound: Callable[[Op], Bound],
    ):
        self._graph, self._programs, self._parameter_names, self._bound = (
            graph,
            programs,
            parameter_names,
            bound,
        )
        self._number: dict[str, int] = {}
        self._constants: list[Any] = []
        self._monads = set(graph.monads)
        self._steps: list[Step] = []

    def fill(self, program: Program) -> None:
        named = self._used()
        for name, value in self._graph.constants.items():
            self._constant(name, value)
        for name in sorted(named & self._programs.keys()):
            self._constant(name, Closure(self._programs[name]))
        parameters = sorted(
            named & self._parameter_names.keys() - set(self._graph.inputs) - self._number.keys()
        )
        first = len(self._constants)
        for i, name in enumerate((*parameters, *self._graph.inputs)):
            self._number[name] = first + i
        self._next = first + len(parameters) + len(self._graph.inputs)
        for node in self._graph.nodes:
            self._add(node)
        program.constants = tuple(self._constants)
        program.parameters = tuple(self._parameter_names[name] for name in parameters)
        program.inputs = len(self._graph.inputs)
        program.output = self._output()
        program.steps = _with_ends(self._steps, self._next - len(self._steps), program.output)

    def _used(self) -> set[str]:
        used = set(self._graph.outputs)
        for node in self._graph.nodes:
            used.update(node.inputs)
            if isinstance(node.op, str):
                used.add(node.op)
        return used

    def _constant(self, name: str, value: Any) -> None:
        if isinstance(value, Monad):
            self._monads.add(name)
        self._number[name] = len(self._constants)
        self._constants.append(value)

    def _add(self, node: Node) -> None:
        """A step for a node, or no more than a number for what hands a value on."""
        if isinstance(node.op, str):
            self._step(node.output, None, (node.op, *node.inputs))
        elif not node.inputs and node.op.name in (_STATE, _PARTIAL, *_HAND_ON):
            raise broken(f"{node.output!r} is of type {node.op.name} and has no input")
        elif node.op.name == _STATE:
            self._monads.add(node.output)
            self._number[node.output] = self._number[node.inputs[0]]
        elif node.op.name in _HAND_ON:
            self._number[node.output] = self._number[node.inputs[0]]
            if node.inputs[0] in self._monads:
                self._monads.add(node.output)
        elif node.op.name == _PARTIAL:
            self._step(node.output, partial, node.inputs)
        else:
            try:
                self._primitive(node, node.op)
            except _STUMBLES as error:
                raise broken(f"{node.op.name} cannot be made of what it says ({error})") from error

    def _primitive(self, node: Node, op: Op) -> None:
        names = tuple(name for name in node.inputs if name not in self._monads)
        bound = self._bound(op)
        fixed = bound.fixed(len(names))
        numbers = [self._number[name] for name in names[fixed:]]
        if all(number < len(self._constants) for number in numbers):
            # Most settings are constants of the graph: the primitive is made of them once, and not by each call.
            run = bound.bind_settings(tuple(self._constants[number] for number in numbers), fixed)
            self._step(node.output, run, names[:fixed])
        else:
            self._step(node.output, bound.bind_late(fixed), names)

    def _step(
        self, output: str, run: Callable[..., Any] | Primitive | None, names: tuple[str, ...]
    ) -> None:
        self._steps.append(Step(run, tuple(self._number[name] for name in names)))
        self._number[output] = self._next
        self._next += 1

    def _output(self) -> int:
        if len(self._graph.outputs) == 1:
            return self._number[self._graph.outputs[0]]
        self._step("", _tuple, self._graph.outputs)
        return self._next - 1


def _tuple(*values: object) -> tuple[Any, ...]:
    return values


def _with_ends(steps: list[Step], first: int, output: int) -> tuple[Step, ...]:
    """The steps with what is over after each; the values before `first` are not the steps' own."""
    ends: dict[int, int] = {}
    for at, step in enumerate(steps):
        ends.update(dict.fromkeys((n for n in step.inputs if n >= first), at))
    done: dict[int, list[int]] = {}
    for number, at in ends.items():
        if number != output:
            done.setdefault(at, []).append(number)
    final = len(steps) - 1
    return tuple(
        dataclasses.replace(
            step,
            done=tuple(done.get(at, ())),
            last=step.run is None and at == final and output == first + at,
        )
        for at, step in enumerate(steps)
    )
