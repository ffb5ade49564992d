"""Under the alias pickles of Tensors, Parameters and dtypes are MindSpore's: each side reads those of the other.

`mindspore_pickles.json` holds what MindSpore 2.10 wrote, protocol 2, in base64.
"""

from __future__ import annotations

import base64
import copy
import importlib
import json
import pickle
import pickletools
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import msacc as ms
from msacc import Parameter, ParameterTuple, Tensor, alias
from msacc.common import dtype as mstype
from msacc.common.dtype_kinds import Float

RECORDED = {
    name: base64.b64decode(text)
    for name, text in json.loads(
        Path(__file__).with_name("mindspore_pickles.json").read_text()
    ).items()
}
VALUES: dict[str, Any] = {
    "floats": Tensor(np.array([1.0, 2.0], np.float32)),
    "number": Tensor(3),
    "truth": Tensor([True]),
    "complex": Tensor(np.array([1 + 2j], np.complex64)),
    "empty": Tensor(np.zeros((0, 2), np.int32)),
    "parameter": Parameter(Tensor([1.0, 2.0]), name="w", requires_grad=False),
    "half": Parameter(Tensor([1.0, 2.0], ms.float16), name="w2", layerwise_parallel=True),
    "tuple": ParameterTuple([Parameter(Tensor([1.0]), name="a")]),
}
TYPES = [name for name in RECORDED if name not in VALUES]


@pytest.fixture
def installed() -> Iterator[None]:
    """The alias for one test, with its first import."""
    ms.install_as_mindspore()
    importlib.import_module("mindspore")
    yield
    alias.uninstall()


def _opcodes(written: bytes) -> list[tuple[str, str]]:
    # NumPy 2 calls the module of its arrays otherwise; either reads both.
    return [
        (opcode.name, str(argument).replace("numpy._core", "numpy.core"))
        for opcode, argument, _ in pickletools.genops(written)
    ]


def _facts(value: Any) -> Any:
    if isinstance(value, tuple):
        return type(value), [_facts(item) for item in value]
    rest = (
        (value.name, value.requires_grad, value.layerwise_parallel)
        if isinstance(value, Parameter)
        else ()
    )
    return type(value), value.shape, value.dtype, value.asnumpy().tolist(), rest


@pytest.mark.parametrize("name", VALUES)
def test_values_both_ways(name: str, installed: None) -> None:
    assert _opcodes(pickle.dumps(VALUES[name], 2)) == _opcodes(RECORDED[name])
    assert _facts(pickle.loads(RECORDED[name])) == _facts(VALUES[name])


@pytest.mark.parametrize("name", VALUES)
def test_without_the_alias_they_are_msaccs(name: str) -> None:
    written = pickle.dumps(VALUES[name])
    assert b"mindspore" not in written
    assert _facts(pickle.loads(written)) == _facts(VALUES[name])


@pytest.mark.parametrize("name", TYPES)
def test_types_of_mindspore(name: str, installed: None) -> None:
    known = getattr(mstype, name)
    read = pickle.loads(RECORDED[name])
    assert read == known
    assert known == read
    assert read == pickle.loads(RECORDED[name])
    assert read != ms.int8
    assert hash(read) == hash(known)
    assert read in (known,)
    assert (str(read), repr(read)) == (str(known), repr(known))
    assert Tensor([1], read).dtype is known
    assert pickle.loads(pickle.dumps(read)) is known
    assert isinstance(read, Float) == (name == "float32")


def test_types_are_globals_of_mindspore(installed: None) -> None:
    for kind in (*mstype.all_types, ms.string, ms.number, ms.list_, ms.type_none):
        written = pickle.dumps(kind, 2)
        assert written.startswith(b"\x80\x02cmindspore\n")
        assert pickle.loads(written) is kind
    described = mstype.holding(ms.tensor_type, ms.float32)
    assert pickle.loads(pickle.dumps(described)) is described


def test_what_mindspore_cannot_read_keeps_all_it_has(installed: None) -> None:
    numpy_has_no_type = Tensor([1.5], ms.bfloat16)
    assert pickle.loads(pickle.dumps(numpy_has_no_type)).dtype is ms.bfloat16
    parameter = Parameter(Tensor([1.0]), name="w")
    parameter.comm_fusion = 3
    assert pickle.loads(pickle.dumps(parameter)).comm_fusion == 3


def test_copies_are_no_pickles(installed: None) -> None:
    tensor = Tensor([1.5], ms.bfloat16)
    held = {"a": tensor, "b": tensor}
    copied = copy.deepcopy(held)
    assert copied["a"] is copied["b"] is not tensor
    copied["a"][0] = 2.0
    assert tensor.asnumpy().tolist() == [1.5]
    shared = copy.copy(tensor)
    shared[0] = 3.0
    assert tensor.asnumpy().tolist() == [3.0]
    parameter = Parameter(tensor, name="w")
    parameter.comm_fusion = 3
    assert copy.deepcopy(parameter).comm_fusion == 3
