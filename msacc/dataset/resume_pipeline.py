"""The pipeline of a training that begins again where it was cut off."""

from __future__ import annotations

from typing import Any

_training: list[Any] = []


def _set_training_dataset(dataset: Any) -> None:
    """Name the iterator that a recovery sets back."""
    _training[:] = [dataset]


def _get_training_dataset() -> Any:
    """The iterator that was named, or None."""
    return _training[0] if _training else None


def _reset_training_dataset(global_step: int, dataset_size: int) -> None:
    """Let it go on with the row behind `global_step`; RuntimeError when none was named."""
    dataset = _get_training_dataset()
    if dataset is None:
        raise RuntimeError("Training dataset is not set. Name it by _set_training_dataset first.")
    dataset._reset(global_step, dataset_size)
