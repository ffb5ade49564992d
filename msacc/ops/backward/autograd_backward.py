"""The gradient of an op, derived by torch's autograd from the op itself."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import torch

from msacc.common.tensor import Tensor, wrap
from msacc.ops.core.tensor_conversion import rewrap

# What an argument of a gradient primitive is: an input to derive by, one of which only the shape is given (the op
# is linear in it), one that stays, the gradient of the output, or a value that is not needed. A number behind the
# first three is the place among the forward op's arguments; without it they come in the order of the call.
BY, SHAPE, STAYS, ALONG = "x", "n", "c", "dy"


def gradients_of(
    forward: Callable[..., Any], roles: str, arguments: Sequence[Any], taped: bool = False
) -> Any:
    """The gradients of `forward` by the inputs to derive by, in order: one Tensor, or a tuple of them.

    `roles` holds the role of each of `arguments`, separated by spaces. Of a tuple of outputs the first is derived.
    The result can be derived again; `taped` is for ops that torch.func does not know, and cannot.
    """
    role_arguments = list(zip(roles.split(), arguments, strict=False))
    cotangent = next(value._t for role, value in role_arguments if role == ALONG)
    inputs, positions = _inputs(role_arguments, cotangent)

    def first_output(*values: torch.Tensor) -> torch.Tensor:
        full = list(inputs)
        for i, value in zip(positions, values, strict=True):
            full[i] = wrap(value)
        out = forward(*full)
        first: Tensor = out[0] if isinstance(out, tuple) else out
        return first._t

    gradients = (tape_vjp if taped else vjp)(
        first_output, [inputs[i]._t for i in positions], cotangent
    )
    return rewrap(gradients[0] if len(gradients) == 1 else gradients)


def _inputs(
    role_arguments: list[tuple[str, Any]], cotangent: torch.Tensor
) -> tuple[list[Any], list[int]]:
    """The forward op's arguments, and the positions of those to derive by."""
    operands = [(role, value) for role, value in role_arguments if role[0] in (BY, SHAPE, STAYS)]
    full: list[Any] = [None] * len(operands)
    positions = []
    for i, (role, value) in enumerate(operands):
        position = int(role[1:] or i)
        full[position] = zeros(value, cotangent) if role[0] == SHAPE else value
        if role[0] != STAYS:
            positions.append(position)
    return full, sorted(positions)


def zeros(shape: Any, like: torch.Tensor) -> Tensor:
    """Zeros of this shape, numbers or a Tensor of them, with the dtype of `like`."""
    return wrap(torch.zeros([int(n) for n in shape], dtype=like.dtype, device=like.device))


def vjp(
    fn: Callable[..., torch.Tensor], primals: Sequence[torch.Tensor], cotangent: torch.Tensor
) -> tuple[torch.Tensor, ...]:
    """The vector-Jacobian product of `fn` at `primals` with `cotangent`, which is cast to the output's dtype."""
    out, pull = torch.func.vjp(fn, *primals)  # type: ignore[misc]
    gradients: tuple[torch.Tensor, ...] = pull(cotangent.to(out.dtype))
    return gradients


def tape_vjp(
    fn: Callable[..., torch.Tensor], primals: Sequence[torch.Tensor], cotangent: torch.Tensor
) -> tuple[torch.Tensor, ...]:
    """`vjp` by torch's autograd tape: the result cannot be derived again."""
    with torch.enable_grad():
        leaves = [t.detach().requires_grad_() for t in primals]
        return torch.autograd.grad(fn(*leaves), leaves, cotangent)


def second_gradient(forward: Callable[[Tensor], Tensor], primal: Tensor, tangent: Tensor) -> Tensor:
    """The derivative of `forward` at `primal` along `tangent`: the gradient of its gradient, where that is linear."""
    function = lambda t: forward(wrap(t))._t  # noqa: E731
    return wrap(torch.func.jvp(function, (primal._t,), (tangent._t,))[1])
