"""Interprets a program step by step, with an explicit stack of calls."""

from __future__ import annotations

from typing import Any

from msacc.common.parameter import Parameter
from msacc.mindir.graph import FuncGraph
from msacc.mindir.op_binding import bind, check
from msacc.mindir.program import Closure, Program, Step, programs

# As MindSpore's `max_call_depth`.
_DEPTH = 1000


class Runner:
    """A graph ready to be called. NotImplementedError that lists the primitives that msacc does not run."""

    def __init__(self, graph: FuncGraph):
        check(graph)
        self._program = programs(graph, bind)

    def __call__(self, inputs: tuple[Any, ...], parameters: dict[str, Parameter]) -> Any:
        return run(self._program, inputs, parameters)


def run(program: Program, inputs: tuple[Any, ...], parameters: dict[str, Parameter]) -> Any:
    """The result of a program.

    A call that is a graph's last step takes its place, so that loops, which MindIR has as graphs that call
    themselves, need no depth. Raises RuntimeError for another number of inputs, for calls of what is no graph, and
    for calls deeper than 1000.
    """
    values, at = program.start(inputs, parameters), 0
    stack: list[tuple[Program, list[Any], int]] = []
    while True:
        while at < len(program.steps):
            step = program.steps[at]
            at += 1
            if step.run is not None:
                values.append(step.run(*[values[number] for number in step.inputs]))
                for number in step.done:
                    values[number] = None
                continue
            if not step.last:
                _check_depth(stack, program)
                stack.append((program, values, at))
            callee = _callee(values, step)
            inputs = (*callee.bound_inputs, *(values[number] for number in step.inputs[1:]))
            program, at = callee.program, 0
            values = program.start(inputs, parameters)
        result = values[program.output]
        if not stack:
            return result
        program, values, at = stack.pop()
        values.append(result)


def _callee(values: list[Any], step: Step) -> Closure:
    callee = values[step.inputs[0]]
    if not isinstance(callee, Closure):
        raise RuntimeError(f"A graph of this MindIR calls {callee!r}, which is no graph.")
    return callee


def _check_depth(stack: list[Any], program: Program) -> None:
    if len(stack) >= _DEPTH:
        raise RuntimeError(
            f"The graph {program.name} of this MindIR calls others to a depth of more than {_DEPTH}."
        )
