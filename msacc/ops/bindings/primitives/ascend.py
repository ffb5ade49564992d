"""Primitives that only Ascend has a kernel for: construction accepts any settings, the call raises."""

from __future__ import annotations

from typing import Any, NoReturn

from msacc.common.unsupported_names import refusal_reason, unsupported
from msacc.ops.core.primitive import Primitive

_KERNEL = "it is a kernel of Ascend's, and MindSpore's CPU build refuses it too"
# Name -> what to use instead.
_INSTEAD = {
    "BernoulliExt": "mint.bernoulli draws",
    "CudnnGRU": "nn.GRU computes it",
    "DSDMatmul": "ops.matmul computes it",
    "DecoderKVCache": "ops.scatter_update writes into a cache",
    "DropoutExt": "mint.nn.functional.dropout draws",
    "InnerCommIrecv": "mint.distributed.irecv receives",
    "InnerCommIsend": "mint.distributed.isend sends",
    "InplaceNormal": "Tensor.normal_ draws",
    "InplaceUniform": "Tensor.uniform_ draws",
    "MatmulDDS": "ops.matmul computes it",
    "MaxPoolWithIndices": "mint.nn.functional.max_pool2d(return_indices=True) computes it",
    "MaxPoolWithMask": "mint.nn.functional.max_pool2d(return_indices=True) computes it",
    "MultinomialExt": "mint.multinomial draws",
    "PromptKVCache": "ops.scatter_update writes into a cache",
    "RandInt": "mint.randint draws",
}


def _ascend_primitive(name: str, instead: str) -> type[Primitive]:
    def __init__(self: Primitive, *args: Any, **kwargs: Any) -> None:
        Primitive.__init__(self, name)
        self.arguments = (args, kwargs)

    def refuse(self: Any, *args: object, **kwargs: object) -> NoReturn:
        raise NotImplementedError(f"msacc does not have ops.{name}: {_KERNEL}; {instead}.")

    doc = f"`{name}()(…)`: refused when it is called; {instead}."
    space = {
        "__init__": __init__,
        "__call__": refuse,
        "construct": refuse,
        "__module__": __name__,
        "__doc__": doc,
    }
    return refusal_reason(f"{_KERNEL}; {instead}")(type(name, (Primitive,), space))


PRIMITIVES = {name: _ascend_primitive(name, instead) for name, instead in _INSTEAD.items()}
globals().update(PRIMITIVES)


@unsupported(f"{_KERNEL}; Tensors have no formats here")
def format_cast(input: object, acl_format: int) -> Any:
    """A Tensor in another format of Ascend's. Not here: raises NotImplementedError.

    Neither `input` nor `acl_format` is looked at.
    """


@unsupported("it keeps seed and offset of Ascend's generators; mindspore.Generator does here")
class Generator:
    """The state of Ascend's random numbers. Not here: raises NotImplementedError."""

    def __init__(self, seed: object = None, offset: object = None) -> None: ...
