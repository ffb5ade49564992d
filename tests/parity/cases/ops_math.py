"""Arithmetic, comparison and elementwise functions: values, dtypes, gradients."""

from __future__ import annotations

from typing import Any

import numpy as np

from tests.parity.harness import case, merge, rand

F32, I32, I64, BOOL = np.float32, np.int32, np.int64, np.bool_
X = rand(2, 3)
Y = rand(2, 3, seed=1, low=0.5)
INTS = np.array([[5, -7, 3], [-4, 6, 2]], I32)
LONGS = np.array([[2, 3, -2], [3, -4, 5]], I64)
FLAGS = np.array([[True, False, True], [False, False, True]])


@case
def arithmetic(ms: Any, run: Any) -> Any:
    ops = ms.ops
    return run(
        lambda x, y: (
            *(ops.add(x, y), ops.sub(x, y), ops.mul(x, y), ops.div(x, y), ops.floor_div(x, y)),
            *(ops.floor_mod(x, y), ops.fmod(x, y), ops.pow(ops.abs(x), y), ops.maximum(x, y)),
            *(ops.minimum(x, y), ops.atan2(x, y), ops.xlogy(y, y), ops.true_divide(x, y), ops.add(x, 1)),
            *(ops.sub(1.5, x), ops.mul(2, x), ops.div(1, y), ops.pow(y, 2), ops.pow(2.0, x)),
        ),
        X, Y,
    )  # fmt: skip


@case
def rounding_division(ms: Any, run: Any) -> Any:
    div = ms.ops.div
    return merge(
        floats=run(
            lambda x, y: (div(x, y, rounding_mode="floor"), div(x, y, rounding_mode="trunc")), X, Y
        ),
        ints=run(
            lambda x: (div(x, 2, rounding_mode="floor"), div(x, 2, rounding_mode="trunc")), LONGS
        ),
        mixed=run(lambda x: (div(x, 2), div(x, 2.0, rounding_mode="floor")), LONGS),
    )


@case
def operators_on_floats(ms: Any, run: Any) -> Any:
    return run(
        lambda x, y: (
            *(x + y, x - y, x * y, x / y, x // y, x % y, y**x, x @ y.T, -x, abs(x), +x),
            *(1 + x, 1 - x, 2 * x, 2 / y, 2 // y, 5 % y, 2**x, x + 1, x - 1, x * 2, x / 2),
            *(x == y, x != y, x < y, x <= y, x > y, x >= y, x > 0, 0 > x),  # noqa: SIM300
        ),
        X, Y,
    )  # fmt: skip


@case
def operators_on_ints(ms: Any, run: Any) -> Any:
    return run(
        lambda i, k: (
            *(i + k, i - k, i * k, i / k, i // k, i % k, i**2, 2**k, -i, abs(i), i @ k.T.astype(ms.int32)),
            *(i & k, i | k, i ^ k, i & 3, i | 1, i + 1.5, i * 2, i / 2, 7 // k, ~i),
        ),
        INTS, LONGS,
    )  # fmt: skip


@case
def operators_on_bools(ms: Any, run: Any) -> Any:
    other = ~FLAGS | np.eye(2, 3, dtype=bool)
    return run(
        lambda b, c: (
            *(b & c, b | c, b ^ c, ~b, b + c, b * c, b - c, b + 1, b * 2, 1 - b, b + 1.5, b == c, b != c),
            *(b < c, b & True, ms.ops.logical_and(b, c), ms.ops.logical_or(b, c), ms.ops.logical_xor(b, c)),
        ),
        FLAGS, other,
    )  # fmt: skip


PAIRS = [
    *[("float32", other) for other in ("int32", "int64", "float16", "float64", "bool_", "uint8")],
    *[("int32", other) for other in ("int64", "bool_", "int8", "uint8")],
    *[("float16", other) for other in ("int64", "uint8", "float64")],
    *[("uint8", "int8"), ("uint8", "int64"), ("int64", "bool_")],
]


@case
def promotion(ms: Any, run: Any) -> Any:
    """Every pair of dtypes, one side without dimensions as well."""
    parts = {}
    for a, b in PAIRS:
        left, right = np.array([1, 2], a), np.array([1, 3], b)
        point = np.array(3, a)
        parts[f"{a}_{b}"] = run(
            lambda x, y, z: (x + y, x * y, z + y), left, right, point, grad=False
        )
    return merge(**parts)


@case
def promotion_with_numbers(ms: Any, run: Any) -> Any:
    parts = {}
    for name in ("float16", "float32", "float64", "int8", "uint8", "int32", "int64", "bool_"):
        values = np.array([1, 0], name)
        parts[name] = run(lambda x: (x + 1, x * 2.5, x > 0, x == 1, x + True), values, grad=False)
    return merge(**parts)


@case(rtol=1e-4)
def exponentials(ms: Any, run: Any) -> Any:
    ops = ms.ops
    return run(
        lambda x, y: (
            *(ops.exp(x), ops.expm1(x), ops.exp2(x), ops.log(y), ops.log1p(y), ops.log2(y), ops.log10(y)),
            *(ops.sqrt(y), ops.rsqrt(y), ops.square(x), ops.reciprocal(y), ops.abs(x), ops.neg(x)),
            *(ops.erf(x), ops.erfc(x), ops.logaddexp(x, y), ops.inv(y)),
        ),
        X, Y,
    )  # fmt: skip


@case(rtol=1e-4)
def trigonometry(ms: Any, run: Any) -> Any:
    ops = ms.ops
    return run(
        lambda x, y: (
            *(ops.sin(x), ops.cos(x), ops.tan(x), ops.sinh(x), ops.cosh(x), ops.asinh(x), ops.atan(x)),
            *(ops.asin(x / 4), ops.acos(x / 4), ops.atanh(x / 4), ops.acosh(y + 1)),
        ),
        X, Y,
    )  # fmt: skip


@case
def rounding(ms: Any, run: Any) -> Any:
    ops = ms.ops
    halves = np.array([0.5, 1.5, 2.5, -0.5, -1.2, 3.7], F32)
    return run(
        lambda x: (
            ops.floor(x),
            ops.ceil(x),
            ops.round(x),
            ops.trunc(x),
            ops.sign(x),
            ops.Rint()(x),
        ),
        halves,
        grad=False,
    )


@case
def whole_numbers(ms: Any, run: Any) -> Any:
    """Functions that keep integers integers, and those that do not."""
    ops = ms.ops
    return run(
        lambda i: (
            *(
                ops.abs(i),
                ops.neg(i),
                ops.square(i),
                ops.sqrt(ops.abs(i)),
                ops.sign(i),
                ops.trunc(i),
            ),
            *(
                ops.invert(i),
                ops.bitwise_left_shift(i, 1),
                ops.bitwise_right_shift(i, 1),
                ops.pow(i, 2),
            ),
            *(ops.maximum(i, 1), ops.maximum(i, 1.5), ops.floor_div(i, 2), ops.true_divide(i, 2)),
        ),
        INTS,
    )


@case
def special_values(ms: Any, run: Any) -> Any:
    ops = ms.ops
    odd = np.array([np.nan, np.inf, -np.inf, 0.0, -1.0], F32)
    return run(
        lambda x: (
            *(ops.isnan(x), ops.isinf(x), ops.isfinite(x), ops.log(x), ops.sqrt(x)),
            *(
                x % 2,
                ops.sign(ops.ones_like(x)),
                ops.isclose(x, x),
                ops.nan_to_num(x, 1.0, 2.0, 3.0),
            ),
        ),
        odd,
        grad=False,
    )


@case
def comparison(ms: Any, run: Any) -> Any:
    ops = ms.ops
    return run(
        lambda x, y: (
            *(ops.equal(x, y), ops.not_equal(x, y), ops.less(x, y), ops.less_equal(x, y), ops.greater(x, y)),
            *(ops.greater_equal(x, y), ops.logical_not(x), ops.logical_and(x, y), ops.isclose(x, y)),
            *(ops.equal(x, 1), ops.less(x, 0.5), ops.approximate_equal(x, y)),
        ),
        X, Y,
        grad=False,
    )  # fmt: skip


@case
def comparison_with_what_is_no_tensor(ms: Any, run: Any) -> Any:
    x = ms.Tensor(X)
    return {
        "none": np.array(x == None),  # noqa: E711
        "text": np.array(x == "a"),
        "list": np.array(x == [1, 2, 3]),
        "not_none": np.array(x != None),  # noqa: E711
        "member": np.array(5 in ms.Tensor(INTS)),
    }


@case
def blends(ms: Any, run: Any) -> Any:
    ops = ms.ops
    return run(
        lambda x, y: (
            *(ops.lerp(x, y, 0.25), ops.addcmul(x, x, y, 2.0), ops.addcdiv(x, x, y, 2.0)),
            *(ops.addn([x, y, x]), ops.SquaredDifference()(x, y), ops.AddN()((x, y))),
        ),
        X, Y,
    )  # fmt: skip


@case
def primitives_of_arithmetic(ms: Any, run: Any) -> Any:
    ops = ms.ops
    return merge(
        floats=run(
            lambda x, y: (
                *(ops.Add()(x, y), ops.Sub()(x, y), ops.Mul()(x, y), ops.Div()(x, y), ops.RealDiv()(x, y)),
                *(ops.FloorDiv()(x, y), ops.FloorMod()(x, y), ops.Pow()(y, x)),
                *(ops.Maximum()(x, y), ops.Minimum()(x, y), ops.DivNoNan()(x, y), ops.Neg()(x)),
                *(ops.Exp()(x), ops.Log()(y), ops.Sqrt()(y), ops.Square()(x), ops.Abs()(x), ops.Erf()(x)),
                *(ops.Sin()(x), ops.Cos()(x), ops.Rsqrt()(y), ops.Reciprocal()(y), ops.Floor()(x)),
            ),
            X, Y,
        ),
        ints=run(
            lambda i, k: (ops.Div()(i, k), ops.RealDiv()(i, k), ops.FloorDiv()(i, k), ops.TruncateDiv()(i, k)),
            INTS.astype(I64), LONGS,
        ),
        truth=run(
            lambda x, y: (
                *(ops.Equal()(x, y), ops.Greater()(x, y), ops.Less()(x, y), ops.LessEqual()(x, 1.0)),
                *(ops.NotEqual()(x, y), ops.GreaterEqual()(x, y), ops.IsNan()(x), ops.Mod()(x, y)),
            ),
            X, Y, grad=False,
        ),
        flags=run(
            lambda b: (ops.LogicalAnd()(b, b), ops.LogicalOr()(b, b), ops.LogicalNot()(b)), FLAGS
        ),
    )  # fmt: skip


@case
def zero_division(ms: Any, run: Any) -> Any:
    return run(lambda x: (x / 0, x // 0, ms.ops.DivNoNan()(x, x * 0)), X, grad=False)


REFUSED = {
    "add_text": lambda ms, x: x + "a",
    "add_none": lambda ms, x: x + None,
    "less_none": lambda ms, x: x < None,
    "shapes": lambda ms, x: x + ms.ops.ones((4,), ms.float32),
    "bits_of_floats": lambda ms, x: x & 1,
    "shift": lambda ms, x: x << 1,
    "neg_bool": lambda ms, x: -(x > 0),
    "exp_number": lambda ms, x: ms.ops.exp(1.0),
    "equal_none": lambda ms, x: ms.ops.equal(x, None),
    "addn_dtypes": lambda ms, x: ms.ops.addn([x, x.astype(ms.int32)]),
    "addn_none": lambda ms, x: ms.ops.AddN()([]),
    "rounding_mode": lambda ms, x: ms.ops.div(x, 2, rounding_mode="up"),
    "truth_of_many": lambda ms, x: bool(x),
    "length_of_none": lambda ms, x: len(x.sum()),
}


@case
def refusals(ms: Any, run: Any) -> Any:
    return merge(
        **{name: run.raises(lambda x, fn=fn: fn(ms, x), X) for name, fn in REFUSED.items()}
    )
