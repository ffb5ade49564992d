"""Methods of Tensor that convert or query the dtype."""

from __future__ import annotations

from msacc.common import dtype as mstype
from msacc.ops.array import casting
from msacc.ops.bindings.tensor.operators import attach

attach(
    {
        "half": casting.caster(mstype.float16),
        "float": casting.caster(mstype.float32),
        "double": casting.caster(mstype.float64),
        "bfloat16": casting.caster(mstype.bfloat16),
        "int": casting.caster(mstype.int32),
        "long": casting.caster(mstype.int64),
        "short": casting.caster(mstype.int16),
        "byte": casting.caster(mstype.uint8),
        "bool": casting.caster(mstype.bool_),
    }
)
