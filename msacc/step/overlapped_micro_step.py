"""The micro-step of several processes: hands each bucket's gradients to the sums while the backward pass goes on.

Op by op a hook on every parameter tells when its gradient is whole; in a graph an op stands there, which `earlier`
moves to where the last of a bucket's gradients is made. Either way the sums are called by Python, start what there is
to send, and the backward pass goes on beside it.
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


class Taker(Protocol):
    """Where gradients gather."""

    def put(self, bucket: int, place: int, grad: torch.Tensor) -> None:
        """Take one micro-batch's gradient of one parameter, by its place in a bucket."""

    def close(self, bucket: int) -> None:
        """The bucket has all gradients of this micro-batch."""


# Graphs know them by number.
_takers: WeakValueDictionary[int, Any] = WeakValueDictionary()


def _keep(taker: Taker) -> int:
    """A taker's number: the first that is free, so that programs that do the same compile the same."""
    number = next(n for n in itertools.count() if n not in _takers)
    _takers[number] = taker
    return number


@library.custom_op("msacc::give", mutates_args=())
def _give(grads: list[torch.Tensor], taker: int, bucket: int) -> None:
    found = _takers[taker]
    for place, grad in enumerate(grads):
        found.put(bucket, place, grad)
    found.close(bucket)


@_give.register_fake
def _(grads: list[torch.Tensor], taker: int, bucket: int) -> None:
    return None


_OP = torch.ops.msacc.give.default
keep_in_order(_OP)


class GivingStep(Cell):
    """Forward and backward of one micro-batch; gives the gradients to `taker`, returns what the network gave.

    `sens` (a 0-d Tensor) seeds the gradient. `buckets`: the positions of each bucket's parameters among `weights`; the
    last bucket, whose gradients are known first, is given first. With `has_aux` the network gives (loss, other
    outputs...).
    """

    # Where operators are cut, what makes this process's gradients of those of the whole batch.
    cutting: Any = None

    def __init__(
        self,
        network: Any,
        weights: Sequence[Parameter],
        buckets: Sequence[Sequence[int]],
        taker: Taker,
        has_aux: bool = False,
    ):
        super().__init__(auto_prefix=False)
        self.network, self.has_aux = network, has_aux
        number = _keep(taker)
        own = {"weights": list(weights), "number": number, "buckets": list(map(list, buckets))}
        # Past Cell's own attributes: none of these is a part of this Cell.
        self.__dict__.update(own)

    def _compile_patches(self) -> dict[str, Any]:
        return patches()

    def construct(self, sens: Tensor, *inputs: Any) -> Any:
        if torch.compiler.is_compiling():
            return self._finished(self.network, sens, inputs)
        arriving = Arriving(_takers[self.number], self.weights, self.buckets)

        def watched(*args: Any) -> Any:
            # A gradient that is changed after the backward pass is given after it.
            if self.cutting is None and not gradient_hooks:
                arriving.watch()
            return self.network(*args)

        return self._finished(watched, sens, inputs, arriving)

    def _finished(
        self, network: Any, sens: Tensor, inputs: tuple[Any, ...], arriving: Arriving | None = None
    ) -> Any:
        """The network's value; gives what has not been given when the backward pass is over."""
        value, _, grads = differentiate(network, inputs, {}, (), self.weights, sens, self.has_aux)
        if self.cutting is not None:
            value, grads = self.cutting.finished(value, grads, self.weights)
        for bucket in reversed(range(len(self.buckets))):
            found = [grads[i]._t for i in self.buckets[bucket]]
            if arriving is not None:
                arriving.put_rest(bucket, found)
            else:
                torch.ops.msacc.give(found, self.number, bucket)
        return value


class Arriving:
    """Puts gradients where they gather as one backward pass makes them."""

    def __init__(
        self, taker: Taker, weights: Sequence[Parameter], buckets: Sequence[Sequence[int]]
    ):
        self.taker, self.weights, self.buckets = taker, weights, buckets
        self._zeros: dict[Any, torch.Tensor] = {}
        # The places of each bucket that wait for a gradient.
        self.missing = [set(range(len(members))) for members in buckets]

    def watch(self) -> None:
        """Hook the tensors that stand in the parameters while the network runs."""
        for bucket, members in enumerate(self.buckets):
            for place, i in enumerate(members):
                t = self.weights[i]._t
                if t.requires_grad and t.is_leaf:
                    t.register_hook(functools.partial(self._arrived, bucket, place))

    def _arrived(self, bucket: int, place: int, grad: torch.Tensor) -> torch.Tensor | None:
        if place not in self.missing[bucket]:
            return None
        with torch.no_grad():
            self._put(bucket, place, grad)
        # Autograd keeps what a hook returns until the backward pass is over: not the gradient, whose memory is free.
        return self._nothing(grad)

    def _nothing(self, like: torch.Tensor) -> torch.Tensor:
        key = like.dtype, like.device
        if key not in self._zeros:
            self._zeros[key] = like.new_zeros(())
        return self._zeros[key].expand_as(like)

    def _put(self, bucket: int, place: int, grad: torch.Tensor) -> None:
        self.taker.put(bucket, place, grad)
        self.missing[bucket].discard(place)
        if not self.missing[bucket]:
            self.taker.close(bucket)

    def put_rest(self, bucket: int, grads: list[torch.Tensor]) -> None:
        """Put what did not arrive; `grads` are what autograd has for the bucket."""
        for place in sorted(self.missing[bucket]):
            self._put(bucket, place, grads[place])


def earlier(graph: Graph) -> int:
    """Move each gift to where the last of what it needs is made; returns how many moved."""
    moved = 0
    for node in [n for n in graph.nodes if effect_of(n) is _OP]:
        place = {n: i for i, n in enumerate(graph.nodes)}
        latest = max(node.all_input_nodes, key=place.__getitem__)
        moved += place[node] > place[latest] + 1
        latest.append(node)
        _follow(node)
    return moved


def _follow(node: Node) -> None:
    """Put what only unpacks a gift's result behind it: the next gift needs it."""
    for user in reversed(list(node.users)):
        if getattr(user.target, "__name__", "") == "getitem":
            node.append(user)


def _rewrite(graph: Graph) -> None:
    earlier(graph)
    graph.lint()


@functools.cache
def patches() -> dict[str, Any]:
    """Inductor's settings with the pass in them."""
    return {"post_grad_custom_pre_pass": graph_pass(_rewrite, __file__), **in_order()}
