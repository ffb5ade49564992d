"""Settings of ops whose changes no test noticed (python -m tests.mutation): what they do, and what is refused."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
import torch

import msacc as ms
from msacc import nn, ops
from msacc.ops.nn.attention.paged import kv_cache_scatter_update

LINE = ms.Tensor(np.linspace(-1, 1, 4, dtype=np.float32))
IMAGE = ms.Tensor(np.linspace(0, 1, 16, dtype=np.float32).reshape(1, 4, 4, 1))
BOXES = ms.Tensor(np.array([[0, 0, 1, 1]], np.float32))
CACHE = ms.Tensor(np.zeros((2, 1, 4, 3), np.float32))
FIRST = ms.Tensor(np.zeros(1, np.int32))
BOTH = ms.Tensor(np.array([1, 2], np.int64))


@pytest.mark.parametrize(
    ("call", "error", "named"),
    [
        (
            lambda: ops.crop_and_resize(IMAGE, BOXES, FIRST, (2, 2), "cubic"),
            ValueError,
            "'method'",
        ),
        (
            lambda: ops.binary_cross_entropy_with_logits(
                LINE, abs(LINE), LINE * 0 + 1, LINE * 0 + 1, "all"
            ),
            ValueError,
            "'reduction'",
        ),
        (lambda: ops.triu_indices(-1, 2), (ValueError, TypeError), "'row'"),
        (lambda: kv_cache_scatter_update(CACHE, BOTH, CACHE[:, :, :1], 0), ValueError, "'axis'"),
        (
            lambda: kv_cache_scatter_update(CACHE, BOTH[:1], CACHE[:, :, :1], -2),
            ValueError,
            "an index for each batch",
        ),
        (
            lambda: kv_cache_scatter_update(CACHE[0], BOTH, CACHE[:, :, :1], -2),
            ValueError,
            "4 dimensions",
        ),
        (lambda: nn.SSIM(filter_size=3)(LINE, LINE), ValueError, "SSIM"),
        (lambda: nn.Conv2dTranspose(1, 1, 2, stride=0), ValueError, ", .*'stride'"),
        (lambda: ops.max_pool2d(IMAGE, 2, dilation=0), ValueError, ", .*'dilation'"),
        (lambda: ops.max_pool2d(IMAGE, 0), ValueError, ", .*'kernel_size'"),
    ],
)
def test_what_is_refused(call: Callable[[], Any], error: Any, named: str) -> None:
    with pytest.raises(error, match=named):
        call()


@pytest.mark.parametrize(("kernel", "stride"), [(3, 1), (5, 1), (5, 2), (4, 1), (2, 3)])
def test_the_same_padding_of_a_transposed_convolution_is_even(kernel: int, stride: int) -> None:
    layer = nn.Conv2dTranspose(1, 1, kernel, stride, pad_mode="same", weight_init="ones")
    x = torch.arange(12.0).reshape(1, 1, 3, 4)
    whole = torch.nn.functional.conv_transpose2d(x, torch.ones(1, 1, kernel, kernel), stride=stride)
    before = max(0, kernel - stride) // 2
    whole = torch.nn.functional.pad(whole, (0, stride, 0, stride))
    rows, columns = (slice(before, before + n * stride) for n in (3, 4))
    result = layer(ms.Tensor(x.numpy())).asnumpy()
    np.testing.assert_allclose(result, whole[..., rows, columns].numpy(), 1e-5)


def test_the_gradient_of_cross_entropy_by_the_weights_of_one_sample() -> None:
    logits, weight = np.array([0.3, -0.2, 0.9], np.float32), np.array([0.5, 2.0, 1.0], np.float32)

    def loss(weight: ms.Tensor) -> ms.Tensor:
        return ops.cross_entropy(ms.Tensor(logits), ms.Tensor(1, ms.int32), weight, reduction="sum")

    value, gradient = ms.value_and_grad(loss)(ms.Tensor(weight))
    nll = np.log(np.exp(logits).sum()) - logits[1]
    np.testing.assert_allclose(value.asnumpy(), weight[1] * nll, 1e-6)
    np.testing.assert_allclose(gradient.asnumpy(), [0, nll, 0], 1e-6)


@pytest.mark.parametrize("correction", [0, 1])
def test_covariances_with_both_weights(correction: int) -> None:
    x = np.random.RandomState(0).rand(3, 5)
    counts, shares = np.array([1, 2, 1, 3, 1]), np.array([0.5, 1, 0.2, 0.7, 2.0])
    result = ops.cov(
        ms.Tensor(x), correction=correction, fweights=ms.Tensor(counts), aweights=ms.Tensor(shares)
    )
    expected = np.cov(x, ddof=correction, fweights=counts, aweights=shares)
    np.testing.assert_allclose(result.asnumpy(), expected, 1e-12)
