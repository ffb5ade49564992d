"""FileReader: reads the rows of MindRecord files in order, without a data pipeline."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from msacc.common.warn_once import no_effect
from msacc.mindrecord.errors import ParamTypeError, ParamValueError
from msacc.mindrecord.paths import check_path
from msacc.mindrecord.records import check_files, open_records


class FileReader:
    """Reads rows as dictionaries of numbers, strings, bytes and arrays.

    `file_name`: one path (all files written together with it are read) or a list of paths.
    `columns`: the fields to read (all by default). Rows are returned in the order they were written. A float
      field is returned as float; MindSpore returns whole numbers as int.
    `num_consumer` is checked, but rows are read by the caller's thread; `operator` says once that it has no
      effect.
    """

    def __init__(
        self,
        file_name: str | list[str],
        num_consumer: int = 4,
        columns: list[str] | None = None,
        operator: Any = None,
    ) -> None:
        paths = file_name if isinstance(file_name, list) else [file_name]
        for path in paths:
            check_path(path)
        check_consumers(num_consumer)
        if operator is not None:
            no_effect("FileReader", "operator", operator, "MindSpore is about to drop it")
        if columns and not isinstance(columns, list):
            raise ParamTypeError("columns", "list", columns)
        check_files(paths)
        self._records = open_records(file_name)
        unknown = [name for name in columns or () if name not in self._records.schema.fields]
        if unknown:
            raise RuntimeError(
                f"Invalid data, column name: {unknown[0]} can not found in schema. Please check "
                f"'columns'; there are {list(self._records.schema.fields)}."
            )
        self._columns = columns or None
        self._rows = self._read()

    def _read(self) -> Iterator[dict[str, Any]]:
        for number in range(len(self._records)):
            yield self._records.row(number, self._columns)

    def get_next(self) -> Iterator[dict[str, Any]]:
        """Yields the remaining rows."""
        while (row := next(self._rows, None)) is not None:
            yield row

    def schema(self) -> dict[str, dict[str, Any]]:
        """Returns field name -> {"type": ..., "shape": ...}."""
        return {name: dict(kind) for name, kind in self._records.schema.fields.items()}

    def len(self) -> int:
        """Returns the number of rows."""
        return len(self._records)

    def close(self) -> None:
        """Closes the files; `get_next` yields no rows afterwards."""
        self._rows = iter(())
        self._records.close()


def check_consumers(value: object) -> None:
    """Raises ParamValueError unless a number of readers is an int of 1 or more."""
    if value is None:
        raise ParamValueError("Parameter num_consumer is None. Leave it out or give an int.")
    if not isinstance(value, int):
        raise ParamValueError(f"Parameter num_consumer is not int. Got {value!r}.")
    if value < 1:
        raise ParamValueError(f"Parameter num_consumer: {value} should be at least 1.")
