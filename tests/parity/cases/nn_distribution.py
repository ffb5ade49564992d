"""nn.probability.distribution: every question MindSpore's classes answer."""

from __future__ import annotations

import importlib
from typing import Any

import numpy as np

from tests.parity.harness import case, merge

VALUES = np.array([[0.3, 0.6], [0.7, 0.2]], np.float32)
COUNTS = np.array([[0.0, 1.0], [1.0, 0.0]], np.float32)
MORE = np.array([[0.0, 3.0], [2.0, 5.0]], np.float32)
OUTSIDE = np.array([[-1.0, 7.5], [-0.5, 2.5]], np.float32)
DENSITY = ("prob", "log_prob")
BELOW = ("cdf", "log_cdf", "survival_function", "log_survival")
FACTS = ("mean", "sd", "var", "mode", "entropy")
DIVERGENCES = ("kl_loss", "cross_entropy")
# name: parameters, others' parameters, values, questions without an answer
KINDS: dict[str, Any] = {
    "Normal": (([0.0, 1.0], [1.0, 2.0]), (0.5, 1.5), VALUES, ()),
    "Uniform": (([0.0, 0.1], [1.0, 3.0]), (-1.0, 4.0), VALUES, ("mode",)),
    "Exponential": (([0.5, 2.0],), (1.5,), VALUES, ()),
    "Gamma": (([0.5, 2.0], [1.0, 3.0]), (1.5, 2.5), VALUES, ()),
    "Beta": (([2.0, 3.0], [1.5, 4.0]), (1.5, 2.5), VALUES, BELOW),
    "Cauchy": (([0.0, 1.0], [1.0, 2.0]), (0.5, 1.5), VALUES, ("mean", "sd", "var")),
    "LogNormal": (([0.0, 1.0], [1.0, 2.0]), (0.5, 1.5), VALUES, ()),
    "Gumbel": (([0.0, 1.0], [1.0, 2.0]), (0.5, 1.5), VALUES, ()),
    "Logistic": (([0.0, 1.0], [1.0, 2.0]), None, VALUES, DIVERGENCES),
    # Bernoulli.mode() fails in MindSpore's PyNative mode.
    "Bernoulli": (([0.2, 0.7],), (0.4,), COUNTS, ("mode", "log_survival", "log_cdf")),
    "Geometric": (([0.2, 0.7],), (0.4,), MORE, ()),
    "Poisson": (([0.5, 2.5],), None, MORE, ("entropy", *DIVERGENCES)),
    "HalfNormal": (([0.0, 0.1], [1.0, 2.0]), None, VALUES, (*BELOW, *FACTS, *DIVERGENCES)),
    "Laplace": (([0.0, 1.0], [1.0, 2.0]), None, VALUES, (*BELOW, *FACTS, *DIVERGENCES)),
    "StudentT": (
        ([3.0, 4.0], [0.0, 1.0], [1.0, 2.0]), None, VALUES, (*BELOW, *FACTS, *DIVERGENCES)
    ),
}  # fmt: skip


def _home(ms: Any) -> Any:
    return importlib.import_module(f"{ms.__name__}.nn.probability.distribution")


def _answers(ms: Any, kind: str) -> dict[str, np.ndarray]:
    own, other, values, unanswered = KINDS[kind]
    dist, x = getattr(_home(ms), kind)(*own), ms.Tensor(values)
    result = {q: getattr(dist, q)(x) for q in (*DENSITY, *BELOW) if q not in unanswered}
    result |= {q: getattr(dist, q)() for q in FACTS if q not in unanswered}
    if other is not None:
        theirs = [ms.Tensor(p, ms.float32) for p in other]
        result |= {q: getattr(dist, q)(kind, *theirs) for q in DIVERGENCES if q not in unanswered}
    return {q: v.asnumpy() for q, v in result.items()}


def _at_the_call(ms: Any, kind: str) -> dict[str, np.ndarray]:
    """The same questions to a distribution that was given no parameters."""
    own, other, values, unanswered = KINDS[kind]
    dist, x = getattr(_home(ms), kind)(), ms.Tensor(values)
    mine = [ms.Tensor(p, ms.float32) for p in own]
    result = {"log_prob": dist.log_prob(x, *mine)}
    if "mean" not in unanswered:
        result["mean"] = dist.mean(*mine)
    if other is not None:
        theirs = [ms.Tensor(p, ms.float32) for p in other]
        result["kl"] = dist.kl_loss(kind, *theirs, *mine)
    return {f"call_{q}": v.asnumpy() for q, v in result.items()}


def _register(kind: str) -> None:
    def body(ms: Any, run: Any) -> Any:
        late = {} if kind == "Gumbel" else _at_the_call(ms, kind)
        return _answers(ms, kind) | late

    case(body, name=kind, jit=False, rtol=1e-4, atol=2e-5)


for _kind in KINDS:
    _register(_kind)


@case(jit=False, rtol=1e-4, atol=1e-5)
def categorical(ms: Any, run: Any) -> Any:
    probs = [[0.2, 0.3, 0.5], [0.1, 0.1, 0.8]]
    dist, x = _home(ms).Categorical(probs), ms.Tensor([[0.0, 1.0], [2.0, 1.0], [1.0, 0.0]])
    other = ms.Tensor([[0.3, 0.3, 0.4], [0.5, 0.4, 0.1]], ms.float32)
    result = {q: getattr(dist, q)(x) for q in (*DENSITY, "cdf", "survival_function")}
    result |= {q: getattr(dist, q)() for q in FACTS}
    result |= {q: getattr(dist, q)("Categorical", other) for q in DIVERGENCES}
    return {q: v.asnumpy() for q, v in result.items()}


@case(jit=False, rtol=1e-4, atol=1e-5)
def outside(ms: Any, run: Any) -> Any:
    """Values where there is no density."""
    kinds = ("Uniform", "Exponential", "Geometric", "Poisson", "HalfNormal")
    x = ms.Tensor(OUTSIDE)
    result = {}
    for kind in kinds:
        dist = getattr(_home(ms), kind)(*KINDS[kind][0])
        result[f"{kind}.prob"] = dist.prob(x)
        if kind != "HalfNormal":
            result[f"{kind}.cdf"] = dist.cdf(x)
    result["Bernoulli.cdf"] = _home(ms).Bernoulli([0.2, 0.7]).cdf(x)
    return {k: v.asnumpy() for k, v in result.items()}


@case(jit=False)
def gradients(ms: Any, run: Any) -> Any:
    home = _home(ms)
    normal, gamma = home.Normal(), home.Gamma()
    x, a, b = VALUES, np.array([0.5, 1.5], np.float32), np.array([1.0, 2.0], np.float32)
    return merge(
        normal=run(lambda x, a, b: normal.log_prob(x, a, b), x, a, b),
        gamma=run(lambda x, a, b: gamma.log_prob(x, a, b), x, a, b),
        kl=run(lambda a, b: normal.kl_loss("Normal", b, a, a, b), a, b),
    )


@case(jit=False)
def samples(ms: Any, run: Any) -> Any:
    home, result = _home(ms), []
    # MindSpore's CPU has no kernel for Gamma, Beta and Poisson.
    for kind in ("Normal", "Uniform", "Exponential", "Cauchy", "LogNormal", "Gumbel",
                 "Logistic", "Bernoulli", "Geometric"):  # fmt: skip
        dist = getattr(home, kind)(*KINDS[kind][0])
        result += [dist.sample(), dist.sample((3,))]
    table = home.Categorical([[0.2, 0.3, 0.5], [0.1, 0.1, 0.8]])
    result += [table.sample(), table.sample((4,)), home.Normal(0.0, 1.0).sample()]
    return {f"{i}": np.array([str(t.dtype), *map(str, t.shape)]) for i, t in enumerate(result)}


@case(jit=False)
def facts(ms: Any, run: Any) -> Any:
    home = _home(ms)
    n, e = home.Normal(0.0, [1.0, 2.0]), home.Normal()
    shown = [
        n.name,
        n.dtype,
        n.seed,
        n.is_scalar_batch,
        n.batch_shape,
        e.batch_shape,
        n.get_dist_type(),
    ]
    mean, sd = n.get_dist_args()
    return {
        "shown": np.array([str(v) for v in shown]),
        "sd": sd.asnumpy(),
        "rate": home.Exponential([0.5, 2.0]).rate.asnumpy(),
        "construct": n("prob", ms.Tensor(VALUES)).asnumpy(),
        "f16": np.array(str(home.Normal(0.0, 1.0, dtype=ms.float16).mean().dtype)),
        "half": np.array(str(n.prob(ms.Tensor(VALUES.astype(np.float16))).dtype)),
    }


@case(jit=False)
def refusals(ms: Any, run: Any) -> Any:
    home = _home(ms)
    n, e, x = home.Normal(0.0, 1.0), home.Normal(), ms.Tensor(VALUES)
    one = ms.Tensor(1.0)
    calls = {
        "missing": e.mean,
        "half": lambda: e.mean(one),
        "number": lambda: e.mean(1.0, 2.0),
        "value": lambda: n.prob(1.0),
        "array": lambda: n.prob(VALUES),
        "unknown": lambda: n.prob(x, mu=one),
        "sd": lambda: home.Normal(0.0, -1.0),
        "probs": lambda: home.Bernoulli([1.5]),
        "sum": lambda: home.Categorical([0.2, 0.2]),
        "order": lambda: home.Uniform(1.0, 0.0),
        "dtype": lambda: home.Normal(0.0, 1.0, dtype=ms.int32),
        "seed": lambda: home.Normal(0.0, 1.0, seed=-1),
        "kind": lambda: n.kl_loss("Beta", one, one),
        "one": lambda: n.kl_loss("Normal", one),
        "numbers": lambda: n.kl_loss("Normal", 1.0, 2.0),
        "shape": lambda: n.sample([3]),
        "question": lambda: n("nope"),
        "cdf": lambda: home.Beta([1.0], [1.0]).cdf(x),
        "mode": home.Uniform(0.0, 1.0).mode,
        "cauchy": home.Cauchy(0.0, 1.0).mean,
        "entropy": home.Poisson([1.0]).entropy,
        "laplace": home.Laplace(0.0, 1.0).mean,
    }
    return merge(**{name: run.raises(call) for name, call in calls.items()})
