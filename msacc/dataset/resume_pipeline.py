"""Registration of the training iterator that a recovery resets."""

from __future__ import annotations

from typing import Any

_training: list[Any] = []


def _set_training_dataset(dataset: object) -> None:
    """Registers the iterator that a recovery resets."""
    _training[:] = [dataset]


def _get_training_dataset() -> Any:
    """Returns the registered iterator, or None."""
    return _training[0] if _training else None


def _reset_training_dataset(global_step: int, dataset_size: int) -> None:
    """Resets the registered iterator to the row after `global_step`; RuntimeError when there is none."""
    dataset = _get_training_dataset()
    if dataset is None:
        raise RuntimeError("Training dataset is not set. Name it by _set_training_dataset first.")
    dataset._reset(global_step, dataset_size)
