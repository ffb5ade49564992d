"""A column of dictionaries: what they hold reaches the user's functions as it was, the iterator as MindSpore's."""

from __future__ import annotations

from typing import Any

import numpy as np

import msacc as ms
import msacc.dataset as ds


class Given:
    """One row: a dictionary."""

    def __len__(self) -> int:
        return 1

    def __getitem__(self, index: int) -> dict[str, Any]:
        nested = {"n": [1, None]}
        return {
            "none": None,
            "int": 1,
            "str": "x",
            "bytes": b"x",
            "set": {1},
            "array": np.ones(2),
            "in": nested,
        }


def test_functions_see_what_the_source_gave() -> None:
    seen: list[dict[str, Any]] = []

    def collate(rows: list[dict[str, Any]], info: Any) -> Any:
        seen.extend(dict(row) for row in rows)
        return ([np.ones(1) for row in rows if row.pop("none") is None],)

    data = ds.GeneratorDataset(Given(), ["sample"], shuffle=False)
    data = data.batch(1, per_batch_map=collate, input_columns=["sample"], output_columns=["out"])
    assert len(list(data.create_dict_iterator(output_numpy=True, num_epochs=1))) == 1
    kinds = [type(value) for value in seen[0].values()]
    assert kinds == [type(None), int, str, bytes, set, np.ndarray, dict]
    assert seen[0]["in"] == {"n": [1, None]}


def test_an_iterator_makes_arrays_of_numbers_and_strings() -> None:
    data = ds.GeneratorDataset(Given(), ["sample"], shuffle=False)
    (row,) = data.create_dict_iterator(output_numpy=True, num_epochs=1)
    given = row["sample"]
    assert given["none"] is None
    assert given["set"] == {1}
    assert given["bytes"] == b"x"
    assert given["int"].dtype == np.int64
    assert given["str"].dtype.kind == "U"
    assert isinstance(given["in"]["n"][0], np.ndarray)
    assert given["in"]["n"][1] is None
    (row,) = data.create_dict_iterator(num_epochs=1)
    assert isinstance(row["sample"]["array"], ms.Tensor)
    assert row["sample"]["set"] == {1}
