"""Strategies of a job, and the state of operator sharding."""

from __future__ import annotations

import weakref
from dataclasses import replace
from typing import Any, NamedTuple

from msacc.common.parameter import Parameter
from msacc.sharding.process_grid import Placement
from msacc.sharding.strategy import Strategy, read


class GridGroup(NamedTuple):
    """The processes along one or several neighbouring axes of the grid: torch's name of them, this one's place."""

    name: str
    rank: int
    size: int


class ShardSpec:
    """One `shard` call. `inputs` and `outputs` are torch's placements, once a grid exists."""

    def __init__(
        self,
        name: str,
        in_strategy: tuple[Any, ...] | None,
        out_strategy: tuple[Any, ...] | None,
        settings: dict[str, Any],
        of: str = "input",
    ):
        self.name, self.spelled, self.settings, self.of = (
            name,
            (in_strategy, out_strategy),
            settings,
            of,
        )
        self.inputs: tuple[Any, ...] = ()
        self.outputs: tuple[Any, ...] | None = None
        self.placed: tuple[Placement, ...] = ()
        # An attention whose keys go round the processes that share its sequence.
        self.ring = False
        # Chosen by a strategy search, not by the script.
        self.chosen = False
        self._read: Strategy | None = None
        sharding.specs.add(self)
        sharding.version += 1

    @classmethod
    def from_search(cls, strategy: Strategy) -> ShardSpec:
        """The spec of a strategy that a search chose."""
        in_strategy, out_strategy = strategy.spelled
        spec = cls(strategy.name, in_strategy, out_strategy, {})
        spec.chosen, spec._read = True, strategy
        return spec

    @property
    def strategy(self) -> Strategy:
        """The strategy, read when it is first needed."""
        if self._read is None:
            strategy = read(self.name, *self.spelled, self.settings)
            self._read = replace(strategy, of=self.of)
        return self._read


class ShardingState:
    """`active`: operators are cut now. `ranks`: the processes that share this stage's network, None for all.

    `grid` and `mesh` are those of the job (or stage), `engine` the module that knows torch's DTensor, `mode` what
    sees to the functions that DTensor has no rule for.
    `deferred_axes`: a training step sums gradients over the first axes of the grid itself.
    `recorded_placements`: while a network is looked through, where each parameter is to lie; `recorded_parameters`:
    those that it has.
    `chosen`: a search has laid weights out, and batches move to them.
    `groups`: the processes along axes of the grid, by those axes. `ring`: the attention that runs now is to be a ring.
    """

    def __init__(self) -> None:
        self.specs: weakref.WeakSet[ShardSpec] = weakref.WeakSet()
        # References: a set would ask whether two parameters are equal, element by element.
        self.parameters: list[weakref.ref[Parameter]] = []
        # (shape, placements) of them all: by these a gradient is known.
        self.placed_kinds: set[Any] = set()
        self.version, self.prepared_version = 0, -1
        self.active = self.chosen = self.ring = False
        self.groups: dict[tuple[int, ...], GridGroup] = {}
        self.deferred_axes = 0
        self.recorded_placements: dict[Parameter, Placement] | None = None
        self.recorded_parameters: list[Parameter] = []
        self.ranks: tuple[int, ...] | None = None
        self.grid: tuple[int, ...] = ()
        self.mesh: Any = None
        self.engine: Any = None
        self.mode: Any = None

    @property
    def has_strategies(self) -> bool:
        """Whether a script set any strategy."""
        return bool(self.specs) and any(not spec.chosen for spec in self.specs)


sharding = ShardingState()
