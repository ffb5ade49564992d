"""Switches of scripts: each works, is refused, or says once and by name that it has no effect."""

from __future__ import annotations

import logging
import subprocess
import sys
from collections.abc import Iterator
from typing import Any

import pytest
import torch

import msacc as ms
from msacc import auto_parallel_context as parallel
from msacc import execution_context as execution
from msacc.common import environment
from msacc.common.settings import settings
from msacc.common.warn_once import forget, logger
from msacc.step import context_settings


class Heard(logging.Handler):
    """Keeps the lines msacc prints."""

    def __init__(self) -> None:
        super().__init__()
        self.lines: list[str] = []

    def emit(self, record: logging.LogRecord) -> None:
        self.lines.append(record.getMessage())

    def about(self, name: str) -> int:
        """How many lines name it."""
        return sum(name in line for line in self.lines)


@pytest.fixture
def heard() -> Iterator[Heard]:
    """What is said during the test; settings are put back."""
    handler = Heard()
    before = (
        settings.mode,
        settings.device,
        settings.jit_level,
        dict(settings.options),
        dict(settings.parallel),
    )
    threads = torch.get_num_threads()
    forget()
    logger.addHandler(handler)
    yield handler
    logger.removeHandler(handler)
    settings.mode, settings.device, settings.jit_level, settings.options, settings.parallel = before
    torch.set_num_threads(threads)
    torch.use_deterministic_algorithms(False)
    ms.reset_algo_parameters()
    forget()


def _other(kind: Any, default: Any) -> Any:
    """A value of the type an option takes that is not its default."""
    if kind is bool or (isinstance(kind, tuple) and bool in kind):
        return not default
    if kind is int:
        return default + 1
    if kind is str:
        return f"not {default}"
    return {"a": 1} if kind is dict else [1]


# Every argument MindSpore 2.10's set_context and set_auto_parallel_context know.
_SET_CONTEXT = [
    "mode",
    "device_target",
    "device_id",
    "save_graphs",
    "save_graphs_path",
    "aoe_tune_mode",
    "aoe_config",
    "enable_reduce_precision",
    "variable_memory_max_size",
    "enable_auto_mixed_precision",
    "inter_op_parallel_num",
    "enable_graph_kernel",
    "reserve_class_name_in_scope",
    "check_bprop",
    "max_device_memory",
    "print_file_path",
    "max_call_depth",
    "env_config_path",
    "graph_kernel_flags",
    "save_compile_cache",
    "runtime_num_threads",
    "load_compile_cache",
    "pynative_synchronize",
    "mempool_block_size",
    "disable_format_transform",
    "op_timeout",
    "deterministic",
    "ascend_config",
    "jit_syntax_level",
    "debug_level",
    "jit_enable_inplace_ops",
    "gpu_config",
    "jit_config",
    "enable_compile_cache",
]
_SET_PARALLEL = [
    "all_reduce_fusion_config",
    "auto_parallel_new_interface",
    "auto_parallel_search_mode",
    "auto_pipeline",
    "comm_fusion",
    "communi_parallel_mode",
    "dataset_strategy",
    "device_num",
    "dump_device_local_norm",
    "dump_local_norm",
    "dump_local_norm_path",
    "enable_alltoall",
    "enable_parallel_optimizer",
    "force_fp32_communication",
    "full_batch",
    "global_rank",
    "grad_accumulation_step",
    "gradient_fp32_sync",
    "gradients_mean",
    "group_ckpt_save_file",
    "init_param_in_compile",
    "loss_repeated_mean",
    "optimizer_weight_shard_aggregated_save",
    "optimizer_weight_shard_size",
    "parallel_mode",
    "parallel_optimizer_config",
    "parameter_broadcast",
    "pipeline_config",
    "pipeline_result_broadcast",
    "pipeline_segments",
    "pipeline_stages",
    "search_mode",
    "sharding_propagation",
    "strategy_ckpt_config",
    "strategy_ckpt_load_file",
    "strategy_ckpt_save_file",
]


def test_no_argument_of_mindspore_is_unknown() -> None:
    assert set(_SET_CONTEXT) <= {*execution._USED, *execution._IGNORED}
    assert set(_SET_PARALLEL) <= {*parallel._USED, *parallel._IGNORED, *parallel._REFUSED}


@pytest.mark.parametrize("name", sorted(execution._IGNORED))
def test_an_argument_of_set_context_without_effect(name: str, heard: Heard) -> None:
    kind, default, _ = execution._IGNORED[name]
    ms.set_context(**{name: default})
    assert heard.lines == []
    value = _other(kind, default)
    for _ in range(2):
        ms.set_context(**{name: value})
    assert heard.about(f"set_context: {name}=") == 1
    assert len(heard.lines) == 1
    assert ms.get_context(name) == (2 if name == "save_graphs" else value)  # read as a number
    with pytest.raises(TypeError, match=name):
        ms.set_context(**{name: object()})


@pytest.mark.parametrize("name", sorted(parallel._IGNORED))
def test_an_argument_of_the_parallel_context_without_effect(name: str, heard: Heard) -> None:
    kind, default, _ = parallel._IGNORED[name]
    for _ in range(2):
        ms.set_auto_parallel_context(**{name: _other(kind, default)})
    assert heard.about(f"set_auto_parallel_context: {name}=") == 1
    ms.reset_auto_parallel_context()
    assert ms.get_auto_parallel_context(name) == default


def test_a_loss_that_counts_several_times_is_refused() -> None:
    ms.set_auto_parallel_context(loss_repeated_mean=True)
    with pytest.raises(NotImplementedError, match="multiplied"):
        ms.set_auto_parallel_context(loss_repeated_mean=False)
    assert ms.get_auto_parallel_context("loss_repeated_mean") is True


def test_an_argument_of_the_parallel_context_that_is_refused(heard: Heard) -> None:
    name = "grad_accumulation_step"
    ms.set_auto_parallel_context(**{name: 1})
    with pytest.raises(NotImplementedError, match=name):
        ms.set_auto_parallel_context(**{name: 2})
    with pytest.raises(ValueError, match=name):
        ms.set_auto_parallel_context(**{name: 0})
    assert ms.get_auto_parallel_context(name) == 1
    assert heard.lines == []


def test_arguments_with_an_effect(heard: Heard) -> None:
    ms.set_context(mode=ms.GRAPH_MODE, jit_config={"jit_level": "O0"}, runtime_num_threads=2)
    assert (settings.mode, settings.jit_level, torch.get_num_threads()) == (ms.GRAPH_MODE, "O0", 2)
    ms.set_context(deterministic="ON")
    assert torch.are_deterministic_algorithms_enabled()
    ms.set_auto_parallel_context(parallel_mode="data_parallel", gradients_mean=True)
    assert ms.get_auto_parallel_context("parallel_mode") == ms.ParallelMode.DATA_PARALLEL
    assert heard.lines == []


def test_errors_name_the_argument() -> None:
    with pytest.raises(ValueError, match="foo is not recognized"):
        ms.set_context(foo=1)
    with pytest.raises(ValueError, match="foo is not recognized"):
        ms.set_auto_parallel_context(foo=1)
    with pytest.raises(ValueError, match="'mode'"):
        ms.set_context(mode=2)
    with pytest.raises(ValueError, match="jit_level"):
        ms.set_context(jit_config={"jit_level": "O9"})
    with pytest.raises(ValueError, match="but got x"):
        ms.set_context(jit_config={"x": 1})
    with pytest.raises(ValueError, match="device_target"):
        ms.set_device("TPU")
    with pytest.raises(ValueError, match="parallel_mode"):
        ms.set_auto_parallel_context(parallel_mode="no")


@pytest.mark.parametrize(
    ("config", "error", "text"),
    [
        ({"optimizer_level": "level4"}, ValueError, "'level1'"),
        ({"gradient_accumulation_shard": 1}, TypeError, "bool"),
        ({"parallel_optimizer_treshold": 1}, ValueError, "parallel_optimizer_threshold"),
        ({"optimizer_weight_shard_size": 0}, ValueError, "-1 or above 0"),
    ],
)
def test_members_of_the_optimizers_config(
    config: dict[str, Any], error: type[Exception], text: str
) -> None:
    with pytest.raises(error, match=text):
        ms.set_auto_parallel_context(parallel_optimizer_config=config)


@pytest.mark.parametrize(
    ("config", "level"),
    [
        ({}, "level1"),
        ({"gradient_accumulation_shard": True}, "level2"),
        ({"optimizer_level": "level3"}, "level3"),
    ],
)
def test_the_level_that_the_context_says(config: dict[str, Any], level: str) -> None:
    ms.set_auto_parallel_context(enable_parallel_optimizer=True, parallel_optimizer_config=config)
    try:
        assert context_settings._shards()["level"] == level
    finally:
        ms.reset_auto_parallel_context()


@pytest.mark.parametrize("target", ["Ascend", "GPU"])
def test_a_device_that_is_not_there(
    target: str, heard: Heard, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(execution, "best_device", lambda: torch.device("cpu"))
    for _ in range(2):
        ms.set_device(target)
        ms.set_context(device_target=target)
    assert heard.lines == [f"no {target} device here: running on CPU."]
    assert ms.get_context("device_target") == "CPU"


def test_a_device_that_is_there_needs_no_line(heard: Heard) -> None:
    ms.set_device("CPU")
    assert heard.lines == []


@pytest.mark.parametrize(
    ("name", "call"),
    [
        ("dispatch_threads_num", lambda: ms.runtime.dispatch_threads_num(2)),
        ("set_cpu_affinity", lambda: ms.runtime.set_cpu_affinity(True)),
        ("set_kernel_launch_group", lambda: ms.runtime.set_kernel_launch_group(2)),
        ("set_kernel_launch_capture", lambda: ms.runtime.set_kernel_launch_capture(True)),
        ("set_device_limit", lambda: ms.runtime.set_device_limit(0, cube_num=2)),
        ("launch_blocking", lambda: ms.runtime.launch_blocking()),
        ("init_size", lambda: ms.runtime.set_memory(init_size="4GB")),
        ("huge_page_reserve_size", lambda: ms.runtime.set_memory(huge_page_reserve_size="1GB")),
        (
            "precision_mode",
            lambda: ms.device_context.ascend.op_precision.precision_mode("force_fp16"),
        ),
        ("execute_timeout", lambda: ms.device_context.ascend.op_debug.execute_timeout(60)),
        ("op_compile", lambda: ms.device_context.ascend.op_tuning.op_compile(True)),
        ("conv_fprop_algo", lambda: ms.device_context.gpu.op_tuning.conv_fprop_algo("normal")),
        ("max_call_depth", lambda: ms.set_recursion_limit(2000)),
        ("exc_mode", lambda: ms.JitConfig(exc_mode="no_sink")),
        ("infer_boost", lambda: ms.set_context(jit_config={"infer_boost": "on"})),
        ("backend", lambda: ms.jit(backend="GE")),
        ("capture_mode", lambda: ms.jit(capture_mode="trace")),
        ("config_file_path", lambda: ms.set_ps_context(config_file_path="x")),
        ("offload_config", lambda: ms.set_offload_context({"offload_path": "x"})),
        ("set_device", lambda: ms.ops.MatMul().set_device("CPU")),
        ("fully_use_devices", lambda: ms.set_algo_parameters(fully_use_devices=True)),
    ],
)
def test_other_controls_without_effect(name: str, call: Any, heard: Heard) -> None:
    call()
    call()
    assert heard.about(name) == 1, heard.lines
    assert len(heard.lines) == 1


def test_environment_variables(heard: Heard, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("MS_DEV_SAVE_GRAPHS", "2")
    monkeypatch.setenv("MS_DEV_UNKNOWN_THING", "1")
    monkeypatch.setenv("MINDSPORE_DUMP_CONFIG", "/dump.json")
    monkeypatch.setenv("MS_NODE_ID", "0")
    ms.set_context(mode=ms.PYNATIVE_MODE)
    environment.apply_environment()
    for name in (
        "MS_DEV_SAVE_GRAPHS=2",
        "MS_DEV_UNKNOWN_THING=1",
        "MINDSPORE_DUMP_CONFIG=/dump.json",
    ):
        assert heard.about(name) == 1
    assert heard.about("MS_NODE_ID") == 0


def test_only_the_first_process_speaks(heard: Heard, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("RANK", "1")
    ms.set_context(op_timeout=1)
    assert heard.lines == []


def test_a_parameter_server_is_refused() -> None:
    with pytest.raises(NotImplementedError, match="parameter-server"):
        ms.set_ps_context(enable_ps=True)
    with pytest.raises(ValueError, match="enable_all"):
        ms.set_ps_context(enable_all=True)
    assert ms.get_ps_context("enable_ps") is False


def test_the_gpus_tf32(heard: Heard) -> None:
    before = torch.backends.cuda.matmul.allow_tf32
    ms.device_context.gpu.op_precision.matmul_allow_tf32(True)
    assert torch.backends.cuda.matmul.allow_tf32
    torch.backends.cuda.matmul.allow_tf32 = before
    with pytest.raises(TypeError, match="value"):
        ms.device_context.gpu.op_precision.matmul_allow_tf32(1)
    assert heard.lines == []


def test_torchs_defaults_of_tf32_are_mindspores() -> None:
    program = (
        "import torch, msacc as ms; print(torch.backends.cudnn.allow_tf32, torch.backends.cuda.matmul.allow_tf32, "
        "ms.get_context('conv_allow_tf32'), ms.get_context('matmul_allow_tf32'))"
    )
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True)
    assert done.stdout.split() == ["True", "False", "True", "False"], done.stderr


def test_tf32_is_read_where_it_acts() -> None:
    precision = ms.device_context.gpu.op_precision
    try:
        precision.conv_allow_tf32(False)
        precision.matmul_allow_tf32(True)
        assert not torch.backends.cudnn.allow_tf32
        assert not ms.get_context("conv_allow_tf32")
        assert ms.get_context("matmul_allow_tf32")
    finally:
        precision.conv_allow_tf32(True)
        precision.matmul_allow_tf32(False)


def test_threads_of_one_op(heard: Heard) -> None:
    ms.device_context.cpu.op_tuning.threads_num(3)
    assert torch.get_num_threads() == 3
    with pytest.raises(ValueError, match="must > 0"):
        ms.device_context.cpu.op_tuning.threads_num(0)


def test_jit_level_is_taken() -> None:
    before = ms.get_context("jit_config")
    try:
        ms.set_context(jit_level="O0")
        assert settings.jit_level == ms.get_context("jit_level") == "O0"
        ms.set_context(jit_level="O9")  # said once, as MindSpore takes any word
        assert settings.jit_level == "O0"
        with pytest.raises(RuntimeError, match="jit_level"):
            ms.set_context(jit_level=3)
    finally:
        settings.jit_level = "O1"
        settings.options.pop("jit_level", None)
    assert ms.get_context("jit_config") == before


def test_what_the_parallel_context_tells_of_pipelines() -> None:
    ms.reset_auto_parallel_context()
    names = ("pipeline_interleave", "pipeline_scheduler", "full_batch_is_set")
    assert [ms.get_auto_parallel_context(name) for name in names] == [False, "1f1b", False]
    config = {"pipeline_interleave": True, "pipeline_scheduler": "gpipe"}
    ms.set_auto_parallel_context(pipeline_config=config, full_batch=False)
    assert [ms.get_auto_parallel_context(name) for name in names] == [True, "gpipe", True]
    ms.reset_auto_parallel_context()
