"""Primitives and functions that few networks need."""

from __future__ import annotations

import importlib
from typing import Any

import numpy as np

from tests.parity.harness import case, merge, rand

INT = np.int32
X = rand(3, 4)
SORTED = np.array([[0, 2, 4, 6.0], [1, 2, 2, 3.0]], np.float32)
WANTED = np.array([[1, 2, 7, -1.0], [2, 0, 3, 9.0]], np.float32)


@case
def arrays(ms: Any, run: Any) -> Any:
    ops = ms.ops
    return merge(
        unravel=run(ops.UnravelIndex(), np.array([22, 41, 37], INT), np.array([7, 6], INT)),
        lower=run(ops.LowerBound(), SORTED, WANTED, grad=False),
        upper=run(ops.UpperBound(ms.int64), SORTED, WANTED, grad=False),
        eps=run(ops.eps, X, grad=False),
        half=run(ops.Eps(), X.astype(np.float16), grad=False),
        nth=run(lambda x: ops.NthElement()(x, 1), X, grad=False),
        largest=run(lambda x: ops.NthElement(True)(x, 1), X, grad=False),
        padding=run(lambda x: ops.padding(x, 4), rand(3, 1)),
        Padding=run(ops.Padding(), rand(3, 1)),
        histogram=run(
            ops.Histogram(4, 0.0, 3.0), np.array([1.0, 2, 1, 0, 3], np.float32), grad=False
        ),
        shuffle=run(ops.ChannelShuffle(2), rand(1, 4, 2, 2), grad=False),
        i0=run(ops.i0, X),
        identity=run(lambda a, b: ops.IdentityN()((a, b)), X, X, grad=False),
        diagonal=run(ops.FillDiagonal(9.0), X, grad=False),
        wrapped=run(ops.FillDiagonal(9.0, wrap=True), rand(7, 2), grad=False),
        cube=run(ops.FillDiagonal(9.0), rand(2, 2, 2), grad=False),
    )


@case(jit=False)
def sets(ms: Any, run: Any) -> Any:
    ops = ms.ops
    a, b = np.array([1, 3, -1], np.int64), np.array([5, 6], np.int64)
    return merge(
        difference=run(ops.ListDiff(), np.arange(1, 7), np.array([1, 3, 5])),
        wide=run(ops.ListDiff(ms.int64), np.arange(1, 7), np.array([1, 3, 5])),
        product=run(ops.cartesian_prod, a, b),
        one=run(ops.cartesian_prod, a),
        expand=run(
            lambda x: ops.expand(x, ms.Tensor([3, 2, -1], ms.int32)), rand(2, 1), grad=False
        ),
        pairs=run(ops.combinations, a),
        again=run(lambda x: ops.combinations(x, 3, True), a),
        many=run(lambda x: ops.combinations(x, 3), b),
        coalesce=run(
            ops.coalesce,
            *(
                np.array([[0, 0, 1], [1, 1, 2]]),
                np.array([1.0, 5, 4], np.float32),
                np.array([3, 3]),
            ),
            grad=False,
        ),
    ) | {"inverse": np.array(ops.InvertPermutation()((2, 0, 1)))}


@case(jit=False)
def refusals(ms: Any, run: Any) -> Any:
    ops = ms.ops
    return merge(
        padding=run.raises(lambda x: ops.padding(x, 4), X),
        permutation=run.raises(lambda: ops.InvertPermutation()((0, 0))),
        tensor=run.raises(lambda x: ops.InvertPermutation()(x), np.array([1, 0])),
        bins=run.raises(lambda: ops.HistogramFixedWidth(5, "int64")),
        eps=run.raises(ops.eps, np.array([1, 2])),
        matrix=run.raises(ops.combinations, X),
        colours=run.raises(ops.RGBToHSV(), X),
    )


@case(rtol=1e-4, atol=1e-5)
def scans_and_medians(ms: Any, run: Any) -> Any:
    ops = ms.ops
    scan = ops.CumulativeLogsumexp
    axis = ms.Tensor(1)
    found = {
        f"scan{e}{r}": run(lambda x, e=e, r=r: scan(e, r)(x, axis), X, grad=False)
        for e in (False, True)
        for r in (False, True)
    }
    odd = rand(3, 5, seed=4)
    median = importlib.import_module(f"{ms.__name__}.ops.operations.math_ops").Median
    found["median"] = run(median(axis=1), odd, grad=False)
    found["keep"] = run(median(axis=0, keep_dims=True), odd, grad=False)
    found["whole"] = run(median(True), odd, grad=False)
    return merge(**found)


@case(jit=False)
def edit_distance(ms: Any, run: Any) -> Any:
    hypothesis = [[0, 0, 0], [1, 0, 0], [1, 0, 1], [1, 1, 0]], [1, 2, 7, 3], [2, 2, 2]
    truth = (
        [[0, 1, 0], [0, 0, 0], [0, 0, 1], [1, 1, 0], [1, 0, 0], [1, 0, 1]],
        [4, 1, 2, 3, 2, 9],
        [2, 2, 2],
    )
    given = [ms.Tensor(v, ms.int64) for v in (*hypothesis, *truth)]
    return {str(n): ms.ops.EditDistance(n)(*given).asnumpy() for n in (True, False)}


@case(rtol=1e-4, atol=1e-5)
def images(ms: Any, run: Any) -> Any:
    ops, pixels = ms.ops, rand(2, 3, 4, 3, low=0, high=1)
    grey = np.zeros((1, 1, 2, 3), np.float32) + np.array([0.0, 0.5], np.float32)[:, None]
    size, odd = ms.Tensor([2, 3], ms.int32), ms.Tensor([3, 5], ms.int32)
    return merge(
        hsv=run(ops.RGBToHSV(), pixels, grad=False),
        grey=run(ops.RGBToHSV(), grey, grad=False),
        rgb=run(ops.HSVToRGB(), pixels, grad=False),
        area=run(lambda x: ops.ResizeArea()(x, size), rand(1, 4, 6, 2), grad=False),
        uneven=run(lambda x: ops.ResizeArea()(x, odd), rand(1, 7, 8, 2), grad=False),
        aligned=run(lambda x: ops.ResizeArea(True)(x, odd), rand(1, 7, 8, 2), grad=False),
        larger=run(lambda x: ops.ResizeArea()(x, odd), rand(1, 2, 2, 2), grad=False),
    )


@case(rtol=1e-4, atol=1e-5)
def transforms(ms: Any, run: Any) -> Any:
    ops, x = ms.ops, rand(2, 3, 6)
    z = (rand(2, 3, 4) + 1j * rand(2, 3, 4, seed=1)).astype(np.complex64)
    fft = ops.FFTWithSize
    window = np.hamming(8).astype(np.float32)
    signal = rand(2, 20, seed=3)
    return merge(
        one=run(fft(1, False, False), z),
        back=run(fft(2, True, False), z),
        real=run(fft(2, False, True), x, grad=False),
        ortho=run(fft(1, False, True, "ortho"), x, grad=False),
        whole=run(fft(1, False, True, onesided=False), x, grad=False),
        inverse=run(fft(1, True, True, signal_sizes=(6,)), z),
        conjugate=run(lambda z: ops.ConjugateTranspose()(z, (1, 0, 2)), z),
        stft=run(lambda x, w: ops.stft(x, 8, window=w), signal, window, grad=False),
        hop=run(lambda x, w: ops.stft(x, 8, 3, 8, w, False), signal, window, grad=False),
        centred=run(
            lambda x, w: ops.stft(x, 8, 2, window=w, return_complex=True, normalized=True),
            signal,
            window,
            grad=False,
        ),
    )


@case(jit=False)
def windows(ms: Any, run: Any) -> Any:
    ops, length = ms.ops, ms.Tensor(5)
    vector = ms.Tensor([5])
    found = {
        "bartlett": ops.BartlettWindow()(length),
        "double": ops.BartlettWindow(False, ms.float64)(length),
        "blackman": ops.BlackmanWindow()(length),
        "symmetric": ops.BlackmanWindow(False)(length),
        "hamming": ops.HammingWindow()(vector),
        "other": ops.HammingWindow(False, 0.6, 0.4)(vector),
        "logspace": ops.LogSpace(4, 10)(ms.Tensor(0.0), ms.Tensor(3.0)),
        "half": ops.LogSpace(4, 2, ms.float16)(ms.Tensor(0.0), ms.Tensor(3.0)),
    }
    return {name: value.asnumpy() for name, value in found.items()}


@case(rtol=1e-4, atol=1e-5)
def solving(ms: Any, run: Any) -> Any:
    return run(ms.ops.Lstsq(), rand(4, 2), rand(4, 1, seed=2), grad=False)


@case
def pooling(ms: Any, run: Any) -> Any:
    ops = ms.ops
    size = ms.Tensor([2, 2, 2], ms.int32)
    samples = rand(1, 2, 2, low=0, high=1)
    return merge(
        adaptive=run(lambda x: ops.AdaptiveMaxPool3D()(x, size), rand(2, 3, 4, 5), grad=False),
        argmax=run(ops.MaxPool3DWithArgmax(2, 2, 0), rand(2, 1, 4, 5, 4), grad=False),
        padded=run(
            ops.MaxPool3DWithArgmax((3, 2, 3), (2, 1, 2), (1, 1, 0), argmax_type=ms.int32),
            *(rand(1, 2, 4, 5, 6),),
            grad=False,
        ),
        unpool=run(ops.MaxUnpool2D(2, 2, 0), rand(1, 1, 1, 2), np.array([[[[1, 6]]]]), grad=False),
        shaped=run(
            ops.MaxUnpool2D(2, 2, 0, (1, 1, 3, 5)),
            rand(1, 1, 1, 2),
            np.array([[[[1, 7]]]]),
            grad=False,
        ),
        unpool3=run(
            ops.MaxUnpool3D(2, 2, 0), rand(1, 1, 1, 1, 2), np.array([[[[[1, 14]]]]]), grad=False
        ),
        fractional=run(
            ops.FractionalMaxPoolWithFixedKsize(2, (3, 2)), rand(1, 2, 7, 6), samples, grad=False
        ),
        fractional3=run(
            ops.FractionalMaxPool3DWithFixedKsize((2, 2, 2), (2, 3, 2)),
            *(rand(1, 2, 6, 7, 5), rand(1, 2, 3, low=0, high=1)),
            grad=False,
        ),
    )


@case(jit=False)
def draws(ms: Any, run: Any) -> Any:
    ops, shape, rate = ms.ops, ms.Tensor([2, 2], ms.int32), ms.Tensor([1.0, 2.0])
    found = (
        ops.Bernoulli(seed=3)(ms.Tensor(X), ms.Tensor([0.5])),
        ops.RandomGamma(seed=1)(shape, rate),
        ops.RandomPoisson(seed=1)(shape, rate),
    )
    return {f"{i}": np.array([str(t.dtype), *map(str, t.shape)]) for i, t in enumerate(found)}
