# Written by `python -m tests.stubs`.
from msacc.ops.bindings.primitive_classes import Primitive
from typing import Any
class StepParts:
    parallel_mode: Any
    hyper_map: Any
    reduce_sum: Primitive
    reduce_all: Primitive
    less_equal: Primitive
    equal: Primitive
    logic_not: Primitive
    gpu_target: bool
    ascend_910a_target: bool
    ascend_910b_target: bool
    enable_allfinite: bool
    enable_tuple_broaden: bool
    base: Any
    base0: Any
    is_distributed: Any
    allreduce: Any
class UpdateParts:
    select: Primitive
    max: Primitive
    reciprocal: Primitive
    less_equal: Primitive
    logic_and: Primitive
    logic_not: Primitive
    logic_or: Primitive
    minimum_loss_scale: Any
    const_true: Any
