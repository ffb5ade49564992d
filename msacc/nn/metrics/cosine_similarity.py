"""CosineSimilarity."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from msacc.common import checks as check
from msacc.nn.metrics.metric import Metric, rearrange_inputs

if TYPE_CHECKING:
    from msacc.common.argument_types import TensorLike


class CosineSimilarity(Metric):
    """The similarity of every pair of rows of the last batch: 'cosine' or 'dot'.

    `reduction`: 'none', 'sum' or 'mean' over the last axis.
    `zero_diagonal`: zeros for a row with itself.
    """

    def __init__(
        self, similarity: str = "cosine", reduction: str = "none", zero_diagonal: bool = True
    ):
        super().__init__()
        where = "CosineSimilarity"
        check.instance(where, "similarity", similarity, str)
        self.similarity = check.choice(where, "similarity", similarity, ("dot", "cosine"))
        check.instance(where, "reduction", reduction, str)
        self.reduction = check.choice(where, "reduction", reduction, ("none", "sum", "mean"))
        self.zero_diagonal = check.boolean(where, "zero_diagonal", zero_diagonal)
        self.clear()

    def clear(self) -> None:
        """Forget everything counted so far."""
        self.sqr_mtx_res: Any = 0
        self._is_update = False

    @rearrange_inputs
    def update(self, inputs: TensorLike) -> None:
        """Take in one batch, `inputs`: rows [N, D]; it replaces the one before."""
        rows = self._convert_data(inputs)
        if self.similarity == "cosine":
            rows = rows / np.linalg.norm(rows, ord=2, axis=1)[:, None]
        self.sqr_mtx_res = np.dot(rows, rows.T)
        self._is_update = True

    def eval(self) -> np.ndarray:
        """The matrix [N, N], or its sums or means; RuntimeError before `update`."""
        self._msacc_require_samples(self._is_update)
        if self.zero_diagonal:
            np.fill_diagonal(self.sqr_mtx_res, 0)
        if self.reduction == "none":
            return self.sqr_mtx_res
        return getattr(np, self.reduction)(self.sqr_mtx_res, axis=-1)
