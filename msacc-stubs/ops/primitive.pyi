# Written by `python -m tests.stubs`.
from msacc.common.copy_code import copy_code as copy_code
from msacc.common.warn_once import no_effect as no_effect
from msacc.common.warn_once import no_effects as no_effects
from msacc.internals.function_helpers import _run_op as _run_op
from msacc.ops.bindings.primitive_classes import Primitive as Primitive
from msacc.ops.core.primitive import PrimitiveWithCheck as PrimitiveWithCheck
from msacc.ops.core.primitive import PrimitiveWithInfer as PrimitiveWithInfer
from msacc.ops.core.primitive import constexpr as constexpr
from msacc.ops.core.primitive import prim_attr_register as prim_attr_register
from msacc.ops.core.primitive import primitive_names as primitive_names
from msacc.ops.core.primitive import record_init_arguments as record_init_arguments
from msacc.ops.core.shard_strategies import strategy_attributes as strategy_attributes
from msacc.ops.core.sharded_primitive import call_sharded as call_sharded
from msacc.sharding.strategy_state import ShardSpec as ShardSpec
from msacc.sharding.strategy_state import ShardingState
sharding: ShardingState
