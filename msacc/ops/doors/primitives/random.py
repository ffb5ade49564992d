"""Primitives that draw numbers, and that of float status."""

from __future__ import annotations

import inspect

from msacc.common import dtype as mstype
from msacc.ops import debug as db
from msacc.ops import random as rn
from msacc.ops import scalars
from msacc.ops.core.primitive import Primitive, primitive

_required = inspect.Parameter.empty

UniformReal = primitive("UniformReal", rn.uniform_real, seed=0, seed2=0)
UniformInt = primitive("UniformInt", rn.uniform_int, seed=0, seed2=0)
StandardNormal = primitive("StandardNormal", rn.standard_normal_of, seed=0, seed2=0)
StandardLaplace = primitive("StandardLaplace", rn.standard_laplace_of, seed=0, seed2=0)
TruncatedNormal = primitive(
    "TruncatedNormal", rn.truncated_normal, dtype=mstype.float32, seed=0, seed2=0
)
Multinomial = primitive("Multinomial", rn.multinomial_of, seed=0, seed2=0, dtype=mstype.int32)
MultinomialWithReplacement = primitive(
    "MultinomialWithReplacement",
    rn.multinomial_with_replacement,
    numsamples=_required,
    replacement=False,
)
RandomChoiceWithMask = primitive(
    "RandomChoiceWithMask", rn.random_choice_with_mask, count=256, seed=0, seed2=0
)
RandomShuffle = primitive("RandomShuffle", rn.shuffle_of, seed=0, seed2=0)
RandomCategorical = primitive("RandomCategorical", rn.random_categorical, dtype=mstype.int64)
RandpermV2 = primitive("RandpermV2", rn.randperm, seed=0, offset=0, dtype=mstype.int64)
Randperm = primitive("Randperm", rn.randperm_padded, max_length=1, pad=-1, dtype=mstype.int32)
Gamma = primitive("Gamma", rn.gamma_of, seed=0, seed2=0)
Poisson = primitive("Poisson", rn.poisson_of, seed=0, seed2=0)
DropoutGenMask = primitive("DropoutGenMask", rn.dropout_gen_mask, Seed0=0, Seed1=0)
DropoutDoMask = primitive("DropoutDoMask", rn.dropout_do_mask)

FloatStatus = primitive("FloatStatus", db.float_status)
ScalarCast = primitive("ScalarCast", scalars.scalar_cast)

__all__ = [
    name
    for name, value in list(globals().items())
    if isinstance(value, type) and value is not Primitive
]
