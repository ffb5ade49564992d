# Written by `python -m tests.stubs`.
from msacc.nn.probability._transformed import Bijector as Bijector
from msacc.nn.probability.bijector._rules import Exp as Exp
from msacc.nn.probability.bijector._rules import GumbelCDF as GumbelCDF
from msacc.nn.probability.bijector._rules import Invert as Invert
from msacc.nn.probability.bijector._rules import PowerTransform as PowerTransform
from msacc.nn.probability.bijector._rules import ScalarAffine as ScalarAffine
from msacc.nn.probability.bijector._rules import Softplus as Softplus
