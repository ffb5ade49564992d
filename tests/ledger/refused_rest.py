"""Refused and said-once arguments of the top level, Model, callbacks, profilers and data pipelines."""

from __future__ import annotations

import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np

import msacc as ms
import msacc.dataset as ds
from msacc import nn
from msacc.dataset import text
from msacc.parallel.auto_parallel import AutoParallel
from msacc.parallel.nn import Pipeline, PipelineGradReducer
from msacc.profiler import DynamicProfilerMonitor, mstx, profile, tensorboard_trace_handler
from tests.dataset import layouts
from tests.ledger.row import Row, rows
from tests.parity.cases.args_readers import READERS


def dense() -> Any:
    return nn.Dense(2, 2)


def batch() -> Any:
    return ms.Tensor(np.ones((3, 2), np.float32))


def numbers() -> Any:
    return ds.NumpySlicesDataset(np.arange(4, dtype=np.int32), ["x"], shuffle=False)


def model() -> Any:
    return ms.Model(dense(), nn.MSELoss(), metrics={"loss"})


def in_folder(call: Callable[[str], Any]) -> Callable[[], Any]:
    """A call that is given a folder of its own."""

    def made() -> Any:
        with tempfile.TemporaryDirectory() as folder:
            return call(folder)

    return made


def cached(layout: Callable[[Path], None], name: str, file: str = "") -> Callable[[], Any]:
    """A reader with `cache=`; DatasetCache speaks for it."""

    def call(folder: str) -> Any:
        layout(Path(folder))
        reader = getattr(ds, f"{name}Dataset")
        return reader(f"{folder}/{file}" if file else folder, cache=ds.DatasetCache(1))

    return in_folder(call)


def numbered(folder: Path) -> None:
    writer = ms.mindrecord.FileWriter(f"{folder}/a.mindrecord", 1)
    writer.add_schema({"x": {"type": "int32"}}, "numbers")
    writer.write_raw_data([{"x": i} for i in range(3)])
    writer.commit()


def table(folder: Path) -> None:
    (folder / "a.csv").write_text("1,2\n3,4\n")


def empty_record(folder: Path) -> None:
    (folder / "a.tfrecord").write_bytes(b"")


_CACHED = {
    "AGNews": (layouts.news3, ""),
    "AmazonReview": (layouts.news3, ""),
    "DBpedia": (layouts.news3, ""),
    "YahooAnswers": (layouts.news4, ""),
    "YelpReview": (layouts.news2, ""),
    "SogouNews": (layouts.news3, ""),
    "PennTreebank": (layouts.lines, ""),
    "WikiText": (layouts.lines, ""),
    "USPS": (layouts.usps, ""),
    "CSV": (table, "a.csv"),
    "TextFile": (table, "a.csv"),
    "TFRecord": (empty_record, "a.tfrecord"),
    "Mind": (numbered, "a.mindrecord"),
}

_THOR = "There is no second-order optimizer."
_NO_SERVER = "MindSpore's cache is a server of its own; rows are read anew."
_NO_STAGES = "msacc does not split networks into stages; the class refuses all use."
_NO_SPLIT = "Operators are not split."
_ASCEND = "It describes Ascend's cores."
_WHOLE = "The function refuses all use: whole parameters are saved, nothing is to be merged."
_NO_LITE = "MindSpore Lite is a runtime of its own."
_AHEAD = "Model.build is Ascend's in MindSpore, too."
_LAYOUTS = "Layouts are those of operators that are split over devices."
_FOREIGN = "The tokenizer needs a library that msacc does not hold."
_MINDIR = "Only MindSpore's runtime executes MindIR."
_STRATEGY = "Slice files carry their layout."

TRAINING: tuple[Row, ...] = (
    *rows(
        "mindspore.ConvertNetUtils.convert_to_thor_net",
        "net",
        lambda: ms.ConvertNetUtils.convert_to_thor_net(dense()),
        NotImplementedError,
        _THOR,
        "convert_to_thor_net",
    ),
    *rows(
        "mindspore.ConvertModelUtils.convert_to_thor_model",
        "model network loss_fn optimizer metrics amp_level loss_scale_manager keep_batchnorm_fp32",
        lambda: ms.ConvertModelUtils.convert_to_thor_model(model(), dense()),
        NotImplementedError,
        _THOR,
        "convert_to_thor_model",
    ),
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
        lambda: ms.SummaryLandscape("x"),
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
    *rows(
        "mindspore.recompute",
        "output_recompute early_stop",
        lambda: ms.recompute(dense(), batch(), output_recompute=True, early_stop=False),
        None,
        "torch's checkpointing decides when to stop.",
    ),
    *rows(
        "mindspore.recompute",
        "context_fn",
        lambda: ms.recompute(dense(), batch(), use_reentrant=False, context_fn=print),
        NotImplementedError,
        "Contexts of the second pass are not taken.",
    ),
)


def recorded(folder: str, **options: Any) -> Any:
    with ms.SummaryRecord(folder) as record:
        return record.record(1, **options)


FILES: tuple[Row, ...] = (
    *(
        row
        for name, words in {
            "merge_sliced_parameter": "sliced_parameters strategy",
            "build_searched_strategy": "strategy_filename",
            "restore_group_info_list": "group_info_file_name",
            "get_ckpt_path_with_strategy": "cur_ckpt_path cur_strategy_path",
        }.items()
        for row in rows(
            f"mindspore.{name}",
            words,
            lambda n=name: getattr(ms, n)("x", "y"),
            NotImplementedError,
            _WHOLE,
            name,
        )
    ),
    *rows(
        "mindspore.export_split_mindir",
        "file_name device_num rank_id dynamic sapp",
        lambda: ms.export_split_mindir("x.mindir"),
        NotImplementedError,
        _MINDIR,
        "export_split_mindir",
    ),
    *rows("mindspore.load", "file_name", lambda: ms.load("x.ms"), ValueError, _MINDIR),
    *rows(
        "mindspore.load_param_into_net",
        "remove_redundancy",
        lambda: ms.load_param_into_net(dense(), {}, remove_redundancy=True),
        TypeError,
        "One process has nothing that is held twice; MindSpore refuses it as well.",
    ),
    *rows(
        "mindspore.load_distributed_checkpoint",
        "predict_strategy train_strategy_filename",
        lambda: ms.load_distributed_checkpoint(
            dense(), ["x.ckpt"], predict_strategy={"x": 1}, train_strategy_filename="y"
        ),
        NotImplementedError,
        _STRATEGY,
    ),
)

DATA: tuple[Row, ...] = (
    *(
        Row(f"mindspore.dataset.{n}Dataset", "cache", cached(layout, n, file), None, _NO_SERVER)
        for n, (layout, file) in _CACHED.items()
    ),
    *rows(
        "mindspore.dataset.AGNewsDataset.map",
        "cache",
        lambda: numbers().map(lambda x: x, cache=ds.DatasetCache(1)),
        None,
        _NO_SERVER,
    ),
    *(
        row
        for name in ("CelebA", "Coco", "ImageFolder", "VOC")
        for row in rows(
            f"mindspore.dataset.{name}Dataset",
            "decrypt",
            in_folder(lambda d, n=name: opened(n, d, decrypt=print)),
            NotImplementedError,
            "Files are decrypted before.",
        )
    ),
    *rows(
        "mindspore.dataset.text.JiebaTokenizer",
        "hmm_path mp_path mode with_offsets",
        lambda: text.JiebaTokenizer("a", "b"),
        NotImplementedError,
        _FOREIGN,
        "JiebaTokenizer",
    ),
    *rows(
        "mindspore.dataset.text.SentencePieceTokenizer",
        "mode out_type",
        lambda: text.SentencePieceTokenizer("a", None),
        NotImplementedError,
        _FOREIGN,
        "SentencePieceTokenizer",
    ),
    *(
        row
        for name, words in {
            "from_dataset": "dataset col_names vocab_size character_coverage model_type params",
            "from_file": "file_path vocab_size character_coverage model_type params",
            "save_model": "vocab path filename",
        }.items()
        for row in rows(
            f"mindspore.dataset.text.SentencePieceVocab.{name}",
            words,
            lambda n=name: getattr(text.SentencePieceVocab, n)("x"),
            NotImplementedError,
            _FOREIGN,
            name,
        )
    ),
    *rows(
        "mindspore.dataset.PKSampler",
        "num_class",
        lambda: ds.PKSampler(2, num_class=2),
        NotImplementedError,
        "MindSpore refuses it as well.",
    ),
    *rows(
        "mindspore.FileReader",
        "operator",
        in_folder(lambda d: read(d, operator=1)),
        None,
        "MindSpore's own readers of columns do nothing with it.",
    ),
)


def opened(reader: str, folder: str, **options: Any) -> Any:
    layout, build = READERS[reader]
    layout(Path(folder))
    return build(ds, folder, **options)


def read(folder: str, **options: Any) -> Any:
    numbered(Path(folder))
    return ms.mindrecord.FileReader(f"{folder}/a.mindrecord", **options).close()


TOP: tuple[Row, ...] = (
    *rows(
        "mindspore.JitConfig",
        "exc_mode jit_syntax_level debug_level infer_boost",
        lambda: ms.JitConfig(
            exc_mode="sink", jit_syntax_level="LAX", debug_level="DEBUG", infer_boost="on"
        ),
        None,
        "torch.compile has no such switch.",
    ),
    *rows(
        "mindspore.lazy_inline",
        "attrs policy",
        lambda: ms.lazy_inline(attrs=["x"], policy="front"),
        None,
        "Equal cells need no mark.",
    ),
    *rows(
        "mindspore.Parameter.init_data",
        "layout",
        lambda: ms.Parameter(1, name="p").init_data(layout=([2], [0], [1], 0, True, "")),
        None,
        "Every process fills the whole parameter.",
    ),
    *rows(
        "mindspore.Parameter.set_data",
        "slice_shape",
        lambda: ms.Parameter(1, name="p").set_data(ms.Tensor([1, 2]), slice_shape=True),
        None,
        "Data of another shape is taken anyhow.",
    ),
    *rows(
        "mindspore.Stream",
        "priority",
        lambda: ms.runtime.Stream(priority=-1),
        None,
        "The CPU has one stream.",
    ),
    *(
        row
        for name, word in {"scale": "inputs", "unscale": "inputs", "adjust": "grads_finite"}.items()
        for row in rows(
            f"mindspore.amp.LossScaler.{name}",
            word,
            lambda n=name: getattr(ms.amp.LossScaler, n)(None, ms.Tensor(1.0)),
            NotImplementedError,
            "A base class, whose subclasses define it.",
            name,
        )
    ),
    *rows(
        "mindspore.Metric.update",
        "inputs",
        lambda: ms.train.Metric.update(None, 1),
        NotImplementedError,
        "A base class, whose subclasses define it.",
        "update",
    ),
    *rows(
        "mindspore.set_recursion_limit",
        "recursion_limit",
        lambda: ms.set_recursion_limit(1500),
        None,
        "Python's own limit holds.",
        "max_call_depth",
    ),
    *rows(
        "mindspore.set_context",
        "gpu_config",
        lambda: ms.set_context(gpu_config={"conv_dgrad_algo": "fft"}),
        None,
        "cuDNN chooses its algorithms; the switches of TF32 are used.",
    ),
    *rows(
        "mindspore.set_memory",
        "init_size increase_size optimize_level huge_page_reserve_size",
        lambda: ms.runtime.set_memory("1GB", "1GB", "1024GB", "O1", "1GB"),
        None,
        "torch grows its pool as needed.",
    ),
    *(
        row
        for name, (call, words) in {
            "dispatch_threads_num": (lambda r: r.dispatch_threads_num(3), "threads_num"),
            "set_cpu_affinity": (
                lambda r: r.set_cpu_affinity(True, ["0-1"], {"main": [0]}, "x.json"),
                "enable_affinity affinity_cpu_list module_to_cpu_dict bind_file",
            ),
            "set_kernel_launch_group": (
                lambda r: r.set_kernel_launch_group(4, 16),
                "thread_num kernel_group_num",
            ),
            "runtime.set_kernel_launch_capture": (
                lambda r: r.set_kernel_launch_capture(True, ["Add"]),
                "enable_capture_graph op_capture_skip",
            ),
            "runtime.set_device_limit": (
                lambda r: r.set_device_limit(0, 2, 2),
                "device cube_num vector_num",
            ),
            "runtime.set_stream_limit": (
                lambda r: r.set_stream_limit(r.current_stream(), 2, 2),
                "stream cube_num vector_num",
            ),
            "runtime.reset_stream_limit": (
                lambda r: r.reset_stream_limit(r.current_stream()),
                "stream",
            ),
        }.items()
        for row in rows(
            f"mindspore.{name}", words, lambda c=call: c(ms.runtime), None, _ASCEND, name[-12:]
        )
    ),
)

PARALLEL: tuple[Row, ...] = (
    *rows(
        "mindspore.parallel.nn.Pipeline",
        "network micro_size segment_config",
        lambda: Pipeline(dense(), 2, segment_config={"x": 0}),
        NotImplementedError,
        _NO_STAGES,
        "Pipeline",
    ),
    *rows(
        "mindspore.parallel.nn.PipelineGradReducer",
        "parameters scale_sense",
        lambda: PipelineGradReducer(dense().trainable_params(), 2.0),
        NotImplementedError,
        _NO_STAGES,
        "PipelineGradReducer",
    ),
    *rows(
        "mindspore.shard",
        "out_strategy parameter_plan",
        lambda: ms.shard(dense(), ((1, 1),), ((1, 1),), {"weight": (1, 1)}),
        None,
        _NO_SPLIT,
    ),
    *(
        row
        for name, option in {
            "comm_fusion": {"allreduce": {"mode": "auto", "config": None}},
            "dump_local_norm": "x",
            "load_operator_strategy_file": "x.json",
            "transformer_opt": "x.json",
        }.items()
        for row in rows(
            f"mindspore.parallel.auto_parallel.AutoParallel.{name}",
            "config" if isinstance(option, dict) else "file_path",
            lambda n=name, o=option: getattr(AutoParallel(dense()), n)(o),
            None,
            _NO_SPLIT,
            "strategy_file" if "strategy" in name else name,
        )
    ),
    *rows(
        "mindspore.parallel.auto_parallel.AutoParallel.pipeline",
        "output_broadcast interleave scheduler",
        lambda: AutoParallel(dense()).pipeline(1, True, True, "gpipe"),
        None,
        "There is one stage.",
    ),
    *rows(
        "mindspore.parallel.auto_parallel.AutoParallel.pipeline",
        "stages",
        lambda: AutoParallel(dense()).pipeline(stages=2),
        NotImplementedError,
        "Networks are not split into stages.",
    ),
)

MEASURING: tuple[Row, ...] = (
    *rows(
        "mindspore.Profiler.analyse",
        "pretty mode",
        in_folder(lambda d: profiler(d).analyse(pretty=True, mode="async")),
        None,
        "One file is written, at once.",
    ),
    *(
        row
        for word, value in {"offline_path": "x", "step_list": [1]}.items()
        for row in rows(
            "mindspore.Profiler.analyse",
            word,
            in_folder(lambda d, w=word, v=value: profiler(d).analyse(**{w: v})),
            NotImplementedError,
            "The whole of its own recording is written.",
        )
    ),
    *rows(
        "mindspore.Profiler.offline_analyse",
        "path pretty step_list data_simplification",
        lambda: ms.Profiler.offline_analyse("x"),
        NotImplementedError,
        "There is no raw data to analyse later.",
        "raw data",
    ),
    *rows(
        "mindspore.Profiler.op_analyse",
        "op_name device_id",
        in_folder(lambda d: profiler(d).op_analyse("Add")),
        NotImplementedError,
        "The figures by operator are in a file.",
        "op_analyse",
    ),
    *rows(
        "mindspore.profiler.profile",
        "data_process parallel_strategy hbm_ddr pcie sync_enable",
        lambda: profile(
            start_profile=False,
            data_process=True,
            parallel_strategy=True,
            hbm_ddr=True,
            pcie=True,
            sync_enable=False,
        ),
        None,
        "Ascend's counters.",
    ),
    *rows(
        "mindspore.profiler.tensorboard_trace_handler",
        "async_mode",
        lambda: tensorboard_trace_handler(async_mode=True),
        None,
        "The file is written at once.",
    ),
    *rows(
        "mindspore.profiler.DynamicProfilerMonitor",
        "poll_interval",
        in_folder(lambda d: DynamicProfilerMonitor(d, d, poll_interval=7)),
        None,
        "Each step looks at the file.",
    ),
    *(
        row
        for name in ("mark", "range_start")
        for row in rows(
            f"mindspore.profiler.mstx.{name}",
            "stream",
            lambda n=name: getattr(mstx, n)("x", stream=ms.runtime.current_stream()),
            None,
            "Marks are on the host's time line.",
        )
    ),
)


def profiler(folder: str) -> Any:
    return ms.Profiler(output_path=folder, start_profile=False)


ROWS: tuple[Row, ...] = (*TRAINING, *FILES, *DATA, *TOP, *PARALLEL, *MEASURING)
