"""SummaryRecord, SummaryCollector and the summary ops; event files are read back by tensorboard."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import msacc as ms
import msacc.nn as nn
from msacc.common.settings import GRAPH_MODE, PYNATIVE_MODE, settings
from msacc.graph import stats
from msacc.ops import HistogramSummary, ImageSummary, ScalarSummary, TensorSummary
from msacc.ops import summary as summary_ops
from msacc.train.callback._callback import InternalCallbackParam, RunContext
from msacc.train.callback._summary_collector import SummaryCollector
from msacc.train.summary import SummaryRecord, summary_record
from msacc.train.summary.images import as_pictures

needs_tensorboard = pytest.mark.usefixtures("_tensorboard")


@pytest.fixture
def _tensorboard() -> None:
    pytest.importorskip("tensorboard", reason="the optional extra 'summary' is not installed")


def _ones(*shape: int) -> ms.Tensor:
    return ms.Tensor(np.ones(shape, np.float32))


def _events(folder: Path) -> Any:
    from tensorboard.backend.event_processing.event_accumulator import EventAccumulator

    return EventAccumulator(str(folder)).Reload()


class Watched(nn.Cell):
    """Gives away its input's sum and its values."""

    def __init__(self) -> None:
        super().__init__()
        self.scalar, self.histogram = ScalarSummary(), HistogramSummary()

    def construct(self, x: ms.Tensor) -> ms.Tensor:
        self.scalar("sum", ms.Tensor(x.to_torch().sum()))
        self.histogram("values", x)
        return ms.Tensor(x.to_torch() + 1)


@pytest.fixture
def collecting() -> Iterator[None]:
    summary_ops.collect(+1)
    yield
    summary_ops.collect(-1)


# -- ops ---------------------------------------------------------------------------------------
@pytest.mark.parametrize("mode", [PYNATIVE_MODE, GRAPH_MODE])
def test_ops_give_values_away_in_both_modes(
    mode: int, collecting: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(settings, "mode", mode)
    monkeypatch.setattr(settings, "jit_level", "O0")
    net = Watched()
    for factor in (1, 2):
        assert net(ms.Tensor(factor * np.ones(3, np.float32))).tolist() == [factor + 1] * 3
        taken = summary_ops.take()
        assert taken["scalar", "sum"].item() == 3 * factor
        assert taken["histogram", "values"].tolist() == [factor] * 3
    assert not stats().not_recorded


def test_without_a_record_nothing_is_kept() -> None:
    Watched()(_ones(3))
    assert summary_ops.take() == {}


@pytest.mark.parametrize(
    ("op", "name", "value", "error"),
    [
        (ScalarSummary(), "a", _ones(2, 2), ValueError),
        (ScalarSummary(), "a", _ones(1, 1), ValueError),
        (ImageSummary(), "a", _ones(2, 2), ValueError),
        (TensorSummary(), "a", ms.Tensor(1.0), ValueError),
        (HistogramSummary(), "a", ms.Tensor(1.0), ValueError),
        (ScalarSummary(), "", _ones(1), ValueError),
        (ScalarSummary(), 3, _ones(1), TypeError),
        (ScalarSummary(), "a", 1.0, TypeError),
    ],
)
def test_op_arguments(op: Any, name: Any, value: Any, error: type) -> None:
    with pytest.raises(error):
        op(name, value)


# -- SummaryRecord -----------------------------------------------------------------------------
@needs_tensorboard
def test_everything_comes_back_from_the_file(tmp_path: Path) -> None:
    with SummaryRecord(str(tmp_path / "new")) as record:
        for step in (1, 2):
            record.add_value("scalar", "loss", ms.Tensor(np.array([step / 2], np.float32)))
            record.add_value("histogram", "weight", _ones(2, 3))
            record.add_value("tensor", "t", _ones(4))
            record.add_value("image", "digits", _ones(2, 1, 8, 8))
            Watched()(_ones(3))
            assert record.record(step) is True
        record.flush()
        assert Path(record.log_dir).name.endswith("_MS")
        assert Path(record.log_dir).is_file()
    events = _events(tmp_path / "new")
    assert [(e.step, e.value) for e in events.Scalars("loss")] == [(1, 0.5), (2, 1.0)]
    assert events.Scalars("sum")[0].value == 3
    assert events.Histograms("weight")[0].histogram_value.num == 6
    assert (events.Images("digits")[0].height, events.Images("digits")[0].width) == (8, 16)
    assert events.Tags()["tensors"] == ["t"]


@needs_tensorboard
def test_filters_modes_and_the_newest_value(tmp_path: Path) -> None:
    with SummaryRecord(str(tmp_path)) as record:
        record.set_mode("eval")
        Watched()(_ones(3))
        record.add_value("scalar", "a", _ones(1))
        record.add_value("scalar", "a", ms.Tensor(5.0))
        record.add_value("histogram", "h", _ones(3))
        record.record(7, plugin_filter=lambda plugin: plugin == "scalar")
        record.record(8)
    events = _events(tmp_path)
    assert events.Tags()["scalars"] == ["a"]
    assert [(e.step, e.value) for e in events.Scalars("a")] == [(7, 5.0)]
    assert events.Tags()["histograms"] == []


@needs_tensorboard
def test_one_record_at_a_time_and_none_after_closing(tmp_path: Path) -> None:
    record = SummaryRecord(str(tmp_path))
    with pytest.raises(RuntimeError, match="only one"):
        SummaryRecord(str(tmp_path))
    record.close()
    record.close()
    assert record.record(1) is False
    with pytest.raises(ValueError, match="closed"), record:
        pass
    SummaryRecord(str(tmp_path)).close()


@needs_tensorboard
def test_tensors_are_exported(tmp_path: Path) -> None:
    with SummaryRecord(str(tmp_path), export_options={"tensor_format": "npy"}) as record:
        record.add_value("tensor", "a/b", _ones(2))
        record.record(3)
    (file,) = tmp_path.glob("export_*/tensor/a_b_3.npy")
    assert np.load(file).tolist() == [1, 1]


@needs_tensorboard
def test_record_arguments(tmp_path: Path) -> None:
    with SummaryRecord(str(tmp_path)) as record:
        for plugin, value in (
            ("scalar", _ones(3)),
            ("image", _ones(2, 2)),
            ("tensor", ms.Tensor(1.0)),
        ):
            with pytest.raises(ValueError, match="shape"):
                record.add_value(plugin, "a", value)
        with pytest.raises(ValueError, match="plugin"):
            record.add_value("zz", "a", _ones(1))
        with pytest.raises(NotImplementedError, match="graph"):
            record.add_value("graph", "a", _ones(1))
        with pytest.raises(TypeError, match="Tensor"):
            record.add_value("scalar", "a", 1.0)  # type: ignore[arg-type]
        with pytest.raises(TypeError, match="step"):
            record.record("1")  # type: ignore[arg-type]
        with pytest.raises(ValueError, match="mode"):
            record.set_mode("test")


@pytest.mark.parametrize(
    ("kwargs", "error"),
    [
        ({"log_dir": 3}, TypeError),
        ({"log_dir": " "}, ValueError),
        ({"file_prefix": 3}, TypeError),
        ({"file_suffix": "a b"}, ValueError),
        ({"max_file_size": "a"}, TypeError),
        ({"raise_exception": 3}, TypeError),
        ({"export_options": 3}, TypeError),
        ({"export_options": {"a": 1}}, TypeError),
        ({"export_options": {"tensor_format": "zz"}}, ValueError),
    ],
)
def test_constructor_arguments(kwargs: dict[str, Any], error: type, tmp_path: Path) -> None:
    with pytest.raises(error):
        SummaryRecord(**{"log_dir": str(tmp_path), **kwargs})
    assert SummaryRecord.count == 0


def test_without_tensorboard_the_error_names_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(summary_record.__dict__["__builtins__"], "__import__", _no_tensorboard)
    with pytest.raises(ImportError, match=r"msacc\[summary\]"):
        SummaryRecord(str(tmp_path))
    monkeypatch.undo()
    assert SummaryRecord.count == 0


_import = __import__


def _no_tensorboard(name: str, *args: Any, **kwargs: Any) -> Any:
    if name == "torch.utils.tensorboard":
        raise ImportError(name)
    return _import(name, *args, **kwargs)


def test_pictures_are_stretched_and_cut_to_ten() -> None:
    pictures = as_pictures("a", ms.Tensor(np.linspace(-1, 1, 48).reshape(12, 1, 2, 2)).to_torch())
    assert pictures is not None
    assert pictures.shape == (10, 1, 2, 2)
    assert (pictures.min(), pictures.max()) == (0, 255)
    assert as_pictures("a", _ones(2, 2, 4, 4).to_torch()) is None
    flat = as_pictures("a", _ones(1, 3, 4, 4).to_torch())
    assert flat is not None
    assert flat.max() == 0


# -- SummaryCollector --------------------------------------------------------------------------
class _Optimizer:
    def __init__(self) -> None:
        names = [f"p{i}" for i in range(7)]
        self.parameters = [ms.Parameter(_ones(2), name=name) for name in names]


def _train(collector: SummaryCollector, steps: int, image: Any) -> None:
    params = InternalCallbackParam(
        mode="train", list_callback=[collector], epoch_num=1, batch_num=steps, cur_step_num=0,
        optimizer=_Optimizer(), train_dataset_element=(image, _ones(2)),
    )  # fmt: skip
    context = RunContext(params)
    with collector:
        collector.on_train_begin(context)
        for step in range(1, steps + 1):
            params.cur_step_num, params.net_outputs = step, (_ones(2, 2), _ones(1))
            TensorSummary()("kept", _ones(3))
            collector.on_train_step_end(context)
        collector.on_train_epoch_end(context)
        collector.on_train_end(context)


@needs_tensorboard
def test_collector_records_the_first_and_every_nth_step(tmp_path: Path) -> None:
    _train(SummaryCollector(str(tmp_path), collect_freq=4), 9, _ones(2, 3, 8, 8))
    events = _events(tmp_path)
    assert [e.step for e in events.Scalars("loss/auto")] == [1, 4, 8]
    assert events.Scalars("loss/auto")[0].value == 1
    assert len(events.Images("input_data/auto")) == 3
    assert events.Tags()["histograms"] == [f"p{i}/auto" for i in range(5)]
    assert [e.step for e in events.Tensors("kept")] == [1, 4, 8]


@needs_tensorboard
def test_collector_takes_what_is_asked_for(tmp_path: Path) -> None:
    asked = {"histogram_regular": "p[56]"}
    collector = SummaryCollector(
        str(tmp_path),
        2,
        collect_specified_data=asked,
        keep_default_action=False,
        collect_tensor_freq=3,
    )
    _train(collector, 6, _ones(2, 5))
    events = _events(tmp_path)
    assert events.Tags()["scalars"] == []
    assert events.Tags()["images"] == []
    assert events.Tags()["histograms"] == ["p5/auto", "p6/auto"]
    assert [e.step for e in events.Tensors("kept")] == [1, 3, 6]


@needs_tensorboard
def test_an_input_that_is_no_image_is_given_up(tmp_path: Path) -> None:
    _train(SummaryCollector(str(tmp_path), 2), 4, _ones(2, 5))
    events = _events(tmp_path)
    assert events.Tags()["images"] == []
    assert len(events.Scalars("loss/auto")) == 3


@needs_tensorboard
def test_two_collectors_are_refused(tmp_path: Path) -> None:
    first, second = (SummaryCollector(str(tmp_path)) for _ in range(2))
    params = InternalCallbackParam(mode="train", list_callback=[first, second])
    with first, pytest.raises(ValueError, match="more than one"):
        first.on_train_begin(RunContext(params))


def test_tensors_are_recorded_at_most_twenty_times(tmp_path: Path) -> None:
    collector = SummaryCollector(str(tmp_path))
    assert list(collector._msacc_range(20)) == [0, 10, 20]
    assert len(collector._msacc_range(600)) == 20
    assert list(SummaryCollector(str(tmp_path), 1)._msacc_range(38)) == list(range(0, 40, 2))
    assert len(SummaryCollector(str(tmp_path), 1)._msacc_range(25)) == 21


@pytest.mark.parametrize(
    ("kwargs", "error"),
    [
        ({"summary_dir": 3}, TypeError),
        ({"collect_freq": 0}, ValueError),
        ({"collect_freq": "a"}, TypeError),
        ({"collect_tensor_freq": 0}, ValueError),
        ({"max_file_size": -1}, ValueError),
        ({"keep_default_action": 3}, TypeError),
        ({"collect_specified_data": 3}, TypeError),
        ({"collect_specified_data": {"zz": 1}}, ValueError),
        ({"collect_specified_data": {"collect_metric": 1}}, TypeError),
        ({"collect_specified_data": {"histogram_regular": "("}}, ValueError),
        ({"collect_specified_data": {"histogram_regular": 3}}, TypeError),
        ({"custom_lineage_data": 3}, TypeError),
        ({"custom_lineage_data": {"a": [1]}}, TypeError),
        ({"custom_lineage_data": {1: 1}}, TypeError),
        ({"export_options": {"a": 1}}, TypeError),
    ],
)
def test_collector_arguments(kwargs: dict[str, Any], error: type, tmp_path: Path) -> None:
    with pytest.raises(error):
        SummaryCollector(**{"summary_dir": str(tmp_path), **kwargs})
