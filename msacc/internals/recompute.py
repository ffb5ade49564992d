"""Private names of `mindspore.common.recompute`."""

from __future__ import annotations

from collections.abc import Callable
from types import FunctionType
from typing import Any

from msacc.common.tensor import Tensor
from msacc.common.warn_once import logger, no_effect
from msacc.nn.cell import Cell
from msacc.nn.recompute import recompute as recompute


class _RecomputeCell(Cell):
    """A block whose activations are made again in the backward pass; subclasses may do that by hand, with `bprop`."""

    def __init__(self, block: Cell):
        super().__init__(auto_prefix=False)
        self.args: list[Any] = []
        self.kwargs: list[Any] = []
        self.net = block

    def construct(self, *args: Any, **kwargs: Any) -> Any:
        """`recompute(block, …)`."""
        return recompute(self.net, *args, **kwargs)


def _check_input_args_validate(block: Any, args: Any, kwargs: dict[str, Any]) -> None:
    """A warning where no argument is a Tensor, so that recomputing spares nothing."""
    if not any(isinstance(value, Tensor) for value in (*args, *kwargs.values())):
        logger.warning("None of the inputs of %s are Tensors, so recompute spares nothing.", block)


def _padding_input_grads(args: Any, input_grads: list[Any]) -> None:
    """Put None into the list of gradients for each of `args` that is no Tensor, a list of them for a list of Tensors.

    ValueError where there is not one gradient for each argument then.
    """
    for position, arg in enumerate(args):
        if isinstance(arg, (list, tuple)):
            is_tensor_list = any(isinstance(item, Tensor) for item in arg)
            input_grads.insert(position, [None] * len(arg) if is_tensor_list else None)
        elif not isinstance(arg, Tensor):
            input_grads.insert(position, None)
    if len(args) != len(input_grads):
        raise ValueError(
            "For recompute cell, there should be a gradient for each input: "
            f"{len(args)}, but got {len(input_grads)}"
        )


class RecomputeRegistry:
    """Holds what makes the cells that recompute."""

    def __init__(self) -> None:
        self.recompute_generator: Callable[..., Any] | None = None

    def register(self, fn: Callable[..., Any]) -> None:
        """Keep `fn`; Cells recompute with torch's checkpointing all the same, which is said.
        TypeError for no function.
        """
        if not isinstance(fn, FunctionType):
            raise TypeError("Fn should be function type, but got", type(fn))
        why = "Cell.recompute() is torch's checkpointing, which keeps the random state"
        no_effect("recompute_registry.register", "fn", fn.__name__, why)
        self.recompute_generator = fn

    def get(self) -> Callable[..., Any]:
        """What was kept; TypeError where nothing was."""
        if self.recompute_generator is None:
            raise TypeError("Recompute generator should be initialised before get()!")
        return self.recompute_generator


recompute_registry = RecomputeRegistry()
