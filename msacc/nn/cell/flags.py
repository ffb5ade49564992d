"""A Cell's flags: training, gradients, precision, and options of MindSpore's compiler."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import AbstractContextManager
from typing import TYPE_CHECKING, Any, TypedDict

import torch

from msacc.common import checks as check
from msacc.common import dtype as mstype
from msacc.common.settings import settings
from msacc.common.warn_once import no_effect, no_effects, once
from msacc.graph.dynamic_inputs import DeclaredInputs, argument_names

if TYPE_CHECKING:
    from msacc.nn.cell.cell import Cell

if TYPE_CHECKING:
    from msacc.nn.cell.cell import Cell

# Options of Cell.recompute that steer how MindSpore does it, with their defaults.
_CHECKPOINTING = {"use_reentrant": True, "early_stop": True}
_ON_COMMUNICATION = (
    "mp_comm_recompute",
    "parallel_optimizer_comm_recompute",
    "output_recompute",
    "recompute_slice_activation",
)


class Recomputing(TypedDict, total=False):
    """What `Cell.recompute` takes by keyword."""

    context_fn: Callable[[], Any] | None
    use_reentrant: bool
    early_stop: bool
    mp_comm_recompute: bool
    parallel_optimizer_comm_recompute: bool
    output_recompute: bool
    recompute_slice_activation: bool


# Flags that say what a Cell computes in.
_PRECISIONS = {"fp16": torch.float16, "fp32": torch.float32, "bf16": torch.bfloat16}


def checked_contexts(
    where: str, context_fn: Callable[[], Any] | None, use_reentrant: object
) -> Callable[[], Any] | None:
    """`context_fn` of a recomputation, whose result is checked when it is called."""
    if context_fn is None:
        return None
    if use_reentrant:
        raise ValueError(
            f"For '{where}', context_fn is only supported when use_reentrant=False, but got {context_fn!r}."
        )
    if not callable(context_fn):
        raise TypeError(
            f"For '{where}', 'context_fn' should be a function, but got {context_fn!r}."
        )

    def contexts() -> Any:
        pair = context_fn()
        wanted = (
            f"For '{where}', 'context_fn' should return two context managers, but got {pair!r}."
        )
        if not isinstance(pair, (tuple, list)):
            raise TypeError(wanted)
        if len(pair) != 2:
            raise ValueError(wanted)
        if not all(isinstance(each, AbstractContextManager) for each in pair):
            raise TypeError(wanted)
        return pair

    return contexts


def add_flags(cell: Cell, flags: dict[str, Any]) -> None:
    """`Cell.add_flags`."""
    cell._msacc_flags.update(flags)
    cell.__dict__.update(flags)
    for name, compute in _PRECISIONS.items():
        if flags.get(name):
            cell.__dict__["_msacc_compute_dtype"] = compute
        elif name in flags and cell.__dict__.get("_msacc_compute_dtype") is compute:
            cell.__dict__["_msacc_compute_dtype"] = None
    cell._msacc_refresh()


def precision_flags(dst_type: Any) -> dict[str, bool]:
    """The flags that `Cell.to_float` sets for a dtype."""
    if dst_type not in (mstype.float16, mstype.float32, mstype.bfloat16):
        raise ValueError(
            "For 'to_float', the argument 'dst_type' must be mstype.float32, mstype.float16 or "
            f"mstype.bfloat16, but got type: {type(dst_type)} and value: {dst_type}."
        )
    chosen = mstype.to_torch(dst_type)
    return {n: kind is chosen for n, kind in _PRECISIONS.items()}


def declare_inputs(cell: Cell, inputs: tuple[Any, ...], kwargs: dict[str, Any]) -> None:
    """`Cell.set_inputs`."""
    if inputs and kwargs:
        raise ValueError(
            "For Cell, set_inputs should only set inputs or kwargs, but got "
            f"inputs: {inputs}, kwargs: {kwargs}."
        )
    names = argument_names(cell.construct)
    for name in kwargs:
        if name not in names:
            raise ValueError(f"For 'set_inputs', valid names are {names}, but got {name!r}.")
    cell.__dict__["_msacc_declared"] = DeclaredInputs("set_inputs", inputs, kwargs)
    cell.__dict__["_msacc_compiled"] = None


def recompute(cell: Cell, mode: bool, options: dict[str, Any]) -> None:
    """`Cell.recompute`."""
    check.boolean("Cell.recompute", "mode", mode)
    reentrant = options.get("use_reentrant", True) and not options.get("output_recompute")
    contexts = checked_contexts("Cell.recompute", options.pop("context_fn", None), reentrant)
    for name, value in options.items():
        if name in _ON_COMMUNICATION:
            check.boolean("Cell.recompute", name, value)
            no_effect("Cell.recompute", name, value)
        elif name not in _CHECKPOINTING:
            known = ["context_fn", *_CHECKPOINTING, *_ON_COMMUNICATION]
            raise ValueError(
                f"For 'recompute', the keyword {name!r} is not known: it takes {known}."
            )
        elif value != _CHECKPOINTING[name]:
            no_effect("Cell.recompute", name, value, "torch's checkpointing decides")
    cell.__dict__["_msacc_recompute"], cell.__dict__["_msacc_recompute_contexts"] = (
        mode,
        contexts,
    )
    for _, below in cell.cells_and_names():
        below.__dict__["_scope"] = "recompute_" if mode else None
    cell._msacc_refresh()


def offload(cell: Cell, backward_prefetch: Any) -> None:
    """`Cell.offload`."""
    if isinstance(backward_prefetch, str):
        check.choice("Cell.offload", "backward_prefetch", backward_prefetch, ("Auto",))
    else:
        check.non_negative_int("Cell.offload", "backward_prefetch", backward_prefetch)
    why = "a tensor comes back when its gradient is computed"
    no_effects("Cell.offload", why, backward_prefetch=(backward_prefetch, "Auto"))
    if settings.device.type == "cpu":
        once("offload on a CPU", "Cell.offload has no effect on a CPU: there is nothing to move.")
    cell.__dict__["_msacc_offload"] = settings.device.type != "cpu"
    cell._msacc_refresh()


def stage_number(name: str, value: Any) -> int:
    """`value`, checked, for the property `name` of a Cell."""
    if not isinstance(value, int) or isinstance(value, bool):
        raise TypeError(
            f"For 'Cell', the property '{name}' must be int type, but got {value!r} of {type(value)}."
        )
    if value < 0:
        raise ValueError(
            f"For 'Cell', the property '{name}' can not be less than 0, but got {value}."
        )
    return value
