"""Rules that MindSpore's CPU build does not compute, or not as documented, against the formulas."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
import torch

import msacc as ms
from msacc import nn

STEPS = 4


def numbers(*shape: int, seed: int = 0) -> np.ndarray:
    return np.random.RandomState(seed).uniform(-1, 1, shape).astype(np.float32)


def run(build: Callable[[list[Any]], Any], names: tuple[str, ...] = ("w", "b")) -> list[np.ndarray]:
    params = [ms.Parameter(ms.Tensor(numbers(3, 4, seed=i)), name=n) for i, n in enumerate(names)]
    optimizer = build(params)
    for step in range(STEPS):
        grads = [ms.Tensor(numbers(3, 4, seed=10 * step + i + 5)) for i in range(len(names))]
        optimizer(tuple(grads))
    return [p.asnumpy() for p in params]


def by_hand(rule: Callable[..., None], count: int = 2) -> list[np.ndarray]:
    """`rule(p, g, state, t)` in float64; `state` is a dict of its own per parameter."""
    found = []
    for i in range(count):
        p, state = numbers(3, 4, seed=i).astype(np.float64), {}
        for step in range(STEPS):
            rule(p, numbers(3, 4, seed=10 * step + i + 5).astype(np.float64), state, step + 1)
        found.append(p)
    return found


def agree(found: list[np.ndarray], want: list[np.ndarray], atol: float = 2e-6) -> None:
    for got, expected in zip(found, want, strict=True):
        np.testing.assert_allclose(got, expected, rtol=2e-5, atol=atol)


def test_momentum_nesterov() -> None:
    def rule(p: Any, g: Any, state: Any, t: int) -> None:
        state["v"] = 0.9 * state.get("v", 0) + g
        p -= 0.1 * (g + 0.9 * state["v"])

    agree(run(lambda ps: nn.Momentum(ps, 0.1, 0.9, use_nesterov=True)), by_hand(rule))


def test_adagrad_leaves_slots_alone() -> None:
    def rule(p: Any, g: Any, state: Any, t: int) -> None:
        p -= 0.1 * g / np.sqrt(0.5)

    agree(run(lambda ps: nn.Adagrad(ps, 0.5, 0.1, update_slots=False)), by_hand(rule))


def test_ftrl_l1_takes_the_sign_of_the_linear_term() -> None:
    def rule(p: Any, g: Any, state: Any, t: int) -> None:
        a, z = state.get("a", 0.1), state.get("z", 0.0)
        n = a + g * g
        z = z + g - (np.sqrt(n) - np.sqrt(a)) / 0.1 * p
        moved = (np.sign(z) * 0.3 - z) / (np.sqrt(n) / 0.1 + 2 * 0.2)
        p[...] = np.where(np.abs(z) > 0.3, moved, 0.0)
        state.update(a=n, z=z)

    agree(run(lambda ps: nn.FTRL(ps, learning_rate=0.1, l1=0.3, l2=0.2)), by_hand(rule))


def test_lamb() -> None:
    def rule(p: Any, g: Any, state: Any, t: int) -> None:
        m = state["m"] = 0.9 * state.get("m", 0) + 0.1 * g
        v = state["v"] = 0.99 * state.get("v", 0) + 0.01 * g * g
        u = (m / (1 - 0.9**t)) / (np.sqrt(v / (1 - 0.99**t)) + 1e-6) + 0.1 * p
        p -= 0.05 * np.linalg.norm(p) / np.linalg.norm(u) * u

    agree(run(lambda ps: nn.Lamb(ps, 0.05, 0.9, 0.99, weight_decay=0.1)), by_hand(rule))


@pytest.mark.parametrize("clip", [False, True])
def test_lars_scales_all_but_biases(clip: bool) -> None:
    def rule(p: Any, g: Any, state: Any, t: int, scaled: bool = True) -> None:
        if scaled:
            size, length = np.linalg.norm(p), np.linalg.norm(g / 4)
            ratio = 0.3 * size / (length + 0.1 * size + 1e-5)
            g = (g / 4 + 0.1 * p) * (min(ratio / 0.1, 1.0) if clip else ratio)
        else:
            g = g / 4
        state["v"] = 0.9 * state.get("v", 0) + g
        p -= 0.1 * state["v"]

    def build(ps: list[Any]) -> Any:
        inner = nn.Momentum(ps, 0.1, 0.9, weight_decay=0.1, loss_scale=4.0)
        return nn.LARS(inner, coefficient=0.3, use_clip=clip)

    found = run(build, ("w", "bias"))
    agree(found[:1], by_hand(rule)[:1])
    agree(found[1:], by_hand(lambda *a: rule(*a, scaled=False))[1:])


def test_gradient_centralization_needs_sixteen_columns() -> None:
    p = ms.Parameter(ms.Tensor(numbers(2, 16)), name="w")
    q = ms.Parameter(ms.Tensor(numbers(2, 3)), name="q")
    optimizer = nn.SGD([{"params": [p, q], "grad_centralization": True}], 1.0)
    before, grad = (
        [a.asnumpy().copy() for a in (p, q)],
        [numbers(2, 16, seed=1), numbers(2, 3, seed=2)],
    )
    optimizer(tuple(ms.Tensor(g) for g in grad))
    centred = grad[0] - grad[0].mean(axis=1, keepdims=True)
    np.testing.assert_allclose(p.asnumpy(), before[0] - centred, rtol=1e-5, atol=1e-6)
    np.testing.assert_allclose(q.asnumpy(), before[1] - grad[1], rtol=1e-5, atol=1e-6)


TORCH: dict[str, tuple[Callable[[Any], Any], Callable[[Any], Any]]] = {
    "adam": (
        lambda ps: ms.mint.optim.Adam(ps, 0.1, weight_decay=0.1),
        lambda ps: torch.optim.Adam(ps, 0.1, weight_decay=0.1),
    ),
    "adamw": (
        lambda ps: ms.mint.optim.AdamW(ps, 0.1, (0.8, 0.95), amsgrad=True),
        lambda ps: torch.optim.AdamW(ps, 0.1, (0.8, 0.95), amsgrad=True),
    ),
    "fused": (lambda ps: ms.mint.optim.FusedAdamW(ps, 0.1), lambda ps: torch.optim.AdamW(ps, 0.1)),
    "sgd": (
        lambda ps: ms.mint.optim.SGD(ps, 0.1, 0.9, 0.2, 0.05),
        lambda ps: torch.optim.SGD(ps, 0.1, 0.9, 0.2, 0.05),
    ),
    "nesterov": (
        lambda ps: ms.mint.optim.SGD(ps, 0.1, 0.9, nesterov=True, maximize=True),
        lambda ps: torch.optim.SGD(ps, 0.1, 0.9, nesterov=True, maximize=True),
    ),
}


@pytest.mark.parametrize("rule", TORCH)
def test_mint_optimizers_equal_torch(rule: str) -> None:
    ours, theirs = TORCH[rule]
    params = [torch.nn.Parameter(torch.from_numpy(numbers(3, 4, seed=i))) for i in range(2)]
    optimizer = theirs(params)
    for step in range(STEPS):
        for i, p in enumerate(params):
            p.grad = torch.from_numpy(numbers(3, 4, seed=10 * step + i + 5))
        optimizer.step()
    # 1 - beta2^t in float32, where torch has a Python float.
    agree(run(ours), [p.detach().numpy() for p in params], atol=1e-5)


def test_experimental_adam_keeps_the_largest_square() -> None:
    """MindSpore takes `amsgrad` there and leaves it out."""

    def rule(p: Any, g: Any, state: Any, t: int) -> None:
        m = state["m"] = 0.5 * state.get("m", 0) + 0.5 * g
        v = state["v"] = 0.6 * state.get("v", 0) + 0.4 * g * g
        state["most"] = np.maximum(state.get("most", 0), v)
        rate = 0.1 * np.sqrt(1 - 0.6**t) / (1 - 0.5**t)
        p -= rate * m / (np.sqrt(state["most"]) + 0.25)

    def build(ps: list[Any]) -> Any:
        return ms.experimental.optim.Adam(ps, 0.1, (0.5, 0.6), eps=0.25, amsgrad=True)

    agree(run(build), by_hand(rule))


NUMBERS: dict[str, tuple[int, list[float]]] = {
    "ApplyMomentum": (2, [0.1, 0.9]),
    "ApplyAdadelta": (3, [0.5, 0.9, 1e-3]),
    "ApplyFtrl": (3, [0.1, 0.2, 0.1, -0.5]),
    "ApplyProximalAdagrad": (2, [0.1, 0.05, 0.1]),
    "ApplyCenteredRMSProp": (4, [0.1, 0.9, 0.5, 1e-3]),
    "ApplyAdaMax": (3, [0.5, 0.1, 0.9, 0.99, 1e-3]),
    "AdamWeightDecay": (3, [0.1, 0.9, 0.99, 1e-3, 0.1]),
}
# Where the gradient stands among what follows the state.
GRAD_AT = {"ApplyMomentum": 1, "ApplyFtrl": 0, "ApplyCenteredRMSProp": 0}


@pytest.mark.parametrize("name", NUMBERS)
def test_a_coefficient_may_be_a_tensor(name: str) -> None:
    count, coefficients = NUMBERS[name]
    found = []
    for make in (float, lambda v: ms.Tensor(v, ms.float32)):
        state = [
            ms.Parameter(ms.Tensor(np.abs(numbers(3, 4, seed=i)) + 1), name=f"s{i}")
            for i in range(count)
        ]
        rest: list[Any] = [make(c) for c in coefficients]
        rest.insert(GRAD_AT.get(name, len(rest)), ms.Tensor(numbers(3, 4, seed=9) * 0.1))
        result = getattr(ms.ops, name)()(*state, *rest)
        variable = result[0] if isinstance(result, tuple) else result
        np.testing.assert_array_equal(variable.asnumpy(), state[0].asnumpy())
        found.append([s.asnumpy() for s in state])
    agree(*found)
    assert not np.allclose(found[0][0], np.abs(numbers(3, 4)) + 1)


def test_weight_decay_by_group_is_that_of_each_parameter() -> None:
    """AdamWeightDecay and Lamb take parameters apart by their decay; the order must come back."""
    for kind in (nn.AdamWeightDecay, nn.Lamb):
        decays = (0.3, 0.0, 0.1)
        names = ("a", "b", "c")

        def grouped(ps: list[Any], kind: Any = kind, decays: Any = decays) -> Any:
            return kind(
                [{"params": [p], "weight_decay": d} for p, d in zip(ps, decays, strict=True)], 0.1
            )

        together = run(grouped, names)
        for i, decay in enumerate(decays):
            alone = run(lambda ps, d=decay, kind=kind: kind(ps, 0.1, weight_decay=d), names)
            agree([together[i]], [alone[i]])


def test_state_and_parameters_change_in_place() -> None:
    p = ms.Parameter(ms.Tensor(numbers(3, 4)), name="w")
    optimizer = nn.Adam([p], 0.1)
    held = [q._t for q in optimizer.get_parameters()]
    optimizer((ms.Tensor(numbers(3, 4, seed=1)),))
    assert all(q._t is t for q, t in zip(optimizer.get_parameters(), held, strict=True))


def test_parameters_may_be_pointed_elsewhere_before_the_first_step() -> None:
    """What a sharded run does: each process keeps a piece of every tensor."""
    whole = run(lambda ps: nn.Adam(ps, 0.1, weight_decay=0.1))

    def sharded(ps: list[Any]) -> Any:
        optimizer = nn.Adam(ps, 0.1, weight_decay=0.1)
        for p in [*ps, *optimizer.moment1, *optimizer.moment2]:
            p._t = p._t.reshape(-1)[:5].clone()

        def step(grads: Any) -> Any:
            return optimizer(tuple(ms.Tensor(g._t.reshape(-1)[:5]) for g in grads))

        return step

    agree(run(sharded), [w.reshape(-1)[:5] for w in whole])


def test_own_optimizer_with_the_base_class_helpers() -> None:
    class Plain(nn.Optimizer):
        def construct(self, gradients: Any) -> Any:
            gradients = self.scale_grad(self.gradients_centralization(self.decay_weight(gradients)))
            lr = self.get_lr()
            self.assignadd(self.global_step, self.global_step_increase_tensor)
            rule = lambda p, g: ms.ops.assign_sub(p, g * lr)  # noqa: E731
            return self.hyper_map(rule, self.parameters, gradients)

    same = run(lambda ps: nn.SGD(ps, [0.1, 0.2, 0.3, 0.4], weight_decay=0.1, loss_scale=2.0))
    agree(run(lambda ps: Plain([0.1, 0.2, 0.3, 0.4], ps, 0.1, 2.0)), same)


def test_weight_decay_as_a_schedule() -> None:
    class Falling(nn.Cell):
        def construct(self, step: Any) -> Any:
            return 0.1 / (step + 1.0)

    def rule(p: Any, g: Any, state: Any, t: int) -> None:
        p -= 0.1 * (g + 0.1 / t * p)

    agree(run(lambda ps: nn.RMSProp(ps, 0.1, weight_decay=Falling())), run_decayed())

    def groups(ps: list[Any]) -> Any:
        decayed = [{"params": ps[:1], "weight_decay": Falling()}, {"params": ps[1:]}]
        return nn.Momentum(decayed, 0.1, 0.0)

    agree(run(groups)[:1], by_hand(rule)[:1])


def run_decayed() -> list[np.ndarray]:
    def rule(p: Any, g: Any, state: Any, t: int) -> None:
        g = g + 0.1 / t * p
        state["s"] = 0.9 * state.get("s", 1.0) + 0.1 * g * g
        p -= 0.1 * g / np.sqrt(state["s"] + 1e-10)

    return by_hand(rule)
