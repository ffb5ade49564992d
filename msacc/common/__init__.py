"""Tensor, Parameter, dtypes, initializers, generators and the global seed.

What every other package stands on.

Imports: mindspore_homes, missing_names, module_aliases.
"""

from msacc.common import dtype as dtype
from msacc.common.dtype import *  # noqa: F403
from msacc.common.generator import *  # noqa: F403
from msacc.common.generator import seed as _seed_function
from msacc.common.initializer import initializer as _initializer_function
from msacc.common.parameter import Parameter as Parameter
from msacc.common.parameter import ParameterTuple as ParameterTuple
from msacc.common.seed import get_seed as get_seed
from msacc.common.seed import set_seed as set_seed
from msacc.common.sparse import COOTensor as COOTensor
from msacc.common.sparse import CSRTensor as CSRTensor
from msacc.common.sparse import RowTensor as RowTensor
from msacc.common.sparse import SparseTensor as SparseTensor
from msacc.common.tensor import Tensor as Tensor
from msacc.common.tensor_functions import from_numpy as from_numpy
from msacc.common.tensor_functions import is_tensor as is_tensor
from msacc.common.tensor_functions import swap_tensors as swap_tensors
from msacc.common.tensor_functions import tensor as tensor
from msacc.module_aliases import refuse as _refuse

# In MindSpore `common.seed` is a function now; scripts of 1.x call `mindspore.common.seed.set_seed(…)`.
_seed_function.set_seed, _seed_function.get_seed = set_seed, get_seed  # type: ignore[attr-defined]

del _seed_function
del _initializer_function  # `common.initializer` stays the module, as in MindSpore

__getattr__ = _refuse("mindspore.common")
