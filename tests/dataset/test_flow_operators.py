"""Operators on the flow of rows, where nothing but msacc is compared: gates, queues, callbacks that wait."""

from __future__ import annotations

import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import msacc as ms
import msacc.dataset as ds
from msacc import nn
from msacc.dataset.utils import LineReader, imshow_det_bbox
from msacc.train import Callback, Model


def counting() -> Iterator[tuple[np.ndarray]]:
    for i in range(12):
        yield (np.array(i),)


def test_rows_wait_for_the_update() -> None:
    seen: list[Any] = []
    data = ds.GeneratorDataset(counting, ["x"]).sync_wait("go", callback=seen.append).batch(4)
    rows = data.create_tuple_iterator(num_epochs=1, output_numpy=True)
    assert next(rows)[0].tolist() == [0, 1, 2, 3]
    with pytest.raises(RuntimeError, match=r"call dataset\.sync_update\('go'\)"):
        next(rows)
    rows = data.create_tuple_iterator(num_epochs=1, output_numpy=True)
    for i, (row,) in enumerate(rows):
        assert row[0] == 4 * i
        data.sync_update("go", data=i)
    assert seen == [0, 1, 2]


def test_gates_are_named_and_come_after_shuffle() -> None:
    data = ds.GeneratorDataset(counting, ["x"]).sync_wait("go")
    with pytest.raises(RuntimeError, match="No shuffle after sync"):
        data.shuffle(4)
    with pytest.raises(RuntimeError, match="already in use"):
        data.sync_wait("go")
    with pytest.raises(RuntimeError, match="Condition name not found"):
        data.sync_update("stop")
    assert len(list(data.create_tuple_iterator(num_epochs=1))) == 12  # the gates are open now


def test_a_queue_runs_the_pipeline_on_its_own() -> None:
    seen: list[int] = []
    data = ds.GeneratorDataset(counting, ["x"]).map(lambda x: (seen.append(int(x)), x)[1])
    queue = data.device_que()
    queue.send(num_epochs=2)
    for _ in range(600):
        if len(seen) == 24:
            break
        time.sleep(0.05)
    queue.stop_send()
    assert seen == [*range(12), *range(12)]
    with pytest.raises(RuntimeError, match="not iterable"):
        iter(queue)


class _Net(nn.Cell):
    def construct(self, x: ms.Tensor) -> ms.Tensor:
        return x


def test_callbacks_wait_for_the_step_before() -> None:
    events: list[str] = []

    class Waits(ds.WaitedDSCallback):
        def sync_step_begin(self, train_run_context: Any, ds_run_context: Any) -> None:
            number = train_run_context.original_args().cur_step_num
            events.append(f"row {ds_run_context.cur_step_num} after step {number}")

    class Notes(Callback):
        def step_end(self, run_context: Any) -> None:
            events.append(f"step {run_context.original_args().cur_step_num}")

    waits = Waits(1)
    data = ds.NumpySlicesDataset([1.0, 2.0], shuffle=False).map(lambda x: x, callbacks=waits)
    Model(_Net()).train(2, data, callbacks=[Notes(), waits], dataset_sink_mode=False)
    assert events == [
        "step 1",
        "row 2 after step 1",
        "step 2",
        "row 3 after step 2",
        "step 3",
        "row 4 after step 3",
        "step 4",
    ]


def test_a_callback_that_nobody_releases_gives_up() -> None:
    class Waits(ds.WaitedDSCallback):
        def sync_step_begin(self, train_run_context: Any, ds_run_context: Any) -> None:
            """Never reached."""

    before = ds.config.get_callback_timeout()
    ds.config.set_callback_timeout(1)
    try:
        data = ds.NumpySlicesDataset([1, 2], shuffle=False).map(lambda x: x, callbacks=Waits())
        with pytest.raises(RuntimeError, match=r"ds_step_begin timed out after 1 second\(s\)"):
            list(data.create_tuple_iterator(num_epochs=1))
    finally:
        ds.config.set_callback_timeout(before)


def test_lines_by_number(tmp_path: Path) -> None:
    (tmp_path / "lines.txt").write_bytes(b"one\r\ntwo\n\nfour")
    reader = LineReader(str(tmp_path / "lines.txt"))
    assert [reader[i] for i in (4, 1, 3, 2)] == ["four", "one", "", "two"]
    with pytest.raises(ValueError, match=r"line is not within the required interval of \[1, 4\]"):
        reader.readline(5)
    reader.close()
    assert reader.len() == len(reader) == 4


def test_boxes_are_drawn(tmp_path: Path) -> None:
    image = np.zeros((20, 20, 3), np.uint8)
    out = str(tmp_path / "drawn.png")
    drawn = imshow_det_bbox(
        image, np.array([[2, 3, 10, 9]]), np.array([[0]]), None, ["cat"], show=False, out_file=out
    )
    assert drawn[12, 5].tolist() == [0, 255, 0]
    assert drawn[8, 8].tolist() == [0, 0, 0]
    assert Path(out).stat().st_size > 0
