"""`Lookup`: words to their ids in a vocabulary."""

from __future__ import annotations

import numpy as np

from msacc.common import checks as check
from msacc.common import dtype as mstype
from msacc.dataset.text.base import TextTensorOperation
from msacc.dataset.text.vocab import Vocab
from msacc.dataset.transforms.transforms import cast


class Lookup(TextTensorOperation):
    """Words to their ids in `vocab`, as `data_type` (int32); any shape.

    An unknown word becomes `unknown_token`'s id; RuntimeError without one.
    """

    def __init__(
        self, vocab: Vocab, unknown_token: str | None = None, data_type: mstype.Type = mstype.int32
    ) -> None:
        if unknown_token is not None:
            check.instance(None, "unknown_token", unknown_token, str)
        check.instance(None, "vocab is not an instance of text.Vocab.", vocab, Vocab)
        check.instance(None, "vocab.c_vocab", vocab.c_vocab, dict)
        check.instance(None, "data_type", data_type, mstype.Type)
        kind = mstype.dtype_to_nptype(data_type)
        if np.dtype(kind).kind not in "iufb":
            raise RuntimeError(f"Lookup: data_type should be numeric, but got {data_type}.")
        if unknown_token is not None and unknown_token not in vocab.ids():
            raise RuntimeError(f"Lookup: unknown_token {unknown_token!r} doesn't exist in vocab.")
        self.vocab, self.unknown_token, self.data_type = vocab, unknown_token, np.dtype(kind)

    def block(self, xs: np.ndarray) -> np.ndarray:
        self.check(xs, xs.ndim - 1)
        ids, other = self.vocab.ids(), self.unknown_token
        default = None if other is None else ids[other]
        words = xs.ravel().tolist()
        numbers = [ids.get(word, default) for word in words]
        if None in numbers:
            raise RuntimeError(
                f"Lookup: word {words[numbers.index(None)]!r} doesn't exist in vocab; give an "
                "unknown_token."
            )
        return cast(np.array(numbers, np.int64), self.data_type).reshape(xs.shape)

    def sample(self, x: np.ndarray) -> np.ndarray:
        self.check(x, x.ndim)
        return self.block(x[None])[0, ...]
