# Written by `python -m tests.stubs`.
from typing import Any
def AiCPURegOp(op_name: Any) -> Any:
    """Refused: it registers a kernel written for Ascend or AKG; write the op with torch, or ops.Custom. Raises NotImplementedError, which says so, when it is called.
    Not looked at: `op_name`.
    """
def AkgAscendRegOp(op_name: Any) -> Any:
    """Refused: it registers a kernel written for Ascend or AKG; write the op with torch, or ops.Custom. Raises NotImplementedError, which says so, when it is called.
    Not looked at: `op_name`.
    """
def AkgGpuRegOp(op_name: Any) -> Any:
    """Refused: it registers a kernel written for Ascend or AKG; write the op with torch, or ops.Custom. Raises NotImplementedError, which says so, when it is called.
    Not looked at: `op_name`.
    """
def CpuRegOp(op_name: Any) -> Any:
    """Refused: it registers a kernel written for Ascend or AKG; write the op with torch, or ops.Custom. Raises NotImplementedError, which says so, when it is called.
    Not looked at: `op_name`.
    """
def J(*args: Any, **kwargs: Any) -> Any:
    """Refused: it is an instruction of MindSpore's graph compiler; mindspore.grad and value_and_grad derive a function. Raises NotImplementedError, which says so, when it is called."""
def array_reduce(*args: Any, **kwargs: Any) -> Any:
    """Refused: it is an instruction of MindSpore's graph compiler; use ops.reduce_sum and its like. Raises NotImplementedError, which says so, when it is called."""
def array_to_scalar(*args: Any, **kwargs: Any) -> Any:
    """Refused: it is an instruction of MindSpore's graph compiler; use Tensor.item(). Raises NotImplementedError, which says so, when it is called."""
def broadcast_gradient_args(*args: Any, **kwargs: Any) -> Any:
    """Refused: it serves MindSpore's own gradients; mindspore.grad computes them. Raises NotImplementedError, which says so, when it is called."""
def custom_info_register(*reg_info: Any) -> Any:
    """Refused: it registers a kernel written for Ascend or AKG; write the op with torch, or ops.Custom. Raises NotImplementedError, which says so, when it is called.
    Not looked at: `reg_info`.
    """
def distribute(*args: Any, **kwargs: Any) -> Any:
    """Refused: it serves MindSpore's own gradients; mindspore.grad computes them. Raises NotImplementedError, which says so, when it is called."""
def embed(*args: Any, **kwargs: Any) -> Any:
    """Refused: it is a key into a graph's environment of gradients; mindspore.grad returns them. Raises NotImplementedError, which says so, when it is called."""
def env_get(*args: Any, **kwargs: Any) -> Any:
    """Refused: it reads gradients kept in a graph's environment; mindspore.grad returns them. Raises NotImplementedError, which says so, when it is called."""
def environ_add(*args: Any, **kwargs: Any) -> Any:
    """Refused: it adds gradients kept in a graph's environment; mindspore.grad returns them. Raises NotImplementedError, which says so, when it is called."""
def environ_create(*args: Any, **kwargs: Any) -> Any:
    """Refused: it makes a graph's environment of gradients; mindspore.grad returns them. Raises NotImplementedError, which says so, when it is called."""
def environ_get(*args: Any, **kwargs: Any) -> Any:
    """Refused: it reads gradients kept in a graph's environment; mindspore.grad returns them. Raises NotImplementedError, which says so, when it is called."""
def environ_set(*args: Any, **kwargs: Any) -> Any:
    """Refused: it keeps gradients in a graph's environment; mindspore.grad returns them. Raises NotImplementedError, which says so, when it is called."""
def geswitch(data: Any, pred: Any) -> Any:
    """Refused: it is an instruction of MindSpore's graph compiler; write the branch or loop in Python. Raises NotImplementedError, which says so, when it is called.
    Not looked at: `data`, `pred`.
    """
def is_dynamic_sequence_element_unknown(*args: Any, **kwargs: Any) -> Any:
    """Refused: it is an instruction of MindSpore's graph compiler; write the branch or loop in Python. Raises NotImplementedError, which says so, when it is called."""
def kernel(fn: Any = None, reg_info: Any = None, compile_attrs: Any = None) -> Any:
    """Refused: it marks a kernel for MindSpore's own compiler; write the op in Python, or with ops.Custom. Raises NotImplementedError, which says so, when it is called.
    Not looked at: `fn`, `reg_info`, `compile_attrs`.
    """
def lightning_indexer(*args: Any, **kwargs: Any) -> Any:
    """Refused: it is a kernel of Ascend's, and MindSpore's CPU build refuses it too. Raises NotImplementedError, which says so, when it is called."""
def make_map_parameter(*args: Any, **kwargs: Any) -> Any:
    """Refused: msacc has no MapParameter: hash tables of embeddings need a parameter server. Raises NotImplementedError, which says so, when it is called."""
def merge(*args: Any, **kwargs: Any) -> Any:
    """Refused: it is an instruction of MindSpore's graph compiler; write the branch or loop in Python. Raises NotImplementedError, which says so, when it is called."""
def ms_kernel(fn: Any = None, reg_info: Any = None, compile_attrs: Any = None) -> Any:
    """Refused: it marks a kernel for MindSpore's own compiler; write the op in Python, or with ops.Custom. Raises NotImplementedError, which says so, when it is called.
    Not looked at: `fn`, `reg_info`, `compile_attrs`.
    """
def op_info_register(op_info: Any) -> Any:
    """Refused: it registers a kernel written for Ascend or AKG; write the op with torch, or ops.Custom. Raises NotImplementedError, which says so, when it is called.
    Not looked at: `op_info`.
    """
def recompute_block(*args: Any, **kwargs: Any) -> Any:
    """Refused: it is an instruction of MindSpore's graph compiler; use mindspore.recompute. Raises NotImplementedError, which says so, when it is called."""
def reduced_shape(*args: Any, **kwargs: Any) -> Any:
    """Refused: it serves MindSpore's own gradients; mindspore.grad computes them. Raises NotImplementedError, which says so, when it is called."""
def ref_to_embed(*args: Any, **kwargs: Any) -> Any:
    """Refused: it is a key into a graph's environment of gradients; mindspore.grad returns them. Raises NotImplementedError, which says so, when it is called."""
def rotated_iou(boxes: Any, query_boxes: Any, trans: Any = False, mode: Any = 0, is_cross: Any = True, v_threshold: Any = 0.0, e_threshold: Any = 0.0) -> Any:
    """Refused: it is a kernel of Ascend's, and MindSpore's CPU build refuses it too; ops.iou compares boxes along the axes. Raises NotImplementedError, which says so, when it is called.
    Not looked at: `boxes`, `query_boxes`, `trans`, `mode`, `is_cross`, `v_threshold`, `e_threshold`.
    """
def sparse_flash_attention(*args: Any, **kwargs: Any) -> Any:
    """Refused: it is a kernel of Ascend's, and MindSpore's CPU build refuses it too. Raises NotImplementedError, which says so, when it is called."""
def switch_layer(*args: Any, **kwargs: Any) -> Any:
    """Refused: it is an instruction of MindSpore's graph compiler; write the branch or loop in Python. Raises NotImplementedError, which says so, when it is called."""
