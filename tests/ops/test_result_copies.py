"""What MindSpore computes by a kernel is a copy: writing into the result leaves the input as it was."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import pytest

import msacc as ms
from msacc import Tensor, mint, nn, ops

# Recorded from MindSpore 2.10 in PyNative mode; the second list shares its input's memory there.
COPIES: dict[str, Callable[[Tensor], Tensor]] = {
    "Identity": lambda x: ops.Identity()(x),
    "flatten": lambda x: ops.flatten(x),
    "flatten, rows last": lambda x: ops.flatten(x, "F"),
    "Tensor.flatten": lambda x: x.flatten(start_dim=1),
    "Flatten": lambda x: ops.Flatten()(x),
    "nn.Flatten": lambda x: nn.Flatten()(x),
    "real": lambda x: ops.real(x),
    "conj": lambda x: ops.conj(x),
    "dropout": lambda x: ops.dropout(x, p=0.0),
    "dropout1d": lambda x: ops.dropout1d(x, p=0.0),
    "numpy.broadcast_to": lambda x: ms.numpy.broadcast_to(x, x.shape),
    "numpy.broadcast_arrays": lambda x: ms.numpy.broadcast_arrays(x, x)[0],
}
VIEWS: dict[str, Callable[[Tensor], Tensor]] = {
    "Tensor.flatten": lambda x: x.flatten(),
    "flatten to the last": lambda x: ops.flatten(x, start_dim=1, end_dim=1),
    "nn.Flatten to the last": lambda x: nn.Flatten(1, 1)(x),
    "mint.nn.Flatten": lambda x: mint.nn.Flatten()(x),
    "nn.Identity": lambda x: nn.Identity()(x),
    "broadcast_to": lambda x: ops.broadcast_to(x, x.shape),
    "dropout, not training": lambda x: ops.dropout(x, p=0.5, training=False),
}


def _written(function: Callable[[Tensor], Tensor]) -> bool:
    """Whether the input changes with what `function` gave."""
    x = Tensor(np.ones((2, 3), np.float32))
    function(x)[0] = 9.0
    return bool((x.asnumpy() == 9.0).any())


@pytest.mark.parametrize("name", COPIES)
def test_a_copy(name: str) -> None:
    assert not _written(COPIES[name])


@pytest.mark.parametrize("name", VIEWS)
def test_a_view(name: str) -> None:
    assert _written(VIEWS[name])


def test_corners_of_boxes_from_their_centres() -> None:
    """The way detection code writes: four columns of a copy from columns of what was copied."""
    x = Tensor(np.array([[2.0, 3.0, 2.0, 4.0]], np.float32))
    y = ops.Identity()(x)
    y[..., 0] = x[..., 0] - x[..., 2] / 2
    y[..., 2] = x[..., 0] + x[..., 2] / 2
    assert y.asnumpy().tolist() == [[1.0, 3.0, 3.0, 4.0]]
    assert x.asnumpy().tolist() == [[2.0, 3.0, 2.0, 4.0]]
