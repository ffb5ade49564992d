"""numpy.fft, with NumPy's argument names."""

from __future__ import annotations

from typing import Any

from tests.parity.harness import case, merge, rand

_ONE = ("fft", "ifft", "rfft", "irfft", "hfft", "ihfft")
_TWO = ("fft2", "ifft2", "rfft2", "irfft2", "hfft2", "ihfft2")
_MANY = ("fftn", "ifftn", "rfftn", "irfftn", "hfftn", "ihfftn")


def _row(name: str) -> None:
    def body(ms: Any, run: Any) -> Any:
        call, x = getattr(ms.numpy.fft, name), rand(4, 5)
        options = {"n": 6, "axis": 0} if name in _ONE else {"s": (3, 4), "axes": (1, 0)}
        return merge(
            plain=run(lambda a: call(a), x, grad=False),
            named=run(lambda a: call(a=a, norm="ortho", **options), x, grad=False),
            wrong=run.raises(lambda: call(3)),
            norm=run.raises(lambda: call(ms.Tensor(x), norm="big")),
        )

    case(name=name, atol=1e-5)(body)


for _name in (*_ONE, *_TWO, *_MANY):
    _row(_name)


@case
def shifts_and_frequencies(ms: Any, run: Any) -> Any:
    f, x = ms.numpy.fft, rand(4, 5)
    return merge(
        shift=run(lambda a: f.fftshift(a), x),
        shift_axes=run(lambda a: f.fftshift(x=a, axes=(1,)), x),
        back=run(lambda a: f.ifftshift(x=a, axes=0), x),
        freq=run(lambda: f.fftfreq(n=5, d=2.0)),
        half=run(lambda: f.rfftfreq(n=5, d=2.0, dtype=ms.float64)),
        whole=run(lambda: f.fftfreq(6, dtype=ms.float64)),
        half_plain=run(lambda: f.rfftfreq(6)),
    )
