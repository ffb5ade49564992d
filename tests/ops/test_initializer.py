"""Initial values: a function of the seed, however a tensor is cut up or put off."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from typing import Any

import numpy as np
import pytest
import torch

import msacc as ms
from msacc import nn
from msacc.common import philox
from msacc.common.initializer import Initializer, Normal, Sparse, initializer
from msacc.common.seed import JOB_SEED
from msacc.common.settings import settings
from msacc.nn.utils import no_init_parameters


@pytest.fixture(autouse=True)
def unseeded() -> Iterator[None]:
    before, state = settings.seed, np.random.get_state()
    yield
    settings.seed = before
    np.random.set_state(state)


def test_the_generator_is_philox() -> None:
    """The published answers of Philox4x32-10 for zeros."""
    words = philox.bits(0, 0, 1)[:, 0].tolist()
    assert words == [0x6627E8D5, 0xE169C58D, 0xBC57AC4C, 0x9B00DBD8]


@pytest.mark.parametrize("size", [1, 3, 4, 4 * philox._CHUNK - 1, 4 * philox._CHUNK + 2])
def test_a_longer_tensor_goes_on(size: int) -> None:
    long, short = torch.empty(4 * philox._CHUNK + 9), torch.empty(size)
    for out in (long, short):
        philox.normal(out, 77, 0.0, 1.0)
    assert torch.equal(short, long[:size])
    assert len(long.unique()) > 0.99 * len(long)


@pytest.mark.parametrize(("low", "high"), [(0, 5), (1, 2), (3, 60), (4 * philox._CHUNK - 3, None)])
@pytest.mark.parametrize(
    "rule",
    ["zeros", 0.5, "normal", "uniform", "truncatedNormal", "he_uniform", "xavier_normal"],
)
def test_a_part_is_cut_from_the_whole(rule: Any, low: int, high: int | None) -> None:
    ms.set_seed(2)
    with no_init_parameters():
        pending = ms.Parameter(initializer(rule, (33, 4, philox._CHUNK // 16)))._msacc_init
    whole = pending.fill().view(-1)
    assert torch.equal(pending.part(low, high or len(whole)), whole[low:high])


def test_a_rule_made_from_another_is_asked() -> None:
    class Twice(Normal):
        def _initialize(self, arr: np.ndarray) -> None:
            super()._initialize(arr)
            arr *= 2

    result = []
    for rule in (Normal(), Twice()):
        ms.set_seed(4)
        result.append(ms.Parameter(initializer(rule, (3,))).asnumpy())
    assert np.array_equal(result[1], result[0] * 2)


def _net() -> nn.SequentialCell:
    return nn.SequentialCell(nn.Dense(3, 4), nn.Conv2d(2, 3, 3), nn.LSTM(3, 2))


def _values(net: nn.Cell) -> list[np.ndarray]:
    net.init_parameters_data()
    return [p.asnumpy() for p in net.get_parameters()]


def test_numpys_seed_is_enough() -> None:
    result = []
    for _ in range(2):
        np.random.seed(5)
        result.append(_values(_net()))
    assert all(np.array_equal(a, b) for a, b in zip(*result, strict=True))


def test_without_a_seed_every_net_differs() -> None:
    settings.seed = None
    assert not np.array_equal(_values(_net())[0], _values(_net())[0])


def test_put_off_parameters_get_the_same_values() -> None:
    ms.set_seed(3)
    now = _values(nn.Dense(3, 4))
    ms.set_seed(3)
    with no_init_parameters():
        later = nn.Dense(3, 4)
    np.random.rand(7)
    assert all(np.array_equal(a, b) for a, b in zip(now, _values(later), strict=True))


class Mine(Initializer):
    def _initialize(self, arr: np.ndarray) -> None:
        arr[:] = np.random.rand(*arr.shape)


@pytest.mark.parametrize("rule", ["normal", Mine(), Sparse(0.5)])
def test_ranks_without_a_seed_agree(rule: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    """Two ranks share the job's entropy; numpy's state is each one's own."""
    settings.seed = None
    monkeypatch.setenv(JOB_SEED, "12345")
    result = []
    for rank in range(2):
        # msacc.common.seed is the function, as in MindSpore.
        monkeypatch.setattr(sys.modules["msacc.common.seed"]._keys, "key_count", 0)
        np.random.seed(rank)
        state = np.random.get_state()[1].copy()
        result.append([ms.Parameter(initializer(rule, (4, 3))).asnumpy() for _ in range(2)])
        assert np.array_equal(np.random.get_state()[1], state)
    assert np.array_equal(result[0], result[1])
    assert not np.array_equal(result[0][0], result[0][1])


def test_copies_of_an_unfilled_parameter_agree() -> None:
    with no_init_parameters():
        first = ms.Parameter(initializer(Mine(), (2, 3)))
        second = first.clone()
    assert np.array_equal(first.init_data().asnumpy(), second.init_data().asnumpy())


def test_sparse_wants_a_matrix() -> None:
    with pytest.raises(ValueError, match="2 dimensions"):
        ms.Parameter(initializer(Sparse(0.5), (3,)))
