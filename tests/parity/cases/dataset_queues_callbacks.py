"""Arguments of pipelines: gates, queues, files, callbacks that wait, Examples turned into MindRecord."""

from __future__ import annotations

import importlib
import os
import tempfile
from types import SimpleNamespace
from typing import Any, NamedTuple

import numpy as np

from tests.dataset.records import Row, write
from tests.parity.harness import Arrays, case, is_mindspore


def numbers(ms: Any, count: int = 8) -> Any:
    return dataset_of(ms).NumpySlicesDataset(np.arange(count), ["x"], shuffle=False)


def dataset_of(ms: Any) -> Any:
    return importlib.import_module(f"{ms.__name__}.dataset")


@case(jit=False)
def gates(ms: Any, run: Any) -> Arrays:
    seen: list[int] = []
    data = numbers(ms).sync_wait(condition_name="go", num_batch=2, callback=seen.append).batch(2)
    rows = []
    for i, (row,) in enumerate(data.create_tuple_iterator(num_epochs=1, output_numpy=True)):
        rows.append(row)
        data.sync_update(condition_name="go", num_batch=1, data=i)
    return {"rows": np.array(rows), "seen": np.array(seen)}


@case(jit=False)
def queue(ms: Any, run: Any) -> Arrays:
    made = numbers(ms).device_que(
        send_epoch_end=False, create_data_info_queue=True, queue_name="mine"
    )
    return {
        "names": np.array([made.queue_name, *made.get_col_names()]),
        "size": np.array(made.get_dataset_size()),
        **run.raises(lambda: numbers(ms).device_que(queue_name=3)),
    }


@case(jit=False)
def files(ms: Any, run: Any) -> Arrays:
    """MindSpore deals the rows to several files by chance."""

    def wrong() -> None:
        numbers(ms).save("x", file_type="tfrecord")

    with tempfile.TemporaryDirectory() as folder:
        paths = [os.path.join(folder, f"x{i}") for i in range(3)]
        numbers(ms).save(os.path.join(folder, "x"), num_files=3, file_type="mindrecord")
        names = sorted(os.listdir(folder))
        data = dataset_of(ms).MindDataset(paths, shuffle=False)
        rows = [r[0] for r in data.create_tuple_iterator(num_epochs=1, output_numpy=True)]
    return {"names": np.array(" ".join(names)), "rows": np.sort(rows), **run.raises(wrong)}


def waiting(ms: Any, seen: list[str]) -> Any:
    """A callback that notes the training it is told of and where the pipeline stands."""

    def noting(hook: str) -> Any:
        def note(self: Any, train_run_context: Any, ds_run_context: Any) -> None:
            at = ds_run_context
            seen.append(f"{hook} {train_run_context} {at.cur_epoch_num} {at.cur_step_num}")

        return note

    hooks = ("sync_epoch_begin", "sync_step_begin")
    base = dataset_of(ms).WaitedDSCallback
    return type("Waiting", (base,), {hook: noting(hook) for hook in hooks})(step_size=2)


@case(jit=False)
def callback_that_waits(ms: Any, run: Any) -> Arrays:
    """Two rows a step: before those of the first step and epoch it is not called."""
    seen: list[str] = []
    waits = waiting(ms, seen)
    for step in (1, 2, 3):
        at = SimpleNamespace(cur_epoch_num=1 + (step > 2), cur_step_num=2 * step - 1)
        waits.ds_epoch_begin(ds_run_context=at)
        waits.ds_step_begin(ds_run_context=at)
        waits.step_end(run_context=f"step {step}")
        waits.epoch_end(run_context=f"epoch {step}")
    waits.end(run_context="the end")
    at.cur_step_num += 2
    waits.ds_epoch_begin(ds_run_context=at)
    waits.ds_step_begin(ds_run_context=at)
    silent = dataset_of(ms).WaitedDSCallback()
    nothing = [
        getattr(silent, f"sync_{part}_begin")(train_run_context=1, ds_run_context=at) is None
        for part in ("epoch", "step")
    ]
    return {"seen": np.array("\n".join(seen)), "nothing": np.array(nothing)}


class Feature(NamedTuple):
    """What a tf.io.FixedLenFeature holds."""

    shape: list[int]
    dtype: str


@case(jit=False)
def examples_as_mindrecord(ms: Any, run: Any) -> Arrays:
    """MindSpore's needs tensorflow: there rows are written as they come out."""
    records = ms.mindrecord if is_mindspore(ms) else importlib.import_module("msacc.mindrecord")
    with tempfile.TemporaryDirectory() as folder:
        target = os.path.join(folder, "out.mindrecord")
        if is_mindspore(ms):
            kinds = {"a_name": {"type": "string"}, "raw": {"type": "bytes"}}
            writer = records.FileWriter(target)
            writer.add_schema({**kinds, "v": {"type": "int64", "shape": [2]}}, "rows")
            rows = [{"a_name": f"t{i}", "raw": b"ab", "v": np.array([i, -i])} for i in range(3)]
            writer.write_raw_data(rows)
            writer.commit()
        else:
            examples: list[Row] = [
                {"a name": [b"t%d" % i], "raw": [b"ab"], "v": [i, -i]} for i in range(3)
            ]
            features = {
                "a name": Feature([], "string"),
                "raw": Feature([], "string"),
                "v": Feature([2], "int64"),
            }
            records.TFRecordToMR(
                source=write(os.path.join(folder, "x.tfrecord"), examples),
                destination=target,
                feature_dict=features,
                bytes_fields=["raw"],
            ).transform()
        reader = records.FileReader(target)
        rows = list(reader.get_next())
        reader.close()
    return {
        "names": np.array(" ".join(sorted(map(str, rows[0])))),
        "text": np.array(" ".join(sorted(str(row["a_name"]) for row in rows))),
        "raw": np.array([list(bytes(row["raw"])) for row in rows]),
        "v": np.sort(np.array([row["v"] for row in rows]), axis=0),
    }
