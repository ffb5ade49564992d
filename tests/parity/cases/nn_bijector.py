"""nn.probability.bijector and transformed distributions."""

from __future__ import annotations

import importlib
from typing import Any

import numpy as np

from tests.parity.harness import case, merge

X = np.array([0.5, 1.0, 2.0], np.float32)
INSIDE = np.array([0.2, 0.5, 0.9], np.float32)
SIDES = {
    "forward": ("forward", "forward_log_jacobian"),
    "inverse": ("inverse", "inverse_log_jacobian"),
}
KINDS = {
    "Exp": (),
    "PowerTransform": (0.5,),
    "ScalarAffine": (-2.0, 1.0),
    "Softplus": (2.0,),
    "GumbelCDF": (0.5, 2.0),
}


def _home(ms: Any, name: str) -> Any:
    return importlib.import_module(f"{ms.__name__}.nn.probability.{name}")


def _register(kind: str) -> None:
    def body(ms: Any, run: Any) -> Any:
        made = getattr(_home(ms, "bijector"), kind)(*KINDS[kind])
        back = _home(ms, "bijector").Invert(made)
        y = INSIDE if kind == "GumbelCDF" else X
        # MindSpore's gradient of Exp's slope is NaN.
        result = {q: run(getattr(made, q), X, grad=kind != "Exp") for q in SIDES["forward"]}
        result |= {q: run(getattr(made, q), y) for q in SIDES["inverse"]}
        result |= {f"back_{q}": run(getattr(back, q), y) for q in SIDES["forward"]}
        result["called"] = run(lambda x: made("forward", x), X)
        return merge(**result) | {"constant": np.array([made.is_constant_jacobian])}

    case(body, name=kind, jit=False, rtol=1e-4, atol=1e-5)


for _kind in KINDS:
    _register(_kind)


@case(jit=False, rtol=1e-4, atol=1e-5)
def transformed(ms: Any, run: Any) -> Any:
    home, maps = _home(ms, "distribution"), _home(ms, "bijector")
    made = maps.Exp()(home.Normal(0.5, 2.0))
    late = home.TransformedDistribution(maps.Exp(), home.Normal())
    line = home.TransformedDistribution(maps.ScalarAffine(2.0, 1.0), home.Normal([0.5, 1.0], 1.0))
    questions = ("prob", "log_prob", "cdf", "log_cdf", "survival_function", "log_survival")
    x = ms.Tensor(X)
    result = {q: getattr(made, q)(x).asnumpy() for q in questions}
    result["late"] = late.log_prob(x, ms.Tensor(0.5), ms.Tensor(2.0)).asnumpy()
    result["mean"] = line.mean().asnumpy()
    result["shape"] = np.array(made.sample((3,)).shape)
    return result


@case(jit=False)
def refusals(ms: Any, run: Any) -> Any:
    home, maps = _home(ms, "distribution"), _home(ms, "bijector")
    made = maps.Exp()(home.Normal(0.5, 2.0))
    return merge(
        number=run.raises(lambda: maps.Exp().forward(1.0)),
        ints=run.raises(maps.Exp().forward, np.array([1, 2])),
        power=run.raises(lambda: maps.PowerTransform(-1.0)),
        bijector=run.raises(lambda: home.TransformedDistribution(3, home.Normal(0.0, 1.0))),
        distribution=run.raises(lambda: home.TransformedDistribution(maps.Exp(), 3)),
        mean=run.raises(made.mean),
        entropy=run.raises(made.entropy),
        kl=run.raises(lambda: made.kl_loss("Normal")),
    )
