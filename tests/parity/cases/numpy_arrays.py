"""mindspore.numpy: dtypes of new arrays, functions, shapes."""

from __future__ import annotations

from typing import Any

import numpy as np

from tests.parity.harness import case, merge, rand

X = rand(2, 3)
P = rand(2, 3, low=0.5, seed=1)
V = rand(3, seed=2)
INTS = np.array([[5, -7, 3], [-4, 6, 2]], np.int32)


@case
def creating(ms: Any, run: Any) -> Any:
    np_ = ms.numpy
    return run(
        lambda x: (
            *(np_.array([1, 2]), np_.array([1.5]), np_.array(1), np_.array(True), np_.array([1, 2.5]), np_.array(x)),
            *(np_.array([1, 2], "float32"), np_.asarray([1, 2]), np_.asfarray([1, 2]), np_.arange(5)),
            *(np_.arange(1, 5, 2), np_.arange(0.0, 1.0, 0.25), np_.arange(3, dtype=np_.float32), np_.arange(5.0)),
            *(np_.zeros((2,)), np_.zeros(2, ms.int32), np_.ones((1, 2), "int32"), np_.full((2,), 1)),
            *(np_.full((2,), 1.5), np_.zeros_like(x), np_.ones_like(x, dtype=ms.int32), np_.full_like(x, 2)),
            *(np_.eye(2), np_.eye(2, 3, 1), np_.identity(2), np_.tri(2, 3), np_.linspace(0, 1, 3)),
            *(np_.linspace(0, 1, 3, endpoint=False), np_.logspace(0, 2, 3), np_.geomspace(1, 4, 3), np_.copy(x)),
            *(*np_.tril_indices(2), *np_.triu_indices(2, 1), np_.mgrid[0:2, 0:2], np_.ogrid[0:2, 0:2][0]),
        ),
        INTS,
    )  # fmt: skip


@case(rtol=1e-4, atol=1e-5)
def functions(ms: Any, run: Any) -> Any:
    np_ = ms.numpy
    return run(
        lambda x, p: (
            *(np_.add(x, 1), np_.subtract(x, p), np_.multiply(x, p), np_.divide(x, p), np_.power(p, 2)),
            *(np_.maximum(x, 0.5), np_.minimum(x, p), np_.exp(x), np_.log(p), np_.sqrt(p), np_.square(x)),
            *(np_.absolute(x), np_.sin(x), np_.cos(x), np_.tanh(x), np_.log2(p), np_.log1p(p), np_.negative(x)),
            *(np_.clip(x, -1, 1), np_.clip(x, None, 0.5), np_.where(x > 0, x, 0.5), np_.where(x > 0, x, p)),
            *(np_.reciprocal(p), np_.hypot(x, p), np_.add(x, 1, dtype=ms.float16), np_.arctan2(x, p)),
        ),
        X, P,
    )  # fmt: skip


@case
def whole_numbers(ms: Any, run: Any) -> Any:
    np_ = ms.numpy
    return run(
        lambda i: (
            *(np_.add([1, 2], [3, 4]), np_.add(1, 2), np_.divide(i, 2), np_.floor_divide(i, 2), np_.power(i, 2)),
            *(np_.sum(i), np_.sum([1, 2, 3]), np_.mean(i), np_.max(i), np_.amin(i, 0), np_.argmax(i), np_.argmin(i, 0)),
            *(np_.sqrt(np_.abs(i)), np_.where(i > 1, 1, 2), np_.where([True, False], [1, 2], [3, 4]), np_.invert(i)),
            *(np_.cumsum(i, 1), np_.clip(i, 1, 3), np_.count_nonzero(i), np_.mod(i, 3), np_.sign(i),
                np_.bincount([0, 1, 1])),
        ),
        INTS,
    )  # fmt: skip


@case
def truth(ms: Any, run: Any) -> Any:
    np_ = ms.numpy
    return run(
        lambda x, p: (
            *(np_.equal(x, p), np_.greater(x, 1), np_.less(x, p), np_.greater_equal(x, 0), np_.less_equal(x, p)),
            *(np_.logical_and(x > 0, p > 1), np_.logical_not(x > 0), np_.isnan(x), np_.isfinite(x), np_.isclose(x, x)),
            *(np_.array_equal(x, x), np_.signbit(x), np_.sometrue(x > 0), np_.isin([1, 2], [2])),
        ),
        X, P, grad=False,
    )  # fmt: skip


@case(rtol=1e-4)
def reductions(ms: Any, run: Any) -> Any:
    np_ = ms.numpy
    return run(
        lambda x, v: (
            *(np_.sum(x), np_.sum(x, 0), np_.sum(x, axis=1, keepdims=True), np_.sum(x, initial=2),
                np_.mean(x, 0, True)),
            *(np_.std(x), np_.std(x, 0, 1), np_.var(x, axis=1, ddof=1, keepdims=True), np_.max(x, 1), np_.min(x)),
            *(np_.amax(x, 0, True), np_.ptp(x), np_.average(x), np_.average(x, axis=1, weights=v + 3), np_.cumsum(x)),
            *(np_.cumsum(x, 0), np_.cumprod(x, 1), np_.diff(x), np_.ediff1d(v), np_.trapz(v), np_.nansum(x)),
            *(np_.norm(x), np_.norm(x, axis=1), np_.norm(x, 1), np_.trace(x)),
        ),
        X, V,
    )  # fmt: skip


@case
def products(ms: Any, run: Any) -> Any:
    np_ = ms.numpy
    return run(
        lambda x, v: (
            *(np_.matmul(x, x.T), np_.dot(x, v), np_.dot(v, v), np_.inner(v, v), np_.outer(v, v), np_.kron(v, v)),
            *(np_.tensordot(x, x, ((0,), (0,))), np_.cross(v, v + 1), np_.multi_dot([x, x.T])),
        ),
        X, V,
    )  # fmt: skip


@case
def shapes(ms: Any, run: Any) -> Any:
    np_ = ms.numpy
    return run(
        lambda x, v: (
            *(np_.reshape(x, (3, 2)), np_.reshape(x, -1), np_.ravel(x), np_.transpose(x), np_.swapaxes(x, 0, 1)),
            *(np_.moveaxis(x, 0, -1), np_.rollaxis(x, 1), np_.expand_dims(x, 0), np_.expand_dims(x, (0, 1))),
            *(np_.squeeze(x[None]), np_.broadcast_to(v, (2, 3)), np_.tile(x, 2), np_.tile(x, (2, 1)), np_.repeat(x, 2)),
            *(np_.repeat(x, 2, axis=0), np_.repeat(x, [1, 2], axis=0), np_.atleast_2d(v), np_.atleast_1d(v)),
            *(np_.roll(x, 1), np_.roll(x, 1, 0), np_.diag(x), np_.diag(v, 1)),
            *(np_.tril(x), np_.triu(x, 1), np_.concatenate((x, x)), np_.concatenate((x, x), 1), np_.stack((x, x))),
            *(np_.concatenate((x, x), axis=None), np_.hstack((x, x)), np_.vstack((x, x)), np_.dstack((x, x))),
            *(np_.column_stack((v, v)), np_.append(x, x), *np_.split(x, 3, 1), *np_.split(x, [1], 1)),
            *(*np_.array_split(x, 2, 1), *np_.meshgrid(v, v), np_.take(x, ms.Tensor([0]), axis=1)),
            *(np_.take_along_axis(x, ms.Tensor([[0, 1, 0]]), 0)),
        ),
        X, V,
    )  # fmt: skip


@case
def turns(ms: Any, run: Any) -> Any:
    """Without gradients, which MindSpore lacks for them."""
    np_ = ms.numpy
    return run(
        lambda x: (
            np_.flip(x),
            np_.flip(x, 0),
            np_.fliplr(x),
            np_.flipud(x),
            np_.rot90(x),
            np_.select([x > 1, x > 0], [x, -x], 0),
        ),
        X,
        grad=False,
    )


@case
def padding(ms: Any, run: Any) -> Any:
    np_ = ms.numpy
    return run(
        lambda x, v: (
            *(np_.pad(x, 1), np_.pad(x, ((0, 0), (1, 2)), constant_values=5), np_.pad(v, 2, mode="reflect")),
            *(np_.pad(v, 2, mode="edge"), np_.pad(v, 1, "wrap")),
        ),
        X, V, grad=False,
    )  # fmt: skip


@case(jit=False)
def facts(ms: Any, run: Any) -> Any:
    np_, x = ms.numpy, ms.Tensor(X)
    values, places = np_.unique(ms.Tensor([3, 1, 3]), return_inverse=True)
    return {
        "numbers": np.array([np_.size(x), np_.size(x, 1), np_.pi, np_.inf]),
        "types": np.array(
            [str(np_.result_type(x, ms.Tensor(INTS))), str(np_.promote_types(ms.int32, ms.float16))]
        ),
        "values": values.asnumpy(),
        "places": places.asnumpy(),
        "where": np_.argwhere(x > 0).asnumpy(),
        "unravelled": np.array([int(i) for i in np_.unravel_index(5, (2, 3))]),
        "found": np_.searchsorted([1, 2, 3], [2.5]).asnumpy(),
    }


REFUSED = {
    "add_text": lambda np_, x: np_.add("a", 1),
    "zeros_text": lambda np_, x: np_.zeros("a"),
    "axis": lambda np_, x: np_.sum(x, 5),
    "reshape": lambda np_, x: np_.reshape(x, (4,)),
    "array_text": lambda np_, x: np_.array("a"),
    "array_numpy": lambda np_, x: np_.array(X),
    "arange_text": lambda np_, x: np_.arange("a"),
    "where": lambda np_, x: np_.where(x > 0),
    "norm": lambda np_, x: np_.norm(x, dtype=1),
}


@case(jit=False)
def refusals(ms: Any, run: Any) -> Any:
    return merge(
        **{name: run.raises(lambda x, fn=fn: fn(ms.numpy, x), X) for name, fn in REFUSED.items()}
    )
