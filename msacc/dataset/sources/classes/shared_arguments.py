"""What the datasets' docstrings say of the arguments that all readers of files share."""

from __future__ import annotations

from typing import TypeVar

_Class = TypeVar("_Class", bound=type)

_SHARED = {
    "dataset_dir": "`dataset_dir`: the folder, a str or path.",
    "decode": "`decode`: images are RGB, uint8 (H, W, 3), instead of a file's bytes, a uint8 vector.",
}
# Of datasets whose rows are read by number, and of those whose files are read from the first row to the last.
_BY_NUMBER = {
    "num_samples": "`num_samples`: an int, at most so many rows, drawn with replacement when shuffled.",
    "shuffle": "`shuffle`: a bool; the order is random unless it is False.",
    "sampler": "`sampler`, in place of these two: a Sampler, or an iterable of row numbers.",
    "num_shards": "`num_shards` and `shard_id`: ints; only every so many rows, from that one on.",
    "num_parallel_workers": "`num_parallel_workers`: an int that is checked; one thread reads.",
}
_IN_ORDER = {
    "num_samples": "`num_samples`: an int, at most so many rows; all for 0 and None.",
    "shuffle": "`shuffle`: files and rows (True, None, Shuffle.GLOBAL), only files (Shuffle.FILES), or False.",
    "num_shards": "`num_shards` and `shard_id`: ints; one of so many equal parts of the rows.",
    "num_parallel_workers": "`num_parallel_workers`: so many files, an int, are read at a time, a row of each in turn.",
}
_REST = {
    "cache": "`cache`: None, or a DatasetCache, which has no effect.",
    "decrypt": "`decrypt`: None; anything else raises NotImplementedError.",
}
_ERRORS = """
    Raises ValueError for a folder or file that is missing and for values out of range, TypeError for other
    types, RuntimeError for a shard without the other number{} and, when rows
    are read, for files that are missing or damaged."""
_EXCLUDED = ", `sampler` with one of the others"
_DIFFERS = "\n\n    Differs from MindSpore"


def describe_shared_arguments(cls: _Class) -> _Class:
    """Puts a line on each of these arguments that a dataset's constructor has behind its docstring."""
    code = cls.__init__.__code__  # type: ignore[misc]
    arguments = code.co_varnames[: code.co_argcount]
    by_number = "sampler" in arguments
    lines = {**_SHARED, **(_BY_NUMBER if by_number else _IN_ORDER), **_REST}
    shared = [f"    {line}" for name, line in lines.items() if name in arguments]
    errors = _ERRORS.format(_EXCLUDED if by_number else "")
    own, differs, how = (cls.__doc__ or "").rstrip().partition(_DIFFERS)
    text = "\n".join([own, "", *shared, errors])
    cls.__doc__ = f"{text}{differs}{how}\n    "
    return cls
