"""Primitives of arithmetic, comparison, elementwise functions, reductions and running sums."""

from __future__ import annotations

import inspect

from msacc.common import dtype as mstype
from msacc.ops.core.primitive import declared, primitive
from msacc.ops.math import arithmetic as ar
from msacc.ops.math import bessel as bs
from msacc.ops.math import compare as cmp
from msacc.ops.math import elementwise as el
from msacc.ops.math import reduce as rd
from msacc.ops.math import scans, statistics

_required = inspect.Parameter.empty

_ARITHMETIC = {
    "Add": ar.add, "Sub": ar.sub, "Mul": ar.mul, "Div": ar.quotient, "RealDiv": ar.real_div,
    "FloorDiv": ar.floor_divide, "FloorMod": ar.remainder, "Mod": ar.fmod, "Pow": ar.pow,
    "TruncateDiv": ar.truncate_div, "TruncateMod": ar.fmod, "DivNoNan": ar.div_no_nan,
    "MulNoNan": ar.mul_no_nan, "Maximum": ar.maximum, "Minimum": ar.minimum, "Fmax": ar.fmax,
    "Fmin": ar.fmin, "Atan2": ar.atan2, "Hypot": ar.hypot, "Xlogy": ar.xlogy, "Xdivy": ar.xdivy,
    "SquaredDifference": ar.squared_difference, "Gcd": ar.gcd, "Lcm": ar.lcm,
    "Heaviside": ar.heaviside, "NextAfter": ar.nextafter, "BitwiseAnd": ar.bitwise_and,
    "BitwiseOr": ar.bitwise_or, "BitwiseXor": ar.bitwise_xor, "LeftShift": ar.bitwise_left_shift,
    "RightShift": ar.bitwise_right_shift, "AddN": ar.addn, "AccumulateNV2": ar.addn, "TensorAdd": ar.add,
}  # fmt: skip  # fmt: skip
_COMPARISON = {
    "Equal": cmp.equal, "NotEqual": cmp.not_equal, "Less": cmp.less, "LessEqual": cmp.less_equal,
    "Greater": cmp.greater, "GreaterEqual": cmp.greater_equal, "LogicalAnd": cmp.logical_and,
    "LogicalOr": cmp.logical_or, "LogicalNot": cmp.logical_not, "LogicalXor": cmp.logical_xor,
    "IsNan": cmp.isnan, "IsInf": cmp.isinf, "IsFinite": cmp.isfinite,
}  # fmt: skip  # fmt: skip
_ELEMENTWISE = {
    "Abs": el.abs, "Neg": el.neg, "Square": el.square, "Sqrt": el.sqrt, "Rsqrt": el.rsqrt,
    "Reciprocal": el.reciprocal, "Inv": el.inv, "Invert": el.invert, "Exp": el.exp,
    "Expm1": el.expm1, "Log": el.log, "Log1p": el.log1p, "Floor": el.floor, "Ceil": el.ceil,
    "Round": el.round_to, "Rint": el.round, "Trunc": el.trunc, "Sign": el.sign, "Sin": el.sin, "Cos": el.cos,
    "Tan": el.tan, "Asin": el.asin, "ACos": el.acos, "Atan": el.atan, "Sinh": el.sinh, "Cosh": el.cosh,
    "Asinh": el.asinh, "Acosh": el.acosh, "Atanh": el.atanh, "Erf": el.erf, "Erfc": el.erfc,
    "Erfinv": el.erfinv, "Digamma": el.digamma, "Lgamma": el.lgamma, "Sinc": el.sinc,
    "Angle": el.angle, "Conj": el.conj, "Real": el.real, "Imag": el.imag, "Complex": el.complex,
    "ComplexAbs": el.abs, "Polar": el.polar, "Polygamma": el.polygamma, "Lerp": el.lerp,
    "Addcdiv": el.addcdiv, "Addcmul": el.addcmul, "Igamma": el.igamma, "Igammac": el.igammac,
    "Zeta": el.zeta, "PopulationCount": el.population_count, "BesselI0": bs.bessel_i0,
    "BesselI0e": bs.bessel_i0e, "BesselI1": bs.bessel_i1, "BesselI1e": bs.bessel_i1e,
    "BesselJ0": bs.bessel_j0, "BesselJ1": bs.bessel_j1, "BesselY0": bs.bessel_y0,
    "BesselY1": bs.bessel_y1, "BesselK0": bs.bessel_k0, "BesselK1": bs.bessel_k1,
    "BesselK0e": bs.bessel_k0e, "BesselK1e": bs.bessel_k1e,
}  # fmt: skip  # fmt: skip
_SAME = {**_ARITHMETIC, **_COMPARISON, **_ELEMENTWISE}
globals().update({name: primitive(name, fn) for name, fn in _SAME.items()})

# -- reductions -------------------------------------------------------------------------------
ReduceSum = primitive("ReduceSum", rd.reduce_sum, keep_dims=False, skip_mode=False)
ReduceMean = primitive("ReduceMean", rd.mean, keep_dims=False)
ReduceMax = primitive("ReduceMax", rd.reduce_max, keep_dims=False)
ReduceMin = primitive("ReduceMin", rd.reduce_min, keep_dims=False)
ReduceProd = primitive("ReduceProd", rd.reduce_prod, keep_dims=False)
ReduceAll = primitive("ReduceAll", rd.all, keep_dims=False)
ReduceAny = primitive("ReduceAny", rd.any, keep_dims=False)
ReduceStd = primitive("ReduceStd", statistics.reduce_std, axis=[], unbiased=True, keep_dims=False)
Argmax = primitive("Argmax", rd.argmax_of, axis=-1, output_type=mstype.int32)
Argmin = primitive("Argmin", rd.argmin_of, axis=-1, output_type=mstype.int32)
ArgMaxWithValue = primitive("ArgMaxWithValue", rd.argmax_with_value, axis=0, keep_dims=False)
ArgMinWithValue = primitive("ArgMinWithValue", rd.argmin_with_value, axis=0, keep_dims=False)
CountNonZero = primitive("CountNonZero", rd.count_nonzero, _to={"dims": "axis"}, dims=None)
SquareSumAll = primitive("SquareSumAll", rd.square_sum_all)

# -- running sums -----------------------------------------------------------------------------
CumSum = primitive("CumSum", scans.exclusive_cumsum, exclusive=False, reverse=False)
CumProd = primitive("CumProd", scans.exclusive_cumprod, exclusive=False, reverse=False)
Cummax = primitive("Cummax", scans.cummax, axis=_required)
Cummin = primitive("Cummin", scans.cummin, axis=_required)
CumulativeLogsumexp = primitive(
    "CumulativeLogsumexp", scans.cumulative_logsumexp, exclusive=False, reverse=False
)

# -- with settings ----------------------------------------------------------------------------
ApproximateEqual = primitive("ApproximateEqual", cmp.approximate_equal, tolerance=1e-05)
IsClose = primitive("IsClose", cmp.isclose, rtol=1e-05, atol=1e-08, equal_nan=False)
Logit = primitive("Logit", el.logit_of, eps=-1.0)
Mvlgamma = primitive("Mvlgamma", el.mvlgamma, p=_required)
NanToNum = primitive("NanToNum", el.nan_to_num, nan=None, posinf=None, neginf=None)
Eps = primitive("Eps", el.eps)

__all__ = declared(globals())
