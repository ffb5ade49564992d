"""Arguments that no parity case can exercise: each refused, or said once to have no effect.

A row holds a call that gives the argument; `test_ledger` makes it and looks for the exception or
for the notice, which must name the argument (or, where all of a callable is refused, `names`).
"""

from __future__ import annotations

import tempfile
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import numpy as np
from msacc.parallel._cost_model_context import set_cost_model_context

import msacc as ms
import msacc.auto_parallel_context as parallel_context
import msacc.dataset as ds
import msacc.execution_context as execution_context
from msacc import communication, nn, ops
from tests.ledger import (
    refused_comm,
    refused_fused,
    refused_mint_nn,
    refused_names,
    refused_nn,
    refused_ops,
    refused_ops_functions_a_to_k,
    refused_ops_functions_l_to_z,
    refused_primitives,
    refused_small_calls,
    refused_tensor,
    refused_top_level,
)
from tests.ledger.row import Row, rows
from tests.parity.cases.args_readers import READERS

_OTHER: dict[type, Callable[[Any], Any]] = {
    bool: lambda default: not default,
    int: lambda default: default + 1,
    str: lambda default: default + "x",
    list: lambda default: [1],
    dict: lambda default: {"x": 1},
}


def switches(name: str, table: dict[str, tuple[Any, Any, str]], call: Any) -> Iterator[Row]:
    """The options of a context that change nothing, as its own table has them."""
    for option, (kind, default, why) in table.items():
        other = _OTHER[kind[0] if isinstance(kind, tuple) else kind](default)
        yield Row(name, option, lambda o=option, v=other: call(**{o: v}), None, f"Says: {why}.")


def weights() -> Any:
    return nn.Dense(2, 2).trainable_params()


def written() -> Any:
    return ms.export(
        net=nn.Dense(2, 2),
        inputs=ms.Tensor(np.ones((1, 2), np.float32)),
        file_format="MINDIR",
        file_name="x",
    )


def collected() -> Any:
    with tempfile.TemporaryDirectory() as folder:
        return ms.SummaryRecord(folder, network=nn.Dense(2, 2)).close()


def profiled(**options: Any) -> Any:
    with tempfile.TemporaryDirectory() as folder:
        return ms.Profiler(output_path=folder, start_profile=False, **options)


def cached(reader: str) -> Any:
    """A dataset of that reader with `cache=`; DatasetCache speaks for it."""
    layout, build = READERS[reader]
    with tempfile.TemporaryDirectory() as folder:
        layout(Path(folder))
        return build(ds, folder, cache=ds.DatasetCache(1))


_DEFORMABLE = ((1, 2, 5, 5), (4, 2, 3, 3), (1, 27, 3, 3))
_NO_SERVER = "MindSpore's cache is a server of its own; rows are read anew."
_UNKNOWN = "A spelling that MindSpore refuses as well."
_SINGLE = "One process has no groups; tests/dist runs them in several."
_ALL_INPUTS = "Graphs take every Tensor as an input."

ROWS: list[Row] = [
    *refused_comm.ROWS,
    *refused_fused.ROWS,
    *refused_mint_nn.ROWS,
    *refused_names.NAMES,
    *refused_nn.ROWS,
    *refused_ops_functions_a_to_k.ROWS,
    *refused_top_level.ROWS,
    *refused_ops.ROWS,
    *refused_primitives.ROWS,
    *refused_ops_functions_l_to_z.ROWS,
    *refused_tensor.ROWS,
    *switches("mindspore.set_context", execution_context._IGNORED, ms.set_context),
    *switches(
        "mindspore.set_auto_parallel_context",
        parallel_context._IGNORED,
        ms.set_auto_parallel_context,
    ),
    *(
        Row(
            "mindspore.set_auto_parallel_context",
            option,
            lambda o=option, d=default: ms.set_auto_parallel_context(
                **{o: not d if isinstance(d, bool) else 2}
            ),
            NotImplementedError,
            "Steps are cells here, not settings; a loss counts once.",
        )
        for option, (default, _) in parallel_context._REFUSED.items()
    ),
    *rows(
        "mindspore.set_auto_parallel_context",
        "mirror_mean",
        lambda: ms.set_auto_parallel_context(mirror_mean=True),
        ValueError,
        "The name before 1.0 of gradients_mean, which MindSpore refuses too.",
    ),
    *rows(
        "mindspore.set_context",
        "grad_for_scalar",
        lambda: ms.set_context(grad_for_scalar=True),
        ValueError,
        "Removed in MindSpore 2.10, which refuses it too.",
    ),
    *rows("mindspore.Tensor", "const_arg", lambda: ms.Tensor(1, const_arg=True), None, _ALL_INPUTS),
    *rows("mindspore.tensor", "const_arg", lambda: ms.tensor(1, const_arg=True), None, _ALL_INPUTS),
    *rows(
        "mindspore.Parameter",
        "device",
        lambda: ms.Parameter(1, device="Remote"),
        None,
        "set_device chooses for all.",
    ),
    *rows(
        "mindspore.Parameter",
        "storage_format",
        lambda: ms.Parameter(1, storage_format="NCHW"),
        None,
        "torch chooses layouts.",
    ),
    *rows(
        "mindspore.set_auto_parallel_context",
        "radients_mean",
        lambda: ms.set_auto_parallel_context(radients_mean=True),
        ValueError,
        _UNKNOWN,
    ),
    *rows(
        "mindspore.set_algo_parameters",
        "elementwise_op_strategy_follow fully_use_devices",
        lambda: ms.set_algo_parameters(elementwise_op_strategy_follow=True, fully_use_devices=True),
        None,
        "The search has a model of its own.",
    ),
    *rows(
        "mindspore.parallel._cost_model_context.set_cost_model_context",
        "costmodel_beta costmodel_gamma device_memory_capacity",
        lambda: set_cost_model_context(
            costmodel_beta=1.0, costmodel_gamma=1.0, device_memory_capacity=1.0
        ),
        None,
        "The search has a model of its own.",
    ),
    *rows(
        "mindspore.set_memory",
        "max_size",
        lambda: ms.runtime.set_memory(max_size="2GB"),
        None,
        "A CPU has no device memory.",
    ),
    *rows(
        "mindspore.set_ps_context",
        "enable_ps",
        lambda: ms.set_ps_context(enable_ps=True),
        NotImplementedError,
        "There is no parameter server.",
        "parameter-server",
    ),
    *rows(
        "mindspore.communication.create_group",
        "group rank_ids",
        lambda: communication.create_group(group="g", rank_ids=[0]),
        RuntimeError,
        _SINGLE,
        "init()",
    ),
    *rows(
        "mindspore.communication.init",
        "backend_name",
        lambda: communication.init(backend_name="other"),
        RuntimeError,
        _SINGLE,
    ),
    *rows(
        "mindspore.ops.AllGather",
        "group",
        lambda: ops.AllGather(group="absent")(ms.Tensor([1.0])),
        RuntimeError,
        _SINGLE,
    ),
    *rows(
        "mindspore.ops.AllReduce",
        "group",
        lambda: ops.AllReduce(group="absent")(ms.Tensor([1.0])),
        RuntimeError,
        _SINGLE,
    ),
    *rows("mindspore.ops.AllReduce", "op", lambda: ops.AllReduce(op="x"), ValueError, _SINGLE),
    *rows(
        "mindspore.dataset.DatasetCache",
        "session_id size spilling hostname port num_connections prefetch_size",
        lambda: ds.DatasetCache(1, size=5),
        None,
        _NO_SERVER,
    ),
    *(
        Row(f"mindspore.dataset.{name}Dataset", "cache", lambda n=name: cached(n), None, _NO_SERVER)
        for name in READERS
        if name not in ("SVHN", "Flowers102", "Caltech101")
    ),
    *rows(
        "mindspore.dataset.config.set_debug_mode",
        "debug_hook_list",
        lambda: ds.config.set_debug_mode(True, debug_hook_list=[print]),
        TypeError,
        "Hooks are DebugHooks; those at work are exercised by the tests of pipelines.",
    ),
    *rows(
        "mindspore.Profiler",
        "is_detail is_show_op_path",
        lambda: profiled(is_detail=True, is_show_op_path=True),
        None,
        "Later versions of MindSpore dropped them.",
    ),
    *rows(
        "mindspore.SummaryRecord",
        "network",
        collected,
        None,
        "Graphs are not recorded.",
    ),
    *rows(
        "mindspore.export",
        "net inputs file_name file_format",
        written,
        NotImplementedError,
        "MindIR is read and run, not written.",
        "file_format",
    ),
    *rows(
        "mindspore.ops.Custom",
        "reg_info",
        lambda: ops.Custom(abs, func_type="pyfunc", reg_info={"a": 1}),
        None,
        "It describes kernels of MindSpore's.",
    ),
    *rows(
        "mindspore.ops.Custom",
        "func_type",
        lambda: ops.Custom(abs, func_type="akg")(1),
        NotImplementedError,
        "Kernels of MindSpore's compilers are written as torch extensions.",
    ),
    *rows(
        "mindspore.nn.DistributedGradReducer",
        "group",
        lambda: nn.DistributedGradReducer(weights(), group="absent")(tuple(weights())),
        RuntimeError,
        _SINGLE,
    ),
    *rows(
        "mindspore.ops.Broadcast",
        "root_rank",
        lambda: ops.Broadcast(root_rank=3)((ms.Tensor([1.0]),)),
        ValueError,
        _SINGLE,
    ),
    *rows(
        "mindspore.Model",
        "boost_level",
        lambda: ms.Model(nn.Dense(2, 2), boost_level="O1"),
        None,
        "Its algorithms are Ascend's.",
    ),
    *rows(
        "mindspore.ops.Conv2D",
        "mode",
        lambda: ops.Conv2D(4, 3, mode=2),
        ValueError,
        "Each primitive has one kind of convolution, in MindSpore too.",
    ),
    *rows(
        "mindspore.ops.deformable_conv2d",
        "modulated",
        lambda: ops.deformable_conv2d(
            *(ms.Tensor(np.ones(shape, np.float32)) for shape in _DEFORMABLE),
            (3, 3),
            (1, 1, 1, 1),
            (0, 0, 0, 0),
            modulated=False,
        ),
        ValueError,
        "MindSpore has version 2 alone.",
    ),
    *rows(
        "mindspore.CheckpointConfig",
        "post_callback_func",
        lambda: ms.CheckpointConfig(post_callback_func=print),
        TypeError,
        "MindSpore takes any keyword here and does nothing with this one.",
    ),
    *refused_small_calls.table(),
]
