"""MindPage: the rows of MindRecord files grouped by the value of a field, in pages."""

from __future__ import annotations

import json
from typing import Any

from msacc.mindrecord import index
from msacc.mindrecord.errors import MRMDefineCategoryError, ParamTypeError, ParamValueError
from msacc.mindrecord.filereader import check_consumers
from msacc.mindrecord.paths import check_path
from msacc.mindrecord.records import check_files, open_records


class MindPage:
    """Reads rows in pages, grouped by `category_field`.

    `file_name`: one path (all files written together with it are read) or a list of paths.
    `num_consumer` is checked, but rows are read by the caller's thread.

    Raises ParamValueError for other arguments, RuntimeError for missing files.
    """

    def __init__(self, file_name: str | list[str], num_consumer: int = 4) -> None:
        paths = file_name if isinstance(file_name, list) else [file_name]
        for path in paths:
            check_path(path)
        check_consumers(num_consumer)
        check_files(paths)
        self._records = open_records(file_name)
        self._fields = list(self._records.files[0].header.index)
        self._field: str | None = None
        self._rows: dict[str, list[int]] = {}

    @property
    def candidate_fields(self) -> list[str]:
        """The fields of the index, by which rows can be grouped."""
        return self._fields

    @property
    def category_field(self) -> str | None:
        """The field that rows are grouped by; None at first. Other values than candidates raise
        MRMDefineCategoryError, other types than str ParamTypeError."""
        return self._field

    @category_field.setter
    def category_field(self, category_field: str) -> None:
        if not category_field or not isinstance(category_field, str):
            raise ParamTypeError("category_fields", "str", category_field)
        if category_field not in self._fields:
            raise MRMDefineCategoryError(
                f"Field '{category_field}' is not a candidate category field; candidates: {self._fields}."
            )
        self._field, self._rows = category_field, self._groups(category_field)

    def _groups(self, field: str) -> dict[str, list[int]]:
        """Returns the numbers of the rows by the text of their value, sorted by text."""
        groups: dict[str, list[int]] = {}
        start = 0
        for file in self._records.files:
            for row, text in index.read_texts(file.path, field, file.header.rows):
                groups.setdefault(text, []).append(start + row)
            start += file.header.rows
        return dict(sorted(groups.items()))

    def _grouped(self) -> dict[str, list[int]]:
        if self._field is None:
            raise RuntimeError(
                "Invalid data, field: is invalid. Set 'category_field' to one of "
                f"{self._fields} first."
            )
        return self._rows

    def read_category_info(self) -> str:
        """Returns JSON: {"categories": [{"count", "id", "name"}, ...], "key"}, the categories sorted by name."""
        categories = [
            {"count": len(rows), "id": i, "name": name}
            for i, (name, rows) in enumerate(self._grouped().items())
        ]
        content = {"categories": categories, "key": f"{self._field}_0"}
        return json.dumps(content, separators=(",", ":"), ensure_ascii=False)

    def read_at_page_by_id(self, category_id: int, page: int, num_row: int) -> list[dict[str, Any]]:
        """Returns page `page` (from 0) of `num_row` rows of a category.

        `category_id`: its id in `read_category_info`. Raises ParamValueError for invalid arguments,
        RuntimeError for an unknown id or page.
        """
        if not isinstance(category_id, int) or category_id < 0:
            raise ParamValueError(
                "Category id should be int and greater than or equal to 0, but got "
                f"{category_id!r}."
            )
        _check_page(page, num_row)
        groups = list(self._grouped().values())
        if category_id >= len(groups):
            raise RuntimeError(
                f"Invalid data, category_id: {category_id} must be in the range [0, {len(groups)}]."
            )
        return self._page(groups[category_id], page, num_row)

    def read_at_page_by_name(
        self, category_name: str, page: int, num_row: int
    ) -> list[dict[str, Any]]:
        """Returns page `page` of `num_row` rows, as `read_at_page_by_id`, of the category `category_name`."""
        if not isinstance(category_name, str):
            raise ParamValueError(f"Category name should be str, but got {category_name!r}.")
        _check_page(page, num_row)
        groups = self._grouped()
        if category_name not in groups:
            raise RuntimeError(
                f"category_name: {category_name} could not found; there are {list(groups)}."
            )
        return self._page(groups[category_name], page, num_row)

    def _page(self, rows: list[int], page: int, num_row: int) -> list[dict[str, Any]]:
        numbers = rows[page * num_row : (page + 1) * num_row]
        if not numbers:
            raise RuntimeError(
                f"Invalid data, page no: {page} or page size: {num_row} is invalid; the category has "
                f"{len(rows)} rows."
            )
        return [self._records.row(number) for number in numbers]


def _check_page(page: object, num_row: object) -> None:
    if not isinstance(page, int) or page < 0:
        raise ParamValueError(
            f"Page should be int and greater than or equal to 0, but got {page!r}."
        )
    if not isinstance(num_row, int) or num_row <= 0:
        raise ParamValueError(f"num_row should be int and greater than 0, but got {num_row!r}.")
