"""Arguments of the elementwise functions of mindspore.ops, l to z."""

from __future__ import annotations

from typing import Any

import numpy as np

from tests.parity.harness import is_mindspore, rand
from tests.parity.table import Rows, group, row

X, Y = rand(2, 3), rand(3, seed=1)
POSITIVE = rand(2, 3, low=0.6, high=4)
OVER = rand(3, seed=2, low=1.5, high=5)
ODDS = rand(2, 3, low=0.02, high=0.98)
WHOLE = np.array([[12, -18, 7], [0, 9, 100]], np.int32)
OTHER = np.array([8, 12, -21], np.int32)
BYTES = np.array([[0, 3, 255], [16, 7, 129]], np.uint8)


def stopped(ms: Any, x: Any) -> Any:
    """The in-place name has no kernel on MindSpore's CPU; the other one means the same gradient."""
    return ms.ops.stop_gradient(x) if is_mindspore(ms) else ms.ops.stop_gradient_(input=x)


def written(fn: Any, x: Any, **options: Any) -> Any:
    """What an in-place function leaves in its input."""
    x = x.copy()
    fn(input=x, **options)
    return x


FLOATS: Rows = {
    "lgamma": row(lambda ms, x: ms.ops.lgamma(input=x), POSITIVE),
    "logaddexp2": row(lambda ms, x, y: ms.ops.logaddexp2(input=x, other=y), X, Y),
    "logit": row(lambda ms, x: ms.ops.logit(input=x, eps=0.2), ODDS),
    "logit_plain": row(lambda ms, x: ms.ops.logit(x), ODDS),
    "polygamma": row(lambda ms, x, n: ms.ops.polygamma(n=n, input=x), POSITIVE, np.array(2)),
    "positive": row(lambda ms, x: ms.ops.positive(input=x), X),
    "rad2deg": row(lambda ms, x: ms.ops.rad2deg(x=x), X),
    "sgn": row(lambda ms, x: ms.ops.sgn(input=x), X),
    "sinc": row(lambda ms, x: ms.ops.sinc(input=x), X),
    "tensor_div": row(lambda ms, x, y: ms.ops.tensor_div(x=x, y=y), X, Y),
    "xdivy": row(lambda ms, x, y: ms.ops.xdivy(x=x, y=y), np.where(X > 0, X, 0), Y),
    "relu": row(lambda ms, x: ms.ops.relu(x, inplace=False), X),
    "rrelu": row(lambda ms, x: ms.ops.rrelu(input=x, lower=0.3, upper=0.3), X),
    # Slopes from 1/3 to 1/2, of which rounding leaves nothing.
    "rrelu_range": row(
        lambda ms, x: ((x / ms.ops.rrelu(x, lower=2.0, upper=3.0) - 0.4) * 2).round(),
        -np.abs(X) - 1,
    ),
    "softmax": row(lambda ms, x: ms.ops.softmax(x, 0, dtype=ms.float64), X),
    "softmin": row(lambda ms, x: ms.ops.softmin(x, 0, dtype=ms.float64), X),
    "stopped": row(lambda ms, x: stopped(ms, x * x) * x, X),
    "view_as": row(lambda ms, x, y: ms.ops.view_as(input=x, other=y), X, np.ones((3, 2), np.int32)),
    "trapz": row(lambda ms, y: ms.ops.trapz(y=y, dx=0.5, dim=0), X),
    "trapz_places": row(lambda ms, y, x: ms.ops.trapz(y, x=x), X, Y),
    "truncate_div": row(lambda ms, x, y: ms.ops.truncate_div(x=x, y=y), X * 4, Y),
    "truncate_mod": row(lambda ms, x, y: ms.ops.truncate_mod(x=x, y=y), X * 4, Y),
}

UNGRADED: Rows = {
    "ldexp": row(lambda ms, x, n: ms.ops.ldexp(x=x, other=n), X, OTHER),
    "lcm": row(lambda ms, x, y: ms.ops.lcm(input=x, other=y), WHOLE, OTHER),
    "mvlgamma": row(lambda ms, x: ms.ops.mvlgamma(input=x + 2, p=3), POSITIVE),
    "nextafter": row(lambda ms, x, y: ms.ops.nextafter(input=x, other=y), X, X[::-1]),
    "population": row(lambda ms, x: ms.ops.population_count(input_x=x), BYTES),
    "signbit": row(lambda ms, x: ms.ops.signbit(input=x), X),
    "zeta": row(lambda ms, x, y: ms.ops.zeta(input=x, other=y), POSITIVE + 1, OVER),
    "polar": row(lambda ms, r, a: ms.ops.polar(abs=r, angle=a), POSITIVE, X),
    "view_as_real": row(
        lambda ms, r, a: ms.ops.view_as_real(input=ms.ops.polar(r, a)), POSITIVE, X
    ),
    "msort": row(lambda ms, x: ms.ops.msort(input=x), X),
    "truncate_div_int": row(lambda ms, x, y: ms.ops.truncate_div(x, y), WHOLE, OTHER),
    "truncate_mod_int": row(lambda ms, x, y: ms.ops.truncate_mod(x, y), WHOLE, OTHER),
    "ldexp_number": row(lambda ms, x: ms.ops.ldexp(x, 2.5), WHOLE),
    "t_of_three": row(lambda ms, x: ms.ops.t(x), rand(2, 3, 4)),
    "l1_of_integers": row(lambda ms, x, y: ms.ops.l1_loss(x, y), WHOLE, OTHER),
    "vecdot_of_integers": row(lambda ms, x, y: ms.ops.vecdot(x, y), WHOLE, OTHER),
    "vecdot_of_two": row(lambda ms, x, y: ms.ops.vecdot(x, y), X, OTHER),
    "softmin_of_two": row(lambda ms, x: ms.ops.softmin(x, (0,)), X),
    "numel": row(lambda ms, x: ms.ops.numel(input=x), X),
}

# MindSpore's CPU has no kernels for these.
BY_FORMULA: Rows = {
    "round": row(lambda ms, x: ms.ops.round(x, decimals=1), X, formula=lambda x: np.round(x, 1)),
    "round_tens": row(
        lambda ms, x: ms.ops.round(x, decimals=-1), X * 40, formula=lambda x: np.round(x, -1)
    ),
    "tanh_": row(lambda ms, x: written(ms.ops.tanh_, x), X, formula=np.tanh),
    "relu_in_place": row(
        lambda ms, x: written(ms.ops.relu, x, inplace=True), X, formula=lambda x: np.maximum(x, 0)
    ),
    "type_as": row(
        lambda ms, x, y: ms.ops.type_as(input=x, other=y),
        X,
        np.ones(1, np.float16),
        formula=lambda x, y: x.astype(np.float16),
    ),
    "swiglu": row(
        lambda ms, x: ms.ops.swiglu(input=x, dim=0),
        X,
        formula=lambda x: x[:1] / (1 + np.exp(-x[:1])) * x[1:],
    ),
}

group(__name__, "floats", FLOATS, rtol=1e-4, atol=1e-5)
group(__name__, "ungraded", UNGRADED, grad=False, rtol=1e-4, atol=1e-5)
group(__name__, "by_formula", BY_FORMULA, rtol=1e-4, atol=1e-5)
