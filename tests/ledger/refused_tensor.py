"""Arguments of Tensor's methods, mindspore.numpy, mint and scipy that are refused or said once."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

import msacc as ms
from msacc import mint
from msacc.common.initializer import One
from msacc.scipy import linalg
from tests.ledger.row import Row, rows

_MATRIX = ms.Tensor([[2.0, 1.0], [1.0, 3.0]])
_FACTOR = linalg.cho_factor(_MATRIX)


def unused() -> Iterator[Row]:
    """What scipy's functions may do with their arguments' memory and values, and do not."""
    other = {"overwrite_a": True, "overwrite_b": True, "check_finite": False, "turbo": False}
    of_one = "cho_factor cholesky inv lu lu_factor eigh"
    calls = dict.fromkeys(of_one.split(), (_MATRIX,))
    words = dict.fromkeys(calls, "overwrite_a check_finite")
    words["eigh"] += " overwrite_b turbo"
    calls |= {"cho_solve": (_FACTOR, _MATRIX), "solve_triangular": (_MATRIX, _MATRIX)}
    words |= dict.fromkeys(("cho_solve", "solve_triangular"), "overwrite_b check_finite")
    for name, given in calls.items():
        for word in words[name].split():
            call = partial(getattr(linalg, name), *given, **{word: other[word]})
            reason = "Nothing is overwritten, checked or chosen, as in MindSpore."
            yield Row(f"mindspore.scipy.linalg.{name}", word, call, None, reason)


ROWS: list[Row] = [
    *rows(
        "mindspore.Tensor.init_data",
        "opt_shard_group",
        lambda: ms.Tensor(shape=(4,), dtype=ms.float32, init=One()).init_data(opt_shard_group="g"),
        None,
        "MindSpore's does not read it either.",
    ),
    *rows(
        "mindspore.Tensor.copy_",
        "non_blocking",
        lambda: ms.Tensor([1.0]).copy_(ms.Tensor([2.0]), non_blocking=True),
        None,
        "There is one device.",
    ),
    *rows(
        "mindspore.numpy.gradient",
        "edge_order",
        lambda: ms.numpy.gradient(ms.Tensor([1.0, 2.0]), edge_order=2),
        NotImplementedError,
        "MindSpore has first differences at the edges alone, too.",
    ),
    *unused(),
    *(
        Row(
            "mindspore.scipy.linalg.eigh",
            word,
            lambda word=word, value=value: linalg.eigh(_MATRIX, **{word: value}),
            ValueError,
            "MindSpore has None alone, too.",
        )
        for word, value in (("b", _MATRIX), ("eigvals", (0, 1)))
    ),
    *rows(
        "mindspore.scipy.linalg.eigh",
        "type",
        lambda: linalg.eigh(_MATRIX, type=2),
        None,
        "It concerns problems with a second matrix, which are refused.",
    ),
    *rows(
        "mindspore.scipy.linalg.solve_triangular",
        "debug",
        lambda: linalg.solve_triangular(_MATRIX, _MATRIX, debug=True),
        None,
        "It does nothing in MindSpore either.",
    ),
    *rows(
        "mindspore.mint.cdist",
        "compute_mode",
        lambda: mint.cdist(_MATRIX, _MATRIX, compute_mode="donot_use_mm_for_euclid_dist"),
        None,
        "torch chooses how to compute.",
    ),
]
