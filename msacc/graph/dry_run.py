"""Runs a function for tracing only and restores the parameters and random state afterwards."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager

from msacc.common.parameter import Parameter
from msacc.common.random_state import get_random_state, set_random_state


@contextmanager
def unchanged(parameters: Sequence[Parameter]) -> Iterator[None]:
    """Put back the values of `parameters` and the random streams after the block."""
    # A parameter that lies spread over the processes is written by its own step, not by a forward run.
    saved_values = [(p._t, p._t.clone()) for p in parameters if not p.gathers]
    state = get_random_state()
    try:
        yield
    finally:
        for t, before in saved_values:
            t.data.copy_(before)
        set_random_state(state)
