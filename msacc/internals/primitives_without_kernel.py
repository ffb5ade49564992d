"""Primitives of MindSpore's private modules that libraries make, name and look at; calling one raises.

They are lines of `primitives_without_kernel.txt`: the module's last name, the primitive, its arguments.
"""

from __future__ import annotations

from pathlib import Path

from msacc.experimental.map_parameter import WHY as _HASH_TABLES
from msacc.ops.bindings.primitives.without_kernel import without_kernel
from msacc.ops.core.primitive import Primitive

_NEEDLESS = "it serves MindSpore's own compiler and kernels, and nothing documented needs it"
_WHY = {
    "_quant_ops": "it trains for Ascend's quantized kernels, and MindSpore's CPU build refuses it too",
    "_grad_ops": "it is a step of MindSpore's own gradients; mindspore.grad computes them",
    "_thor_ops": "it is a kernel of Ascend's for THOR; nn.thor trains",
    "_map_tensor_ops": _HASH_TABLES,
    "_embedding_cache_ops": "it steers the cache of an embedding server",
    "nn_ops.InstanceNorm": "nn.InstanceNorm2d computes it",
    "nn_ops.InstanceNormV2": "nn.InstanceNorm2d computes it",
    "nn_ops.PSROIPooling": "ops.ROIAlign pools regions",
    "_inner_ops.PsROIPooling": "ops.ROIAlign pools regions",
}
_WHY |= {f"_inner_ops.{name}": _WHY["_quant_ops"] for name in ("AntiQuant", "Dequant", "Quant")}


def _made(line: str) -> tuple[str, type[Primitive]]:
    path, _, arguments = line.removesuffix(")").partition("(")
    module, _, name = path.partition(".")
    why = _WHY.get(path) or _WHY.get(module, _NEEDLESS)
    home = "ops.auto_generate" if module == "auto_generate" else f"ops.operations.{module}"
    return path, without_kernel(name, arguments, why, home)


globals().update(
    map(_made, Path(__file__).with_suffix(".txt").read_text(encoding="utf-8").splitlines())
)
