"""Groups of parameters that come after an optimizer was made."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import msacc as ms

RULES = {
    **{
        name: getattr(ms.experimental.optim, name)
        for name in (
            *("ASGD", "Adadelta", "Adagrad", "Adam", "AdamW", "Adamax"),
            *("NAdam", "RAdam", "RMSprop", "Rprop", "SGD"),
        )
    },
    **{f"mint_{name}": getattr(ms.mint.optim, name) for name in ("Adam", "AdamW", "SGD")},
}


def made() -> list[Any]:
    return [
        ms.Parameter(ms.Tensor(np.linspace(-1, i, 3, dtype=np.float32)), name=n)
        for i, n in enumerate("ab", 1)
    ]


def grads(count: int, step: int) -> tuple[Any, ...]:
    return tuple(ms.Tensor(np.float32([0.1 * i, step, -2.0])) for i in range(count))


def options(name: str) -> dict[str, Any]:
    return {"momentum": 0.9} if name.endswith("SGD") and name != "ASGD" else {}


@pytest.mark.parametrize("name", sorted(RULES))
def test_a_late_group_is_as_an_early_one(name: str) -> None:
    early, late = made(), made()
    groups = [{"params": [early[0]]}, {"params": [early[1]], "lr": 0.3}]
    one = RULES[name](groups, lr=0.1, **options(name))
    two = RULES[name]([late[0]], lr=0.1, **options(name))
    two.add_param_group({"params": [late[1]], "lr": 0.3})
    for step in range(3):
        one(grads(2, step))
        two(grads(2, step))
    for a, b in zip(early, late, strict=True):
        np.testing.assert_array_equal(a.asnumpy(), b.asnumpy())
    assert {p.name for p in one.get_parameters()} == {p.name for p in two.get_parameters()}


@pytest.mark.parametrize("name", sorted(RULES))
def test_a_group_may_come_between_steps(name: str) -> None:
    alone, joined = made(), made()
    one = RULES[name]([alone[0]], lr=0.1, **options(name))
    two = RULES[name]([joined[0]], lr=0.1, **options(name))
    one(grads(1, 0)), two(grads(1, 0))
    two.add_param_group({"params": [joined[1]]})
    before = joined[1].asnumpy().copy()
    for step in (1, 2):  # ASGD finds its rates in the first of them
        one(grads(1, step)), two(grads(2, step))
    np.testing.assert_array_equal(alone[0].asnumpy(), joined[0].asnumpy())
    assert np.abs(joined[1].asnumpy() - before).min() > 0
    assert np.isfinite(joined[1].asnumpy()).all()


def test_the_largest_moments_of_a_late_group() -> None:
    a, b = made()
    optimizer = ms.mint.optim.AdamW([a], 0.1)
    optimizer.add_param_group({"params": [b], "amsgrad": True})
    optimizer(grads(2, 1))
    assert [p.name for p in optimizer.max_exp_avg_sq] == ["max_exp_avg_sq.a", "max_exp_avg_sq.b"]
