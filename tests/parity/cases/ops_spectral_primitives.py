"""Primitives of Fourier transforms and windows."""

from __future__ import annotations

from typing import Any

import numpy as np

from tests.parity.harness import case, merge, rand


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
    result = {
        "bartlett": ops.BartlettWindow()(length),
        "double": ops.BartlettWindow(False, ms.float64)(length),
        "blackman": ops.BlackmanWindow()(length),
        "symmetric": ops.BlackmanWindow(False)(length),
        "hamming": ops.HammingWindow()(vector),
        "other": ops.HammingWindow(False, 0.6, 0.4)(vector),
        "logspace": ops.LogSpace(4, 10)(ms.Tensor(0.0), ms.Tensor(3.0)),
        "half": ops.LogSpace(4, 2, ms.float16)(ms.Tensor(0.0), ms.Tensor(3.0)),
    }
    return {name: value.asnumpy() for name, value in result.items()}
