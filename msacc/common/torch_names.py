"""What MindSpore has for torch's names that it lacks: said where a script asks for one of them."""

from __future__ import annotations

_TAPE = "mindspore.value_and_grad(forward, None, weights) gives gradients"
_MOVES = "arrays lie on the device of mindspore.set_device(…)"

TENSOR = {
    "detach": "mindspore.ops.stop_gradient(x)",
    "detach_": "mindspore.ops.stop_gradient(x)",
    "backward": _TAPE,
    "grad": _TAPE,
    "grad_fn": _TAPE,
    "retain_grad": _TAPE,
    "is_leaf": _TAPE,
    "requires_grad": "a Parameter has it; " + _TAPE,
    "cuda": _MOVES,
    "cpu": _MOVES,
    "is_cuda": "x.device, a string such as 'CPU'",
    "cat": "mindspore.ops.cat((x, y), axis)",
    "element_size": "x.itemsize",
    "new_tensor": "mindspore.Tensor(values, x.dtype)",
    "as_tensor": "mindspore.Tensor(values)",
    "squeeze_": "x = x.squeeze(…)",
    "unsqueeze_": "x = x.unsqueeze(…)",
    "share_memory_": "x.asnumpy(), in multiprocessing's own shared memory",
    "cosine_similarity": "mindspore.ops.cosine_similarity(x, y)",
    "stack": "mindspore.ops.stack((x, y), axis)",
}
CELL = {
    "parameters": "net.get_parameters(), or net.trainable_params()",
    "named_parameters": "net.parameters_and_names()",
    "train": "net.set_train()",
    "eval": "net.set_train(False)",
    "zero_grad": "nothing, as gradients are not stored: " + _TAPE,
    "cuda": _MOVES,
    "cpu": _MOVES,
    "forward": "construct: net(x) calls it",
    "children": "net.cells()",
    "named_children": "net.name_cells()",
    "modules": "net.cells_and_names()",
    "named_modules": "net.cells_and_names()",
    "requires_grad_": "parameter.requires_grad = False, for each of net.get_parameters()",
    "half": "net.to_float(mindspore.float16)",
    "bfloat16": "net.to_float(mindspore.bfloat16)",
    "add_module": "net.insert_child_to_cell(name, cell)",
    "register_parameter": "net.insert_param_to_cell(name, parameter)",
}
OPTIMIZER = {
    "step": "optimizer(gradients)",
    "zero_grad": "nothing, as gradients are not stored: " + _TAPE,
    "param_groups": "optimizer.parameters, with optimizer.get_lr_parameter(parameter)",
}


def no_attribute(kind: str, name: str, others: dict[str, str]) -> str:
    """The text of an AttributeError; without a stop, as Python adds its own guess to it."""
    text = f"The '{kind}' object has no attribute '{name}'"
    return f"{text}; in MindSpore: {others[name]}" if name in others else text
