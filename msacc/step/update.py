"""Which optimizers can be applied to flat buckets (see `flat_optimizer`), and what the buckets need of them."""

from __future__ import annotations

from collections.abc import Hashable
from typing import Any

from msacc.common import dtype as mstype
from msacc.common.parameter import Parameter, ParameterTuple
from msacc.nn.cell import Cell
from msacc.nn.optim import Optimizer
from msacc.step.bucket_assignment import ParameterItem
from msacc.step.local_shard import local_shape


def is_element_wise(optimizer: Cell) -> bool:
    """Whether the update rule is element-wise, as its own class declares: a subclass may have changed it."""
    if not isinstance(optimizer, Optimizer) or not vars(type(optimizer)).get("elementwise", False):
        return False
    # Either looks at the rows of a parameter.
    leaves_rows = optimizer.keeps_rows and bool(optimizer._msacc_row_tables)
    return not leaves_rows and not any(optimizer.grad_centralization_flags)


def parameter_items(optimizer: Optimizer, flat: bool) -> list[ParameterItem]:
    """What assigning buckets needs of each parameter of the optimizer."""
    return [
        ParameterItem(
            i,
            local_shape(p),
            mstype.to_torch(p.dtype),
            (_placement_key(p), _hyper_parameter_key(optimizer, i) if flat else p.comm_fusion),
            p.comm_fusion != 1,
        )
        for i, p in enumerate(optimizer.parameters)
    ]


def _placement_key(parameter: Parameter) -> Hashable:
    """Equal for parameters with the same placement."""
    return None if parameter.layout is None else parameter.layout.placed


def _hyper_parameter_key(optimizer: Optimizer, i: int) -> Hashable:
    """Equal for parameters whose hyper-parameters are the same."""
    rate = id(optimizer.learning_rate[i]) if optimizer.is_group_lr else 0
    decay = id(optimizer.weight_decay[i]) if optimizer.is_group else 0
    return rate, decay, bool(optimizer.decay_flags[i]), optimizer.parameters[i].comm_fusion


def state_names(optimizer: Optimizer) -> list[str]:
    """Attributes that hold one state tensor per parameter."""
    first, count = optimizer.parameters[0], len(optimizer.parameters)
    return [
        name
        for name, value in optimizer.__dict__.items()
        if isinstance(value, ParameterTuple)
        and name != "learning_rate"
        and len(value) == count
        and value[0] is not first
    ]


def state_layout(optimizer: Optimizer, name: str, parameter: Parameter, state: Parameter) -> Any:
    """How a state lies where its parameter does; None for one that every process has whole."""
    layout, shape = parameter.layout, tuple(state.shape)
    if layout is None or shape == tuple(parameter.shape):
        return layout
    axis = getattr(optimizer, "state_axes", {}).get(name)
    reduced = None if axis is None or parameter.ndim < 2 else layout.without(axis)
    return reduced if reduced is not None and reduced.shape == shape else None
