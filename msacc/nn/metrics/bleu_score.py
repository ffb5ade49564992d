"""BleuScore."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Any

import numpy as np

from msacc.common import checks as check
from msacc.nn.metrics.metric import Metric, rearrange_inputs


def _grams(tokens: Sequence[Any], most: int) -> Counter[tuple[Any, ...]]:
    counts: Counter[tuple[Any, ...]] = Counter()
    for n in range(1, most + 1):
        counts.update(tuple(tokens[i : i + n]) for i in range(len(tokens) - n + 1))
    return counts


class BleuScore(Metric):
    """BLEU over a corpus of tokenised sentences: n-grams up to `n_gram` (1 to 4), `smooth` adds one."""

    def __init__(self, n_gram: int = 4, smooth: bool = False):
        super().__init__()
        self.n_gram = check.integer("BleuScore", "n_gram", n_gram)
        if not 1 <= n_gram <= 4:
            raise ValueError(
                f"For 'BleuScore', 'n_gram' should range from 1 to 4, but got {n_gram}."
            )
        self.smooth = check.boolean("BleuScore", "smooth", smooth)
        self.clear()

    def clear(self) -> None:
        """Forget everything counted so far."""
        self._msacc_hits, self._msacc_total = np.zeros(self.n_gram), np.zeros(self.n_gram)
        self._msacc_length = self._msacc_reference_length = 0.0
        self._is_update = False

    @rearrange_inputs
    def update(self, *inputs: Any) -> None:
        """Take in `inputs`: candidates (lists of tokens) and, for each, a list of references."""
        if len(inputs) != 2:
            raise ValueError(
                f"For 'BleuScore.update', it needs 2 inputs (candidates, references), but got {len(inputs)}."
            )
        candidates, references = inputs
        if len(candidates) != len(references):
            raise ValueError(
                "For 'BleuScore.update', candidates and references should be equal in length, but got "
                f"{len(candidates)}, {len(references)}"
            )
        for candidate, several in zip(candidates, references, strict=True):
            self._msacc_one(candidate, several)
        self._is_update = True

    def _msacc_one(self, candidate: Sequence[Any], references: Sequence[Sequence[Any]]) -> None:
        self._msacc_length += len(candidate)
        self._msacc_reference_length += min(
            (len(r) for r in references), key=lambda n: abs(len(candidate) - n)
        )
        counts = _grams(candidate, self.n_gram)
        best: Counter[tuple[Any, ...]] = Counter()
        for reference in references:
            best |= _grams(reference, self.n_gram)
        for gram, count in (counts & best).items():
            self._msacc_hits[len(gram) - 1] += count
        for gram, count in counts.items():
            self._msacc_total[len(gram) - 1] += count

    def eval(self) -> Any:
        """The score in [0, 1]; RuntimeError before `update`."""
        self._msacc_require_samples(self._is_update)
        if min(self._msacc_hits) == 0.0:
            return np.array(0.0)
        more = 1.0 if self.smooth else 0.0
        precision = (self._msacc_hits + more) / (self._msacc_total + more)
        mean = np.exp(np.sum(np.log(precision) / self.n_gram))
        if self._msacc_length > self._msacc_reference_length:
            return np.array(1.0) * mean
        return np.exp(1 - self._msacc_reference_length / self._msacc_length) * mean
