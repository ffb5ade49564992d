"""How values are written into a Parameter, outside of a gradient and inside."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import TYPE_CHECKING

import torch

from msacc.common.param_info import ParamInfo
from msacc.common.tensor import Tensor

if TYPE_CHECKING:
    from msacc.common.argument_types import AutogradContext


class _Overwritten(torch.autograd.Function):
    """Other values in the place of a parameter's; gradients of both reach the parameter, as in MindSpore."""

    generate_vmap_rule = True

    @staticmethod
    def forward(old: torch.Tensor, new: torch.Tensor) -> torch.Tensor:
        return new.clone()

    @staticmethod
    def setup_context(
        ctx: AutogradContext, inputs: Sequence[torch.Tensor], output: torch.Tensor
    ) -> None:
        pass

    @staticmethod
    def backward(ctx: AutogradContext, grad: torch.Tensor) -> tuple[torch.Tensor, None]:
        return grad, None


class _OtherWrites:
    """Parameters that are not differentiated and were written since the outermost gradient began.

    With their first tensors; None outside of gradients, and in graphs, which keep the values that they need themselves.
    """

    written: list[tuple[Tensor, torch.Tensor]] | None = None


_other = _OtherWrites()


@contextmanager
def other_writes(backward_follows: bool = False) -> Iterator[None]:
    """Keeps the values that a backward pass may need of parameters that are not differentiated.

    Such a parameter that is written gets another tensor until the end, as `end_writes` has it.
    """
    if torch.compiler.is_compiling() or _other.written is not None:
        yield
        return
    _other.written = []
    try:
        yield
    finally:
        written, _other.written = _other.written, None
        if written:
            parameters, tensors = zip(*written, strict=True)
            end_writes(parameters, tensors, tensors, backward_follows)


def keeps_values(parameter: Tensor) -> bool:
    """Whether a backward pass may need the values of a Parameter, so that nothing may be written over them."""
    return parameter._t.requires_grad or (
        not torch.compiler.is_compiling() and _other.written is not None
    )


def write_values(parameter: Tensor, new: torch.Tensor) -> None:
    """Write `new`, of the parameter's shape, into it.

    Inside a gradient a parameter keeps the old values, which the backward pass may need: it gets another tensor,
    whose values `end_writes` writes into the first.
    """
    t = parameter._t
    if t.requires_grad and torch.is_grad_enabled():
        parameter._t = _Overwritten.apply(t, new.detach().to(t.dtype).expand(t.shape))
        return
    # Asked last: a parameter makes its flags when they are first asked for, which graphs of torch 2.11 cannot hold.
    if keeps_values(parameter) and isinstance(getattr(parameter, "param_info", None), ParamInfo):
        assert _other.written is not None
        if all(p is not parameter for p, _ in _other.written):
            _other.written.append((parameter, t))
        parameter._t = new.detach().to(t.dtype).expand(t.shape).clone()
        return
    with torch.no_grad():
        t.copy_(new)


def end_writes(
    parameters: Sequence[Tensor],
    aliases: Sequence[torch.Tensor],
    tensors: Sequence[torch.Tensor],
    backward_follows: bool = False,
) -> None:
    """Put `tensors` back into parameters that had `aliases` of them, with what was written in between.

    `backward_follows`: a backward pass may need the old values later, so what was written stays in a tensor of its own.
    """
    for parameter, alias, t in zip(parameters, aliases, tensors, strict=True):
        written, parameter._t = parameter._t, t
        if written is alias:
            continue
        if t.requires_grad or backward_follows or written.shape != t.shape:
            # Inside another gradient the parameter stays part of it.
            parameter._t = written if t.requires_grad else written.detach()
        else:
            with torch.no_grad():
                t.copy_(written)
