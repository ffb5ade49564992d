"""timeline and StepTimeline in one process; jobs are in tests/dist/test_run_pictures.py."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from rich.console import Console

import msacc as ms
from msacc import Tensor, nn, train
from msacc.profiler import StepTimeline, Timeline, timeline
from msacc.profiler.step_events import Lane, StepEvent
from msacc.profiler.timeline_drawing import stacked
from msacc.profiler.trace_reading import lane_of

X, Y = Tensor(np.ones((8, 16), np.float32)), Tensor(np.zeros(8, np.int32))


def _step(mode: int = ms.PYNATIVE_MODE) -> Any:
    ms.set_context(mode=mode, jit_level="O1" if mode == ms.GRAPH_MODE else "")
    net = nn.SequentialCell(nn.Dense(16, 32), nn.ReLU(), nn.Dense(32, 4))
    loss = nn.WithLossCell(net, nn.CrossEntropyLoss())
    step = nn.TrainOneStepCell(loss, nn.Adam(net.trainable_params())).set_train()
    step(X, Y)
    return step


def _kinds(seen: Timeline) -> list[str]:
    return [event.kind for event in seen.lanes[0].events]


def test_a_step_op_by_op(tmp_path: Path) -> None:
    step = _step()
    with timeline() as seen:
        step(X, Y)
    assert _kinds(seen) == ["forward", "backward", "optimizer"]
    assert sum(seen.shares(0).values()) == pytest.approx(1.0)
    rows = seen.text(60).splitlines()
    assert set(rows[0].removeprefix("process 0   ")) <= set("FBO.")
    seen.svg(tmp_path / "step.svg")
    seen.chrome_trace(tmp_path / "step.json")
    assert (tmp_path / "step.svg").read_text() == seen._repr_svg_()
    events = json.loads((tmp_path / "step.json").read_text())["traceEvents"]
    assert [e["name"] for e in events] == ["process_name", "forward", "backward", "optimizer"]
    console = Console(width=70, record=True, file=(tmp_path / "shown.txt").open("w"))
    console.print(seen)
    shown = console.export_text()
    assert all(word in shown for word in ("A step", "forward", "process 0")), shown


def test_recording_compiles_nothing_anew() -> None:
    step = _step(ms.GRAPH_MODE)
    step(X, Y)
    before = ms.graph.stats().compiles
    with timeline() as seen:
        step(X, Y)
    step(X, Y)
    assert ms.graph.stats().compiles == before
    assert _kinds(seen) == ["graph"]


def test_a_step_of_functions_has_its_passes() -> None:
    _step()
    net = nn.Dense(16, 4)
    optimizer = nn.SGD(net.trainable_params(), 0.1)
    grad = ms.value_and_grad(lambda x: net(x).sum(), None, optimizer.parameters)
    with timeline() as seen:
        for _ in range(2):
            optimizer(grad(X)[1])
    assert _kinds(seen) == ["forward", "backward", "optimizer"] * 2


def test_the_idle_share_is_that_between_passes() -> None:
    lanes = {
        rank: Lane(0.0, 10.0, tuple(StepEvent(*event) for event in events))
        for rank, events in enumerate(
            [
                [("forward", "micro-batch 0 chunk 0", 1.0, 3.0), ("waiting", "", 3.0, 5.0)],
                [("backward", "micro-batch 1 chunk 1, weights", 3.0, 5.0)],
            ]
        )
    }
    seen = Timeline()
    seen.lanes = lanes
    assert seen.bubble() == pytest.approx(0.5)
    assert seen.text(10).splitlines()[::2] == ["process 0   .FFww.....", "process 1   ...BB....."]
    rows = seen.text(10, micro_batches=True).splitlines()
    assert rows[::2] == ["process 0   .00ww.....", "process 1   ...BB....."]
    seen.lanes = {0: Lane(0.0, 1.0, ())}
    with pytest.raises(RuntimeError, match="of passes, of which this timeline has none"):
        seen.bubble()


def test_an_error_inside_ends_the_recording() -> None:
    with pytest.raises(KeyError), timeline() as seen:
        raise KeyError("a script's own")
    assert not seen.lanes
    with pytest.raises(RuntimeError, match="is filled when its `with` block has ended"):
        seen.svg()
    assert str(seen) == "Timeline: filled when its `with` block has ended"
    with timeline() as again:
        _step()
    assert again.lanes


def test_model_train_writes_one_step(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    data = ms.dataset.NumpySlicesDataset((np.ones((24, 16), np.float32), np.zeros(24, np.int32)))
    net = nn.Dense(16, 4)
    model = ms.Model(net, nn.CrossEntropyLoss(), nn.SGD(net.trainable_params(), 0.1))
    callback = StepTimeline(4, tmp_path / "steps")
    model.train(2, data.batch(8), callbacks=[callback, train.History()])
    assert callback.timeline is not None
    assert _kinds(callback.timeline) == ["data", "forward", "backward", "optimizer"]
    written = {path.name for path in (tmp_path / "steps").iterdir()}
    assert written == {"step_4.svg", "step_4.json", "step_4.txt"}
    assert f"wrote {tmp_path}/steps/step_4.svg, .json and .txt" in capsys.readouterr().out
    assert (tmp_path / "steps" / "step_4.txt").read_text() == f"{callback.timeline}\n"


@pytest.mark.parametrize(
    ("arguments", "kind", "words"),
    [
        ({"step": "3"}, TypeError, "'step'"),
        ({"step": 0}, ValueError, "'step'"),
        ({"path": 3}, TypeError, "'path'"),
    ],
)
def test_wrong_arguments(arguments: dict[str, Any], kind: type[Exception], words: str) -> None:
    with pytest.raises(kind, match=words):
        StepTimeline(**arguments)


def _event(name: str, start: int, stop: int, tid: int = 1, **args: Any) -> dict[str, Any]:
    kind = "user_annotation" if name.startswith(("msacc::", "gloo:")) else "cpu_op"
    place = {"ph": "X", "cat": kind, "name": name, "tid": tid, "ts": start, "dur": stop - start}
    return {**place, "args": args}


def _read(*events: dict[str, Any]) -> list[tuple[str, float, float]]:
    """(kind, start, stop) of a step from 0 to 100 microseconds, in microseconds."""
    lane = lane_of({"traceEvents": [_event("msacc::step", 0, 100), *events]})
    return [(e.kind, round(e.start * 1e6), round(e.stop * 1e6)) for e in lane.events]


def test_a_synchronous_message_is_waited_for_until_the_next_op() -> None:
    given = {"Concrete Inputs": ["", "", "", "", "False", "-1"]}
    found = _read(
        _event("msacc::optimizer", 0, 80),
        _event("c10d::allreduce_", 10, 14, **given),
        _event("gloo:all_reduce", 11, 38, tid=2),
        _event("aten::add", 40, 50),
    )
    assert ("waiting", 10, 40) in found
    assert ("message", 11, 38) in found
    given["Concrete Inputs"][4] = "True"
    found = _read(_event("c10d::allreduce_", 10, 14, **given), _event("aten::add", 40, 50))
    assert all(kind != "waiting" for kind, *_ in found)


def test_an_engine_with_a_thread_of_its_own() -> None:
    """As for a GPU: the main thread runs nothing during the backward pass."""
    engine = "autograd::engine::evaluate_function: MulBackward0"
    found = _read(
        _event("aten::mul", 0, 20),
        _event(engine, 30, 40, tid=2),
        _event("aten::mul", 31, 39, tid=2),
        _event(engine, 45, 60, tid=2),
        _event("msacc::optimizer", 70, 90),
        _event("aten::add", 75, 80),
    )
    assert found == [("forward", 0, 30), ("backward", 30, 60), ("optimizer", 70, 90)]


def test_bytes_of_messages() -> None:
    shapes = {"Input Dims": [[4, 8], [3]], "Input type": ["c10::BFloat16", "long int"]}
    lane = lane_of(
        {"traceEvents": [_event("msacc::step", 0, 9), _event("gloo:send", 1, 2, **shapes)]}
    )
    (message,) = lane.messages
    assert message.nbytes == 2 * 32 + 8 * 3


def test_messages_that_overlap_have_rows_of_their_own() -> None:
    spans = [(0, 4), (1, 2), (3, 5), (4, 6)]
    events = [StepEvent("message", "send", *span) for span in spans]
    assert [row for _, row in stacked(events)] == [0, 1, 1, 0]
