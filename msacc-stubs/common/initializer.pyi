# Written by `python -m tests.stubs`.
from msacc.common import dtype as mstype
from msacc.common.initializer_parts import _assignment as _assignment
from msacc.common.initializer_parts import _calculate_correct_fan as _calculate_correct_fan
from msacc.common.initializer_parts import _calculate_fan_in_and_fan_out as _calculate_fan_in_and_fan_out
from msacc.common.initializer_parts import _calculate_gain as _calculate_gain
from msacc.common.initializer_parts import _calculate_in_and_out as _calculate_in_and_out
from msacc.common.initializer_parts import _init_random_normal as _init_random_normal
from msacc.common.initializer_parts import _init_random_uniform as _init_random_uniform
from msacc.common.initializer_parts import _init_truncated_normal as _init_truncated_normal
from msacc.common.initializer_rules import Constant as Constant
from msacc.common.initializer_rules import Dirac as Dirac
from msacc.common.initializer_rules import HeNormal as HeNormal
from msacc.common.initializer_rules import HeUniform as HeUniform
from msacc.common.initializer_rules import Identity as Identity
from msacc.common.initializer_rules import Initializer as Initializer
from msacc.common.initializer_rules import Normal as Normal
from msacc.common.initializer_rules import One as One
from msacc.common.initializer_rules import Orthogonal as Orthogonal
from msacc.common.initializer_rules import Sparse as Sparse
from msacc.common.initializer_rules import TruncatedNormal as TruncatedNormal
from msacc.common.initializer_rules import Uniform as Uniform
from msacc.common.initializer_rules import VarianceScaling as VarianceScaling
from msacc.common.initializer_rules import XavierNormal as XavierNormal
from msacc.common.initializer_rules import XavierUniform as XavierUniform
from msacc.common.initializer_rules import Zero as Zero
from msacc.common.initializer_rules import _register as _register
from msacc.common.tensor import Tensor
from typing import Any
def initializer(init: Any, shape: Any = None, dtype: Any = ...) -> Tensor: ...
