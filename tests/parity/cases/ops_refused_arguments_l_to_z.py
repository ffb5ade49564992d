"""Arguments that the functions of mindspore.ops, l to z, refuse: the class of the exception."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any

import numpy as np

from tests.parity.harness import Arrays, case, merge, rand

X, CUBE, ONES = rand(3, 4), rand(2, 3, 4), np.ones((3, 4), np.int32)

BAD: dict[str, Callable[[Any, Any], Any]] = {
    "max_initial": lambda ms, x: ms.ops.max(x, 0, initial="a"),
    "max_where_alone": lambda ms, x: ms.ops.max(x, 0, where=x > 0),
    "amin_where_larger": lambda ms, x: ms.ops.amin(x, 0, initial=1.0, where=ms.Tensor(CUBE) > 0),
    "ddof": lambda ms, x: ms.ops.std(x, 0, ddof=1.5),
    "matrix_norm_axes": lambda ms, x: ms.ops.matrix_norm(x, axis=(1, 1)),
    "matrix_norm_ord": lambda ms, x: ms.ops.matrix_norm(x, 3),
    "pdist": lambda ms, x: ms.ops.pdist(x, -1.0),
    "renorm": lambda ms, x: ms.ops.renorm(x, 0, 0, 1.0),
    "qr": lambda ms, x: ms.ops.qr(x, "full"),
    "mvlgamma": lambda ms, x: ms.ops.mvlgamma(x + 5, 0),
    "polar": lambda ms, x: ms.ops.polar(x, x.astype(ms.float64)),
    "nanmean": lambda ms, x: ms.ops.nanmean(ms.Tensor(ONES)),
    "side": lambda ms, x: ms.ops.searchsorted(x, x, side="middle"),
    "side_against_right": lambda ms, x: ms.ops.searchsorted(x, x, right=True, side="left"),
    "reverse": lambda ms, x: ms.ops.reverse(x, [0, 0]),
    "vander": lambda ms, x: ms.ops.vander(x[0], 0),
    "vander_rank": lambda ms, x: ms.ops.vander(x),
    "vsplit": lambda ms, x: ms.ops.vsplit(x, 0),
    "tril_indices": lambda ms, x: ms.ops.tril_indices(-1, 2),
    "triu_indices": lambda ms, x: ms.ops.triu_indices(2, -1),
    "unique_with_pad": lambda ms, x: ms.ops.unique_with_pad(ms.Tensor(ONES), 0),
    "lp_pool_kernel": lambda ms, x: ms.ops.lp_pool1d(ms.Tensor(CUBE), 2, 0),
    "lp_pool_stride": lambda ms, x: ms.ops.lp_pool1d(ms.Tensor(CUBE), 2, 2, 0),
    "lp_pool_norm": lambda ms, x: ms.ops.lp_pool1d(ms.Tensor(CUBE), "a", 2),
    "rfft_length": lambda ms, x: ms.ops.rfft(x, n=0),
    "rfft_norm": lambda ms, x: ms.ops.rfft(x, norm="unit"),
    "rfft2_lengths": lambda ms, x: ms.ops.rfft2(x, s=(2,)),
    "rfftfreq": lambda ms, x: ms.ops.rfftfreq(0),
    "swiglu": lambda ms, x: ms.ops.swiglu(x, 0),
    "stft_mode": lambda ms, x: ms.ops.stft(x, 4, pad_mode="reflect"),
    "stft_center": lambda ms, x: ms.ops.stft(x, 4, center=1),
    "stft_window": lambda ms, x: ms.ops.stft(x, 4, win_length=3, window=x[0]),
    "stft_rank": lambda ms, x: ms.ops.stft(ms.Tensor(CUBE), 4),
    "stft_long": lambda ms, x: ms.ops.stft(x, 9, center=False),
    "rrelu": lambda ms, x: ms.ops.rrelu(x, 0.5, 0.25),
    "vector_norm_axis": lambda ms, x: ms.ops.vector_norm(x, math.inf, 5),
}


@case(jit=False)
def classes(ms: Any, run: Any) -> Arrays:
    return merge(**{n: run.raises(lambda x, c=call: c(ms, x), X) for n, call in BAD.items()})
