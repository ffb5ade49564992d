"""Refused and said-once arguments of the top level, the runtime, parallel training and profilers."""

from __future__ import annotations

from typing import Any

import msacc as ms
from msacc.parallel.auto_parallel import AutoParallel
from msacc.profiler import DynamicProfilerMonitor, mstx, profile, tensorboard_trace_handler
from tests.ledger.kit import dense, in_folder
from tests.ledger.row import Row, rows


def profiler(folder: str) -> Any:
    return ms.Profiler(output_path=folder, start_profile=False)


_NO_SPLIT = "Operators are not split."
_ASCEND = "It describes Ascend's cores."

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
    *(
        row
        for name, option in {
            "comm_fusion": {"allreduce": {"mode": "auto", "config": None}},
            "dump_local_norm": "x",
            "load_operator_strategy_file": "x.json",
            "set_group_ckpt_save_file": "x.pb",
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
        "parallel_strategy hbm_ddr pcie sync_enable",
        lambda: profile(
            start_profile=False,
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

ROWS: tuple[Row, ...] = (*TOP, *PARALLEL, *MEASURING)
