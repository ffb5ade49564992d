"""Distributions as Cells, by torch.distributions.

Imports: common, module_aliases, nn.cell, nn.probability.
"""

from msacc.module_aliases import refuse as _refuse
from msacc.nn.probability.distribution._continuous import Beta as Beta
from msacc.nn.probability.distribution._continuous import Cauchy as Cauchy
from msacc.nn.probability.distribution._continuous import Exponential as Exponential
from msacc.nn.probability.distribution._continuous import Gamma as Gamma
from msacc.nn.probability.distribution._continuous import Gumbel as Gumbel
from msacc.nn.probability.distribution._continuous import HalfNormal as HalfNormal
from msacc.nn.probability.distribution._continuous import Laplace as Laplace
from msacc.nn.probability.distribution._continuous import Logistic as Logistic
from msacc.nn.probability.distribution._continuous import LogNormal as LogNormal
from msacc.nn.probability.distribution._continuous import Normal as Normal
from msacc.nn.probability.distribution._continuous import StudentT as StudentT
from msacc.nn.probability.distribution._continuous import Uniform as Uniform
from msacc.nn.probability.distribution._discrete import Bernoulli as Bernoulli
from msacc.nn.probability.distribution._discrete import Categorical as Categorical
from msacc.nn.probability.distribution._discrete import Geometric as Geometric
from msacc.nn.probability.distribution._discrete import Poisson as Poisson
from msacc.nn.probability.distribution.distribution import Distribution as Distribution

# Above it: it is made of the base class and of bijectors.
from msacc.nn.probability._transformed import (  # isort: skip
    TransformedDistribution as TransformedDistribution,
)

__getattr__ = _refuse("mindspore.nn.probability.distribution")
