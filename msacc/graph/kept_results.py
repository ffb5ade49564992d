"""Results of primitives told `recompute(False)`, kept where a Cell around them is recomputed."""

from __future__ import annotations

import weakref
from collections.abc import Callable
from typing import Any

import torch
from torch.utils.checkpoint import CheckpointPolicy, create_selective_checkpoint_contexts

from msacc.common.cell_tree import CellTree, walk
from msacc.common.without_values import is_recorded

# The primitives that were told so: without one, counting ops would cost time for nothing.
keeping_primitives: weakref.WeakSet[Any] = weakref.WeakSet()


class KeptResults:
    """What one call of a recomputed Cell keeps: results of ops in such primitives, by torch's selective checkpoint.

    Kept ops draw no random numbers in the second run. So that ops behind them draw the same ones all the same, the
    state that they left is kept, too.
    """

    def __init__(self) -> None:
        # How many such primitives this run has called, and what each left behind in the first run.
        self.calls = 0
        self._states: list[list[torch.Tensor]] = []
        self._inside = self._draws = False

    def contexts(self) -> Any:
        """The contexts of the first and of the second run."""
        # A kept result may be written to by the next op inside the primitive, which is kept as well.
        return create_selective_checkpoint_contexts(self._policy, allow_cache_entry_mutation=True)

    def _policy(self, context: Any, op: Any, *args: Any, **kwargs: Any) -> CheckpointPolicy:
        if not self._inside:
            return CheckpointPolicy.PREFER_RECOMPUTE
        self._draws = self._draws or torch.Tag.nondeterministic_seeded in op.tags
        return CheckpointPolicy.MUST_SAVE

    def call(self, call: Callable[..., Any], args: tuple[Any, ...]) -> Any:
        """`call(*args)`, a primitive's, whose ops run in the first run only."""
        self._inside, self._draws = True, False
        try:
            out = call(*args)
        finally:
            self._inside = False
        if self.calls == len(self._states):
            self._states.append(_random_states() if self._draws else [])
        else:
            _set_random_states(self._states[self.calls])
        self.calls += 1
        return out


def keeps_results(block: object) -> bool:
    """Whether primitives that a Cell holds were told `recompute(False)`. Of a function it is not known: True.

    Not in a graph, which keeps none.
    """
    if torch.compiler.is_compiling() or is_recorded():
        return False
    if not keeping_primitives or not isinstance(block, CellTree):
        return bool(keeping_primitives)
    values = (value for _, cell in walk(block) for value in vars(cell).values())
    return any(getattr(value, "_msacc_recompute_mode", None) is False for value in values)


def _random_states() -> list[torch.Tensor]:
    states = [torch.get_rng_state()]
    return [*states, torch.cuda.get_rng_state()] if torch.cuda.is_initialized() else states


def _set_random_states(states: list[torch.Tensor]) -> None:
    for set_state, state in zip(
        (torch.set_rng_state, torch.cuda.set_rng_state), states, strict=False
    ):
        set_state(state)
