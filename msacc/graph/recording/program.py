"""A recorded function as parts that run in turn, on one of several ways where it decides by Tensors.

Calls between two decisions are a segment; a segment consists of parts. Each way through the function was recorded from
its beginning. Ways that begin with the same outcomes begin with the same calls, so a value is known by the outcomes
before its segment and its number there, whichever way it was recorded on. A part gives what any way needs of it.
"""

from __future__ import annotations

import itertools
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

import torch

from msacc.common.tensor import Tensor
from msacc.common.torch_private import spread, without_function_modes
from msacc.graph.recording.marks import Part
from msacc.graph.recording.parts import (
    Code,
    PartCompiler,
    graph_of,
    outside_of,
    runs_as_it_is,
    tells_outside,
)
from msacc.graph.recording.recorder import CannotRecord, Recorded, placed

Outcomes = tuple[bool, ...]
# A value's name: its kind or the outcomes before it, and its number.
Value = tuple[Any, int]


@dataclass
class _Unit:
    """A part within a segment."""

    part: Part
    root: torch.nn.Module
    nodes: list[torch.fx.Node]
    inputs: list[Value]
    outputs: dict[Value, torch.fx.Node] = field(default_factory=dict)
    # The places of inputs, outputs and what nobody needs afterwards.
    takes: list[int] = field(default_factory=list)
    gives: list[int] = field(default_factory=list)
    frees: list[int] = field(default_factory=list)
    code: Code | None = None


@dataclass
class _Segment:
    """What runs after some outcomes; `condition` is the value that the next decision asks for, if there is one."""

    units: list[_Unit]
    by_position: list[_Unit]
    nodes: list[torch.fx.Node]
    condition: Value | None = None


@dataclass
class _End:
    """The end of a way: its result and the Tensors that have others then."""

    result: Any
    values: list[Value]
    rebound: list[Tensor]
    spreads: list[Any]


class Program:
    """All ways through a function, of which each call takes one.

    Values have places in one list: first the arguments, then what the Tensors `held` have, then constants, then what
    units give.
    """

    def __init__(self, ways: Sequence[Recorded], arguments: int, compiler: PartCompiler) -> None:
        self._compiler = compiler
        self._segments: dict[Outcomes, _Segment] = {}
        self._ends: dict[Outcomes, _End] = {}
        self._held: dict[Value, Tensor] = {}
        self._constants: dict[Value, torch.Tensor] = {}
        for way in ways:
            self._add(way)
        self._places = self._place_values(arguments)
        self._fixed: list[torch.Tensor | None] = list(self._constants.values())
        self._compile_all()

    @property
    def held(self) -> list[Tensor]:
        """The Tensors whose values the program reads or writes."""
        return list(self._held.values())

    def run(self, inputs: Sequence[torch.Tensor], held: Sequence[torch.Tensor]) -> Any:
        """The result of the way that the decisions lead; each waits for the value that it asks for.

        `held` are the tensors of the Tensors of that name.
        """
        values = self.start(inputs, held)
        outcomes: Outcomes = ()
        while (condition := self.run_segment(outcomes, values)) is not None:
            outcomes = (*outcomes, bool(condition))
        end = self._ends[outcomes]
        outs = [values[self._places[value]] for value in end.values]
        new = outs[len(outs) - len(end.rebound) :]
        for holder, t, how in zip(end.rebound, new, end.spreads, strict=True):
            holder._t = spread(t, how)
        return placed(end.result, outs)

    def start(self, inputs: Sequence[torch.Tensor], held: Sequence[torch.Tensor]) -> list[Any]:
        """The values in their places before anything has run."""
        values: list[Any] = [*inputs, *held, *self._fixed]
        return values + [None] * (len(self._places) - len(values))

    def run_segment(self, outcomes: Outcomes, values: list[Any]) -> torch.Tensor | None:
        """Runs what comes after `outcomes`; the condition of the next decision, if there is one."""
        segment = self._segments[outcomes]
        with without_function_modes():
            for unit in segment.units:
                _run_unit(unit, values)
        return None if segment.condition is None else values[self._places[segment.condition]]

    def take_out(self, constant: torch.Tensor) -> int | None:
        """The place of a constant that is another value in each run, if the program takes it."""
        value = "constant", id(constant)
        if value not in self._constants:
            return None
        self._fixed[[*self._constants].index(value)] = None
        return self._places[value]

    def results(self, outcomes: Outcomes) -> list[int]:
        """The places of the result's tensors and of what is rebound, at the end of a way."""
        return [self._places[value] for value in self._ends[outcomes].values]

    def given_in(self, outcomes: Outcomes) -> set[int]:
        """The places of what the segment after `outcomes` computes."""
        units = self._segments[outcomes].units
        return {self._places[value] for unit in units for value in unit.outputs}

    def needed_behind(self, outcomes: Outcomes) -> set[int]:
        """The places of what is there after `outcomes` and is needed later."""
        return {self._places[value] for value in self._used_behind(outcomes)}

    # -- building ------------------------------------------------------------------------------
    def _add(self, way: Recorded) -> None:
        names = self._named_inputs(way)
        for outcomes, nodes in _segments_of(way).items():
            names.update((node, (outcomes, i)) for i, node in enumerate(nodes))
            known = self._segments.get(outcomes)
            if known is None:
                self._segments[outcomes] = _segment(way, nodes, names, self._compiler.whole)
            elif [str(n.target) for n in known.nodes] != [str(n.target) for n in nodes]:
                raise CannotRecord("it does not repeat itself up to a decision")
        (output,) = way.graph.graph.find_nodes(op="output")
        results = [names[node] for node in output.args[0]]
        count = len(results) - way.conditions
        self._ends[way.outcomes] = _End(way.result, results[:count], way.rebound, way.spreads)
        for number, condition in enumerate(results[count:]):
            self._segments[way.outcomes[:number]].condition = condition
        self._note_needs(way, results)

    def _named_inputs(self, way: Recorded) -> dict[torch.fx.Node, Value]:
        nodes = way.graph.graph.find_nodes(op="placeholder")
        first = len(nodes) - len(way.held) - len(way.constants)
        names: dict[torch.fx.Node, Value] = {
            n: ("argument", i) for i, n in enumerate(nodes[:first])
        }
        for node, holder in zip(nodes[first:], way.held, strict=False):
            names[node] = "held", id(holder)
            self._held[names[node]] = holder
        for node, t in zip(nodes[first + len(way.held) :], way.constants, strict=True):
            names[node] = "constant", id(t)
            self._constants[names[node]] = t
        return names

    def _note_needs(self, way: Recorded, results: list[Value]) -> None:
        """Has each unit give what this way needs of it outside of the unit."""
        needed = list(results)
        for number in range(len(way.outcomes) + 1):
            for unit in self._segments[way.outcomes[:number]].units:
                needed += unit.inputs
        for value in needed:
            if isinstance(value[0], tuple):
                segment = self._segments[value[0]]
                unit = segment.by_position[value[1]]
                unit.outputs.setdefault(value, segment.nodes[value[1]])

    def _place_values(self, arguments: int) -> dict[Value, int]:
        values: list[Value] = [("argument", i) for i in range(arguments)]
        values += [*self._held, *self._constants]
        for segment in self._segments.values():
            for unit in segment.units:
                values += unit.outputs
        return {value: place for place, value in enumerate(values)}

    def _compile_all(self) -> None:
        kept = {value for end in self._ends.values() for value in end.values}
        kept |= {segment.condition for segment in self._segments.values()} - {None}  # type: ignore[arg-type]
        alone = sum(len(segment.units) for segment in self._segments.values()) == 1
        for outcomes, segment in self._segments.items():
            later = kept | self._used_behind(outcomes)
            for unit in reversed(segment.units):
                unit.takes = [self._places[value] for value in unit.inputs]
                unit.gives = [self._places[value] for value in unit.outputs]
                mine = {v for v in unit.inputs if isinstance(v[0], tuple)}
                unit.frees = [self._places[value] for value in mine - later]
                later |= mine
            for unit in segment.units:
                graph = graph_of(unit.root, unit.nodes, list(unit.outputs.values()))
                unit.code = self._compiler.compile(unit.part, graph, alone)

    def _used_behind(self, outcomes: Outcomes) -> set[Value]:
        """What segments that come after that of `outcomes` take."""
        size = len(outcomes)
        return {
            value
            for other, segment in self._segments.items()
            if len(other) > size and other[:size] == outcomes
            for unit in segment.units
            for value in unit.inputs
        }


def _run_unit(unit: _Unit, values: list[Any]) -> None:
    outs = unit.code(*[values[place] for place in unit.takes])  # type: ignore[misc]
    for place in unit.frees:
        values[place] = None
    for place, out in zip(unit.gives, outs, strict=True):
        values[place] = out


def _segments_of(way: Recorded) -> dict[Outcomes, list[torch.fx.Node]]:
    """The calls of a way by the outcomes before them."""
    segments: dict[Outcomes, list[torch.fx.Node]] = {
        way.outcomes[:number]: [] for number in range(len(way.outcomes) + 1)
    }
    calls = [node for node in way.graph.graph.nodes if node.op == "call_function"]
    for part, group in itertools.groupby(calls, key=lambda node: node.meta["part"]):
        # What is sent, say, is sent behind a Cell's part, which is as that of its equals then.
        for node in sorted(group, key=tells_outside) if part.is_cell else group:
            segments[way.outcomes[: node.meta["part"].segment]].append(node)
    return segments


def _segment(
    way: Recorded, nodes: list[torch.fx.Node], names: dict[torch.fx.Node, Value], whole: bool
) -> _Segment:
    units, by_position = [], []

    def unit_of(node: torch.fx.Node) -> tuple[Part, bool]:
        return (nodes[0] if whole else node).meta["part"], runs_as_it_is(node)

    for (part, _), group in itertools.groupby(nodes, key=unit_of):
        own = list(group)
        unit = _Unit(part, way.graph, own, [names[node] for node in outside_of(own)])
        units.append(unit)
        by_position += [unit] * len(own)
    return _Segment(units, by_position, nodes)
