"""msacc: the MindSpore API on PyTorch."""

from msacc.common import Parameter as Parameter
from msacc.common import ParameterTuple as ParameterTuple
from msacc.common import Tensor as Tensor
from msacc.common import dtype as dtype
from msacc.common import get_seed as get_seed
from msacc.common import set_seed as set_seed
from msacc.version import __version__ as __version__
