"""mindspore.numpy beyond arrays: statistics, signals, polynomials, indices, sets, functions along axes."""

from __future__ import annotations

from typing import Any

import numpy as np

from tests.parity.harness import case, merge, rand

X, CUBE = rand(2, 3), rand(2, 3, 4, seed=7)
V, W, U = rand(3, seed=2), rand(7, seed=3), rand(4, seed=4)
D, H = rand(4, seed=4, dtype=np.float64), rand(3, seed=5, dtype=np.float16)
RISING = np.sort(rand(5, seed=6, low=0, high=5))
INTS = np.array([[5, -7, 3], [-4, 6, 2]], np.int32)
LONG = np.array([3, 1, 3, 2], np.int64)
NANS = np.array([[1, np.nan, 3], [np.nan, 5, 6.5]], np.float32)
POINTS = rand(6, 2, seed=9)
STEPS = np.arange(7, dtype=np.float32)


@case
def statistics(ms: Any, run: Any) -> Any:
    np_ = ms.numpy
    return run(
        lambda x, v: (
            *(np_.cov(x), np_.cov(v), np_.cov(x, v), np_.cov(x, x * x), np_.cov(x, rowvar=False)),
            *(np_.cov(x, bias=True), np_.cov(x, ddof=0.5), np_.cov(x, fweights=[1, 2, 3])),
            *(np_.cov(x, aweights=[1, 2, 3]), np_.cov(x, fweights=[1, 2, 3], aweights=[3, 2, 1])),
            *(np_.cov(x, fweights=[1, 2, 3], aweights=[3, 2, 1], ddof=0), np_.cov(v, ddof=5)),
            *(np_.cov([[0.0, 3.0, 5.0]]), np_.cov(x, aweights=[1, -2, 3], bias=True)),
        ),
        X, V,
    )  # fmt: skip


@case
def correlations(ms: Any, run: Any) -> Any:
    np_ = ms.numpy
    return run(
        lambda x, v, i, d: (
            *(np_.corrcoef(x), np_.corrcoef(v), np_.corrcoef(x, 2 * x + 1), np_.corrcoef(i), np_.corrcoef(d)),
            *(np_.corrcoef(x, rowvar=False), np_.corrcoef(x, dtype=ms.float64), np_.corrcoef([[1, 2, 3], [3, 1, 1]])),
            *(np_.cov(i), np_.cov(d), np_.cov(x, i), np_.cov(x, dtype=ms.float16), np_.cov([[1.0], [2.0]])),
        ),
        X, V, INTS, D, grad=False,
    )  # fmt: skip


@case
def not_a_number(ms: Any, run: Any) -> Any:
    np_ = ms.numpy
    return run(
        lambda n, h, d, i, b: (
            *(np_.nancumsum(n), np_.nancumsum(n, 0), np_.nancumsum(n, axis=1, dtype=ms.float16), np_.nancumsum(b)),
            *(np_.nancumsum(h), np_.nancumsum(d), np_.nancumsum(i, 1), np_.nancumsum(n, dtype=ms.int32)),
            *(np_.nanstd(n), np_.nanstd(n, 0), np_.nanstd(n, axis=1, ddof=1), np_.nanstd(n, axis=1, keepdims=True)),
            *(np_.nanstd(n, dtype=ms.float16), np_.nanstd(i), np_.nanstd([1, 2]), np_.nanstd(d), np_.nanstd(h)),
            *(np_.nanvar(n), np_.nanvar(n, 0), np_.nanvar(n, axis=1, ddof=1), np_.nanvar(n, axis=1, keepdims=True)),
            *(np_.nanvar(n, dtype=ms.float64), np_.nanvar(i), np_.nanvar(d), np_.nanstd(n, axis=(0, 1))),
        ),
        NANS, H, D, INTS, np.array([True, False, True]), grad=False,
    )  # fmt: skip


@case
def nan_gradients(ms: Any, run: Any) -> Any:
    """Of arrays without NaN: beside one MindSpore's gradient is NaN everywhere."""
    np_ = ms.numpy
    return run(
        lambda x: (np_.nanvar(x), np_.nanvar(x, 0), np_.nanstd(x, 1, ddof=1), np_.nancumsum(x, 1)),
        X,
    )


@case
def histograms(ms: Any, run: Any) -> Any:
    np_ = ms.numpy
    return run(
        lambda w, x, i, h, s: (
            *(*np_.histogram([1, 2, 1], [0, 1, 2, 3]), *np_.histogram([1, 2, 1]), *np_.histogram(w, 4)),
            *(*np_.histogram(w, 4, density=True), *np_.histogram(w, 4, range=(-1, 1)), *np_.histogram(x, 3)),
            *(*np_.histogram(w, 4, weights=s), *np_.histogram([1, 2, 1], 3, weights=[1, 2, 3], density=True)),
            *(*np_.histogram(i, 3), *np_.histogram([2, 2, 2], 3), *np_.histogram(w, [0.0, 0.5, 1.0], density=True)),
            *(*np_.histogram(h, 2), *np_.histogram(w, ms.Tensor([0.0, 0.5, 1.0])), *np_.histogram([], 3)),
            *(np_.histogram_bin_edges(w, 3), np_.histogram_bin_edges(w), np_.histogram_bin_edges([1, 2, 5], 3)),
            *(np_.histogram_bin_edges([2, 2, 2], 4), np_.histogram_bin_edges(w, 3, range=(0, 1))),
            *(np_.histogram_bin_edges(w, 3, range=(0, 0)), np_.histogram_bin_edges(w, [0, 1, 3])),
            *(np_.histogram_bin_edges(w, [0, 3, 1]), np_.histogram_bin_edges(i, 2), np_.histogram_bin_edges(w, True)),
        ),
        W, X, INTS, H, STEPS, grad=False,
    )  # fmt: skip


@case
def histograms_of_points(ms: Any, run: Any) -> Any:
    np_ = ms.numpy
    return run(
        lambda w, p, c, s: (
            *(*np_.histogram2d([1, 2, 3], [4, 5, 6], 2), *np_.histogram2d(w, w * 2, 3), *np_.histogram2d(w, s, [2, 3])),
            *(*np_.histogram2d(w, w * 2, [[0, 1, 2], [-1.0, 0, 1]]), *np_.histogram2d(w, w * 2, [2, [-1.0, 0, 1]])),
            *(*np_.histogram2d(w, w * 2, 3, range=[[-1, 1], [-2, 2]]), *np_.histogram2d(w, s, 3, density=True)),
            *(*np_.histogram2d(w, w * 2, 2, weights=s), *np_.histogramdd(p, 3), *np_.histogramdd(p, [2, 3])),
            *(*np_.histogramdd(p, [2, 3], density=True), *np_.histogramdd(p, [2, 3], weights=[1, 2, 3, 4, 5, 6])),
            *(*np_.histogramdd(p, [2, 3], range=[None, [-2, 2]]), *np_.histogramdd((w, s), bins=2)),
            *(*np_.histogramdd([[1, 2, 3], [4, 5, 6]], bins=2), *np_.histogramdd(c, 2)),
        ),
        W, POINTS, rand(6, 3, seed=9), STEPS, grad=False,
    )  # fmt: skip


@case
def bins(ms: Any, run: Any) -> Any:
    np_ = ms.numpy
    return run(
        lambda x, v, i, r, h: (
            *(np_.digitize(v, [-1, 0, 1]), np_.digitize(x, [-1.0, 0, 1]), np_.digitize(x, [1.0, 0, -1])),
            *(np_.digitize([1, 2, 3], [1, 2, 3]), np_.digitize([1, 2, 3], [1, 2, 3], right=True),
                np_.digitize(2, [1, 2, 3])),
            *(np_.digitize([1, 2, 3], [3, 2, 1]), np_.digitize([1, 2, 3], [3, 2, 1], right=True), np_.digitize(i, r)),
            *(np_.digitize([0, 2, 5], []), np_.digitize(h, [0.0, 1]), np_.digitize([np.nan, 1.0], [0.0, 1])),
        ),
        X, V, LONG, RISING, H, grad=False,
    )  # fmt: skip


@case
def convolutions(ms: Any, run: Any) -> Any:
    """The shorter vector as a list: MindSpore's gradient of it is 0."""
    np_, v, u = ms.numpy, V.tolist(), U.tolist()
    return run(
        lambda w: (
            *(np_.convolve(v, w), np_.convolve(w, v), np_.convolve(w, v, "same"), np_.convolve(v, w, "same")),
            *(np_.convolve(w, v, "valid"), np_.convolve(u, w, "same"), np_.convolve(w, u, "valid"), np_.convolve(w, 2)),
            *(np_.polymul(v, w), np_.polymul(w, v)),
        ),
        W,
    )  # fmt: skip


@case
def correlating(ms: Any, run: Any) -> Any:
    np_ = ms.numpy
    return run(
        lambda v, w, u: (
            *(np_.correlate(v, w), np_.correlate(w, v), np_.correlate(w, v, "same"), np_.correlate(v, w, "same")),
            *(np_.correlate(v, w, "full"), np_.correlate(w, v, "full"), np_.correlate(u, w, "same")),
            *(np_.correlate(w, u, "same"), np_.correlate(w, u, "full"), np_.correlate(w, u)),
        ),
        V, W, U, grad=False,
    )  # fmt: skip


@case(rtol=1e-3, atol=1e-3)
def convolved_dtypes(ms: Any, run: Any) -> Any:
    np_ = ms.numpy
    return run(
        lambda i, d, h, v, b: (
            *(np_.convolve([1, 2, 3], [0, 1, 5]), np_.convolve([1.0, 2, 3], [0, 1]), np_.convolve(i, [0, 1])),
            *(np_.convolve(d, [0, 1]), np_.convolve(d, v), np_.convolve(h, [0.0, 1.0]), np_.convolve(h, h)),
            *(np_.convolve(1, 2), np_.convolve(b, b), np_.convolve([1], b), np_.correlate(i, i), np_.correlate(h, h)),
            *(np_.correlate([1, 2, 3], [0, 1, 5]), np_.correlate([1, 2, 3], [0, 1], mode="same"), np_.correlate(d, d)),
        ),
        LONG, D, H, V, np.array([True, False, True]), grad=False,
    )  # fmt: skip


@case
def slopes(ms: Any, run: Any) -> Any:
    np_ = ms.numpy
    return run(
        lambda w, x, c: (
            *(np_.gradient(w), np_.gradient(w, 2), np_.gradient(w, 0.5), *np_.gradient(x), np_.gradient(x, axis=0)),
            *(*np_.gradient(x, axis=(0, 1)), np_.gradient(x, axis=-1), *np_.gradient(c, 1, 2, 3)),
            *(*np_.gradient(c, 2.0, axis=(1, 2)), *np_.gradient(c, 2.0, 3.0, axis=(1, 2)), *np_.gradient(x, 1.0, 2.0)),
        ),
        W, X, CUBE,
    )  # fmt: skip


@case
def slope_dtypes(ms: Any, run: Any) -> Any:
    np_ = ms.numpy
    return run(
        lambda i, d, h, n: (
            *(*np_.gradient(i), np_.gradient(d), np_.gradient(h), np_.gradient(n), np_.gradient([1, 2, 4])),
            *(np_.gradient([[1, 2, 6], [3, 4, 5]], axis=-1), *np_.gradient(1.0)),
        ),
        INTS, D, H, LONG, grad=False,
    )  # fmt: skip


@case
def interpolation(ms: Any, run: Any) -> Any:
    np_ = ms.numpy
    return run(
        lambda w, r, x, h: (
            *(np_.interp([0.5, 1.5, 9.0, -3], [0, 1, 2], [1.0, 3, 2]), np_.interp(w, r, r * r),
                np_.interp(x, r, r * r)),
            *(np_.interp(1.5, [0, 1, 2], [1, 3, 2]), np_.interp([0, 1, 2], [0, 1, 2], [1, 3, 2]),
                np_.interp(h, [0, 1], [1, 2])),
            *(np_.interp(w, [0, 1], [1, 2], left=-10, right=20), np_.interp(w, [0, 1], [1, 2], left=ms.Tensor(3.5))),
            *(np_.interp([0.5], [1], [2.0]), np_.interp(w, r, r, right=7)),
        ),
        W, RISING, X, H, grad=False,
    )  # fmt: skip


@case(rtol=1e-4, atol=1e-5)
def unwrapping(ms: Any, run: Any) -> Any:
    np_ = ms.numpy
    return run(
        lambda w, x, d, h, i: (
            *(np_.unwrap([0.0, 4.0, 8.0, 1.0]), np_.unwrap(w * 4), np_.unwrap(x * 4), np_.unwrap(x * 4, axis=0)),
            *(np_.unwrap(w * 4, discont=5.0), np_.unwrap(w * 4, discont=1), np_.unwrap([0, 4, 8, 1]), np_.unwrap(d)),
            *(np_.unwrap(h), np_.unwrap(i), np_.unwrap([0.0, 3.14159265, 6.283185307])),
        ),
        W, X, D, H, LONG, grad=False,
    )  # fmt: skip


@case
def polynomials(ms: Any, run: Any) -> Any:
    np_ = ms.numpy
    return run(
        lambda v, w, x: (
            *(np_.polyadd(v, [3, 4, 5, 6]), np_.polyadd(v, w), np_.polysub(v, [3, 4, 5, 6]), np_.polysub(w, v)),
            *(np_.polyder(w), np_.polyder(w, 2), np_.polyder(w, 0)),
            *(np_.polyint(w), np_.polyint(w, 2), np_.polyint(w, 0), np_.polyval([1, 2, 3], x), np_.polyval(v, w)),
            *(np_.polyval(v, [1, 2]), np_.vander(v), np_.vander(v, 2, increasing=True)),
        ),
        V, W, X,
    )  # fmt: skip


@case(rtol=1e-3, atol=1e-3)
def polynomial_dtypes(ms: Any, run: Any) -> Any:
    np_ = ms.numpy
    return run(
        lambda i, d, h: (
            *(np_.polyadd([1, 2], [3, 4, 5]), np_.polyadd(1, [2, 3]), np_.polyadd(i, d), np_.polyadd(i, i)),
            *(np_.polysub([1, 2], [3, 4, 5]), np_.polymul([1, 2], [3, 4, 5]), np_.polymul(3, [1, 2]),
                np_.polymul(i, [1, 2])),
            *(np_.polymul(d, [1, 2]), np_.polyder([1, 2, 3, 4]), np_.polyder([1, 2, 3], 3), np_.polyder([1, 2, 3], 4)),
            *(np_.polyder(i), np_.polyder(3), np_.polyder(h), np_.polyint([1, 2, 3]),
                np_.polyint([1, 2, 3], 2, [1, 2])),
            *(np_.polyint([1, 2, 3], 2, 3), np_.polyint([1, 2, 3], 2, k=[3.5, 2]), np_.polyint(i), np_.polyint(d)),
            *(np_.polyint(h), np_.polyint(3), np_.polyint([1, 2, 3], 0, k=[1, 2, 3]), np_.polyval([1, 2, 3], 2)),
            *(np_.polyint([1, 2, 3], 2, k=[1, 2, 3]), np_.polyval([1, 2, 3], i), np_.polyval(d, i), np_.polyval(h, h)),
            *(np_.vander([1, 2, 3]), np_.vander([1, 2, 3], 2), np_.vander([1, 2, 3], 4, True), np_.vander(i)),
            *(np_.vander(d), np_.vander(h), np_.vander([1.0, 2], 0)),
        ),
        LONG, D, H, grad=False,
    )  # fmt: skip


@case
def places(ms: Any, run: Any) -> Any:
    np_ = ms.numpy
    return run(
        lambda x, v, i: (
            *(*np_.diag_indices(3), *np_.diag_indices(2, 3), *np_.indices((2, 3)), *np_.indices((2, 3), sparse=True)),
            *(*np_.indices((2, 3), dtype=ms.float32), *np_.indices([3]), *np_.ix_(v, i), *np_.ix_(v, v, i),
                *np_.ix_(v)),
            *(*np_.tril_indices_from(x), *np_.tril_indices_from(x, 1), *np_.triu_indices_from(x)),
            *(*np_.triu_indices_from(x, -1), *np_.tril_indices_from([[1, 2], [3, 4]])),
            *(np_.ravel_multi_index([[3, 6], [1, 5]], (7, 6)),
                np_.ravel_multi_index(([3, 6], [1, 5]), (7, 6), order="F")),
            *(np_.ravel_multi_index([[-3, 6], [1, -9]], (7, 6)),
                np_.ravel_multi_index([[-3, 6], [1, 9]], (7, 6), "wrap")),
            *(np_.ravel_multi_index((3, 1), (7, 6)), np_.ravel_multi_index((3, 1, 2), (7, 6, 4), "clip", "F")),
        ),
        X, V, LONG, grad=False,
    )  # fmt: skip


@case
def choices(ms: Any, run: Any) -> Any:
    np_ = ms.numpy
    return run(
        lambda x, v, i, n: (
            *(np_.choose([0, 1, 0], [[1, 2, 3], [4, 5, 6]]), np_.choose(n, [[1, 2, 3, 4], [5, 6, 7, 8]])),
            *(np_.choose(n, [[1, 2, 3, 4], [5, 6, 7, 8]], mode="wrap"), np_.choose([[0, 1, 1], [1, 0, 0]], [x, i])),
            *(np_.choose([0, 1, 0], x), np_.choose([0, 1, 0], [[1, 2, 3], 4]), np_.choose([0, 1, 0], [v, x])),
            *(np_.choose([[0], [1]], [v, v * 2]), np_.choose([0, 1, 0], [[1, 2, 3], [1.5, 2, 3]])),
            *(np_.piecewise(v, [v < 0, v >= 0], [-1, 1]), np_.piecewise(v, (v < 0, v > 5), (1, 2))),
            *(np_.piecewise(x, [x < 0, x > -1], [lambda a: -a, lambda a: a * 2]), np_.piecewise(2.5, [True], [3])),
            *(np_.piecewise(v, [v < 0, v > 5], [lambda a, k: a * k, lambda a, k: a + k], 3)),
            *(np_.piecewise(v, [v < 0, v > 5], [lambda a, k=1: a * k, lambda a, k=1: a + k], k=3)),
            *(np_.piecewise(v, [v < -1, v >= 1], [lambda a: -a, lambda a: a * 2, lambda a: a * 3])),
            *(np_.piecewise(n, [n < 2, n >= 2], [lambda a: a * 1.7, lambda a: a])),
        ),
        X, V, INTS, LONG, grad=False,
    )  # fmt: skip


@case
def sets(ms: Any, run: Any) -> Any:
    np_ = ms.numpy
    return run(
        lambda x, n, i, nan: (
            *(np_.intersect1d([3, 1, 1, 2], [1, 3, 3, 5]), np_.intersect1d([3, 1, 2], [1, 3, 5], assume_unique=True)),
            *(*np_.intersect1d([3, 1, 1, 2], [1, 3, 3, 5], return_indices=True), np_.intersect1d(x, x)),
            *(*np_.intersect1d([3, 1, 2], [1, 3, 5], True, True), np_.intersect1d([1.5, 2], [1, 2])),
            *(np_.intersect1d(n, [1, 2]), np_.intersect1d(n, [1.0, 2]),
                *np_.intersect1d([1], [2], return_indices=True)),
            *(np_.setdiff1d([3, 1, 2, 3], [2]), np_.setdiff1d([3, 1, 2, 3], [2], assume_unique=True)),
            *(np_.setdiff1d(x, x), np_.setdiff1d([1.5, 2], [2]), np_.setdiff1d([1.5, 2], n), np_.setdiff1d(i, [3])),
            *(np_.array_equiv(x, x), np_.array_equiv([1, 2], [[1, 2], [1, 2]]),
                np_.array_equiv([1, 2], [[1, 2], [1, 3]])),
            *(np_.array_equiv(x, n), np_.array_equiv(1, 1.0), np_.array_equiv(nan, nan)),
        ),
        X, LONG, INTS, NANS, grad=False,
    )  # fmt: skip


@case
def along_axes(ms: Any, run: Any) -> Any:
    np_ = ms.numpy
    return run(
        lambda x, c, v: (
            *(np_.apply_along_axis(np_.sum, 0, x), np_.apply_along_axis(lambda r: r * 2, 1, x)),
            *(np_.apply_along_axis(lambda r: r[:2], -1, x), np_.apply_along_axis(lambda r, k: r.sum() * k, 1, c, 3)),
            *(np_.apply_along_axis(np_.diag, 1, x), np_.apply_along_axis(lambda r: r.sum(), 0, v)),
            *(np_.apply_along_axis(np_.diag, 1, c), np_.apply_over_axes(np_.sum, x, 0),
                np_.apply_over_axes(np_.sum, c, [0, 2])),
            *(np_.apply_over_axes(np_.sum, c, (0, -1)), np_.apply_over_axes(np_.cumsum, x, [0])),
            *(np_.apply_over_axes(np_.sum, x, [0, 0]), np_.apply_over_axes(np_.mean, [[1.0, 2], [3, 4]], 0)),
        ),
        X, CUBE, V,
    )  # fmt: skip


@case(jit=False)
def shown(ms: Any, run: Any) -> Any:
    return {"text": np.array([ms.numpy.array_str(ms.Tensor(a)) for a in (X, INTS, LONG)])}


def _along(np_: Any, x: Any) -> dict[str, Any]:
    return {
        "along_axis": lambda: np_.apply_along_axis(np_.sum, 2, x),
        "along_list": lambda: np_.apply_along_axis(np_.sum, 0, [[1, 2], [3, 4]]),
        "along_half": lambda: np_.apply_along_axis(np_.sum, 0.5, x),
        "along_number": lambda: np_.apply_along_axis(3, 0, x),
        "over_rank": lambda: np_.apply_over_axes(lambda a, axis: a.sum(axis).sum(0), x[None], [0]),
        "over_axis": lambda: np_.apply_over_axes(np_.sum, x, 5),
        "over_text": lambda: np_.apply_over_axes(np_.sum, x, "a"),
        "equiv_text": lambda: np_.array_equiv("a", 1),
        "str_list": lambda: np_.array_str([1, 2]),
    }


def _picked(np_: Any, x: Any) -> dict[str, Any]:
    return {
        "choose_raise": lambda: np_.choose([0, 1, 0], [x, x], mode="raise"),
        "choose_mode": lambda: np_.choose([0, 1, 0], [x, x], mode="x"),
        "choose_scalar": lambda: np_.choose(-1, [x, x]),
        "choose_float": lambda: np_.choose(x, [x, x]),
        "choose_shapes": lambda: np_.choose([0, 1], [x, x]),
        "choose_text": lambda: np_.choose("a", [x]),
        "piecewise_count": lambda: np_.piecewise(x, [x < 0, x > 0], [1]),
        "piecewise_number": lambda: np_.piecewise(x, [x < 0, x > 0], 3),
        "diag_zero": lambda: np_.diag_indices(0),
        "diag_half": lambda: np_.diag_indices(2.5),
        "diag_ndim": lambda: np_.diag_indices(2, 1.5),
        "indices_int": lambda: np_.indices(3),
        "indices_zero": lambda: np_.indices((2, 0)),
        "indices_text": lambda: np_.indices((2, "a")),
        "ix_list": lambda: np_.ix_([0, 1], [2, 4]),
        "ix_matrix": lambda: np_.ix_(x),
        "tril_rank": lambda: np_.tril_indices_from(x[0]),
        "ravel_raise": lambda: np_.ravel_multi_index((3, 1), (7, 6), "raise"),
        "ravel_mode": lambda: np_.ravel_multi_index((3, 1), (7, 6), "x"),
        "ravel_order": lambda: np_.ravel_multi_index((3, 1), (7, 6), "clip", "x"),
        "ravel_length": lambda: np_.ravel_multi_index((3, 1, 2), (7, 6)),
        "ravel_floats": lambda: np_.ravel_multi_index([[1.5], [2]], (7, 6)),
        "ravel_dims": lambda: np_.ravel_multi_index((1, 2), "a"),
        "set_flag": lambda: np_.setdiff1d([1], [2], assume_unique=3),
        "meet_flag": lambda: np_.intersect1d([1], [2], assume_unique=3),
    }


def _counting(np_: Any, x: Any) -> dict[str, Any]:
    w = x[0]
    return {
        "cov_rank": lambda: np_.cov(x[None]),
        "cov_float_weights": lambda: np_.cov(x, fweights=[1.5, 2, 3]),
        "cov_weights": lambda: np_.cov(x, fweights=[1, 2]),
        "cov_weight_rank": lambda: np_.cov(x, fweights=[[1, 2, 3]]),
        "cov_ddof": lambda: np_.cov(x, ddof="a"),
        "corrcoef_rank": lambda: np_.corrcoef(x[None]),
        "nanstd_axis": lambda: np_.nanstd(x, axis=4),
        "nanvar_ddof": lambda: np_.nanvar(x, ddof="a"),
        "nanstd_text": lambda: np_.nanstd("a"),
        "nancumsum_axis": lambda: np_.nancumsum(x, 4),
        "bins_text": lambda: np_.histogram(w, "auto"),
        "bins_half": lambda: np_.histogram(w, 2.5),
        "bins_negative": lambda: np_.histogram(w, -1),
        "bins_rank": lambda: np_.histogram(w, [[1, 2], [3, 4]]),
        "weights": lambda: np_.histogram(w, 4, weights=[1, 2]),
        "range_order": lambda: np_.histogram(w, 4, range=(1, -1)),
        "range_number": lambda: np_.histogram(w, 4, range=3),
        "edges_range": lambda: np_.histogram_bin_edges(w, 2, range=(1, 2, 3)),
        "two_bins": lambda: np_.histogram2d(w, w, [-1.0, 0, 1, 2]),
        "two_lengths": lambda: np_.histogram2d(w, x),
        "two_ranks": lambda: np_.histogram2d(x, x),
        "dd_rank": lambda: np_.histogramdd(w, bins=2),
        "dd_bins": lambda: np_.histogramdd(x, bins=[2, 3]),
        "dd_text": lambda: np_.histogramdd(x, bins="a"),
        "dd_range": lambda: np_.histogramdd([w, w], bins=[2, 2], range=[[0, 1]]),
        "dd_range_number": lambda: np_.histogramdd([w, w], bins=[2, 2], range=3),
        "dd_weights": lambda: np_.histogramdd([w, w], bins=[2, 2], weights=[1]),
        "digitize_rank": lambda: np_.digitize(w, [[1, 2]]),
        "digitize_number": lambda: np_.digitize(w, 3),
        "digitize_text": lambda: np_.digitize(w, "a"),
    }


def _signals(np_: Any, x: Any) -> dict[str, Any]:
    w = x[0]
    return {
        "convolve_rank": lambda: np_.convolve(x, w),
        "convolve_empty": lambda: np_.convolve([], w),
        "convolve_mode": lambda: np_.convolve(w, w, "x"),
        "convolve_text": lambda: np_.convolve("a", w),
        "correlate_rank": lambda: np_.correlate(x, w),
        "correlate_mode": lambda: np_.correlate(w, w, "x"),
        "correlate_mode_int": lambda: np_.correlate(w, w, 1),
        "correlate_dtypes": lambda: np_.correlate(w, [0, 1]),
        "correlate_bool": lambda: np_.correlate(w > 0, w > 0),
        "gradient_spacing": lambda: np_.gradient(w, w),
        "gradient_edge": lambda: np_.gradient(w, edge_order=2),
        "gradient_short": lambda: np_.gradient([1.0]),
        "gradient_axis": lambda: np_.gradient(x, axis=5),
        "gradient_axis_text": lambda: np_.gradient(x, axis="a"),
        "gradient_twice": lambda: np_.gradient(x, axis=(0, 0)),
        "gradient_steps": lambda: np_.gradient(x, 1, 2, 3),
        "interp_lengths": lambda: np_.interp(w, [0, 1], [1, 2, 3]),
        "interp_rank": lambda: np_.interp(w, [[0, 1]], [[1, 2]]),
        "interp_left": lambda: np_.interp(w, [0, 1], [1, 2], left="a"),
        "unwrap_discont": lambda: np_.unwrap(w, discont="a"),
        "unwrap_axis": lambda: np_.unwrap(w, axis=3),
        "unwrap_text": lambda: np_.unwrap(w, axis="a"),
        "unwrap_number": lambda: np_.unwrap(1.0),
        "polyadd_rank": lambda: np_.polyadd(x, [2, 3]),
        "polymul_rank": lambda: np_.polymul(x, [2, 3]),
        "polyder_negative": lambda: np_.polyder([1, 2, 3], -1),
        "polyder_half": lambda: np_.polyder(w, 1.5),
        "polyint_half": lambda: np_.polyint(w, 1.5),
        "polyint_negative": lambda: np_.polyint(w, -1),
        "polyint_constants": lambda: np_.polyint([1, 2, 3], 3, k=[3, 2]),
        "polyval_empty": lambda: np_.polyval([], [1, 2]),
        "polyval_rank": lambda: np_.polyval(x, w),
        "vander_rank": lambda: np_.vander(x),
        "vander_number": lambda: np_.vander(3),
        "vander_negative": lambda: np_.vander([1.0, 2], -1),
        "vander_half": lambda: np_.vander([1.0, 2], 1.5),
        "vander_empty": lambda: np_.vander([]),
        "vander_bool": lambda: np_.vander(w > 0),
    }


@case(jit=False)
def refusals(ms: Any, run: Any) -> Any:
    result = {}
    for table in (_along, _picked, _counting, _signals):
        for name, fn in table(ms.numpy, ms.Tensor(X)).items():
            result[name] = run.raises(fn)
    return merge(**result)
