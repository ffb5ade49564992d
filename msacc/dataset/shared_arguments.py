"""Checks of arguments that sources and operators of datasets share: workers, column names, folders."""

from __future__ import annotations

import os
from typing import Any

from msacc.common import checks as check
from msacc.common.warn_once import no_effect, once
from msacc.dataset.pipeline.operation import Operation

# MindSpore allows as many as there are cores; scripts written for larger machines run here too.
_MAX_WORKERS = max(os.cpu_count() or 1, 64)


def workers(value: int | None) -> None:
    """`num_parallel_workers`: None or an int from 1 to 64, or to the number of cores."""
    if value is None:
        return
    check.instance(None, "num_parallel_workers", value, int)
    if not 1 <= value <= _MAX_WORKERS:
        raise ValueError(
            f"num_parallel_workers exceeds the boundary between 1 and {_MAX_WORKERS}! Got {value}."
        )


def warn_single_thread(steps: list[Any], count: int | None, multiprocessing: bool) -> None:
    """Logs a notice when a map with workers runs in one thread, because of its Python functions or transforms."""
    if multiprocessing or count in (None, 1):
        return
    flat = [
        part for step in steps for part in (step.flat() if isinstance(step, Operation) else [step])
    ]
    serial = [part for part in flat if not (isinstance(part, Operation) and part.threadable())]
    if not serial:
        return
    built_in = all(isinstance(part, Operation) for part in flat)
    which = type(serial[0]).__name__ if built_in else "Python functions"
    once(
        f"dataset.map.functions.{built_in}",
        f"dataset.map: num_parallel_workers={count}: rows with {which} are made one after the other, in one "
        "thread ahead of "
        "the loop; python_multiprocessing=True runs them in so many processes.",
    )


def row_size(where: str, value: object, pair: bool = True) -> None:
    """Checks `max_rowsize` (MB of shared memory per row): None, an int >= -1, or (`pair`) a list of two."""
    if value is None:
        return
    check.instance(None, "max_rowsize", value, (int, list) if pair else int)
    sizes = value if isinstance(value, list) else [value]
    if isinstance(value, list) and len(value) != 2:
        raise TypeError(
            f"max_rowsize should be an int or a list [in_rowsize, out_rowsize], but got {value!r}."
        )
    for size in sizes:
        check.integer(None, "max_rowsize", size, -1, check.INT32_MAX)
    no_effect(where, "max_rowsize", value, "rows of any size come back from workers through pipes")


def names(value: Any, name: str) -> list[str]:
    """Returns one or several column names as a list; they must differ."""
    columns = [value] if isinstance(value, str) else value
    check.instance(None, name, columns, (list, tuple))
    for i, column in enumerate(columns):
        check.instance(None, f"{name}[{i}]", column, str)
        if not column:
            raise ValueError(f"{name}[{i}] should not be empty. Leave it out or give it a name.")
    if len(set(columns)) != len(columns):
        raise ValueError(
            f"Every column name should not be same with others in column_names. Got {name}: {columns}."
        )
    return list(columns)


def num_samples(value: int) -> None:
    """Checks the number of rows to read: TypeError, ValueError."""
    check.instance(None, "num_samples", value, int)
    if not 0 <= value < 2**63:
        raise ValueError(
            "num_samples exceeds the boundary between 0 and 9223372036854775807(INT64_MAX)! Got "
            f"{value}."
        )


def directory(path: Any, name: str = "dataset_dir") -> str:
    """Checks and returns an existing, readable folder: TypeError, ValueError."""
    check.instance(None, name, path, (str, os.PathLike))
    path = os.fspath(path)
    if not os.path.isdir(path) or not os.access(path, os.R_OK):
        raise ValueError(
            f"The folder {path} does not exist or is not a directory or permission denied! "
            f"Give {name} the folder that holds the data."
        )
    return path
