"""The quantized layers give what MindSpore 1.10's and 1.0's gave (recorded.json.gz, which record.py writes)."""

from __future__ import annotations

import gzip
import json
from typing import Any

import numpy as np
import pytest

import msacc as ms
from msacc.nn.layer import quant
from tests.former.quantization.cases import CASES, FORMER
from tests.former.quantization.record import FILE

RECORDED: dict[str, list[Any]] = json.loads(gzip.decompress(FILE.read_bytes()))


def _same(found: Any, recorded: Any, where: str) -> None:
    if not isinstance(recorded, dict) or "shape" not in recorded:
        assert json.loads(json.dumps(found)) == recorded, where
        return
    array = found.asnumpy()
    assert (str(array.dtype), list(array.shape)) == (recorded["dtype"], recorded["shape"]), where
    expected = np.reshape(recorded["values"], array.shape)
    np.testing.assert_allclose(array, expected, rtol=2e-5, atol=2e-5, err_msg=where)


def test_recorded_are_all_cases() -> None:
    assert list(RECORDED) == [*CASES, *FORMER]


@pytest.mark.parametrize("name", [*CASES, *FORMER])
def test_as_in_mindspore(name: str) -> None:
    found = {**CASES, **FORMER}[name](ms, quant)
    assert len(found) == len(RECORDED[name])
    for i, (value, recorded) in enumerate(zip(found, RECORDED[name], strict=True)):
        _same(value, recorded, f"{name}[{i}]")
