"""A backward pass of the user's own gets its tensors from autograd, which watches them."""

from __future__ import annotations

import gc
import weakref
from typing import Any

import numpy as np
import pytest
import torch

import msacc as ms
from msacc import Tensor, nn
from msacc.common.tensor import wrap
from msacc.common.tensor_tree import emptied, filled
from tests.graph.driver import plain


class Square(nn.Cell):
    """x * x, whose gradient is 7 x, by keyword and in lists too."""

    def construct(self, x: Tensor, rest: Any = None) -> Tensor:
        return x * x

    def bprop(self, x: Tensor, rest: Any, out: Tensor, dout: Tensor) -> Any:
        return dout * x * 7, None


def test_nothing_is_kept_past_the_backward_pass() -> None:
    net, seen = Square(), []

    def loss(x: Tensor) -> Tensor:
        doubled = x * 2
        seen.append(weakref.ref(doubled._t))
        return net(doubled, [doubled]).sum()

    gc.disable()  # a cycle through ctx would only then stay
    try:
        grad = ms.grad(loss)(Tensor([1.0, 2.0]))
        assert seen[0]() is None
    finally:
        gc.enable()
    assert grad.asnumpy().tolist() == [28.0, 56.0]


def test_inputs_are_free_when_the_backward_pass_has_been() -> None:
    net, x = Square(), torch.tensor([1.0, 2.0], requires_grad=True)
    given = x * 1
    out, seen = net(wrap(given)), weakref.ref(given)
    del given
    assert seen() is not None
    out._t.sum().backward()
    assert seen() is None


def test_a_tensor_written_to_in_between_is_noticed() -> None:
    net = Square()
    x = torch.tensor([1.0, 2.0], requires_grad=True)
    given = x * 1
    out = net(wrap(given))
    with torch.no_grad():
        given.add_(1.0)
    with pytest.raises(RuntimeError, match="modified by an inplace operation"):
        out._t.sum().backward()


def test_second_derivatives() -> None:
    second = ms.grad(ms.grad(Square()))
    assert plain(second(Tensor([1.0, 2.0]))) == ("Float32", [7.0, 7.0])
    assert plain(ms.jit(second, jit_level="O0")(Tensor([1.0, 2.0]))) == ("Float32", [7.0, 7.0])


def test_second_derivatives_beside_backward_hooks() -> None:
    hooked, bare = nn.Dense(2, 2, "ones", "ones"), nn.Dense(2, 2, "ones", "ones")
    hooked.register_backward_hook(lambda cell, inputs, outputs: None)
    x = Tensor([[1.0, 2.0]])

    def second(net: nn.Cell) -> Any:
        return ms.grad(ms.grad(lambda v: (net(v) ** 3).sum()))

    wanted = second(bare)(x).asnumpy()
    assert np.abs(wanted).min() > 0
    np.testing.assert_allclose(second(hooked)(x).asnumpy(), wanted, rtol=1e-6)
    as_graph = ms.jit(second(hooked), jit_level="O0")
    np.testing.assert_allclose(as_graph(x).asnumpy(), wanted, rtol=1e-6)


def test_structures_are_emptied_and_filled() -> None:
    a, b, c = Tensor([1.0]), Tensor([2.0]), Tensor([3.0])
    value = (a, [b, 5], {"k": (c, None)})
    empty = emptied(value)
    assert not any(isinstance(item, Tensor) for item in (empty[0], empty[1][0], empty[2]["k"][0]))
    again = filled(empty, iter([c._t, b._t, a._t]))
    assert (again[0]._t is c._t, again[1][1], again[2]["k"][0]._t is a._t) == (True, 5, True)
    assert again[2]["k"][1] is None
