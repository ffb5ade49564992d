"""A forward pass kept for the gradient that follows it.

The usual MindSpore train step calls `loss = self.network(*inputs)` and then
`self.grad(self.network, weights)(*inputs, sens)`. MindSpore runs the network once; so does msacc:
a training Cell that was told `set_grad()` keeps its forward pass until the gradient with the very
same inputs takes it.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Sequence
from typing import Any

import torch

from msacc.common.parameter import Parameter
from msacc.common.tensor import Tensor, wrap
from msacc.common.tensor_tree import detach, leaves
from msacc.common.torch_private import version
from msacc.graph.gradients import (
    _differentiating,
    _seeds,
    alias_parameters,
    apply_gradient_hooks,
    backward,
    restore_parameters,
)


class Recording:
    """One forward pass: its inputs, the parameters' aliases and the value that carries a graph."""

    def __init__(self, inputs: tuple[Any, ...], parameters: Sequence[Parameter]):
        self.inputs = inputs
        self.parameters = list(parameters)
        self.held: list[torch.Tensor] = []
        self.aliases: list[torch.Tensor] = []
        self.versions: list[int] = []
        self.value: Any = None

    def run(self, fn: Callable[..., Any]) -> Any:
        """Run `fn` on the inputs, keep its graph, return the value cut off from it."""
        self.held = alias_parameters(self.parameters)
        self.aliases = [p._t for p in self.parameters]
        self.versions = _versions(self.held)
        try:
            with torch.enable_grad(), _differentiating():
                self.value = fn(*self.inputs)
        finally:
            restore_parameters(self.parameters, self.held)
        return detach(self.value)

    def matches(self, inputs: tuple[Any, ...], weights: Sequence[Parameter]) -> bool:
        """Whether a gradient of `weights` at `inputs` can use this forward pass."""
        if len(inputs) != len(self.inputs) or any(
            a is not b for a, b in zip(inputs, self.inputs, strict=True)
        ):
            return False
        if self._places(weights) is None:
            return False
        # A parameter replaced or written to since then asks for a forward pass of its own.
        same = all(p._t is t for p, t in zip(self.parameters, self.held, strict=True))
        return same and self.versions == _versions(self.held)

    def gradients(self, weights: Sequence[Parameter], seeds: Any) -> list[Tensor]:
        """Gradients of the kept value with respect to `weights`, for which it `matches`."""
        outs = [leaf._t for leaf in leaves(self.value)]
        targets = [self.aliases[i] for i in self._places(weights) or ()]
        grads = backward(outs, targets, _seeds(outs, seeds), nested=False)
        return [wrap(g) for g in apply_gradient_hooks(weights, grads)]

    def _places(self, weights: Sequence[Parameter]) -> list[int] | None:
        """Where each of `weights` stands among the parameters; None when one does not."""
        if torch.compiler.is_compiling():
            return _in_turn(weights, self.parameters)
        place = {id(p): i for i, p in enumerate(self.parameters)}
        positions = [place.get(id(w), -1) for w in weights]
        return None if -1 in positions else positions


def _in_turn(weights: Sequence[Parameter], parameters: Sequence[Parameter]) -> list[int] | None:
    """Each place found by walking on from the last: one round when both have the same order.

    Compared by identity, not through id(): Dynamo cannot follow that into every container.
    """
    positions: list[int] = []
    at = 0
    for weight in weights:
        for step in range(len(parameters)):
            place = (at + step) % len(parameters)
            if parameters[place] is weight:
                positions.append(place)
                at = place + 1
                break
        else:
            return None
    return positions


def _versions(tensors: Sequence[torch.Tensor]) -> list[int]:
    return [] if torch.compiler.is_compiling() else [version(t) for t in tensors]


class _Kept(threading.local):
    """Forward passes nobody has taken yet, by the id of their Cell; each thread has its own.

    A pass that is never taken would hold its activations, so only the last few are kept, and a compiled
    graph keeps none past its end.
    """

    def __init__(self) -> None:
        self.passes: dict[int, Recording] = {}


_kept = _Kept()
_LIMIT = 4


def keep(owner: object, recording: Recording) -> None:
    """Remember the forward pass of `owner`."""
    passes = _kept.passes
    passes.pop(id(owner), None)
    while len(passes) >= _LIMIT:
        passes.pop(next(iter(passes)))
    passes[id(owner)] = recording


def take(owner: object, inputs: tuple[Any, ...], weights: Sequence[Parameter]) -> Recording | None:
    """Hand over the kept forward pass of `owner` if it fits, and forget it."""
    recording = _kept.passes.pop(id(owner), None)
    return recording if recording is not None and recording.matches(inputs, weights) else None


def forget() -> None:
    """Drop every kept forward pass."""
    _kept.passes.clear()
