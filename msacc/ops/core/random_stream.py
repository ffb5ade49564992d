"""Random primitives with a random stream of their own."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Mapping, Sequence
from typing import Any

import torch

from msacc.common import checks as check
from msacc.common.copy_code import copy_code
from msacc.common.own_streams import note_stream
from msacc.common.seed import mixed
from msacc.common.settings import settings
from msacc.ops.core.primitive import Primitive
from msacc.ops.core.primitive_class import PrimitiveClass, Setting
from msacc.ops.core.primitive_inputs import Input, to_construct


class Stream:
    """The random stream of one Primitive with seeds of its own: it continues from call to call.

    A copy starts from the seeds again, as another Primitive with them does.
    """

    def __init__(self, *seeds: int):
        self.seeds = seeds
        self._generator: torch.Generator | None = None
        if any(seeds):
            note_stream(self)

    def on(self, device: torch.device) -> torch.Generator | None:
        """The generator; None, which means the global one, where no seed is set."""
        if not any(self.seeds):
            return None
        if self._generator is None:
            self._generator = torch.Generator(device).manual_seed(process_seed(*self.seeds))
        return self._generator

    def get_state(self) -> torch.Tensor | None:
        """The generator's state, None before the first call."""
        return None if self._generator is None else self._generator.get_state()

    def set_state(self, state: torch.Tensor | None) -> None:
        """Goes on from there."""
        if self._generator is None:
            return
        if state is None:
            self._generator.manual_seed(process_seed(*self.seeds))
        else:
            self._generator.set_state(state)

    def __reduce__(self) -> Any:
        return Stream, self.seeds


def combined_seed(*seeds: int) -> int:
    """One seed of several, each of which counts."""
    combined = 0
    for seed in seeds:
        combined = (combined * 1_000_003 + int(seed)) % (1 << 63)
    return combined


def process_seed(*seeds: int) -> int:
    """One seed of several, another one on each process of those that share a batch."""
    return mixed(combined_seed(*seeds), settings.data_rank)


class RandomPrimitive(PrimitiveClass):
    """A PrimitiveClass whose two seeds start a stream, from which each call draws the next numbers.

    `seeds` names the two settings; the function takes the stream as `seed`.
    """

    def __init__(
        self,
        name: str,
        *,
        inputs: Sequence[str | Input] = (),
        settings: Mapping[str, Setting] | None = None,
        seeds: tuple[str, str] = ("seed", "seed2"),
    ):
        super().__init__(name, inputs=inputs, settings=settings)
        self.seeds = seeds

    def build(self, fn: Callable[..., Any]) -> type[Primitive]:
        base, name, seeds = super().build(fn), self.name, self.seeds

        @copy_code
        def __init__(self: Primitive, *args: Any, **kwargs: Any) -> None:
            self._msacc_seeds = None
            base.__init__(self, *args, **kwargs)

        @copy_code
        def _apply_settings(self: Any) -> None:
            base._msacc_apply_settings(self)
            values = [check.instance(name, s, getattr(self, s), int) for s in seeds]
            if seeds == ("seed", "seed2"):
                values = [
                    check.non_negative_int(name, s, v) for s, v in zip(seeds, values, strict=False)
                ]
            if values != self._msacc_seeds:
                self._msacc_seeds, self._msacc_stream = values, Stream(*values)

        @copy_code
        def construct(self: Any, *args: Any) -> Any:
            others = {key: value for key, value in self._msacc_settings.items() if key not in seeds}
            return fn(*args, seed=self._msacc_stream, **others)

        documentation = {"__doc__": base.__doc__, "__signature__": inspect.signature(base)}
        body = {
            "__init__": __init__,
            "_msacc_apply_settings": _apply_settings,
            "construct": construct,
        }
        if self.inputs:
            body["__call__"] = to_construct(name, fn, self.inputs)
        return type(name, (base,), {**documentation, **body, "__module__": base.__module__})
