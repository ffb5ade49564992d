"""A forward pass kept for the gradient that follows it.

The usual MindSpore train step calls `loss = self.network(*inputs)` and then
`self.grad(self.network, weights)(*inputs, sens)`. MindSpore runs the network once; so does msacc:
a training Cell that was told `set_grad()` keeps its forward pass until the gradient with the very
same inputs takes it.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import torch

from msacc.common.parameter import Parameter
from msacc.common.tensor import Tensor, wrap
from msacc.common.tree import detach, leaves
from msacc.graph.gradients import (
    _differentiating,
    _seeds,
    alias_parameters,
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
        if len(inputs) != len(self.inputs) or any(a is not b for a, b in zip(inputs, self.inputs)):
            return False
        if not all(any(w is p for p in self.parameters) for w in weights):
            return False
        # A parameter replaced or written to since then asks for a forward pass of its own.
        same = all(p._t is t for p, t in zip(self.parameters, self.held))
        return same and self.versions == _versions(self.held)

    def gradients(self, weights: Sequence[Parameter], seeds: Any) -> list[Tensor]:
        """Gradients of the kept value with respect to `weights`."""
        outs = [leaf._t for leaf in leaves(self.value)]
        targets = [self._alias_of(w) for w in weights]
        return [wrap(g) for g in backward(outs, targets, _seeds(outs, seeds), nested=False)]

    def _alias_of(self, weight: Parameter) -> torch.Tensor:
        # Compared by identity, not through id(): Dynamo cannot follow that into every container.
        return next(a for p, a in zip(self.parameters, self.aliases) if p is weight)


def _versions(tensors: Sequence[torch.Tensor]) -> list[int]:
    return [] if torch.compiler.is_compiling() else [t._version for t in tensors]


# Forward passes nobody has taken yet, by the id of their Cell. A pass that is never taken would hold
# its activations, so only the last few are kept, and a compiled graph keeps none past its end.
_kept: dict[int, Recording] = {}
_LIMIT = 4


def keep(owner: object, recording: Recording) -> None:
    """Remember the forward pass of `owner`."""
    _kept.pop(id(owner), None)
    while len(_kept) >= _LIMIT:
        _kept.pop(next(iter(_kept)))
    _kept[id(owner)] = recording


def take(owner: object, inputs: tuple[Any, ...], weights: Sequence[Parameter]) -> Recording | None:
    """Hand over the kept forward pass of `owner` if it fits, and forget it."""
    recording = _kept.pop(id(owner), None)
    return recording if recording is not None and recording.matches(inputs, weights) else None


def forget() -> None:
    """Drop every kept forward pass."""
    _kept.clear()
