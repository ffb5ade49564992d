"""Arguments of the functions of mindspore.ops that make, cut and turn tensors, l to z."""

from __future__ import annotations

import numpy as np

from tests.parity.harness import rand
from tests.parity.table import Rows, group, row

X, BOX, SQUARE = rand(3, 4), rand(2, 3, 4, seed=1), rand(4, 5, seed=2)
SOURCE = rand(2, 2, 4, seed=3)


GRADED: Rows = {
    "ravel": row(lambda ms, x: ms.ops.ravel(input=x), BOX),
    "reverse": row(lambda ms, x: ms.ops.reverse(x=x, axis=[0, 2]), BOX),
    "reverse_sequence": row(
        lambda ms, x, n: ms.ops.reverse_sequence(x, n, seq_dim=2, batch_dim=1),
        BOX,
        np.array([1, 3, 2], np.int32),
    ),
    "row_stack": row(lambda ms, x, y: ms.ops.row_stack(tensors=(x, y)), X, X[0]),
    "swapdims": row(lambda ms, x: ms.ops.swapdims(input=x, dim0=0, dim1=-1), BOX),
    "t": row(lambda ms, x: ms.ops.t(input=x), X),
    "tril": row(lambda ms, x: ms.ops.tril(x, diagonal=-1), SQUARE),
    "vsplit": row(lambda ms, x: ms.ops.vsplit(input=x, indices_or_sections=(1, 3)), SQUARE),
    "vsplit_even": row(lambda ms, x: ms.ops.vsplit(x, indices_or_sections=2), SQUARE),
    "shrink": row(
        lambda ms, x: ms.ops.strided_slice(
            x, (1, 0, 2), (2, 2, 3), (1, 1, 1), shrink_axis_mask=0b101
        ),
        BOX,
    ),
}

UNGRADED: Rows = {
    # MindSpore's gradients leave these masks out.
    "begin": row(
        lambda ms, x: ms.ops.strided_slice(x, (1, 1, 1), (2, 3, 4), (1, 1, 2), begin_mask=0b101),
        BOX,
    ),
    "end": row(
        lambda ms, x: ms.ops.strided_slice(x, (0, 0, 1), (1, 2, 3), (1, 1, 1), end_mask=0b110), BOX
    ),
    "ellipsis": row(
        lambda ms, x: ms.ops.strided_slice(x, (1, 0, 1), (2, 1, 3), (1, 1, 1), ellipsis_mask=0b010),
        BOX,
    ),
    "slice_scatter": row(
        lambda ms, x, s: ms.ops.slice_scatter(input=x, src=s, axis=1, start=0, end=3, step=2),
        BOX,
        SOURCE,
    ),
    "slice_scatter_end": row(
        lambda ms, x, s: ms.ops.slice_scatter(x, s, axis=1, start=-2), BOX, SOURCE
    ),
    "logspace": row(
        lambda ms, a, b: ms.ops.logspace(start=a, end=b, steps=5, base=2, dtype=ms.float64),
        np.array(-1, np.float32),
        np.array(3, np.float32),
    ),
    "range": row(lambda ms: ms.ops.range(2, 11, 3, maxlen=5)),
    "tril_indices": row(lambda ms: ms.ops.tril_indices(3, 4, offset=1, dtype=ms.int32)),
    "triu_indices": row(lambda ms: ms.ops.triu_indices(3, 4, offset=-1, dtype=ms.int32)),
    "rfftfreq": row(lambda ms: ms.ops.rfftfreq(5, 0.5, dtype=ms.float64)),
}

SPECTRA: Rows = {
    "rfft": row(lambda ms, x: ms.ops.rfft(x, n=5, dim=1, norm="ortho"), BOX),
    "rfft2": row(lambda ms, x: ms.ops.rfft2(x, s=(5, 3), dim=(2, 0), norm="forward"), BOX),
    "rfftn": row(lambda ms, x: ms.ops.rfftn(input=x, s=(2, 6), dim=(0, 1), norm="ortho"), BOX),
    "stft": row(
        lambda ms, x: ms.ops.stft(x, 8, 3, onesided=False, pad_mode="CONSTANT"), rand(2, 20)
    ),
    "stft_reflect": row(
        lambda ms, x: ms.ops.stft(x, 8, onesided=True, pad_mode="SYMMETRIC", return_complex=True),
        rand(20),
    ),
}

# MindSpore's CPU has no kernels for these, but for new_axis, where what it gives is wrong.
BY_FORMULA: Rows = {
    "roll": row(
        lambda ms, x: ms.ops.roll(input=x, shifts=(1, -2), dims=(0, 2)),
        BOX,
        formula=lambda x: np.roll(x, (1, -2), (0, 2)),
    ),
    "roll_flat": row(lambda ms, x: ms.ops.roll(x, shifts=5), X, formula=lambda x: np.roll(x, 5)),
    "new_axis": row(
        lambda ms, x: ms.ops.strided_slice(x, (0, 1, 0), (1, 2, 2), (1, 1, 1), new_axis_mask=0b010),
        BOX,
        formula=lambda x: x[0:1, None, 0:2],
    ),
    "take": row(
        lambda ms, x, i: ms.ops.take(input=x, index=i),
        X,
        np.array([[0, 7], [-1, 3]]),
        formula=lambda x, i: x.ravel()[i],
    ),
}

group(__name__, "graded", GRADED)
group(__name__, "ungraded", UNGRADED, grad=False)
group(__name__, "spectra", SPECTRA, grad=False, rtol=1e-4, atol=1e-5)
group(__name__, "by_formula", BY_FORMULA)
