"""Arguments of what refuses any arguments: functions and classes marked by `common.unsupported_names.unsupported`."""

from __future__ import annotations

import inspect
from typing import Any

import msacc as ms
from msacc import boost, hal, nn, ops, runtime
from msacc.communication.store import TCPStore
from msacc.internals import refused_names
from msacc.ops import communication
from msacc.ops.linalg.line_search import line_search
from msacc.ops.linalg.minimize import minimize
from msacc.parallel.legacy_queries import set_op_strategy_config
from tests.ledger.row import Row, rows

_REFUSED: dict[str, Any] = {
    "mindspore": ms,
    "mindspore.boost": boost,
    "mindspore.nn": nn,
    "mindspore.ops": ops,
}
_NAMES = {
    "mindspore": (
        "MemPool PluggableAllocator comm_exec_order_check flops_collection get_device_limit"
        " get_stream_limit load_mindir load_obf_params_into_net memory_replay obfuscate_ckpt"
        " register_saved_tensors_hooks runtime_execution_order_check save_mindir stress_detect use_mem_pool"
    ),
    "mindspore.boost": ("AdaSum BoostTrainOneStepWithLossScaleCell DimReduce LessBN"),
    "mindspore.ops": ("CustomOpBuilder kernel ms_kernel rotated_iou"),
}


def _all_of(name: str, thing: Any) -> list[Row]:
    """A row for each argument: the call gives them all, and names what it is."""
    given = [p for p in inspect.signature(thing).parameters.values() if p.name != "self"]
    words = [p.name for p in given if p.kind is p.POSITIONAL_OR_KEYWORD]
    last = name.rpartition(".")[2]
    call = dict.fromkeys(words)

    def use() -> Any:
        made = thing(**call)
        return (
            made() if isinstance(thing, type) else made
        )  # some classes are made, and refuse calls

    return rows(name, " ".join(words), use, NotImplementedError, thing.refusal, last)


def _methods() -> list[Row]:
    cell, x = nn.Dense(1, 1), ms.Tensor([1.0])
    stream = runtime.Stream()
    says = "There are no such cores."
    start = ms.Tensor([1.0, 1.0])

    def bowl(at: Any) -> Any:
        return (at * at).sum()

    boosted = boost.BoostTrainOneStepCell(cell, nn.SGD(cell.trainable_params(), 0.1), 1.0)
    manager = boost.GroupLossScaleManager(4096, [])
    init_exec_dataset = vars(refused_names)["init_exec_dataset"]

    return [
        *rows("mindspore._c_expression.init_exec_dataset", "need_run phase",
              lambda: init_exec_dataset(need_run=True, phase="train"), NotImplementedError,
              "Ascend's devices alone have queues.", "init_exec_dataset"),
        *rows("mindspore.boost.BoostTrainOneStepCell.adasum_process", "loss grads",
              lambda: boosted.adasum_process(x, (x,)), NotImplementedError, "Ascend alone has it.", "adasum_process"),
        *rows("mindspore.boost.BoostTrainOneStepCell.gradient_accumulation_process", "loss grads sens inputs",
              lambda: boosted.gradient_accumulation_process(x, (x,), x, x), NotImplementedError,
              "AutoBoost alone turns it on.", "gradient_accumulation_process"),
        *rows("mindspore.boost.GroupLossScaleManager.construct", "x layer1 layer2",
              lambda: manager.construct(x, 0, 1), NotImplementedError, "Ascend alone has it.",
              "GroupLossScaleManager"),
        *rows("mindspore.scipy.optimize.line_search", "old_old_fval",
              lambda: line_search(bowl, start, -start, old_old_fval=1), None, "No search reads it."),
        *rows("mindspore.scipy.optimize.minimize", "bounds callback constraints hess hessp tol",
              lambda: minimize(bowl, start, (), "BFGS", None, 1, 1, [1], [1], 1.0, print), None,
              "MindSpore's does not read it either."),
        *rows("mindspore.boost.AdaSum.construct", "delta_weights old_parameters parameters",
              lambda: boost.AdaSum(0, 1, 1, ())(x, (), ()), NotImplementedError, "Ascend alone has it.", "AdaSum"),
        *rows("mindspore.boost.LessBN.construct", "inputs", lambda: boost.LessBN(cell)(x), NotImplementedError,
              "Ascend alone has it.", "LessBN"),
        *rows("mindspore.MsDispatchMode.__call__", "func", lambda: ms.MsDispatchMode()(print),
              NotImplementedError, "Ops go straight to torch.", "MsDispatchMode"),
        *rows("mindspore.Tensor.delete_", "non_blocking", lambda: x.delete_(non_blocking=True),
              NotImplementedError, "Memory is freed by itself.", "delete_"),
        *rows("mindspore.Tensor.set_const_arg", "const_arg", lambda: x.set_const_arg(True), None,
              "A graph takes Tensors as variables."),
        *rows("mindspore.nn.Cell.register_parameter_forward_hook", "hook",
              lambda: cell.register_parameter_forward_hook(print), NotImplementedError,
              "A graph reads parameters itself.", "register_parameter_forward_hook"),
        *rows("mindspore.nn.Cell.register_saved_tensors_hooks", "pack_hook unpack_hook",
              lambda: cell.register_saved_tensors_hooks(print, print), NotImplementedError,
              "A graph chooses itself.", "register_saved_tensors_hooks"),
        *rows("mindspore.parallel.set_op_strategy_config", "mode path",
              lambda: set_op_strategy_config("LOAD", "x"), NotImplementedError,
              "AutoParallel has it.", "set_op_strategy_config"),
        *rows("mindspore.StreamLimitCtx", "stream cube_num vector_num",
              lambda: runtime.StreamLimitCtx(stream, 1, 1), None, says, "set_stream_limit"),
        *rows("mindspore.set_stream_limit", "stream cube_num vector_num",
              lambda: ms.set_stream_limit(stream, 1, 1), None, says, "set_stream_limit"),
        *rows("mindspore.reset_stream_limit", "stream",
              lambda: ms.reset_stream_limit(stream), None, says, "reset_stream_limit"),
        *rows("mindspore.set_device_limit", "device cube_num vector_num",
              lambda: ms.set_device_limit(0, 1, 1), None, says, "set_device_limit"),
        *rows("mindspore.set_kernel_launch_capture", "enable_capture_graph op_capture_skip",
              lambda: ms.set_kernel_launch_capture(True, ["x"]), None, "O2 uses CUDA graphs.",
              "set_kernel_launch_capture"),
        *rows("mindspore.hal.memory_stats", "device_target", lambda: hal.memory_stats("moon"),
              ValueError, "Its figures are runtime.memory_stats()."),
        *rows("mindspore.nn.Cell.set_extra_state", "state", lambda: cell.set_extra_state(1),
              RuntimeError, "Subclasses define it."),
        *rows("mindspore.ops.set_comm_ops_inplace", "is_enable",
              lambda: communication.set_comm_ops_inplace(1), TypeError, "Jobs give it: tests/dist."),
        *rows("mindspore.ops.set_comm_ops_inplace", "func_list",
              lambda: communication.set_comm_ops_inplace(True, ["x"]), ValueError, "Jobs give it: tests/dist."),
        *rows("mindspore.Int", "bits", lambda: ms.Int(7), RuntimeError, "It takes any number that it has.", "bits"),
        *rows("mindspore.TensorType", "element", lambda: ms.TensorType(3), TypeError, "It takes any type.",
              "TensorType"),
        *rows("mindspore.ops.gather_into_tensor", "dst",
              lambda: communication.gather_into_tensor(x, x, dst=3), RuntimeError, "There is one process.", "dst=3"),
        *rows("mindspore.ops.scatter_tensor", "src",
              lambda: communication.scatter_tensor(x, x, src=3), RuntimeError, "There is one process.", "src=3"),
        *_store(),
    ]  # fmt: skip


def _store() -> list[Row]:
    wrong = {"host_name": 3, "port": "x", "is_master": 3, "timeout": 3, "wait_for_workers": 3}
    good = {"host_name": "127.0.0.1", "port": 1}
    return [
        Row("mindspore.ops.TCPStore", word, lambda w=word, v=value: TCPStore(**{**good, w: v}), TypeError,  # type: ignore[misc]
            "Jobs give it: tests/dist.")
        for word, value in wrong.items()
    ]  # fmt: skip


NAMES: tuple[Row, ...] = (
    *(
        row
        for module, text in _NAMES.items()
        for name in text.split()
        for row in _all_of(f"{module}.{name}", getattr(_REFUSED[module], name))
    ),
    *_methods(),
)
