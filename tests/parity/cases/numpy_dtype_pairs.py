"""mindspore.numpy of two dtypes: each function of two arrays over pairs of dtypes, numbers beside arrays, one array of
each.

A case tells of every call its dtypes and shapes, or the exception, as one text, and all values as one array.
"""

from __future__ import annotations

import functools
from collections.abc import Callable
from typing import Any

import numpy as np

from tests.parity.harness import Arrays, as_array, case, flat

ARRAYS = {
    "b": np.array([True, False, True]),
    "u": np.array([1, 3, 2], np.uint8),
    "i": np.array([1, 2, 3], np.int32),
    "l": np.array([1, 3, 2], np.int64),
    "h": np.array([1.5, 0.5, 2.5], np.float16),
    "f": np.array([1.9, 0.5, 2.9], np.float32),
    "d": np.array([1.9, 0.5, 2.7], np.float64),
}


def words(text: str) -> list[str]:
    """The words of a table."""
    return text.split()


PAIRS = words("if fi bi ib bf fb fd df il li ui ld fl bb ii uu")
HALVES = words("hf fh uh hi bh")


def told(ms: Any, calls: dict[str, Callable[[], Any]]) -> Arrays:
    """What each call gives: {"kinds": dtypes and shapes or exceptions as text, "values": all numbers}."""
    kinds, values = [], [np.zeros(0)]
    ms.set_context(pynative_synchronize=True)  # or an error shows in a later call
    try:
        for name, call in calls.items():
            try:
                result = [as_array(out) for out in flat(call())]
            except Exception as error:
                kinds.append(f"{name}: {type(error).__name__}")
                continue
            kinds.append(f"{name}: {' '.join(f'{a.dtype}{a.shape}' for a in result)}")
            values += [a.astype(np.float64).reshape(-1) for a in result if a.dtype.kind in "biuf"]
    finally:
        ms.set_context(pynative_synchronize=False)
    return {"kinds": np.array("\n".join(kinds)), "values": np.concatenate(values)}


# -- two arrays --------------------------------------------------------------------------------

PLAIN = words("""add subtract multiply divide true_divide floor_divide power mod remainder fmod maximum minimum arctan2
hypot logaddexp logaddexp2 copysign heaviside gcd lcm bitwise_and bitwise_or bitwise_xor equal not_equal less less_equal
greater greater_equal logical_and logical_or logical_xor float_power divmod matmul dot inner outer kron cross convolve
correlate polyadd polysub polymul polyval isclose array_equal array_equiv isin in1d intersect1d setdiff1d append
broadcast_arrays meshgrid cov corrcoef ix_ take trapz""")

SHAPED: dict[str, Callable[..., Any]] = {
    "tensordot": lambda n, a, b: n.tensordot(a, b, 1),
    "multi_dot": lambda n, a, b: n.multi_dot([a, b]),
    "concatenate": lambda n, a, b: n.concatenate((a, b)),
    "stack": lambda n, a, b: n.stack((a, b)),
    "where": lambda n, a, b: n.where(n.array([True, False, True]), a, b),
    "choose": lambda n, a, b: n.choose(n.array([0, 1, 0]), [a, b]),
    "piecewise": lambda n, a, b: n.piecewise(a, [n.array([True, False, True])], [lambda x: b]),
    "select": lambda n, a, b: n.select(
        [n.array([True, False, False]), n.array([False, True, False])], [a, b]
    ),
    "searchsorted": lambda n, a, b: n.searchsorted(n.array([0, 1, 2], dtype=a.dtype), b),
    "digitize": lambda n, a, b: n.digitize(a, n.array([0, 1, 2], dtype=b.dtype)),
    "interp": lambda n, a, b: n.interp(a, n.array([0.0, 1.0, 2.0]), b),
    "interp_points": lambda n, a, b: n.interp(2.0, n.cumsum(a + 1), b),
    "average": lambda n, a, b: n.average(a, weights=b, returned=True),
    "diff": lambda n, a, b: n.diff(a, prepend=b, append=b),
    "ediff1d": lambda n, a, b: n.ediff1d(a, b, b),
    "clip": lambda n, a, b: n.clip(a, b, b),
    "full_like": lambda n, a, b: n.full_like(a, b),
    "bincount": lambda n, a, b: n.bincount(a, weights=b),
    "histogram": lambda n, a, b: n.histogram(a, 3, weights=b),
    "histogram2d": lambda n, a, b: n.histogram2d(a, b, 2),
    "histogramdd": lambda n, a, b: n.histogramdd((a, b), 2),
    "gradient": lambda n, a, b: n.gradient(a, b[2]),
    "linspace": lambda n, a, b: n.linspace(a, b, 3),
    "logspace": lambda n, a, b: n.logspace(a, b, 3),
    "polyint": lambda n, a, b: n.polyint(a, 1, b[:1]),
    "max": lambda n, a, b: n.max(a, where=b, initial=1),
    "sum": lambda n, a, b: n.sum(a, initial=b[2]),
}

# Pairs that are not compared.
OMITTED = {
    # MindSpore has no CPU kernel for them; msacc computes.
    "add": "ib fb bb",
    "subtract": "bb",
    "minimum": "bb",
    "hypot": "bi ib bf fb bb bh",
    "logaddexp": "if fi bf fb ld fl uh hi bh",
    "copysign": "bi ib bf fb bb bh",
    "outer": "bb",
    "correlate": "uu",
    "polyadd": "ib fb bb",
    "polysub": "ib fb",
    "take": "uu",
    "clip": "bb",
    "bincount": "ui uu uh",
    "max": "bi bf bb bh",
    # Integers divided by 0, and Float64 that MindSpore works on in Float32.
    "floor_divide": "ib bb",
    "mod": "ib bb fd",
    "remainder": "ib bb fd",
    "fmod": "ib bb fd",
    "divmod": "ib bb fd",
    # Bool as for "add"; MindSpore compares Float32 and Float64 as Float32.
    "intersect1d": "bi ib bf fb bb bh fd df",
    "setdiff1d": "bi ib bf fb bb bh fd df",
    # Divisors of fractions: msacc refuses floats, as numpy does.
    "gcd": "if fi bf fb fd df ld fl bb hf fh uh hi bh",
    "lcm": "if fi bf fb fd df ld fl bb hf fh uh hi bh",
}


def _paired(name: str, body: Callable[..., Any], pairs: list[str]) -> Callable[..., Arrays]:
    """A case of `body` over pairs of dtypes."""
    kept = [pair for pair in pairs if pair not in OMITTED.get(name, "").split()]

    def check(ms: Any, run: Any) -> Arrays:
        given = {pair: [ms.Tensor(ARRAYS[key]) for key in pair] for pair in kept}
        calls = {pair: functools.partial(body, ms.numpy, *ts) for pair, ts in given.items()}
        return told(ms, calls)

    return check


def _plain(name: str) -> Callable[..., Any]:
    return lambda n, a, b: getattr(n, name)(a, b)


for _name, _body in {**{name: _plain(name) for name in PLAIN}, **SHAPED}.items():
    case(name=f"{_name}_pairs", jit=False)(_paired(_name, _body, PAIRS))
    # Half precision: one unit in the last place is a thousandth.
    case(name=f"{_name}_halves", jit=False, rtol=2e-3, atol=1e-3)(_paired(_name, _body, HALVES))


# -- a number or list beside an array ----------------------------------------------------------

BESIDE = {"2": 2, "2.5": 2.5, "[1,2,3]": [1, 2, 3], "[1.5,2,3]": [1.5, 2, 3]}
WITH_NUMBERS = words("""add subtract divide floor_divide power mod fmod maximum minimum hypot copysign heaviside
bitwise_and equal less logical_and where clip isclose array_equal isin polymul polyval convolve""")
_FIRST = "2,{0} 2.5,{0} [1,2,3],{0} [1.5,2,3],{0}"
_EITHER = _FIRST + " {0},2 {0},2.5 {0},[1,2,3] {0},[1.5,2,3]"
OMITTED_BESIDE = {
    # MindSpore subtracts the negative, which Bool has not and UInt8 wraps; so its hypot of UInt8 is NaN.
    "add": f"{_FIRST.format('b')} {_FIRST.format('u')}",
    "hypot": f"{_EITHER.format('b')} {_FIRST.format('u')}",
    "copysign": _EITHER.format("b"),
    # Integers divided by 0.
    "floor_divide": "2,b [1,2,3],b",
    "mod": "2,b [1,2,3],b",
    "fmod": "2,b [1,2,3],b",
}


def _called(name: str) -> Callable[..., Any]:
    if name == "where":
        return lambda n, a, b: n.where(n.array([True, False, True]), a, b)
    if name == "clip":
        return lambda n, a, b: n.clip(a, b, None)
    return _plain(name)


def _mixed(name: str, kept: str) -> Callable[..., Arrays]:
    """A case of a function of each array beside each number, either first."""
    body, left_out = _called(name), OMITTED_BESIDE.get(name, "").split()

    def check(ms: Any, run: Any) -> Arrays:
        calls: dict[str, Callable[[], Any]] = {}
        for key in kept:
            for text, value in BESIDE.items():
                given = ms.Tensor(ARRAYS[key])
                calls[f"{key},{text}"] = functools.partial(body, ms.numpy, given, value)
                calls[f"{text},{key}"] = functools.partial(body, ms.numpy, value, given)
        return told(ms, {key: call for key, call in calls.items() if key not in left_out})

    return check


for _name in WITH_NUMBERS:
    case(name=f"{_name}_beside", jit=False)(_mixed(_name, "builfd"))

# -- one array of each dtype -------------------------------------------------------------------

ALONE = words("""exp exp2 expm1 log log2 log10 log1p sqrt square abs fabs negative positive signbit floor ceil rint
trunc reciprocal sin cos tan arcsin arccos arctan sinh cosh arcsinh arccosh deg2rad rad2deg invert logical_not isnan
isinf isfinite isposinf isneginf sign tanh cbrt fix around sum mean std var max min ptp argmax argmin sometrue
count_nonzero average nansum nanmean nanmax nanmin cumsum cumprod diff ediff1d trapz nancumsum nanstd nanvar norm
unique argwhere cov gradient polyder polyint vander bincount zeros_like asfarray diag tril histogram""")
# Dtypes for which MindSpore has no CPU kernel; and Bool, which it counts as 0 and 1 while adding up to 1 at most.
OMITTED_ALONE = {
    **dict.fromkeys(words("exp expm1 log log2 log10 log1p"), "buil"),
    **dict.fromkeys(words("square positive invert sign cbrt reciprocal"), "b"),
    **dict.fromkeys(words("std var max min count_nonzero average nanmax nanmin unique"), "b"),
    **dict.fromkeys(words("nanmean nanstd nanvar"), "b"),
    **dict.fromkeys(words("floor rint"), "uil"),
    **dict.fromkeys(words("around"), "bu"),
    **dict.fromkeys(words("bincount"), "u"),
}


def _single(name: str, kept: str) -> Callable[..., Arrays]:
    """A case of a function of one array of each dtype."""
    dtypes = [key for key in kept if key not in OMITTED_ALONE.get(name, "")]

    def check(ms: Any, run: Any) -> Arrays:
        given = {key: ms.Tensor(ARRAYS[key]) for key in dtypes}
        call = getattr(ms.numpy, name)
        return told(ms, {key: functools.partial(call, t) for key, t in given.items()})

    return check


for _name in ALONE:
    case(name=f"{_name}_alone", jit=False)(_single(_name, "builfd"))
    case(name=f"{_name}_half", jit=False, rtol=2e-3, atol=1e-3)(_single(_name, "h"))
