"""Which optimizers update each parameter from its own gradient and state alone: processes can share them out."""

from __future__ import annotations

import math
from typing import Any

from msacc.common.parameter import Parameter
from msacc.common.tensor import Tensor
from msacc.common.warn_once import once
from msacc.nn.cell import Cell
from msacc.nn.optim import Optimizer
from msacc.nn.optim._optimizer_part import is_wrapped

# What the base classes keep, in attributes that need no look.
_OF_BASE_CLASSES = frozenset(
    [
        "_params",
        "_cells",
        "_buffers",
        "_msacc_flags",
        "_msacc_hooks",
        "_msacc_held_tensors",
        "_msacc_rate_groups",
        "_msacc_decay_groups",
        "_msacc_row_tables",
        "group_params",
        "group_lr",
        "group_weight_decay",
        "learning_rate",
        "weight_decay",
        "init_params",
        "init_args",
        "init_learning_rate",
    ]
)


def is_parameter_wise(optimizer: Cell) -> bool:
    """Whether each parameter is updated from its own gradient and state alone; logs once why not."""
    kind, reason = type(optimizer), _why_together(optimizer)
    if reason:
        once(
            f"whole-update:{kind.__name__}",
            f"{kind.__name__} {reason}: its state is not sharded, every process updates all parameters.",
        )
    return reason is None


def wrapped_optimizers(optimizer: Cell) -> list[Any]:
    """The optimizers that an optimizer is around: over the same parameters."""
    return [value for value in vars(optimizer).values() if is_wrapped(value, optimizer)]


def _why_together(optimizer: Cell) -> str | None:
    """Why a process cannot update some of an optimizer's parameters alone; None where it can."""
    declared = vars(type(optimizer))
    if not isinstance(optimizer, Optimizer):
        return "is no nn.Optimizer"
    if not (declared.get("parameterwise", False) or declared.get("elementwise", False)):
        # A subclass may have changed the rule, so that it has to declare it itself.
        return "does not say `parameterwise = True`, so that it may look at several parameters together"
    unclear = unclear_attributes(optimizer)
    if unclear:
        return (
            f"has {', '.join(map(repr, unclear))}, of which nobody can tell what belongs to which parameter (of a "
            "ParameterTuple with one for each it is clear)"
        )
    reasons = (_why_together(inner) for inner in wrapped_optimizers(optimizer))
    return next((f"is around an optimizer that {reason}" for reason in reasons if reason), None)


def unclear_attributes(optimizer: Optimizer) -> list[str]:
    """Attributes of a user's rule that may belong to parameters one by one, in a form that does not show it.

    Numbers, as many as parameters (two betas, or a factor for each?), one Parameter with many elements, and values in
    lists and dicts that are not one for each parameter.
    """
    if type(optimizer).__module__.startswith(Optimizer.__module__.rpartition(".")[0]):
        return []
    return [
        name
        for name, value in vars(optimizer).items()
        if name not in _OF_BASE_CLASSES and _is_unclear(value, optimizer.parameters)
    ]


def _is_unclear(value: object, parameters: Any) -> bool:
    known = {id(p) for p in parameters}
    if isinstance(value, Parameter):
        return math.prod(value.shape) > 1 and id(value) not in known
    if isinstance(value, (list, tuple)) and len(value) == len(parameters):
        numbers = any(type(item) in (int, float) for item in value)
        return numbers or any(
            not _tensors(item) <= known for item in value if not isinstance(item, Tensor)
        )
    return not _tensors(value) <= known if isinstance(value, (list, tuple, dict)) else False


def _tensors(value: object) -> set[int]:
    """The ids of the Tensors in lists, tuples and dicts within each other."""
    if isinstance(value, Tensor):
        return {id(value)}
    if isinstance(value, dict):
        value = [*value.keys(), *value.values()]
    if isinstance(value, (list, tuple)):
        return set[int]().union(*map(_tensors, value))
    return set()
