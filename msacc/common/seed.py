"""The global seed, and one independent random stream per initialised tensor."""

from __future__ import annotations

import itertools
import os
import secrets

import numpy as np
import torch

from msacc.common.settings import settings

_streams = itertools.count()
# Ranks of one job that set no seed must still draw the same parameters.
_entropy: int | None = None


def set_seed(seed: int) -> None:
    """Seed parameter initialisation, dropout, random ops, numpy and the dataset engine.

    Raises TypeError when `seed` is no int, ValueError when it is negative.
    """
    global _streams
    if not isinstance(seed, int) or isinstance(seed, bool):
        raise TypeError(f"The argument 'seed' must be type of int, but got {seed!r}.")
    if seed < 0:
        raise ValueError(f"The argument 'seed' must be greater or equal to 0, but got {seed}.")
    settings.seed = seed
    settings.dataset_seed = seed
    _streams = itertools.count()
    torch.manual_seed(seed)
    np.random.seed(seed % 2**32)


def get_seed() -> int | None:
    """The seed given to `set_seed`, or None."""
    return settings.seed


def _base() -> int:
    global _entropy
    if settings.seed is not None:
        return settings.seed
    if _entropy is None:
        shared = os.environ.get("MSACC_JOB_SEED")
        _entropy = int(shared) if shared else secrets.randbits(48)
    return _entropy


def next_stream() -> int:
    """A key for one tensor's values: a function of the seed and of how many came before it."""
    base, number = _base(), next(_streams)
    # SeedSequence mixes the pair, so that neighbouring seeds and counters are unrelated.
    return int(np.random.SeedSequence((base, number)).generate_state(1, np.uint64)[0] >> 1)


def generator(key: int) -> torch.Generator:
    """A CPU generator for one stream: values never depend on device or on the rank count."""
    return torch.Generator().manual_seed(key)
