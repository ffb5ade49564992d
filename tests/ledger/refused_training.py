"""Refused and said-once arguments of Model, callbacks and checkpoints."""

from __future__ import annotations

from typing import Any

import msacc as ms
from msacc import nn
from tests.ledger.kit import batch, dense, in_folder, numbers
from tests.ledger.row import Row, rows


def model() -> Any:
    return ms.Model(dense(), nn.MSELoss(), metrics={"loss"})


def recorded(folder: str, **options: Any) -> Any:
    with ms.SummaryRecord(folder) as record:
        return record.record(1, **options)


_NO_LITE = "MindSpore Lite is a runtime of its own."
_AHEAD = "MindSpore lays out ahead on Ascend alone; what a job does here is shown by tests/dist."
_LAYOUTS = _AHEAD
_MINDIR = "MindIR is read and run, not written."

_FILES: tuple[Row, ...] = (
    *rows(
        "mindspore.export_split_mindir",
        "file_name device_num rank_id dynamic sapp",
        lambda: ms.export_split_mindir("x.mindir"),
        NotImplementedError,
        _MINDIR,
        "export_split_mindir",
    ),
    *rows(
        "mindspore.load_param_into_net",
        "remove_redundancy",
        lambda: ms.load_param_into_net(dense(), {}, remove_redundancy=True),
        TypeError,
        "One process has nothing that is held twice; MindSpore refuses it as well.",
    ),
)

ROWS: tuple[Row, ...] = (
    *rows(
        "mindspore.FlopsUtilizationCollector",
        "data_size computility full_flops enable_ma_collector",
        lambda: ms.FlopsUtilizationCollector(3),
        NotImplementedError,
        "It reads the graphs of Ascend.",
        "FlopsUtilizationCollector",
    ),
    *rows(
        "mindspore.TrainFaultTolerance",
        "ckpt_save_path",
        lambda: ms.train.TrainFaultTolerance(ckpt_save_path="x"),
        ValueError,
        "It needs Ascend's MindIO, in MindSpore too.",
        "TrainFaultTolerance",
    ),
    *rows(
        "mindspore.SummaryLandscape",
        "summary_dir",
        lambda: ms.SummaryLandscape("x").gen_landscapes_with_multi_process(print),
        NotImplementedError,
        "It draws for MindInsight.",
        "SummaryLandscape",
    ),
    *rows(
        "mindspore.SummaryLandscape.gen_landscapes_with_multi_process",
        "callback_fn collect_landscape device_ids output",
        lambda: ms.SummaryLandscape("x").gen_landscapes_with_multi_process(
            callback_fn=print, collect_landscape={"unit": "step"}, device_ids=[1], output="y"
        ),
        NotImplementedError,
        "It draws for MindInsight.",
        "SummaryLandscape",
    ),
    *rows(
        "mindspore.SummaryRecord",
        "num_process max_file_size file_prefix",
        in_folder(
            lambda d: ms.SummaryRecord(
                d, file_prefix="mine", num_process=2, max_file_size=2**20
            ).close()
        ),
        None,
        "TensorBoard's writer names and keeps its files.",
    ),
    *rows(
        "mindspore.SummaryRecord.record",
        "train_network",
        in_folder(lambda d: recorded(d, train_network=dense())),
        None,
        "Graphs are not recorded.",
    ),
    *rows(
        "mindspore.Model.build",
        "train_dataset valid_dataset sink_size epoch sink_mode",
        lambda: model().build(numbers()),
        RuntimeError,
        _AHEAD,
        "Model.build",
    ),
    *rows(
        "mindspore.Model.infer_train_layout",
        "train_dataset dataset_sink_mode sink_size",
        lambda: model().infer_train_layout(numbers()),
        RuntimeError,
        _LAYOUTS,
        "infer_train_layout",
    ),
    *rows(
        "mindspore.Model.infer_predict_layout",
        "predict_data skip_backend_compile",
        lambda: model().infer_predict_layout(batch()),
        RuntimeError,
        _LAYOUTS,
        "infer_predict_layout",
    ),
    *rows(
        "mindspore.Model.predict",
        "backend config",
        lambda: model().predict(batch(), backend="lite", config={"x": 1}),
        None,
        _NO_LITE,
    ),
    *rows(
        "mindspore.connect_network_with_dataset",
        "network dataset_helper",
        lambda: ms.connect_network_with_dataset(dense(), ms.DatasetHelper(numbers(), False)),
        RuntimeError,
        "There is no queue of data on a device.",
        "connect_network_with_dataset",
    ),
    *rows(
        "mindspore.data_sink",
        "input_signature",
        lambda: ms.data_sink(abs, numbers(), input_signature=batch()),
        None,
        "Shapes come from the data.",
    ),
    Row(
        "mindspore.constexpr",
        "check",
        lambda: ms.constexpr(check=False),
        None,
        "The function simply runs.",
    ),
    *rows(
        "mindspore.recompute",
        "output_recompute early_stop",
        lambda: ms.recompute(dense(), batch(), output_recompute=True, early_stop=False),
        None,
        "torch's checkpointing decides when to stop.",
    ),
    *_FILES,
)
