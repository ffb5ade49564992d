"""Generators: streams of their own, states that repeat, and what they leave alone."""

from __future__ import annotations

import numpy as np
import pytest
import torch

import msacc as ms
from msacc import mint, ops


def test_manual_seed_repeats_random_ops_and_masks() -> None:
    ms.manual_seed(5)
    first = mint.rand(8), ops.standard_normal((4,)), ops.dropout(ops.ones((64,), ms.float32), 0.5)
    ms.manual_seed(5)
    again = mint.rand(8), ops.standard_normal((4,)), ops.dropout(ops.ones((64,), ms.float32), 0.5)
    for a, b in zip(first, again, strict=True):
        assert np.array_equal(a.asnumpy(), b.asnumpy())
    assert not np.array_equal(mint.rand(8).asnumpy(), first[0].asnumpy())


def test_state_repeats_what_followed_it() -> None:
    ms.manual_seed(1)
    mint.rand(3)
    state = ms.get_rng_state()
    after = mint.rand(5).asnumpy()
    ms.set_rng_state(state)
    assert np.array_equal(mint.rand(5).asnumpy(), after)


DRAWS = {
    "rand": lambda g: mint.rand(6, generator=g),
    "randn": lambda g: mint.randn(6, generator=g),
    "randint": lambda g: mint.randint(0, 1000, (6,), generator=g),
    "randperm": lambda g: mint.randperm(12, generator=g),
    "normal": lambda g: mint.normal(0.0, 1.0, (6,), generator=g),
    "multinomial": lambda g: mint.multinomial(ops.ones((50,), ms.float32), 6, generator=g),
    "bernoulli": lambda g: mint.bernoulli(ops.full((64,), 0.5, dtype=ms.float32), generator=g),
}


@pytest.mark.parametrize("name", DRAWS)
def test_a_generator_has_a_stream_of_its_own(name: str) -> None:
    own = ms.Generator().manual_seed(3)
    ms.manual_seed(9)
    expected = mint.rand(4).asnumpy()
    ms.manual_seed(9)
    first = DRAWS[name](own).asnumpy()
    assert np.array_equal(mint.rand(4).asnumpy(), expected)  # the default stream did not move
    assert not np.array_equal(DRAWS[name](own).asnumpy(), first)
    own.manual_seed(3)
    assert np.array_equal(DRAWS[name](own).asnumpy(), first)


def test_default_generator_may_be_passed() -> None:
    ms.manual_seed(2)
    first = mint.rand(4).asnumpy()
    ms.manual_seed(2)
    assert np.array_equal(mint.rand(4, generator=ms.default_generator).asnumpy(), first)


def test_other_objects_are_refused() -> None:
    with pytest.raises(TypeError, match="'generator' should be a Generator"):
        mint.rand(3, generator=5)


def test_recompute_runs_the_block_again_in_the_backward_pass() -> None:
    class Counted(ms.nn.Cell):
        runs = 0

        def construct(self, x: ms.Tensor) -> ms.Tensor:
            Counted.runs += 1
            return ops.exp(x)

    net, x = Counted(), ms.Tensor([0.5, 1.0])
    grad = ms.grad(lambda v: ms.recompute(net, v).sum())(x)
    assert Counted.runs == 2
    assert np.allclose(grad.asnumpy(), np.exp([0.5, 1.0]))


def test_swap_refuses_what_it_cannot_exchange() -> None:
    p, t = ms.Parameter(ms.Tensor([1.0]), name="p"), ms.Tensor([2.0])
    with pytest.raises(NotImplementedError, match="set_data"):
        ms.swap_tensors(p, t)
    with pytest.raises(TypeError, match="'t1' should be a Tensor"):
        ms.swap_tensors(3, t)  # type: ignore[arg-type]


def test_swap_exchanges_what_waits_for_its_initializer() -> None:
    waiting = ms.common.initializer.initializer("ones", (2,), ms.float32)
    full = ms.Tensor([3.0])
    ms.swap_tensors(waiting, full)
    assert waiting.asnumpy().tolist() == [3.0]
    assert full.has_init
    assert full.init_data().asnumpy().tolist() == [1.0, 1.0]


def test_the_seed_and_offset_that_a_kernel_takes() -> None:
    generator = ms.Generator().manual_seed(5)
    taken = [generator._step(ms.Tensor(n)) for n in (12, 4)]
    assert [(int(seed), int(offset)) for seed, offset in taken] == [(5, 0), (5, 12)]
    assert all(t.dtype == ms.int64 and t.shape == () for pair in taken for t in pair)
    assert int(generator.manual_seed(6)._step(ms.Tensor(1))[1]) == 0


def test_a_state_holds_the_offset() -> None:
    generator, other = ms.Generator().manual_seed(5), ms.Generator()
    generator._step(ms.Tensor(12))
    state = generator.get_state()
    expected = mint.rand(3, generator=generator)
    generator._step(ms.Tensor(2))
    other.set_state(state)
    assert [int(t) for t in other._step(ms.Tensor(1))] == [5, 12]
    assert mint.rand(3, generator=other).tolist() == expected.tolist()


def test_a_state_of_torchs_own_is_taken() -> None:
    generator = ms.Generator()
    generator._step(ms.Tensor(12))
    generator.set_state(ms.Tensor(torch.Generator().manual_seed(7).get_state()))
    assert [int(t) for t in generator._step(ms.Tensor(1))] == [7, 0]
