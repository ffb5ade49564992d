"""A part of an optimizer changes its parameters as the whole one does, and no others."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

from msacc import Parameter, Tensor, nn
from msacc.nn.optim._optimizer_part import part_of

_SHAPES = {"w": (4, 3), "w.bias": (3,), "v": (3, 5), "v.bias": (5,), "u": (2, 2)}
_AT = (0, 2, 3)


def _groups(params: list[Any]) -> list[dict[str, Any]]:
    falling = [0.2, 0.1, 0.05]
    first = {"params": params[1:3], "lr": falling, "weight_decay": 0.1, "grad_centralization": True}
    return [first, {"params": [params[0], *params[3:]]}, {"order_params": params}]


RULES: dict[str, Callable[[Any], Any]] = {
    "Lamb": lambda p: nn.Lamb(p, 0.1, weight_decay=0.1),
    "Lamb in groups": lambda p: nn.Lamb(_groups(p), 0.1),
    "LARS": lambda p: nn.LARS(
        nn.Momentum(p, [0.3, 0.2, 0.1], 0.9, weight_decay=0.1), use_clip=True
    ),
    "LARS in groups": lambda p: nn.LARS(nn.Momentum(_groups(p), 0.1, 0.9)),
    "AdaFactor": lambda p: nn.AdaFactor(p, compression=True),
    "Momentum in groups": lambda p: nn.Momentum(_groups(p), 0.1, 0.9),
}


def _made(make: Callable[[Any], Any]) -> Any:
    rng = np.random.RandomState(1)
    return make(
        [Parameter(Tensor(rng.randn(*s).astype(np.float32)), name=n) for n, s in _SHAPES.items()]
    )


def _gradients(step: int) -> list[Tensor]:
    rng = np.random.RandomState(step)
    return [Tensor(rng.randn(*shape).astype(np.float32)) for shape in _SHAPES.values()]


@pytest.mark.parametrize("rule", RULES)
def test_its_own_parameters_and_no_others(rule: str) -> None:
    whole, optimizer = _made(RULES[rule]), _made(RULES[rule])
    before = [p.asnumpy().copy() for p in optimizer.parameters]
    part = part_of(optimizer, _AT)
    for step in range(3):
        whole(tuple(_gradients(step)))
        grads = _gradients(step)
        part(tuple(grads[i] for i in _AT))
    assert optimizer.global_step.asnumpy() == whole.global_step.asnumpy() == 3
    for i, (found, wanted) in enumerate(zip(optimizer.parameters, whole.parameters, strict=True)):
        expected = wanted.asnumpy() if i in _AT else before[i]
        np.testing.assert_allclose(
            found.asnumpy(), expected, rtol=1e-6, atol=1e-7, err_msg=found.name
        )


def test_rows_of_a_table_keep_their_values() -> None:
    """A table's position among the parameters that are left."""
    embedding = nn.EmbeddingLookup(6, 2, sparse=True, param_init="ones")
    bias = Parameter(Tensor(np.ones(3, np.float32)), name="bias")
    optimizer = nn.LazyAdam([bias, embedding.embedding_table], 0.1)
    row = np.zeros((6, 2), np.float32)
    row[2] = 1
    for _ in range(2):
        part_of(optimizer, (1,))((Tensor(row),))
        row = np.roll(row, 1, axis=0)
    changed = (embedding.embedding_table.asnumpy() != 1).any(axis=1)
    assert changed.tolist() == [False, False, True, True, False, False]
    # The second step would have moved row 2 once more.
    assert np.ptp(embedding.embedding_table.asnumpy()[2:4]) < 0.05
    assert (bias.asnumpy() == 1).all()
