"""The global seed, and one key per tensor that an initializer fills."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import numpy as np
import torch

from msacc.common import checks as check
from msacc.common.keyword_hints import hints_keywords
from msacc.common.settings import settings

# Ranks of one job that set no seed must still draw the same parameters: the launcher or init() gives this.
JOB_SEED = "MSACC_JOB_SEED"
# What each random op's seed has grown to, by (op, first seed).
_op_seeds: dict[tuple[str, int], int] = {}
_OP_STEP = 533697028


class _CommonSeed:
    """The common seed of the processes before their streams were separated, and the count of joins."""

    seed = times = 0


class _Keys:
    """How many keys the stream that a job's ranks share has given."""

    key_count = 0


_common, _keys = _CommonSeed(), _Keys()
_MAX = 2**31 - 1


@hints_keywords
def set_seed(seed: int) -> None:
    """Seed parameter initialisation, dropout, random ops, numpy and the dataset engine.

    `seed`: an int, 0 or more. Parameters and the order of rows are then MindSpore's, to the bit;
    dropout and random ops draw other numbers than MindSpore's, the same in each run.

    Raises TypeError when `seed` is no int, ValueError when it is negative. MindSpore refuses seeds
    above 2**32 - 1 as well.
    """
    if not isinstance(seed, int) or isinstance(seed, bool):
        raise TypeError(f"The argument 'seed' must be type of int, but got {seed!r}.")
    if seed < 0:
        raise ValueError(f"The argument 'seed' must be greater or equal to 0, but got {seed}.")
    settings.seed = seed
    settings.dataset_seed = seed
    _op_seeds.clear()
    _common.seed = seed
    torch.manual_seed(mixed(seed, settings.data_rank))
    np.random.seed(seed % 2**32)


def mixed(*seeds: int) -> int:
    """Mixes several seeds into one; a last seed of 0 changes nothing."""
    first, *rest = seeds
    if not any(rest):
        return first
    # SeedSequence mixes them, so that neighbouring ones are unrelated.
    return int(
        np.random.SeedSequence([s % (1 << 64) for s in seeds]).generate_state(1, np.uint64)[0] >> 1
    )


def separate_streams(data_rank: int, steps: int = 0) -> None:
    """Let dropout and random ops draw otherwise than on the other processes that share the batch, from now on.

    Parameters keep being drawn alike. `steps`: how many the run has behind it, so that a resumed one does not
    draw its first masks again. The first call counts.
    """
    if settings.separate_streams:
        return
    settings.separate_streams, settings.data_rank = True, data_rank
    _common.seed = torch.initial_seed()
    torch.manual_seed(mixed(torch.initial_seed(), data_rank, steps))


def join_streams() -> None:
    """Let dropout and random ops draw the same on all processes, from now on: what they draw is cut afterwards.

    Processes that go alike already go on as they are.
    """
    if settings.separate_streams:
        settings.separate_streams, settings.data_rank = False, 0
        _common.times += 1
        torch.manual_seed(mixed(_common.seed, 0, _common.times))


def stream_of_process() -> tuple[bool, int]:
    """Whether this process draws otherwise than others, and its number among them."""
    return settings.separate_streams, settings.data_rank


def restore_stream_of_process(stream: tuple[bool, int], steps: int) -> None:
    """After `restore_streams` of another process: draw as this one again. `steps` as in `separate_streams`."""
    settings.separate_streams = False
    if stream[0]:
        separate_streams(stream[1], steps)
    settings.data_rank = stream[1]


def seeds_of_ops() -> dict[tuple[str, int], int]:
    """What each random op's seed has grown to, by (op, first seed)."""
    return dict(_op_seeds)


def restore_seeds_of_ops(seeds: dict[tuple[str, int], int]) -> None:
    """Put back what `seeds_of_ops` gave."""
    _op_seeds.clear()
    _op_seeds.update(seeds)


@contextmanager
def preserve_seeds() -> Iterator[None]:
    """Restores the random streams after the block."""
    before, numbers, state = seeds_of_ops(), np.random.get_state(), torch.get_rng_state()
    try:
        yield
    finally:
        restore_seeds_of_ops(before)
        np.random.set_state(numbers)
        torch.set_rng_state(state)


def streams() -> dict[str, Any]:
    """Where the streams of `set_seed` are, beside torch's and numpy's generators."""
    return {
        "ops": [[name, first, now] for (name, first), now in _op_seeds.items()],
        "together": [_common.seed, _common.times],
        "apart": [settings.separate_streams, settings.data_rank],
        "seeds": [settings.seed, settings.dataset_seed],
        "keys": _keys.key_count,
    }


def restore_streams(state: dict[str, Any]) -> None:
    """Put back what `streams` gave."""
    restore_seeds_of_ops({(name, first): now for name, first, now in state["ops"]})
    _common.seed, _common.times = state["together"]
    settings.separate_streams, settings.data_rank = state["apart"]
    settings.seed, settings.dataset_seed = state["seeds"]
    _keys.key_count = state["keys"]


def get_seed() -> int | None:
    """The seed given to `set_seed`, or None."""
    return settings.seed


def _get_graph_seed(op_seed: int | None, kernel_name: str) -> tuple[int, int]:
    """(global seed, op seed) for one more call of a random op; the op's seed moves on with each call.

    (0, 0) where neither is set. Research code passes the pair to its own random primitives.
    """
    own = 0 if op_seed is None else check.non_negative_int(kernel_name, "seed", op_seed)
    # A global seed of 0 would mean "not set", so MindSpore replaces it.
    shared = {0: 87654321, None: 0}.get(settings.seed, settings.seed)
    if not (shared or own):
        return 0, 0
    key = kernel_name, own
    now = _op_seeds.get(key, own)
    _op_seeds[key] = now + _OP_STEP
    return (shared or 0) % _MAX, now % _MAX


def draw_key() -> int:
    """A key for one tensor's values: one draw of numpy's global generator, as in MindSpore.

    A job of several processes that set no seed draws from a stream its ranks share instead.
    """
    if not shared_entropy():
        return int(np.random.randint(1, 1 << 63, dtype=np.int64))
    pair = int(os.environ[JOB_SEED]), _keys.key_count
    _keys.key_count += 1
    # SeedSequence mixes the pair, so that neighbouring counters are unrelated.
    return int(np.random.SeedSequence(pair).generate_state(1, np.uint64)[0] >> 1)


def shared_entropy() -> bool:
    """Whether keys come from the job's own stream: numpy's would differ from rank to rank."""
    return settings.seed is None and JOB_SEED in os.environ


@contextmanager
def numpy_seeded(key: int | None) -> Iterator[None]:
    """Have numpy's global generator start from `key` and go on afterwards where it was; None: leave it alone."""
    if key is None:
        yield
        return
    state = np.random.get_state()
    np.random.seed(key & 0xFFFFFFFF)
    try:
        yield
    finally:
        np.random.set_state(state)
