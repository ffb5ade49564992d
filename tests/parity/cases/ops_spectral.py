"""Fourier transforms and windows."""

from __future__ import annotations

from typing import Any

from tests.parity.harness import case, rand

X = rand(3, 4)


def _parts(ms: Any, z: Any) -> tuple[Any, Any]:
    return ms.ops.real(z), ms.ops.imag(z)


@case(rtol=1e-4, atol=1e-5)
def transforms(ms: Any, run: Any) -> Any:
    ops = ms.ops
    return run(
        lambda x: (
            *(
                _parts(ms, ops.fft(x)),
                _parts(ms, ops.ifft(x)),
                _parts(ms, ops.rfft(x)),
                ops.irfft(ops.rfft(x)),
            ),
            *(
                _parts(ms, ops.fft2(x)),
                _parts(ms, ops.fftn(x)),
                _parts(ms, ops.rfft2(x)),
                ops.fftshift(x),
            ),
            *(
                _parts(ms, ops.fft(x, 6, 0, "ortho")),
                ops.ifftshift(x),
                ops.fftfreq(5),
                ops.rfftfreq(4, 0.5),
            ),
        ),
        X,
        grad=False,
    )


@case(rtol=1e-4, atol=1e-5, jit=False)
def windows(ms: Any, run: Any) -> Any:
    ops = ms.ops
    return run(
        lambda x: (
            ops.hann_window(5),
            ops.hann_window(5, False),
            ops.hamming_window(5),
            ops.kaiser_window(5),
        ),
        X,
        grad=False,
    )
