"""The inputs of a call with sharded operators as tensors of the global batch, and the results that the caller gets."""

from __future__ import annotations

from typing import Any

from msacc.common import tensor_marks
from msacc.common.parameter import Parameter
from msacc.common.tensor import Tensor, wrap
from msacc.common.tensor_tree import like
from msacc.sharding.process_grid import Placement, placement_of
from msacc.sharding.strategy import Strategy
from msacc.sharding.strategy_state import sharding


class ShardedBatch:
    """The placement of a call's inputs on the process grid."""

    def __init__(self, strategy: Any, cut: Strategy | None):
        self.strategy, self.cut = strategy, cut
        self.rows = -1
        self.rows_at: Placement = (None,) * len(sharding.grid)

    def enter(self, inputs: tuple[Any, ...]) -> tuple[Any, ...]:
        """DTensors of the global batch from this process's part of it."""
        tensors = [i for i in inputs if isinstance(i, Tensor) and not isinstance(i, Parameter)]
        if self.cut is not None and len(tensors) != len(self.cut.axes):
            raise ValueError(
                f"dataset_strategy {self.strategy} is for {len(self.cut.axes)} inputs, but the network is called "
                f"with {len(tensors)}."
            )
        place = iter(range(len(tensors)))
        return tuple(
            self._whole(next(place), i)
            if isinstance(i, Tensor) and not isinstance(i, Parameter)
            else i
            for i in inputs
        )

    def _whole(self, place: int, value: Tensor) -> Tensor:
        engine, t = sharding.engine, value._t
        if engine.is_dtensor(t):
            return value
        placement: Placement = (None,) * len(sharding.grid)
        if self.cut is not None:
            if len(self.cut.axes[place]) != t.ndim:
                self.cut.check(place, tuple(t.shape))
            placement = placement_of(self.cut, sharding.grid, place)
        elif self.strategy == "data_parallel" and t.ndim:
            placement = (0,) * len(sharding.grid)
        dtensor = engine.from_local(t.contiguous(), engine.placements(placement))
        tensor_marks.keep_varying(t, dtensor)
        if t.ndim and place == 0:
            self.rows, self.rows_at = dtensor.shape[0], placement
        return wrap(dtensor)

    def leave(self, value: Any) -> Any:
        """The caller's result: its rows of the batch, or the full value of anything without rows."""
        if isinstance(value, Tensor) and not isinstance(value, Parameter):
            return self._own(value) if sharding.engine.is_dtensor(value._t) else value
        if isinstance(value, (list, tuple)):
            return like(value, [self.leave(item) for item in value])
        if isinstance(value, dict):
            return {key: self.leave(item) for key, item in value.items()}
        return value

    def _own(self, value: Tensor) -> Tensor:
        engine, dtensor = sharding.engine, value._t
        if value.ndim and (tuple(value.shape), dtensor.placements) in sharding.placed_kinds:  # type: ignore[attr-defined]
            # A gradient: it goes to an optimizer as it is.
            return value
        t = engine.reduce_partial(value._t)
        if t.ndim and t.shape[0] == self.rows:
            rows = tuple(0 if axis == 0 else None for axis in self.rows_at)
            return wrap(engine.redistribute(t, engine.placements(rows)).to_local())
        return wrap(engine.redistribute(t, engine.replicated()).to_local())
