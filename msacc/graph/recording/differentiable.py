"""Recorded runs through which an outer gradient passes: a forward pass, and the backward pass that belongs to it.

Both stand in one recorded list, cut between them. To autograd they are one function, whose backward pass runs the
second half. Who differentiates that one again has the function run op by op instead.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from operator import itemgetter
from typing import TYPE_CHECKING, Any

import torch

from msacc.common import torch_private
from msacc.common.tensor import Tensor
from msacc.graph.recording.marks import begin_segment
from msacc.graph.recording.program import Program
from msacc.graph.recording.recorder import Recorded, numbered, placed

if TYPE_CHECKING:
    from msacc.common.argument_types import AutogradContext

# The two segments of the program.
FORWARD: tuple[bool, ...] = ()
BACKWARD = (True,)


@dataclass
class Joint:
    """`call` with a gradient behind it: what is recorded in its place.

    Its run gives (the result of `call`, the gradients of what is differentiated; None for those without one): first
    those of arguments, then of the Tensors `held`.
    """

    call: Callable[..., Any]
    held: Sequence[Tensor]
    # The Tensors whose change shall be found.
    known: Sequence[Tensor]
    # For each tensor and size of the result what marks the input that is its gradient; None for one without a gradient.
    seeds: list[torch.Tensor | None] = field(default_factory=list)
    # Which of them are tensors.
    are_tensors: list[bool] = field(default_factory=list)

    def __call__(self, *inputs: torch.Tensor) -> tuple[Any, list[torch.Tensor | None]]:
        arguments = [_leaf(t) if t.requires_grad else t for t in inputs]
        targets = [t for t in arguments if t.requires_grad]
        with _leaves_in(self.held) as leaves:
            before = [(holder, holder._t) for holder in self.known]
            outs: list[torch.Tensor] = []
            result = numbered(self.call(*arguments), outs)
            self.are_tensors = [isinstance(out, torch.Tensor) for out in outs]
            values = [out.detach() if isinstance(out, torch.Tensor) else out for out in outs]
            for holder, t in before:
                if holder._t is not t:  # what it gets is there after the forward pass
                    holder._t = holder._t.detach()
            begin_segment()
            inputs_of = [_seed(out) for out in outs]
            self.seeds = [mark for _, mark in inputs_of]
            grads = _gradients(outs, [seed for seed, _ in inputs_of], [*targets, *leaves])
        return placed(result, values), grads


def _leaf(t: torch.Tensor) -> torch.Tensor:
    return t.detach().requires_grad_(True)


@contextmanager
def _leaves_in(holders: Sequence[Tensor]) -> Iterator[list[torch.Tensor]]:
    """Has the Tensors hold leaves within the block; what the block assigns stays."""
    before = [holder._t for holder in holders]
    leaves = [_leaf(t) for t in before]
    for holder, leaf in zip(holders, leaves, strict=True):
        holder._t = leaf
    try:
        yield leaves
    finally:
        for holder, leaf, t in zip(holders, leaves, before, strict=True):
            if holder._t is leaf:
                holder._t = t


def _seed(out: Any) -> tuple[torch.Tensor | None, torch.Tensor | None]:
    """The gradient of a result, and what marks it."""
    if isinstance(out, torch.Tensor) and out.requires_grad:
        return torch_private.new_input_like(out)
    return None, None


def _gradients(
    outs: Sequence[torch.Tensor],
    seeds: Sequence[torch.Tensor | None],
    targets: Sequence[torch.Tensor],
    create_graph: bool = False,
) -> list[torch.Tensor | None]:
    pairs = [(out, seed) for out, seed in zip(outs, seeds, strict=True) if seed is not None]
    if not pairs:
        return [None] * len(targets)
    return list(
        torch.autograd.grad(
            [out for out, _ in pairs],
            targets,
            [seed for _, seed in pairs],
            create_graph=create_graph,
            allow_unused=True,
        )
    )


class DifferentiableProgram:
    """The recorded run `way` of `joint`, as one function of autograd's."""

    def __init__(self, joint: Joint, way: Recorded, program: Program) -> None:
        self._joint, self._program = joint, program
        self._result, grads = way.result
        self._draws = any(map(_draws, way.graph.graph.nodes))
        self._rebound = way.rebound
        self.held = program.held
        places = program.results(BACKWARD)
        self._outs = places[: len(joint.seeds)]
        self._new = places[len(places) - len(way.rebound) :]
        self._is_followed = [seed is not None for seed in joint.seeds]
        self._seeds = [None if seed is None else program.take_out(seed) for seed in joint.seeds]
        self._grads = [None if grad is None else places[grad.number] for grad in grads]
        needed = program.needed_behind(FORWARD) | {p for p in self._grads if p is not None}
        seeds = {place for place in self._seeds if place is not None}
        self._saved = sorted(needed - program.given_in(BACKWARD) - seeds)

    def run(self, inputs: Sequence[torch.Tensor], held: Sequence[torch.Tensor]) -> Any:
        """The result of the function. `held` are the tensors of the Tensors of that name."""
        differentiated = [holder._t for holder in self._joint.held]
        *outs, rebound = _Function.apply(self, held, len(inputs), *inputs, *differentiated)
        for holder, t in zip(self._rebound, rebound, strict=True):
            holder._t = t
        return placed(self._result, outs)

    def forward(
        self, ctx: AutogradContext, inputs: Sequence[Any], held: Sequence[Any]
    ) -> tuple[Any, ...]:
        """The first half: tensors of the result, and what is rebound."""
        values = self._program.start(inputs, held)
        self._program.run_segment(FORWARD, values)
        outs = [_no_view(values[place]) for place in self._outs]
        for place, out in zip(self._outs, outs, strict=True):
            values[place] = out
        self._keep(ctx, values, inputs)
        results = zip(outs, self._is_followed, self._joint.are_tensors, strict=True)
        ctx.mark_non_differentiable(
            *(out for out, follows, is_tensor in results if is_tensor and not follows)
        )
        return *outs, [values[place] for place in self._new]

    def _keep(self, ctx: AutogradContext, values: Sequence[Any], inputs: Sequence[Any]) -> None:
        """Keeps for the backward pass what it needs: tensors as autograd does, and sizes."""
        saved = [(place, values[place]) for place in self._saved]
        ctx.sizes = {place: v for place, v in saved if not isinstance(v, torch.Tensor)}
        tensors = [v for place, v in saved if place not in ctx.sizes]
        ctx.count = len(tensors)
        if torch_private.hooks_saved_tensors():  # which want to see all that is kept
            tensors += inputs
            ctx.inputs = None
        ctx.save_for_backward(*tensors)

    def backward(self, ctx: AutogradContext, seeds: Sequence[Any]) -> Iterator[Any]:
        """The second half: the gradients of what is differentiated."""
        values = self._program.start((), ())
        saved = iter(ctx.saved_tensors)
        for place in self._saved:
            values[place] = ctx.sizes[place] if place in ctx.sizes else next(saved)
        for place, seed in zip(self._seeds, seeds, strict=False):
            if place is not None:
                values[place] = seed.contiguous()
        self._program.run_segment(BACKWARD, values)
        return (None if place is None else values[place] for place in self._grads)

    def backward_again(self, ctx: AutogradContext, seeds: Sequence[Any]) -> Iterator[Any]:
        """The gradients, in a way that they can be differentiated: the function runs again, op by op."""
        if self._draws:  # compiled code draws by itself, which nothing repeats
            raise RuntimeError(
                "a graph that draws random numbers, as dropout does, has no second derivative; "
                'jit_level="O0" runs it op by op, which has'
            )
        inputs = ctx.saved_tensors[ctx.count :] if ctx.inputs is None else ctx.inputs
        values = [*zip(self.held, ctx.held, strict=True)]
        values += zip(self._joint.held, ctx.differentiated, strict=True)
        before = [(holder, holder._t) for holder in [*map(itemgetter(0), values), *self._rebound]]
        for holder, t in values:
            holder._t = t
        outs: list[torch.Tensor] = []
        try:
            numbered(self._joint.call(*inputs), outs)
        finally:
            for holder, t in before:
                holder._t = t
        followed = zip(seeds, self._is_followed, self._joint.are_tensors, strict=False)
        given = [seed if follows else None for seed, follows, is_tensor in followed if is_tensor]
        targets = [t for t in (*inputs, *ctx.differentiated) if t.requires_grad]
        return iter(_gradients(outs, given, targets, create_graph=True))


class _Function(torch.autograd.Function):
    """A DifferentiableProgram over the inputs and held tensors."""

    @staticmethod
    def forward(
        ctx: AutogradContext,
        program: DifferentiableProgram,
        held: Sequence[Any],
        count: int,
        *given: Any,
    ) -> Any:
        ctx.program, ctx.held = program, held
        ctx.inputs, ctx.differentiated = given[:count], given[count:]
        return program.forward(ctx, given[:count], held)

    @staticmethod
    def backward(ctx: AutogradContext, *seeds: Any) -> Any:
        if torch.is_grad_enabled():
            grads = ctx.program.backward_again(ctx, seeds)
        else:
            grads = ctx.program.backward(ctx, seeds)
        return (
            None,
            None,
            None,
            *(next(grads) if needs else None for needs in ctx.needs_input_grad[3:]),
        )


def _no_view(value: Any) -> Any:
    """`value` as a function of autograd's may return it."""
    is_view = isinstance(value, torch.Tensor) and torch_private.is_view(value)
    return value.clone() if is_view else value


def _draws(node: torch.fx.Node) -> bool:
    """Whether a call draws random numbers."""
    return torch.Tag.nondeterministic_seeded in getattr(node.target, "tags", ())
