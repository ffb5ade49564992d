"""Generators of random numbers: torch's, with MindSpore's interface.

The default generator is torch's global one, which every random op, mask and random layer draws from. Numpy's,
which parameters are drawn from, belongs to `set_seed` alone.
"""

from __future__ import annotations

import os
from typing import Any

import torch

from msacc.common.own_streams import note_stream
from msacc.common.settings import settings
from msacc.common.tensor import Tensor, wrap

_WORD = 1 << 64


class Generator:
    """A stream of random numbers of its own, on the process's device; its seed is 0 at first.

    Differs from MindSpore, whose state is 16 bytes everywhere: that of a CPU generator is torch's, some kilobytes.
    """

    def __init__(self) -> None:
        self._own: torch.Generator | None = torch.Generator(settings.device).manual_seed(0)
        self._offset = 0
        note_stream(self)

    @property
    def _torch(self) -> torch.Generator:
        return _global() if self._own is None else self._own

    def manual_seed(self, seed: int) -> Generator:
        """Start the stream that belongs to `seed`; returns self. TypeError when it is no int."""
        if not isinstance(seed, int):
            raise TypeError(f"Seed must be an integer, but got {seed!r} of type {type(seed)}.")
        if not -(_WORD >> 1) <= seed < _WORD:
            raise RuntimeError(f"Seed must fit in 64 bits, but got {seed}.")
        self._offset = 0
        if self._own is None:
            torch.manual_seed(seed % _WORD)
        else:
            self._own.manual_seed(seed % _WORD)
        return self

    def seed(self) -> int:
        """Start a stream nobody can foresee; returns its seed."""
        return self.manual_seed(int.from_bytes(os.urandom(4), "little")).initial_seed()

    def initial_seed(self) -> int:
        """The seed the stream started from, as a signed 64-bit int."""
        seed = self._torch.initial_seed()
        return seed - _WORD if seed >= _WORD >> 1 else seed

    def _step(self, step: Tensor) -> tuple[Tensor, Tensor]:
        """The seed and how many draws were taken so, of which `step` more are now: Int64 Tensors of one, as a kernel
        with a seed and offset of its own takes them."""
        before, self._offset = self._offset, self._offset + int(step)
        return wrap(torch.tensor(self.initial_seed())), wrap(torch.tensor(before))

    def get_state(self) -> Tensor:
        """The state, a UInt8 vector for `set_state`: torch's, and behind it the count of `_step`."""
        count = torch.tensor([self._offset]).view(torch.uint8)
        return wrap(torch.cat([self._torch.get_state(), count]))

    def set_state(self, state: Tensor) -> None:
        """Go on from a state that `get_state` gave, or torch's own; RuntimeError for anything else."""
        if not isinstance(state, Tensor):
            raise RuntimeError(f"State should be a Tensor from get_state(), but got {state!r}.")
        if state._t.dtype is not torch.uint8:
            raise RuntimeError(f"State data type must be UInt8, but got {state.dtype}.")
        size = self._torch.get_state().numel()
        values = state._t.cpu().reshape(-1)
        if values.numel() not in (size, size + 8):
            raise RuntimeError(f"State data size must be {size + 8}, but got {values.numel()}.")
        self._torch.set_state(values[:size].clone())
        self._offset = int(values[size:].clone().view(torch.int64)) if values.numel() > size else 0


def _global() -> torch.Generator:
    """The global generator of the process's device."""
    if settings.device.type == "cuda":
        torch.cuda.init()
        index = settings.device.index
        return torch.cuda.default_generators[
            torch.cuda.current_device() if index is None else index
        ]
    return torch.default_generator


def _default() -> Generator:
    generator = object.__new__(Generator)
    generator._own, generator._offset = None, 0
    return generator


default_generator = _default()


def torch_generator(name: str, generator: Any) -> torch.Generator | None:
    """What to hand to torch for a `generator` argument: None for the default one; TypeError for other objects."""
    if generator is None:
        return None
    if not isinstance(generator, Generator):
        raise TypeError(
            f"For '{name}', 'generator' should be a Generator or None, but got {generator!r}."
        )
    return generator._own


def manual_seed(seed: int) -> Generator:
    """Seed the default generator, and with it every random op; parameters and numpy stay as they are.

    Returns the generator. Raises TypeError when `seed` is no int.
    """
    return default_generator.manual_seed(seed)


def seed() -> int:
    """Seed the default generator from the system's entropy; returns the seed."""
    return default_generator.seed()


def initial_seed() -> int:
    """The seed of the default generator: what `manual_seed`, `set_seed` or `seed` gave it last."""
    return default_generator.initial_seed()


def get_rng_state() -> Tensor:
    """The state of the default generator, a UInt8 vector."""
    return default_generator.get_state()


def set_rng_state(state: Tensor) -> None:
    """Put back `state`, what `get_rng_state` gave; RuntimeError for anything else."""
    default_generator.set_state(state)


__all__ = [
    "Generator",
    "default_generator",
    "get_rng_state",
    "initial_seed",
    "manual_seed",
    "seed",
    "set_rng_state",
]
