"""Cache of forward passes: the gradient that follows with the same inputs reuses one.

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
from msacc.common.parameter_writes import end_writes, other_writes
from msacc.common.remote_parameters import RemotePlaceholder, is_absent, no_gradient
from msacc.common.tensor import Tensor, wrap
from msacc.common.tensor_tree import detach, leaves
from msacc.common.torch_private import version
from msacc.graph.gradients import (
    _differentiating,
    _seeds,
    alias_parameters,
    apply_gradient_hooks,
    backward,
)


class Recording:
    """One forward pass: its inputs, the parameters' aliases and the value that carries a graph."""

    def __init__(self, inputs: tuple[Any, ...], parameters: Sequence[Parameter]):
        self.inputs = inputs
        self.parameters = _here(parameters)
        self.tensors: list[torch.Tensor] = []
        self.aliases: list[torch.Tensor] = []
        self.versions: list[int] = []
        self.value: Any = None

    def run(self, fn: Callable[..., Any]) -> Any:
        """Run `fn` on the inputs, keep its graph, return the value cut off from it."""
        self.tensors = alias_parameters(self.parameters)
        self.aliases = [p._t for p in self.parameters]
        try:
            with other_writes(backward_follows=True), torch.enable_grad(), _differentiating():
                self.value = fn(*self.inputs)
        finally:
            end_writes(self.parameters, self.aliases, self.tensors, backward_follows=True)
            self.tensors = [p._t for p in self.parameters]
            self.versions = _versions(self.tensors)
        return detach(self.value)

    def matches(self, inputs: tuple[Any, ...], weights: Sequence[Parameter]) -> bool:
        """Whether a gradient of `weights` at `inputs` can use this forward pass."""
        if len(inputs) != len(self.inputs) or any(
            a is not b for a, b in zip(inputs, self.inputs, strict=True)
        ):
            return False
        if self._positions(_here(weights)) is None:
            return False
        # A parameter replaced or written to since then asks for a forward pass of its own.
        same = all(p._t is t for p, t in zip(self.parameters, self.tensors, strict=True))
        return same and self.versions == _versions(self.tensors)

    def gradients(self, weights: Sequence[Parameter], seeds: Any) -> list[Tensor]:
        """Gradients of the kept value with respect to `weights`, for which it `matches`."""
        here = _here(weights)
        outs = [leaf._t for leaf in leaves(self.value)]
        targets = [self.aliases[i] for i in self._positions(here) or ()]
        grads = backward(outs, targets, _seeds(outs, seeds), nested=False)
        found = iter(apply_gradient_hooks(here, grads))
        if len(here) == len(weights):
            return [wrap(g) for g in found]
        return [no_gradient(w) if is_absent(w) else wrap(next(found)) for w in weights]

    def _positions(self, weights: Sequence[Parameter]) -> list[int] | None:
        """Where each of `weights` stands among the parameters; None when one does not."""
        place = {id(p): i for i, p in enumerate(self.parameters)}
        positions = [place.get(id(w), -1) for w in weights]
        return None if -1 in positions else positions


def _here(parameters: Sequence[Parameter]) -> list[Parameter]:
    """Without those that other stages of a pipeline hold."""
    if not RemotePlaceholder.anywhere:
        return list(parameters)
    return [p for p in parameters if not is_absent(p)]


def _versions(tensors: Sequence[torch.Tensor]) -> list[int]:
    return [version(t) for t in tensors]


class _ThreadCache(threading.local):
    """The unused forward passes of a thread, by the id of their Cell.

    An unused pass holds its activations, so only the last few are cached, and a compiled
    graph keeps none past its end.
    """

    def __init__(self) -> None:
        self.passes: dict[int, Recording] = {}


_cache = _ThreadCache()
_LIMIT = 4


def store(owner: object, recording: Recording) -> None:
    """Stores the forward pass of `owner`."""
    passes = _cache.passes
    passes.pop(id(owner), None)
    while len(passes) >= _LIMIT:
        passes.pop(next(iter(passes)))
    passes[id(owner)] = recording


def take(owner: object, inputs: tuple[Any, ...], weights: Sequence[Parameter]) -> Recording | None:
    """Removes the cached forward pass of `owner` and returns it if the inputs match."""
    recording = _cache.passes.pop(id(owner), None)
    return recording if recording is not None and recording.matches(inputs, weights) else None


def clear() -> None:
    """Empties the cache."""
    _cache.passes.clear()
