"""The micro-step of several processes: sends each bucket's gradients while the backward pass goes on.

A hook on every parameter reports when its gradient is complete. A recorded run has a call of a custom op there, once a
bucket is complete, between its compiled parts. Either way the accumulator is called by Python, starts the messages that
are ready, and the backward pass goes on beside them.
"""

from __future__ import annotations

import functools
import itertools
from collections.abc import Sequence
from typing import Any, Protocol
from weakref import WeakValueDictionary

import torch
from torch import library

from msacc.common.parameter import Parameter, gradient_hooks
from msacc.common.tensor import Tensor
from msacc.common.without_values import is_recorded
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


class OverlappedMicroStep(Cell):
    """Forward and backward of one micro-batch; sends the gradients to `sink`, returns the network's output.

    `sens` (a 0-d Tensor) seeds the gradient. `buckets`: the positions of each bucket's parameters among `weights`; the
    last bucket, whose gradients are computed first, is sent first. Without `overlaps` what runs op by op sends behind
    the backward pass. With `has_aux` the network returns (loss, ...).
    """

    # Where operators are sharded: computes this process's gradients from those of the global batch.
    operator_sharding: Any = None

    def __init__(
        self,
        network: Cell,
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

    def construct(self, sens: Tensor, *inputs: Any) -> Any:
        hooks = RecordedHooks if is_recorded() else GradientHooks
        sends = hooks(self.number, self.weights, self.buckets)

        def hooked_network(*args: Any) -> Any:
            # A gradient that is changed after the backward pass is sent after it.
            if self.overlaps and self.operator_sharding is None and not gradient_hooks:
                sends.register()
            return self.network(*args)

        value, _, grads = differentiate(
            hooked_network, inputs, {}, (), self.weights, sens, self.has_aux
        )
        if self.operator_sharding is not None:
            value, grads = self.operator_sharding.finished(value, grads, self.weights)
        for bucket in reversed(range(len(self.buckets))):
            sends.add_missing(bucket, [grads[i]._t for i in self.buckets[bucket]])
        return value


class GradientHooks:
    """Adds gradients to the sink of a number as one backward pass computes them."""

    def __init__(self, number: int, weights: Sequence[Parameter], buckets: Sequence[Sequence[int]]):
        self.number, self.weights, self.buckets = number, weights, buckets
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

    def add_missing(self, bucket: int, grads: list[torch.Tensor]) -> None:
        """Adds the missing gradients; `grads` are autograd's results for the bucket."""
        for index in sorted(self.missing[bucket]):
            self._add(bucket, index, grads[index])

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
        sink = _sinks[self.number]
        sink.add_gradient(bucket, index, grad)
        self.missing[bucket].discard(index)
        if not self.missing[bucket]:
            sink.bucket_ready(bucket)


class RecordedHooks(GradientHooks):
    """The same in a recorded run: a call for each bucket, where its last gradient is computed."""

    def __init__(self, *args: Any):
        super().__init__(*args)
        self._grads: list[list[Any]] = [[None] * len(members) for members in self.buckets]

    def _zeros_like(self, like: torch.Tensor) -> torch.Tensor:
        return like

    def _add(self, bucket: int, index: int, grad: torch.Tensor) -> None:
        self._grads[bucket][index] = grad
        self.missing[bucket].discard(index)
        if not self.missing[bucket]:
            torch.ops.msacc.send_gradients(self._grads[bucket], self.number, bucket)
