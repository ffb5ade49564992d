"""Where else a name is described: MindSpore's page of it, and that of its counterpart in torch."""

from __future__ import annotations

import functools

import torch

_MINDSPORE = "https://www.mindspore.cn/docs/en/r2.10.0/api_python"
_TORCH = "https://docs.pytorch.org/docs/stable"
# Module to the folder of MindSpore's reference that has a page for each of its names, longest first.
_FOLDERS = {
    "mindspore.Tensor": "mindspore/Tensor", "mindspore.amp": "amp", "mindspore.boost": "boost",
    "mindspore.communication": "communication", "mindspore.dataset.audio": "dataset_audio",
    "mindspore.dataset.text": "dataset_text", "mindspore.dataset.transforms": "dataset_transforms",
    "mindspore.dataset.vision": "dataset_vision", "mindspore.dataset": "dataset",
    "mindspore.device_context": "device_context", "mindspore.experimental.optim": "experimental/optim",
    "mindspore.hal": "hal", "mindspore.mint": "mint", "mindspore.nn.probability": "nn_probability",
    "mindspore.nn": "nn", "mindspore.numpy": "numpy", "mindspore.ops": "ops", "mindspore.parallel": "parallel",
    "mindspore.runtime": "runtime", "mindspore.scipy": "scipy", "mindspore.train": "train",
}  # fmt: skip
# Modules that MindSpore describes on one page.
_ON_ONE_PAGE = {
    "mindspore.common.initializer", "mindspore.mindrecord", "mindspore.profiler", "mindspore.rewrite",
    "mindspore.utils",
}  # fmt: skip

# Names of mindspore.nn and mindspore.dataset that torch has under another one; the same name is found by itself.
_RENAMED = {
    "mindspore.Parameter": "torch.nn.Parameter", "mindspore.Tensor": "torch.Tensor",
    "mindspore.dataset.Cifar10Dataset": "torchvision.datasets.CIFAR10",
    "mindspore.dataset.Cifar100Dataset": "torchvision.datasets.CIFAR100",
    "mindspore.dataset.FashionMnistDataset": "torchvision.datasets.FashionMNIST",
    "mindspore.dataset.ImageFolderDataset": "torchvision.datasets.ImageFolder",
    "mindspore.dataset.MnistDataset": "torchvision.datasets.MNIST",
    "mindspore.load_checkpoint": "torch.load", "mindspore.save_checkpoint": "torch.save",
    "mindspore.set_seed": "torch.manual_seed", "mindspore.jit": "torch.compile",
    "mindspore.nn.AdamWeightDecay": "torch.optim.AdamW", "mindspore.nn.AdaMax": "torch.optim.Adamax",
    "mindspore.nn.BiDense": "torch.nn.Bilinear", "mindspore.nn.Cell": "torch.nn.Module",
    "mindspore.nn.CellDict": "torch.nn.ModuleDict", "mindspore.nn.CellList": "torch.nn.ModuleList",
    "mindspore.nn.Conv1dTranspose": "torch.nn.ConvTranspose1d",
    "mindspore.nn.Conv2dTranspose": "torch.nn.ConvTranspose2d",
    "mindspore.nn.Conv3dTranspose": "torch.nn.ConvTranspose3d", "mindspore.nn.Dense": "torch.nn.Linear",
    "mindspore.nn.HShrink": "torch.nn.Hardshrink", "mindspore.nn.HSigmoid": "torch.nn.Hardsigmoid",
    "mindspore.nn.HSwish": "torch.nn.Hardswish", "mindspore.nn.LRN": "torch.nn.LocalResponseNorm",
    "mindspore.nn.Momentum": "torch.optim.SGD", "mindspore.nn.RMSProp": "torch.optim.RMSprop",
    "mindspore.nn.SeLU": "torch.nn.SELU", "mindspore.nn.SequentialCell": "torch.nn.Sequential",
    "mindspore.nn.SoftShrink": "torch.nn.Softshrink",
    "mindspore.nn.SoftmaxCrossEntropyWithLogits": "torch.nn.CrossEntropyLoss",
    "mindspore.ops.cond": "torch.linalg.cond",
    "mindspore.ops.transpose": "torch.permute", "mindspore.ops.select": "torch.where",
    "mindspore.ops.gather": "torch.index_select", "mindspore.ops.gather_elements": "torch.gather",
    "mindspore.ops.value_and_grad": "torch.func.grad_and_value",
    "mindspore.value_and_grad": "torch.func.grad_and_value",
}  # fmt: skip
# Modules, and where torch has names that mean the same.
_SAME_NAMES = {
    "mindspore.nn": ("torch.nn", "torch.optim"), "mindspore.mint.nn.functional": ("torch.nn.functional",),
    "mindspore.mint.nn": ("torch.nn",), "mindspore.mint.optim": ("torch.optim",),
    "mindspore.mint.linalg": ("torch.linalg",),
    "mindspore.mint": ("torch",), "mindspore.experimental.optim.lr_scheduler": ("torch.optim.lr_scheduler",),
    "mindspore.experimental.optim": ("torch.optim",), "mindspore.numpy.fft": ("torch.fft",),
    "mindspore.ops": ("torch", "torch.nn.functional"), "mindspore.Tensor": ("torch.Tensor",),
    "mindspore.nn.probability.distribution": (), "mindspore.nn.Cell": (),
}  # fmt: skip
# Functions of torch's that share a name and do something else.
_FALSE_FRIENDS = {
    f"{module}.{name}"
    for module in ("mindspore.ops", "mindspore.Tensor")
    for name in (
        "gather", "scatter", "split", "size", "shape", "rank", "range", "print", "dropout", "tile", "unique", "pad",
        "norm", "std", "var", "repeat", "type", "to", "sort", "max", "min", "median", "view", "reshape",
        "select", "dot", "transpose", "cond", "DType",
    )
}  # fmt: skip


def mindspore_page(module: str, name: str) -> str:
    """The address of MindSpore's page for a name; methods stand on the page of their class."""
    first = name.partition(".")[0]
    if module == "mindspore.nn.Cell":
        return f"{_MINDSPORE}/nn/mindspore.nn.Cell.html#mindspore.nn.Cell.{name}"
    if module == "mindspore.Parameter":
        return f"{_MINDSPORE}/mindspore/mindspore.Parameter.html#mindspore.Parameter.{name}"
    if module in _ON_ONE_PAGE:
        return f"{_MINDSPORE}/{module}.html#{module}.{name}"
    folder = next((f for m, f in _FOLDERS.items() if f"{module}.".startswith(f"{m}.")), "mindspore")
    anchor = f"#{module}.{name}" if "." in name else ""
    return f"{_MINDSPORE}/{folder}/{module}.{first}.html{anchor}"


@functools.cache
def torch_counterpart(module: str, name: str) -> tuple[str, str] | None:
    """The name in torch that does the same, and the address of its page; None if there is none."""
    full = f"{module}.{name}"
    if full in _RENAMED:
        return _RENAMED[full], _torch_page(_RENAMED[full])
    if "." in name or full in _FALSE_FRIENDS:
        return None
    for place in _SAME_NAMES.get(module, ()):
        found = f"{place}.{name}"
        if _is_public(found):
            return found, _torch_page(found)
    return None


def _is_public(full: str) -> bool:
    thing: object = torch
    for part in full.split(".")[1:]:
        thing = getattr(thing, part, None)
    return callable(thing) and bool(getattr(thing, "__doc__", None))


def _torch_page(full: str) -> str:
    if full.startswith("torchvision."):
        return f"https://docs.pytorch.org/vision/stable/generated/{full}.html"
    if full == "torch.Tensor":
        return f"{_TORCH}/tensors.html"
    if full == "torch.nn.Parameter":
        return f"{_TORCH}/generated/torch.nn.parameter.Parameter.html"
    return f"{_TORCH}/generated/{full}.html"
