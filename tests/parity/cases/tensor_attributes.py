"""Attributes that scripts add to Tensors and Parameters: what reads them, what copies, views and pickles keep."""

from __future__ import annotations

import copy
import pickle
from typing import Any

import numpy as np

from tests.parity.harness import Arrays, case

NAMES = ["requires_grad", "is_leaf", "grad", "grad_fn", "note", "name", "retain_grad", "group_id"]
DERIVED = {
    "add": lambda x: x + 1,
    "cast": lambda x: x.astype("float16"),
    "copy": lambda x: x.copy(),
    "copy_copy": copy.copy,
    "deepcopy": copy.deepcopy,
    "expand": lambda x: x.expand((2, 2)),
    "iadd": lambda x: x.__iadd__(1),
    "pickle": lambda x: pickle.loads(pickle.dumps(x)),
    "reshape": lambda x: x.reshape(2),
    "slice": lambda x: x[0:1],
    "squeeze": lambda x: x.squeeze(),
    "view": lambda x: x.view(2),
}
OF_PARAMETERS = ["add", "cast", "expand", "reshape", "slice", "squeeze", "view"]


def class_of_error(call: Any) -> str:
    try:
        call()
    except Exception as error:
        return type(error).__name__
    return ""


def tagged(ms: Any, parameter: bool = False) -> Any:
    x = ms.Tensor(np.array([1.0, 2.0], np.float32))
    x = ms.Parameter(x, name="x") if parameter else x
    x.note, x.parts = "meta", [1]
    return x


@case(jit=False)
def set_and_read(ms: Any, run: Any) -> Arrays:
    found = {}
    for name in NAMES:
        for value in (True, None, 3, "text"):
            x = ms.Tensor([1.0])
            found[f"unset.{name}"] = np.array(hasattr(x, name))
            setattr(x, name, value)
            found[f"{name}.{value}"] = np.array(getattr(x, name) is value)
            delattr(x, name)
            found[f"deleted.{name}"] = np.array(hasattr(x, name))
    for name in ("T", "ndim", "size", "device", "has_init", "nope"):
        x = ms.Tensor([[1.0]])
        found[f"delete.{name}"] = np.array(class_of_error(lambda x=x, n=name: delattr(x, n)))
        if name != "nope":
            found[f"read_only.{name}"] = np.array(
                class_of_error(lambda x=x, n=name: setattr(x, n, 1))
            )
    return found | {"read": np.array(class_of_error(lambda: ms.Tensor([1.0]).nope))}


@case(jit=False)
def kept(ms: Any, run: Any) -> Arrays:
    found = {}
    for name, derive in DERIVED.items():
        x = tagged(ms)
        y = derive(x)
        same = getattr(y, "parts", None) is x.parts
        found[name] = np.array([getattr(y, "note", "gone"), str(same)])
    for name in OF_PARAMETERS:
        found[f"parameter.{name}"] = np.array(hasattr(DERIVED[name](tagged(ms, True)), "note"))
    x = tagged(ms)
    x[0] = 5.0
    found["after_writing"] = np.array(x.note)
    return found


@case(jit=False)
def in_calls(ms: Any, run: Any) -> Arrays:
    """A function under a gradient sees them, and so does a Cell in PyNative mode."""

    def twice_if_tagged(x):
        return (x * (2 if getattr(x, "note", None) == "meta" else 3)).sum()

    class Net(ms.nn.Cell):
        def construct(self, x):
            return twice_if_tagged(x)

    x = tagged(ms)
    return {
        "cell": Net()(x).asnumpy(),
        "gradient": ms.grad(twice_if_tagged)(x).asnumpy(),
        "gradient_of_cell": ms.grad(Net())(x).asnumpy(),
    }


@case(jit=False)
def initializer_set_to_none(ms: Any, run: Any) -> Arrays:
    ones = ms.common.initializer.initializer("ones", [2], ms.float32)
    found = {"waits": np.array(ones.has_init)}
    ones.init = None
    found |= {"values": ones.asnumpy(), "waits_after": np.array(ones.has_init)}
    parameter = ms.Parameter(ms.Tensor([1.0, 2.0]), name="p")
    parameter.init = None
    return found | {"parameter": parameter.asnumpy(), "init": np.array(str(parameter.init))}
