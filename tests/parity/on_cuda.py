"""The forward of every parity case on a CUDA device that is not there: tensors have shapes and no values.

`python -m tests.parity.on_cuda` writes on_cuda.txt: the cases that do not run so, each with why. An op that mixes
devices raises there, and one that asks for a value (a copy to the host, and a wait for the device). Ops have the
kernels that torch's own tables list for CUDA (tests/parity/cuda_kernels.py), so that one without raises as there.
"""

from __future__ import annotations

import logging
import re
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import numpy as np
import torch
from torch._subclasses.fake_tensor import (
    DataDependentOutputException,
    DynamicOutputShapeException,
    FakeTensorMode,
)

import msacc
from msacc.common.initializer_rules import Initializer
from msacc.common.settings import settings
from msacc.ops.core import errors
from tests.parity import harness
from tests.parity.cuda_kernels import CudaKernels

TABLE = Path(__file__).with_name("on_cuda.txt")
# What would end the process.
_NOT_TRIED = (
    "args_train::jitted",  # torch.compile inside a fake mode
    "gradient_in_bprop::",  # the same
    "tutorial_pages::results_of_a_graph_that_writes_to_its_input",  # the same
    "ops_compiled_kernels::",  # a compiled kernel gets the addresses of values
)


class Forward(harness.Runner):
    """Runs forward alone: autograd wants a device for its threads."""

    def __call__(self, fn: Callable[..., Any], *inputs: Any, grad: bool = True) -> Any:
        return super().__call__(fn, *inputs, grad=False)


def _zeros(tensor: Any) -> np.ndarray:
    """An array of a Tensor's shape and type, for cases that look at values."""
    t = tensor._t
    name = "float32" if t.dtype is torch.bfloat16 else str(t.dtype).removeprefix("torch.")
    return np.zeros(tuple(t.shape), getattr(np, name, np.float32))


@contextmanager
def _pretended() -> Iterator[None]:
    kept = settings.device, msacc.Tensor.asnumpy, Initializer._msacc_apply
    mended, errors.mixes_devices = errors.mixes_devices, lambda error: False
    logging.disable(logging.CRITICAL)
    settings.device = torch.device("cuda")
    replaced: dict[Any, tuple[str, Any]] = {
        msacc.Tensor: ("asnumpy", _zeros),
        Initializer: ("_msacc_apply", lambda self, out, key: None),
    }
    for owner, (name, value) in replaced.items():
        setattr(owner, name, value)
    try:
        yield
    finally:
        settings.device, msacc.Tensor.asnumpy, Initializer._msacc_apply = kept  # type: ignore[method-assign]
        errors.mixes_devices = mended
        logging.disable(logging.NOTSET)


def why_not(entry: harness.Case) -> str | None:
    """None where a case runs, else why not: "mixes devices", "lacks a kernel", "asks for a value",
    "has the shape of a value", "other".
    """
    settings.device = torch.device("cuda")  # a case before may have chosen another
    try:
        with FakeTensorMode(allow_non_fake_inputs=False, static_shapes=True), CudaKernels():
            entry.fn(msacc, Forward(msacc))
    except DataDependentOutputException:
        return "asks for a value"
    except DynamicOutputShapeException:
        return "has the shape of a value"
    except Exception as error:
        text = str(error)
        if re.search(r"two different devices|Expected all tensors to be on the same device", text):
            return "mixes devices"
        if CudaKernels.REFUSAL in text or "no kernel for this dtype" in text:
            return "lacks a kernel"
        return f"other: {type(error).__name__}"
    return None


def sweep() -> dict[str, str]:
    """Every case that does not run, with why."""
    harness.load_cases()
    with _pretended():
        tried = {k: why_not(e) for k, e in harness.CASES.items() if not k.startswith(_NOT_TRIED)}
    return {key: why for key, why in sorted(tried.items()) if why}


def table() -> dict[str, str]:
    """What stands in on_cuda.txt."""
    rows = (line.partition(": ") for line in TABLE.read_text().splitlines())
    return {key: why for key, _, why in rows}


def main() -> int:
    result = sweep()
    TABLE.write_text("".join(f"{key}: {why}\n" for key, why in result.items()))
    print(f"{len(harness.CASES) - len(result)} of {len(harness.CASES)} cases run")
    return 0


if __name__ == "__main__":
    sys.exit(main())
