"""What MindSpore 2.10 has no kernel for on the CPU, or has dropped; a module of its own, as graphs read its source."""

import sys
import types

import mindspore as ms
import mindspore.communication.management as management
from mindspore import _checkparam, context, nn, ops
from mindspore.dataset import transforms, vision
from mindspore.dataset.engine.datasets import Dataset
from mindspore.ops import functional, operations
from mindspore.ops.function import clip_func
from mindspore.ops.primitive import _primexpr as _constexpr

_map = Dataset.map


class NoStatus(nn.Cell):
    """Ascend's register of overflows, which says that there was none."""

    def construct(self, x=None):
        return ops.zeros((8,), ms.float32)


class Alone(nn.Cell):
    """A collective of one process."""

    def __init__(self, *args, **kwargs):
        super().__init__()

    def construct(self, x):
        return x


class Rel:
    """What checks of a range were called."""

    INC_NEITHER, INC_LEFT, INC_RIGHT, INC_BOTH = range(7, 11)
    EQ, NE, LT, LE, GT, GE = range(1, 7)


def restore():
    """Put them where the projects look for them."""
    for place in (transforms, vision):
        for former in ("c_transforms", "py_transforms"):
            vars(place)[former] = sys.modules[f"{place.__name__}.{former}"] = place
    clips = sys.modules["mindspore.ops.composite.clip_ops"] = types.ModuleType("clip_ops")
    vars(clips)["get_square_sum"] = clip_func.get_square_sum
    for name in ("NPUAllocFloatStatus", "NPUGetFloatStatus", "NPUClearFloatStatus"):
        setattr(operations, name, NoStatus)
    for name, value in (("is_param_ps", False), ("init_in_server", False), ("requires_aggr", True)):
        setattr(ms.Parameter, name, value)
    functional.scalar_to_array = ops.scalar_to_tensor
    nn.Cell.cast = ops.Cast()
    operations.AllReduce = Alone
    context.set_auto_parallel_context = lambda **given: None
    management.init = lambda *args: None
    management.get_rank = lambda *args: 0
    management.get_group_size = lambda *args: 1
    nn.TrainOneStepWithLossScaleCell.get_overflow_status = overflowed
    Dataset.map = mapped
    _checkparam.Validator = _checkparam
    _checkparam.Rel = Rel


@_constexpr
def passes(*args):
    """A check of shapes or dtypes that MindSpore had until 1.10."""
    return True


def check(name):
    """A module's `__getattr__`."""
    if name.startswith("_check_"):
        return passes
    raise AttributeError(name)


def overflowed(self, status, compute_output):
    """nn.TrainOneStepWithLossScaleCell's, which asks a kernel of Ascend's."""
    bad = 0.0
    for gradient in compute_output:
        bad = bad + ops.logical_not(ops.isfinite(gradient)).astype(ms.float32).sum()
    return bad > 0


def mapped(self, *args, column_order=None, **named):
    """A dataset's `map` with the order of columns that it took until 2.0."""
    rows = _map(self, *args, **named)
    return rows.project(column_order) if column_order else rows
