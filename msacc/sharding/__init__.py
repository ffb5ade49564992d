"""Operator sharding: strategies, the process grid that they are mapped to, and the placement of each parameter.

Holds no op and no network. What needs torch's DTensor lies in `dtensor_dispatch`, which is loaded when a job of
several processes first runs an operator with a strategy.

Imports: common.
"""

from msacc.sharding.parameter_layout import ParameterLayout as ParameterLayout
from msacc.sharding.parameter_layout import layouts as layouts
