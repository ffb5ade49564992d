"""Primitives that draw numbers."""

from __future__ import annotations

import inspect
from collections.abc import Callable
from typing import Any

from msacc.common import checks as check
from msacc.common import dtype as mstype
from msacc.common.own_code import own_code
from msacc.ops import random as rn
from msacc.ops.core.primitive import Primitive, declared, primitive
from msacc.ops.core.primitive_inputs import inputs, to_construct
from msacc.ops.nn import dropout

_required = inspect.Parameter.empty


def drawing(
    name: str, fn: Callable[..., Any], seeds: tuple[str, str] = ("seed", "seed2"), /, **init: Any
) -> type[Primitive]:
    """A Primitive whose two seeds start a stream of its own, from which each call draws the next numbers."""
    made = primitive(name, fn, **init)

    @own_code
    def __init__(self: Any, *args: Any, **kwargs: Any) -> None:
        self._seeds = None
        made.__init__(self, *args, **kwargs)

    @own_code
    def _settle(self: Any) -> None:
        made._settle(self)
        given = [check.instance(name, s, getattr(self, s), int) for s in seeds]
        if seeds == ("seed", "seed2"):
            given = [check.non_negative_int(name, s, v) for s, v in zip(seeds, given, strict=True)]
        if given != self._seeds:
            self._seeds, self._stream = given, rn.Stream(*given)

    @own_code
    def construct(self: Any, *args: Any) -> Any:
        settings = {key: value for key, value in self._settings.items() if key not in seeds}
        return fn(*args, seed=self._stream, **settings)

    shown = {"__doc__": made.__doc__, "__signature__": inspect.signature(made)}
    body = {"__init__": __init__, "_settle": _settle, "construct": construct}
    if inputs(name) is not None:
        body["__call__"] = to_construct(name, fn)
    return type(name, (made,), {**shown, **body, "__module__": made.__module__})


UniformReal = drawing("UniformReal", rn.uniform_real, seed=0, seed2=0)
UniformInt = drawing("UniformInt", rn.uniform_int, seed=0, seed2=0)
StandardNormal = drawing("StandardNormal", rn.standard_normal, seed=0, seed2=0)
StandardLaplace = drawing("StandardLaplace", rn.standard_laplace, seed=0, seed2=0)
TruncatedNormal = drawing(
    "TruncatedNormal", rn.truncated_normal, dtype=mstype.float32, seed=0, seed2=0
)
Multinomial = drawing("Multinomial", rn.multinomial_of, seed=0, seed2=0, dtype=mstype.int32)
RandomChoiceWithMask = drawing(
    "RandomChoiceWithMask", rn.random_choice_with_mask, count=256, seed=0, seed2=0
)
RandomShuffle = drawing("RandomShuffle", rn.shuffle, seed=0, seed2=0)
Gamma = drawing("Gamma", rn.gamma, seed=0, seed2=0)
Poisson = drawing("Poisson", rn.poisson, seed=0, seed2=0)
RandomGamma = drawing("RandomGamma", rn.random_gamma, seed=0, seed2=0)
RandomPoisson = drawing("RandomPoisson", rn.random_poisson, seed=0, seed2=0, dtype=mstype.int64)

# -- the same numbers for the same seeds -------------------------------------------------------
MultinomialWithReplacement = primitive(
    "MultinomialWithReplacement",
    rn.multinomial_with_replacement,
    numsamples=_required,
    replacement=False,
)
RandpermV2 = primitive("RandpermV2", rn.randperm, seed=0, offset=0, dtype=mstype.int64)
Randperm = primitive("Randperm", rn.randperm_padded, max_length=1, pad=-1, dtype=mstype.int32)
Bernoulli = primitive("Bernoulli", rn.bernoulli_of, seed=-1, offset=0)


class RandomCategorical(Primitive):
    """`RandomCategorical(dtype)(logits, num_sample, seed)`: classes drawn from the softmax of each row.

    Each call draws on from the stream of its seed; another primitive starts the stream again. Seed 0 is no seed.
    """

    def __init__(self, dtype: Any = mstype.int64):
        super().__init__()
        self._settings["dtype"] = self.dtype = dtype
        self._streams: dict[int, rn.Stream] = {}

    def construct(self, logits: Any, num_sample: int, seed: int = 0) -> Any:  # type: ignore[override]
        """Int classes of shape (rows, `num_sample`). Raises TypeError for a seed that is no int."""
        if check.instance(self.name, "seed", seed, int) not in self._streams:
            self._streams[seed] = rn.Stream(seed)
        return rn.random_categorical(logits, num_sample, self._streams[seed], self.dtype)


# -- dropout -----------------------------------------------------------------------------------
_SEEDS = ("Seed0", "Seed1")
Dropout = drawing("Dropout", dropout.dropout_with_mask, _SEEDS, keep_prob=0.5, Seed0=0, Seed1=0)
Dropout2D = primitive("Dropout2D", dropout.dropout_channels, keep_prob=0.5)
Dropout3D = primitive("Dropout3D", dropout.dropout_channels, keep_prob=0.5)
DropoutGenMask = drawing("DropoutGenMask", rn.dropout_gen_mask, _SEEDS, Seed0=0, Seed1=0)
DropoutDoMask = primitive("DropoutDoMask", rn.dropout_do_mask)

__all__ = declared(globals())
