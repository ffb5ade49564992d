"""serialize, deserialize, compare, show, to_json, set_init_step."""

from __future__ import annotations

import json
import os
import tempfile
from typing import Any

import numpy as np

from tests.parity.harness import case


def _pipeline(ms: Any, path: str, rows: int = 2) -> Any:
    ds = ms.dataset
    source = ds.CSVDataset(path, column_defaults=["1", "2"], column_names=["a", "b"], shuffle=False)
    return source.batch(rows)


def _rows(data: Any) -> Any:
    return np.concatenate([row[0] for row in data.create_tuple_iterator(output_numpy=True)])


@case(jit=False)
def written(ms: Any, run: Any) -> Any:
    ds = ms.dataset
    with tempfile.TemporaryDirectory() as folder:
        path, file = os.path.join(folder, "rows.csv"), os.path.join(folder, "pipeline.json")
        with open(path, "w") as rows:
            rows.write("1,2\n3,4\n5,6\n")
        one, other = _pipeline(ms, path), _pipeline(ms, path, 3)
        content = ds.serialize(dataset=one, json_filepath=file)
        with open(file) as text:
            kinds = [json.load(text)["op_type"], content["op_type"]]
        ds.show(dataset=one, indentation=4)
        third = os.path.join(folder, "third.json")
        one.to_json(filename=third)
        started = _pipeline(ms, path, 1)
        started.set_init_step(init_step=1)
        return {
            "kinds": np.array(kinds),
            "equal": np.array(
                [ds.compare(pipeline1=one, pipeline2=p) for p in (_pipeline(ms, path), other)]
            ),
            "from_dict": _rows(ds.deserialize(input_dict=content)),
            "from_file": _rows(ds.deserialize(json_filepath=file)),
            "to_json": np.array(os.path.exists(third)),
        }
