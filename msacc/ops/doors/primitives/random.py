"""Primitives that draw numbers."""

from __future__ import annotations

import inspect

from msacc.common import dtype as mstype
from msacc.ops import random as rn
from msacc.ops.core.primitive import declared, primitive

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
Bernoulli = primitive("Bernoulli", rn.bernoulli_of, seed=-1, offset=0)
RandomGamma = primitive("RandomGamma", rn.random_gamma_of, seed=0, seed2=0)
RandomPoisson = primitive(
    "RandomPoisson", rn.random_poisson_of, seed=0, seed2=0, dtype=mstype.int64
)

__all__ = declared(globals())
