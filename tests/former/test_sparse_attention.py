"""FixedSparseAttention, which MindSpore has on Ascend alone: against attention over masked scores, in NumPy."""

from __future__ import annotations

import numpy as np

import msacc as ms
from msacc import Tensor
from msacc.former.transformer import FixedSparseAttention
from tests.former.transformer_cases import numbers

LENGTH, BLOCK, HEADS, SIZE = 1024, 64, 5, 64


def _visible(head: int, tokens: np.ndarray) -> np.ndarray:
    """(queries, keys): the own block up to the query, without padding; and of each block before 16 keys."""
    query, key = np.arange(LENGTH)[:, None], np.arange(LENGTH)[None]
    own = (query // BLOCK == key // BLOCK) & (key <= query) & tokens[:, None] & tokens[None]
    part = 3 - head % 4
    return own | ((key // BLOCK < query // BLOCK) & (key % BLOCK // 16 == part))


def _expected(q: np.ndarray, k: np.ndarray, v: np.ndarray, tokens: np.ndarray) -> np.ndarray:
    result = np.zeros((LENGTH, HEADS * SIZE))
    for head in range(HEADS):
        at = slice(head * SIZE, (head + 1) * SIZE)
        scores = q[:, at] @ k[:, at].T / SIZE
        powers = np.exp(scores) * _visible(head, tokens)
        result[:, at] = powers / powers.sum(-1, keepdims=True) @ v[:, at]
    return result


def test_each_head_sees_its_block_and_a_part_of_those_before() -> None:
    q, k, v = (numbers(name, 2, LENGTH, HEADS * SIZE) for name in "qkv")
    mask = np.tril(np.ones((2, LENGTH, LENGTH), np.float32))
    mask[1, -1, 960:] = 0  # the last block of the second sequence is padding
    mask[1, -1, 130:140] = 0
    net = FixedSparseAttention(2, HEADS, SIZE, BLOCK)
    found = net(*(Tensor(x, ms.float16) for x in (q * 3, k * 3, v)), Tensor(mask))
    assert (found.dtype, found.shape) == (ms.float16, (2, LENGTH, HEADS * SIZE))
    for sequence in range(2):
        tokens = mask[sequence, -1] > 0
        expected = _expected(q[sequence] * 3, k[sequence] * 3, v[sequence], tokens)
        # Rows of padding see other keys as -10000 lets them.
        np.testing.assert_allclose(
            found.asnumpy()[sequence][tokens], expected[tokens], atol=2e-2, rtol=2e-2
        )


def test_flat_inputs_and_gradients() -> None:
    net = FixedSparseAttention(1, 2, SIZE, BLOCK)
    mask = Tensor(np.ones((1, LENGTH, LENGTH)), ms.float16)
    q, k, v = (Tensor(numbers(name, LENGTH, 2 * SIZE), ms.float16) for name in "qkv")
    deep = net(*(x.reshape((1, LENGTH, -1)) for x in (q, k, v)), mask)
    assert np.array_equal(net(q, k, v, mask).asnumpy(), deep.asnumpy())

    def last(q: Tensor, k: Tensor, v: Tensor) -> Tensor:
        return net(q, k, v, mask)[0, -1].astype(ms.float32).sum()

    of_value = ms.grad(last, 2)(q, k, v).asnumpy()
    reached = np.abs(of_value[:, :SIZE]).sum(1) > 0
    assert np.array_equal(reached, _visible(0, np.ones(LENGTH, bool))[-1])
