"""`_Function`: forward and backward by hand, called by `apply`."""

from __future__ import annotations

import inspect
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import torch

from msacc.common.tensor import Tensor, wrap
from msacc.common.tensor_tree import LEAF, emptied, filled, leaves, like

if TYPE_CHECKING:
    from msacc.common.argument_types import AutogradContext


class _Function:
    """A function with a backward pass of its own, by `apply`: forward(ctx, *inputs), backward(ctx, *gradients).

    `ctx` is an instance of the subclass and keeps what `forward` leaves on it: `save_for_backward(*tensors)` for
    `ctx.saved_tensors`, any attribute of another kind. With `setup_context(ctx, inputs, output)`, `forward` takes no
    ctx, and `apply` takes keywords. `backward` gives one gradient, or None for zeros, for each input of `forward`;
    RuntimeError for another number, or for something that is not a Tensor.

    Differs from MindSpore: `ctx.needs_input_grad` is True only for inputs whose gradient is asked for. In a graph,
    where MindSpore has none of this, the call runs op by op.
    """

    _has_setup_context = False
    saved_tensors: tuple[Any, ...]
    needs_input_grad: tuple[bool, ...]
    dirty_tensors: tuple[Tensor, ...] = ()
    non_differentiable: tuple[Tensor, ...] = ()
    materialize_grads = True

    @staticmethod
    def forward(ctx: AutogradContext, *args: Any, **kwargs: Any) -> Any:
        """What the function gives. To be written by the subclass."""
        raise NotImplementedError("forward function should be customized.")

    @staticmethod
    def backward(ctx: AutogradContext, *grad_outputs: Any) -> Any:
        """The gradient of each input. To be written by the subclass."""
        raise NotImplementedError("backward function should be customized.")

    @staticmethod
    def setup_context(ctx: AutogradContext, inputs: tuple[Any, ...], output: Any) -> Any:
        """Keep what `backward` needs, where `forward` takes no ctx."""
        raise NotImplementedError("setup_context is not implemented.")

    @classmethod
    def apply(cls, *args: Any, **kwargs: Any) -> Any:
        """Call the function: a Tensor, or a tuple as `forward` gave it."""
        if torch.compiler.is_compiling():
            raise NotImplementedError(f"the _Function {cls.__name__}")
        cls._has_setup_context = cls.setup_context is not _Function.setup_context
        if cls._has_setup_context:
            bound = inspect.signature(cls.forward).bind(*args, **kwargs)
            bound.apply_defaults()
            args, kwargs = bound.args, bound.kwargs
        if kwargs:
            raise TypeError(
                f"{cls.__name__}.apply() takes no keyword arguments but got {sorted(kwargs)}; give them by "
                "position, or "
                "write a setup_context()."
            )
        ctx = cls()
        tensors = [a._t if isinstance(a, Tensor) else a for a in args]
        results = iter(_Run.apply(ctx, args, *tensors))
        return _placed(vars(ctx).pop("_out"), lambda o: wrap(next(results)) if o is LEAF else o)

    def save_for_backward(self, *tensors: Any) -> None:
        """Keep tensors for `backward`, which finds them as `ctx.saved_tensors`."""
        self.saved_tensors = tensors

    def mark_dirty(self, *args: Tensor) -> None:
        """Tell which inputs `forward` has written to."""
        self.dirty_tensors = args

    def mark_non_differentiable(self, *args: Tensor) -> None:
        """Tell which outputs have no gradient."""
        self.non_differentiable = args

    def set_materialize_grads(self, value: bool) -> None:
        """Whether `backward` gets zeros, not None, for outputs that nothing used."""
        self.materialize_grads = value


class _Run(torch.autograd.Function):
    """One call: what the user's ctx says is told to torch's."""

    @staticmethod
    def forward(
        ctx: AutogradContext, own: Any, args: tuple[Any, ...], *tensors: Any
    ) -> tuple[torch.Tensor, ...]:
        inputs = [
            wrap(t) if isinstance(t, torch.Tensor) else a
            for t, a in zip(tensors, args, strict=True)
        ]
        own.needs_input_grad = tuple(ctx.needs_input_grad[2:])
        if own._has_setup_context:
            out = own.forward(*inputs)
            own.setup_context(own, tuple(inputs), out)
        else:
            out = own.forward(own, *inputs)
        ctx.set_materialize_grads(own.materialize_grads)
        ctx.mark_dirty(*_written(own.dirty_tensors, inputs, tensors))
        ctx.mark_non_differentiable(*[t._t for t in own.non_differentiable])
        saved_tensors = vars(own).pop("saved_tensors", ())
        ctx.own, ctx.saved = own, emptied(saved_tensors)
        ctx.save_for_backward(*[t._t for t in leaves(saved_tensors)])
        # Results that are no Tensors have no gradient, nor have those inside of them: `backward` gets None for each.
        outs = out if isinstance(out, (tuple, list)) else (out,)
        own._out = _placed(out, lambda o: LEAF if isinstance(o, Tensor) else o)
        ctx.tensors = [isinstance(o, Tensor) for o in outs]
        ctx.like = [isinstance(a, Tensor) for a in args]
        return tuple(o._t for o in outs if isinstance(o, Tensor))

    @staticmethod
    def backward(ctx: AutogradContext, *grads: torch.Tensor | None) -> Any:
        own = ctx.own
        own.saved_tensors = filled(ctx.saved, iter(ctx.saved_tensors))
        own.needs_input_grad = tuple(ctx.needs_input_grad[2:])
        seeds = iter(grads)
        by_output = [next(seeds) if is_tensor else None for is_tensor in ctx.tensors]
        gradients = own.backward(own, *[None if g is None else wrap(g) for g in by_output])
        gradients = tuple(gradients) if isinstance(gradients, (tuple, list)) else (gradients,)
        return (None, None, *_checked(type(own).__name__, gradients, ctx.like))


def _placed(out: Any, place: Callable[[Any], Any]) -> Any:
    """What `forward` gave, with `place` of each of its results."""
    return like(out, map(place, out)) if isinstance(out, (tuple, list)) else place(out)


def _written(
    dirty: tuple[Tensor, ...], inputs: list[Any], raw_inputs: tuple[Any, ...]
) -> list[torch.Tensor]:
    """The raw inputs that were written to; where an op put a new tensor in the place of one, its values are copied."""
    written = []
    for item, raw in zip(inputs, raw_inputs, strict=True):
        if any(item is d for d in dirty):
            if item._t is not raw:
                raw.copy_(item._t)
                item._t = raw
            written.append(raw)
    return written


def _checked(name: str, gradients: tuple[Any, ...], like: list[bool]) -> list[torch.Tensor | None]:
    """The gradients as torch takes them: None for zeros and for inputs that are no Tensors."""
    if len(gradients) < len(like) or any(extra is not None for extra in gradients[len(like) :]):
        raise RuntimeError(
            f"{name}.backward() returned a wrong number of gradients: forward() takes {len(like)} inputs, but "
            f"{len(gradients)} came."
        )
    for position, grad in enumerate(gradients):
        if grad is not None and not isinstance(grad, Tensor):
            raise RuntimeError(
                f"{name}.backward(): a gradient should be None or a Tensor, position: {position}, type: {type(grad)}"
            )
    return [
        g._t if g is not None and tensor else None
        for g, tensor in zip(gradients, like, strict=False)
    ]
