"""Rows of a table that have no gradient keep their values through an update."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

import torch


class RowValues(NamedTuple):
    """A tensor with the values that it had, and which of its rows an update changes."""

    values: torch.Tensor
    before: torch.Tensor
    changed: torch.Tensor

    def restore(self) -> None:
        """Puts the other rows back."""
        self.values.copy_(torch.where(self.changed, self.values, self.before))


def row_values(tensors: Iterable[torch.Tensor], gradient: torch.Tensor) -> list[RowValues]:
    """Of a table and its states before an update by `gradient`."""
    changed = gradient.ne(0).flatten(1).any(1).view(-1, *[1] * (gradient.ndim - 1))
    return [RowValues(values, values.clone(), changed) for values in tensors]
