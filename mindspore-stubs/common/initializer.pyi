# Written by `python -m tests.stubs`.
from msacc.common.initializer import *
from msacc.common.initializer import _assignment as _assignment
from msacc.common.initializer import _calculate_correct_fan as _calculate_correct_fan
from msacc.common.initializer import _calculate_fan_in_and_fan_out as _calculate_fan_in_and_fan_out
from msacc.common.initializer import _calculate_gain as _calculate_gain
from msacc.common.initializer import _calculate_in_and_out as _calculate_in_and_out
from msacc.common.initializer import _init_random_normal as _init_random_normal
from msacc.common.initializer import _init_random_uniform as _init_random_uniform
from msacc.common.initializer import _init_truncated_normal as _init_truncated_normal
from msacc.common.initializer import _register as _register
