"""Op by op, rules run over portions that fit a cache, or in one pass: the same values."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from msacc import Parameter, Tensor, mint, nn


def _trained(kind: Any, **options: Any) -> list[np.ndarray]:
    """Parameters after three steps: one of several portions, small ones, one that is transposed."""
    rng = np.random.RandomState(0)
    shapes = [(300, 1000), (7,), (11, 13), (5, 5)]
    values = [rng.randn(*shape).astype(np.float32) for shape in shapes]
    params = [Parameter(Tensor(v), name=f"p{i}") for i, v in enumerate(values)]
    optimizer = kind(params, **options)
    for _ in range(3):
        optimizer(tuple(Tensor(rng.randn(*shape).astype(np.float32)) for shape in shapes))
    return [p.asnumpy() for p in params]


@pytest.mark.parametrize(
    ("kind", "options"),
    [
        (nn.AdaMax, {"weight_decay": 0.01}),
        (nn.RMSProp, {"centered": True}),
        (nn.Adam, {"use_nesterov": True}),
        (nn.Adagrad, {}),
    ],
)
def test_portions_change_no_bit(kind: Any, options: dict[str, Any]) -> None:
    class Derived(kind):  # type: ignore[misc]
        """It might read whole parameters: its rule runs once a step."""

    for ours, whole in zip(_trained(kind, **options), _trained(Derived, **options), strict=True):
        np.testing.assert_array_equal(ours, whole)


def test_a_derived_rule_runs_once_a_step() -> None:
    calls = []

    class Counting(nn.Momentum):
        def _msacc_update(self, lr: Any, at: Any, params: Any, grads: Any) -> None:
            calls.append(len(params))

    _trained(Counting, learning_rate=0.1, momentum=0.9)
    assert calls == [4] * 3


@pytest.mark.parametrize(
    ("kind", "options"),
    [
        (nn.Adam, {}),
        (nn.Adam, {"use_amsgrad": True, "weight_decay": 0.1}),
        (nn.AdamWeightDecay, {"weight_decay": 0.1}),
        (mint.optim.Adam, {"lr": 0.01, "amsgrad": True}),
        (mint.optim.AdamW, {"lr": 0.01, "weight_decay": 0.1}),
        (nn.Momentum, {"momentum": 0.9}),
        (nn.Momentum, {"momentum": 0.0}),
        (nn.Momentum, {"momentum": 0.9, "use_nesterov": True}),
    ],
)
def test_rules_in_one_pass(
    kind: Any, options: dict[str, Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    if "lr" not in options:
        options = {**options, "learning_rate": 0.01}
    ours = _trained(kind, **options)
    monkeypatch.setattr("msacc.ops.update.fused.serves", lambda *lists: False)
    for one, several in zip(ours, _trained(kind, **options), strict=True):
        np.testing.assert_allclose(one, several, rtol=2e-6, atol=2e-7)
