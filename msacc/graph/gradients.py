"""Gradients of functions and Cells.

Nothing is recorded outside a gradient: parameters never require grad by themselves. A gradient
replaces each tensor it differentiates by an alias that does, runs the function, asks torch.autograd
and puts the tensors back. The same Python runs op by op and where a graph is recorded.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import Any

import torch

from msacc.common.distributed_runtime import runtime
from msacc.common.overflow_register import overflow_register
from msacc.common.parameter import Parameter, gradient_hooks
from msacc.common.parameter_writes import end_writes, other_writes
from msacc.common.remote_parameters import RemotePlaceholder, is_absent, no_gradient
from msacc.common.settings import GRAPH_MODE, settings
from msacc.common.sparse import Sparse, with_values
from msacc.common.tensor import Tensor, wrap
from msacc.common.tensor_tree import detach, leaves
from msacc.common.torch_private import transforms_functions
from msacc.common.weight_blocks import settle
from msacc.graph.execution_state import ForwardEnded, execution, gradient_entered
from msacc.graph.integer_gradients import needs_float_run, over_floats, to_float64
from msacc.graph.recomputed_results import promising_results


def _is_differentiable(t: torch.Tensor) -> bool:
    return t.is_floating_point() or t.is_complex()


def _is_recorded(t: torch.Tensor) -> bool:
    """Whether an outer gradient follows `t`: in a backward pass that nobody differentiates none does."""
    return t.requires_grad and torch.is_grad_enabled()


def _alias(t: torch.Tensor) -> torch.Tensor:
    """A tensor to differentiate: a fresh leaf, or a view inside an outer gradient."""
    if not _is_differentiable(t):
        return t
    return t.view_as(t) if _is_recorded(t) else t.detach().requires_grad_(True)


def alias_parameters(parameters: Sequence[Parameter]) -> list[torch.Tensor]:
    """Put an alias into every parameter; returns the tensors that were there."""
    tensors = [parameter._t for parameter in parameters]
    for parameter, t in zip(parameters, tensors, strict=True):
        parameter._t = _alias(t)
    return tensors


def apply_gradient_hooks(
    parameters: Sequence[Parameter], grads: Sequence[torch.Tensor]
) -> list[torch.Tensor]:
    """The gradients as the parameters' hooks leave them.

    Called here and not by torch: of a graph's own tensors torch 2.11 forgets the hooks.
    """
    if not gradient_hooks:
        return list(grads)
    return [_after_hooks(p, g) for p, g in zip(parameters, grads, strict=True)]


def _after_hooks(parameter: Parameter, grad: torch.Tensor) -> torch.Tensor:
    for hook in getattr(
        parameter, "gradient_hooks", ()
    ):  # a Tensor that passes for a Parameter has none
        hook_result = hook(wrap(grad))
        grad = hook_result._t if isinstance(hook_result, Tensor) else grad
    return grad


def restore_parameters(parameters: Sequence[Parameter], tensors: Sequence[torch.Tensor]) -> None:
    """Undo `alias_parameters`; what was written into the aliases is lost."""
    for parameter, t in zip(parameters, tensors, strict=True):
        parameter._t = t


@contextmanager
def _differentiating() -> Iterator[None]:
    with gradient_entered(), promising_results():
        yield


def backward(
    outputs: Sequence[torch.Tensor],
    inputs: Sequence[torch.Tensor],
    seeds: Sequence[torch.Tensor],
    nested: bool,
) -> list[torch.Tensor]:
    """Gradients of the seeded outputs; zeros where an input does not matter."""
    pairs = [(o, s) for o, s in zip(outputs, seeds, strict=True) if o.requires_grad]
    differentiable = [i for i in inputs if i.requires_grad]
    if not pairs or not differentiable:
        return [torch.zeros_like(i) for i in inputs]
    gradients = torch.autograd.grad(
        [o for o, _ in pairs],
        differentiable,
        [s for _, s in pairs],
        allow_unused=True,
        create_graph=nested,
    )
    if overflow_register.is_read:
        overflow_register.note(gradients)
    by_position = iter(gradients)
    grads = [next(by_position) if i.requires_grad else None for i in inputs]
    filled = [torch.zeros_like(i) if g is None else g for i, g in zip(inputs, grads, strict=True)]
    return runtime().align_gradients(inputs, filled)


def differentiate(
    fn: Callable[..., Any],
    args: tuple[Any, ...],
    kwargs: dict[str, Any],
    positions: Sequence[int],
    weights: Sequence[Parameter],
    seeds: Any = None,
    has_aux: bool = False,
    check: Callable[[Any], None] | None = None,
) -> tuple[Any, list[Tensor], list[Tensor]]:
    """Run `fn` and return (its value, gradients of args at `positions`, gradients of `weights`).

    Positions count on from `args` into `kwargs`. With `has_aux` the first of several values counts alone;
    `check` sees the value before.
    """
    if not execution.now.graph:
        settle()
    if RemotePlaceholder.anywhere and any(map(is_absent, weights)):
        return _without_remote_weights(fn, args, kwargs, positions, weights, seeds, has_aux, check)
    for weight in weights:
        weight.init_data()
    if transforms_functions():
        return _transformed(fn, args, kwargs, positions, weights, seeds, has_aux, check)
    moved = [*args, *kwargs.values()]
    # Inside another gradient whatever is computed may lead to what that one differentiates.
    outer = execution.now.gradient is not None or any(moved[i]._t.requires_grad for i in positions)
    nested = torch.is_grad_enabled() and (outer or any(w._t.requires_grad for w in weights))
    aliases = [_alias(moved[i]._t) for i in positions]
    grad_inputs = [moved[i] for i in positions]
    for i, alias in zip(positions, aliases, strict=True):
        source, moved[i] = moved[i], with_values(moved[i], alias)
        if type(source) is Tensor:
            vars(moved[i]).update(vars(source))  # attributes that the script added
    original_tensors = alias_parameters(weights)
    targets = [weight._t for weight in weights]
    try:
        with other_writes(), torch.enable_grad(), _differentiating():
            value = fn(*moved[: len(args)], **dict(zip(kwargs, moved[len(args) :], strict=True)))
            if check is not None:
                check(value)
            if execution.now.forward_only:
                raise ForwardEnded
            outs = [leaf._t for leaf in leaves(value[0] if has_aux else value)]
            grads = backward(outs, aliases + targets, _seeds(outs, seeds), nested)
            grads[len(aliases) :] = apply_gradient_hooks(weights, grads[len(aliases) :])
    finally:
        end_writes(weights, targets, original_tensors)
    if needs_float_run(outs, aliases + targets):
        grads = (
            _gradients_over_floats(fn, args, kwargs, positions, weights, seeds, has_aux) or grads
        )
    value = value if nested else detach(value)
    inputs = [
        with_values(a, g) if execution.now.graph else wrap(g)
        for a, g in zip(grad_inputs, grads, strict=False)
    ]
    return value, inputs, [wrap(g) for g in grads[len(aliases) :]]


def _transformed(
    fn: Callable[..., Any],
    args: tuple[Any, ...],
    kwargs: dict[str, Any],
    positions: Sequence[int],
    weights: Sequence[Parameter],
    seeds: Any,
    has_aux: bool,
    check: Callable[[Any], None] | None,
) -> tuple[Any, list[Tensor], list[Tensor]]:
    """`differentiate` inside of jvp, vmap or a Jacobian, where torch has no leaves."""
    moved = [*args, *kwargs.values()]
    places = [*(moved[i] for i in positions), *weights]
    tensors = [place._t for place in places]
    which = [i for i, t in enumerate(tensors) if _is_differentiable(t)]
    value: Any = None

    def plain(*inner: torch.Tensor) -> tuple[torch.Tensor, ...]:
        nonlocal value
        full = list(tensors)
        for i, t in zip(which, inner, strict=True):
            full[i] = t
        for i, place, t in zip(positions, places, full, strict=False):
            moved[i] = with_values(place, t)
        for weight, t in zip(weights, full[len(positions) :], strict=True):
            weight._t = t
        with _differentiating():
            value = fn(*moved[: len(args)], **dict(zip(kwargs, moved[len(args) :], strict=True)))
        if check is not None:
            check(value)
        return tuple(leaf._t for leaf in leaves(value))

    try:
        outs, pull = torch.func.vjp(  # type: ignore[misc]
            plain, *[tensors[i] for i in which]
        )
    finally:
        restore_parameters(weights, tensors[len(positions) :])
    for leaf, out in zip(leaves(value), outs, strict=True):
        leaf._t = out
    restore_parameters(weights, tensors[len(positions) :])
    main = [leaf._t for leaf in leaves(value[0] if has_aux else value)]
    cotangents = [*_seeds(main, seeds), *map(torch.zeros_like, outs[len(main) :])]
    grads = [torch.zeros_like(t) for t in tensors]
    for i, grad in zip(which, pull(tuple(cotangents)), strict=True):
        grads[i] = grad
    grads[len(positions) :] = apply_gradient_hooks(weights, grads[len(positions) :])
    split = len(positions)
    return value, [wrap(g) for g in grads[:split]], [wrap(g) for g in grads[split:]]


def _gradients_over_floats(
    fn: Callable[..., Any],
    args: tuple[Any, ...],
    kwargs: dict[str, Any],
    positions: Any,
    weights: Any,
    *more: Any,
) -> list[torch.Tensor] | None:
    """The gradients of a function that gives integers; None where it cannot run over floats."""
    moved = [*args, *kwargs.values()]
    if any(isinstance(moved[i], Sparse) for i in positions):
        return None
    before = [*(moved[i]._t for i in positions), *(weight._t for weight in weights)]
    for i in positions:
        moved[i] = wrap(to_float64(moved[i]._t))
    try:
        with over_floats(fn, weights):
            named = dict(zip(kwargs, moved[len(args) :], strict=True))
            _, *gradients = differentiate(
                fn, tuple(moved[: len(args)]), named, positions, weights, *more
            )
    except Exception:
        return None
    return [g._t.to(t.dtype) for g, t in zip([*gradients[0], *gradients[1]], before, strict=False)]


def _without_remote_weights(
    fn: Callable[..., Any],
    args: tuple[Any, ...],
    kwargs: dict[str, Any],
    positions: Any,
    weights: Any,
    *more: Any,
) -> Any:
    """`differentiate` where other stages of a pipeline hold some of the weights: those have no gradient here."""
    here = [w for w in weights if not is_absent(w)]
    value, inputs, weight_gradients = differentiate(fn, args, kwargs, positions, here, *more)
    grads = iter(weight_gradients)
    return value, inputs, [no_gradient(w) if is_absent(w) else next(grads) for w in weights]


def _seeds(outs: Sequence[torch.Tensor], seeds: Any) -> list[torch.Tensor]:
    if seeds is None:
        return [torch.ones_like(o) for o in outs]
    sens_tensors = [leaf._t for leaf in leaves(seeds)] or [seeds] * len(outs)
    if len(sens_tensors) != len(outs):
        # As in MindSpore, whose graphs check the number of arguments of the gradient's function.
        kind = TypeError if settings.mode == GRAPH_MODE else RuntimeError
        raise kind(
            f"The sens must match the outputs one to one: {len(outs)} outputs, {len(sens_tensors)} sens."
        )
    return [_one_seed(o, s) for o, s in zip(outs, sens_tensors, strict=True)]


def _one_seed(out: torch.Tensor, seed: Any) -> torch.Tensor:
    if not isinstance(seed, torch.Tensor):
        return torch.full_like(out, seed)
    if type(seed) is not type(out) and seed.numel() == 1:
        # An output that lies on several processes gets a seed that does.
        return torch.ones_like(out) * seed.to(out.dtype)
    if seed.shape != out.shape:
        if seed.numel() == 1:
            return seed.to(out.dtype).expand(out.shape)
        raise ValueError(
            f"The sens has shape {tuple(seed.shape)}, but the output has {tuple(out.shape)}."
        )
    return seed.to(out.dtype)
