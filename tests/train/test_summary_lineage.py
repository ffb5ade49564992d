"""SummaryCollector's graph, pipeline and lineage, read back by tensorboard."""

from __future__ import annotations

import logging
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import msacc as ms
import msacc.dataset as ds
from msacc import nn
from msacc.common.warn_once import logger
from msacc.train.callback._summary_collector import SummaryCollector
from msacc.train.summary.graph_event import graph_of
from msacc.train.summary.lineage import train_lineage

pytest.importorskip("tensorboard", reason="the optional extra 'summary' is not installed")


class Small(nn.Cell):
    """A ReLU twice, a list of Cells, a constant Tensor."""

    def __init__(self) -> None:
        super().__init__()
        self.layers = nn.CellList([nn.Dense(6, 6), nn.Dense(6, 3)])
        self.relu, self.shift = nn.ReLU(), ms.Tensor(np.ones(6, np.float32))

    def construct(self, x: ms.Tensor) -> ms.Tensor:
        return self.relu(self.layers[1](self.relu(self.layers[0](x)) + self.shift))


def train(folder: Path, fit: bool = False, **options: Any) -> np.ndarray:
    """Two epochs of two steps; the weights in the end."""
    ms.set_seed(1)
    net = Small()
    rows = {"x": np.ones((8, 6), np.float32), "y": np.arange(8, dtype=np.int32) % 3}
    data = ds.NumpySlicesDataset(rows, shuffle=False).batch(4)
    optimizer = nn.Momentum(net.trainable_params(), 0.125, 0.9)
    model = ms.Model(net, nn.CrossEntropyLoss(), optimizer, metrics={"acc"})
    collector = SummaryCollector(str(folder), 1, **options)
    if fit:
        model.fit(2, data, data, callbacks=collector, dataset_sink_mode=False)
    else:
        model.train(2, data, callbacks=collector, dataset_sink_mode=False)
    return net.layers[0].weight.asnumpy()


def events(folder: Path) -> Any:
    from tensorboard.backend.event_processing.event_accumulator import EventAccumulator

    return EventAccumulator(str(folder)).Reload()


def test_the_graph_has_cells_as_scopes(tmp_path: Path) -> None:
    train(tmp_path)
    graph = events(tmp_path).Graph()
    by_name = {node.name: node for node in graph.node}
    assert len(by_name) == len(graph.node)
    assert all(source in by_name for node in graph.node for source in node.input)
    (product,) = [n for n in by_name if n.endswith("layers/0/addmm")]
    backbone = product.removesuffix("layers/0/addmm")
    assert {by_name[s].op for s in by_name[product].input} == {"Placeholder", "Parameter"}
    assert f"{backbone}layers/0/weight" in by_name[product].input
    assert {f"{backbone}relu/relu", f"{backbone}relu_1/relu"} <= set(by_name)
    assert "Const" in {node.op for node in graph.node}
    dims = by_name[product].attr["_output_shapes"].list.shape[0].dim
    assert [d.size for d in dims] == [4, 6]
    # Forward alone: nothing of the backward pass or the optimizer.
    assert not [n for n in by_name if "backward" in n or "foreach" in n]


def test_lineage_is_a_line_of_the_hparams_tab(tmp_path: Path) -> None:
    from tensorboard.plugins.hparams.plugin_data_pb2 import HParamsPluginData

    train(tmp_path, fit=True, custom_lineage_data={"author": "me", "tries": 3})
    seen = events(tmp_path)
    data = seen.summary_metadata
    content = data["_hparams_/session_start_info"].plugin_data.content
    found = HParamsPluginData.FromString(content).session_start_info.hparams
    texts = {
        name: value.string_value for name, value in found.items() if value.HasField("string_value")
    }
    numbers = {
        name: value.number_value for name, value in found.items() if value.HasField("number_value")
    }
    assert texts == {
        "network": "Small", "loss_function": "CrossEntropyLoss", "optimizer": "Momentum",
        "parallel_mode": "stand_alone", "author": "me",
    }  # fmt: skip
    assert numbers == {
        "parameters": 63.0, "learning_rate": 0.125, "epochs": 2.0, "steps_per_epoch": 2.0, "batch_size": 4.0,
        "device_num": 1.0, "tries": 3.0,
    }  # fmt: skip
    experiment = HParamsPluginData.FromString(
        data["_hparams_/experiment"].plugin_data.content
    ).experiment
    assert {m.name.tag for m in experiment.metric_infos} == {"eval/acc", "train/last_loss"}
    last = seen.Scalars("loss/auto")[-1].value
    assert seen.Scalars("train/last_loss")[0].value == pytest.approx(last)
    assert len(seen.Scalars("eval/acc")) >= 2


def test_the_pipeline_is_text(tmp_path: Path) -> None:
    train(tmp_path)
    (event,) = events(tmp_path).Tensors("train_dataset/auto/text_summary")
    assert b"    BatchDataset: 2 batches, columns x, y\n" in event.tensor_proto.string_val[0]


def test_each_kind_can_be_left_out(tmp_path: Path) -> None:
    kinds = (
        "collect_graph",
        "collect_train_lineage",
        "collect_eval_lineage",
        "collect_dataset_graph",
    )
    train(tmp_path, fit=True, collect_specified_data=dict.fromkeys(kinds, False))
    seen = events(tmp_path)
    assert not seen.Tags()["graph"]
    assert set(seen.Tags()["scalars"]) == {"loss/auto"}
    assert not seen.Tags()["tensors"]
    assert "_hparams_/experiment" not in seen.summary_metadata


def test_collecting_changes_no_number(tmp_path: Path) -> None:
    kinds = {"collect_graph": False, "collect_dataset_graph": False}
    plain = train(tmp_path / "a", collect_specified_data=kinds)
    assert (train(tmp_path / "b") == plain).all()


def test_a_graph_that_cannot_be_drawn_ends_no_run(
    tmp_path: Path, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    def broken(*_: Any) -> Any:
        raise RuntimeError("no picture")

    monkeypatch.setattr("msacc.train.callback._summary_collector.graph_of", broken)
    logger.addHandler(caplog.handler)
    with caplog.at_level(logging.WARNING):
        train(tmp_path)
    logger.removeHandler(caplog.handler)
    assert [r.getMessage() for r in caplog.records if "no picture" in r.getMessage()] == [
        "SummaryCollector could not record the graph: no picture"
    ]
    assert len(events(tmp_path).Scalars("loss/auto")) == 4


def test_names_are_those_that_tensorboard_takes() -> None:
    class Odd(nn.Cell):
        def __init__(self) -> None:
            super().__init__()
            self.insert_child_to_cell("a b", nn.ReLU())

        def construct(self, x: ms.Tensor) -> ms.Tensor:
            return self._cells["a b"](x)

    names = [node.name for node in graph_of(Odd(), (ms.Tensor(np.ones(2, np.float32)),)).node]
    assert names == ["input0", "a_b/relu"]


def test_what_is_not_known_is_left_out() -> None:
    assert train_lineage({"epoch_num": 3, "network": None}, None) == {"epochs": 3}
    assert train_lineage({}, {"own": 1.5}) == {"own": 1.5}
