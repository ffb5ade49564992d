"""The micro-step of several processes: sends each bucket's gradients while the backward pass goes on.

Op by op a hook on every parameter reports when its gradient is complete; in a graph a custom op does so, which
`move_sends_earlier` moves to right after the last of a bucket's gradients. Either way the accumulator is called by
Python, starts the messages that are ready, and the backward pass goes on beside them.
"""

from __future__ import annotations

import functools
import itertools
from collections.abc import Sequence
from typing import Any, Protocol
from weakref import WeakValueDictionary

import torch
from torch import library
from torch.fx import Graph, Node

from msacc.common.parameter import Parameter, gradient_hooks
from msacc.common.tensor import Tensor
from msacc.common.torch_private import effect_of, graph_pass, in_order, keep_in_order
from msacc.graph.gradients import differentiate
from msacc.nn.cell import Cell


class GradientSink(Protocol):
    """Where gradients are accumulated."""

    def add_gradient(self, bucket: int, place: int, grad: torch.Tensor) -> None:
        """Adds one micro-batch's gradient of one parameter, by its index in a bucket."""

    def bucket_ready(self, bucket: int) -> None:
        """All gradients of this micro-batch are in the bucket."""


# Graphs refer to sinks by number.
_sinks: WeakValueDictionary[int, Any] = WeakValueDictionary()


def _register(sink: GradientSink) -> int:
    """Registers a sink: the first free number, so that equal programs compile the same graph."""
    number = next(n for n in itertools.count() if n not in _sinks)
    _sinks[number] = sink
    return number


@library.custom_op("msacc::send_gradients", mutates_args=())
def _send_gradients(grads: list[torch.Tensor], sink: int, bucket: int) -> None:
    target = _sinks[sink]
    for index, grad in enumerate(grads):
        target.add_gradient(bucket, index, grad)
    target.bucket_ready(bucket)


@_send_gradients.register_fake
def _(grads: list[torch.Tensor], sink: int, bucket: int) -> None:
    return None


_OP = torch.ops.msacc.send_gradients.default
keep_in_order(_OP)


class OverlappedMicroStep(Cell):
    """Forward and backward of one micro-batch; sends the gradients to `sink`, returns the network's output.

    `sens` (a 0-d Tensor) seeds the gradient. `buckets`: the positions of each bucket's parameters among `weights`; the
    last bucket, whose gradients are computed first, is sent first. Without `overlaps` what runs op by op sends behind
    the backward pass. With `has_aux` the network returns (loss, ...).
    """

    # Where operators are sharded: computes this process's gradients from those of the global batch.
    cutting: Any = None

    def __init__(
        self,
        network: Any,
        weights: Sequence[Parameter],
        buckets: Sequence[Sequence[int]],
        sink: GradientSink,
        overlaps: bool = True,
        has_aux: bool = False,
    ):
        super().__init__(auto_prefix=False)
        self.network, self.overlaps, self.has_aux = network, overlaps, has_aux
        number = _register(sink)
        attributes = {
            "weights": list(weights),
            "number": number,
            "buckets": list(map(list, buckets)),
        }
        # Set past Cell.__setattr__: none of these is a child or parameter of this Cell.
        self.__dict__.update(attributes)

    def _compile_patches(self) -> dict[str, Any]:
        return patches()

    def construct(self, sens: Tensor, *inputs: Any) -> Any:
        if torch.compiler.is_compiling():
            return self._finished(self.network, sens, inputs)
        hooks = GradientHooks(_sinks[self.number], self.weights, self.buckets)

        def hooked_network(*args: Any) -> Any:
            # A gradient that is changed after the backward pass is sent after it.
            if self.overlaps and self.cutting is None and not gradient_hooks:
                hooks.register()
            return self.network(*args)

        return self._finished(hooked_network, sens, inputs, hooks)

    def _finished(
        self,
        network: Any,
        sens: Tensor,
        inputs: tuple[Any, ...],
        hooks: GradientHooks | None = None,
    ) -> Any:
        """The network's value; sends the gradients that were not sent during the backward pass."""
        value, _, grads = differentiate(network, inputs, {}, (), self.weights, sens, self.has_aux)
        if self.cutting is not None:
            value, grads = self.cutting.finished(value, grads, self.weights)
        for bucket in reversed(range(len(self.buckets))):
            bucket_grads = [grads[i]._t for i in self.buckets[bucket]]
            if hooks is not None:
                hooks.add_missing(bucket, bucket_grads)
            else:
                torch.ops.msacc.send_gradients(bucket_grads, self.number, bucket)
        return value


class GradientHooks:
    """Adds gradients to the sink as one backward pass computes them."""

    def __init__(
        self, sink: GradientSink, weights: Sequence[Parameter], buckets: Sequence[Sequence[int]]
    ):
        self.sink, self.weights, self.buckets = sink, weights, buckets
        self._zeros: dict[Any, torch.Tensor] = {}
        # The indices of each bucket whose gradient is missing.
        self.missing = [set(range(len(members))) for members in buckets]

    def register(self) -> None:
        """Hooks the tensors that the parameters hold while the network runs."""
        for bucket, members in enumerate(self.buckets):
            for index, i in enumerate(members):
                t = self.weights[i]._t
                if t.requires_grad and t.is_leaf:
                    t.register_hook(functools.partial(self._on_gradient, bucket, index))

    def _on_gradient(self, bucket: int, index: int, grad: torch.Tensor) -> torch.Tensor | None:
        if index not in self.missing[bucket]:
            return None
        self._add(bucket, index, grad.detach())
        # Autograd keeps a hook's result until the backward pass is over: zeros without memory, to free the gradient.
        return self._zeros_like(grad)

    def _zeros_like(self, like: torch.Tensor) -> torch.Tensor:
        key = like.dtype, like.device
        if key not in self._zeros:
            self._zeros[key] = like.new_zeros(())
        return self._zeros[key].expand_as(like)

    def _add(self, bucket: int, index: int, grad: torch.Tensor) -> None:
        self.sink.add_gradient(bucket, index, grad)
        self.missing[bucket].discard(index)
        if not self.missing[bucket]:
            self.sink.bucket_ready(bucket)

    def add_missing(self, bucket: int, grads: list[torch.Tensor]) -> None:
        """Adds the missing gradients; `grads` are autograd's results for the bucket."""
        for index in sorted(self.missing[bucket]):
            self._add(bucket, index, grads[index])


def move_sends_earlier(graph: Graph) -> int:
    """Moves each send to right after the last of its inputs; returns how many moved."""
    moved = 0
    for node in [n for n in graph.nodes if effect_of(n) is _OP]:
        position = {n: i for i, n in enumerate(graph.nodes)}
        latest = max(node.all_input_nodes, key=position.__getitem__)
        moved += position[node] > position[latest] + 1
        latest.append(node)
        _move_unpacking(node)
    return moved


def _move_unpacking(node: Node) -> None:
    """Moves the nodes that unpack a send's result behind it: the next send needs them."""
    for user in reversed(list(node.users)):
        if getattr(user.target, "__name__", "") == "getitem":
            node.append(user)


def _rewrite(graph: Graph) -> None:
    move_sends_earlier(graph)
    graph.lint()


@functools.cache
def patches() -> dict[str, Any]:
    """Inductor's settings with the pass."""
    return {"post_grad_custom_pre_pass": graph_pass(_rewrite, __file__), **in_order()}
