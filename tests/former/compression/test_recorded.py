"""The compression package gives what MindSpore 1.10's gave (recorded.json.gz, which record.py writes)."""

from __future__ import annotations

import gzip
import json
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest

import msacc as ms
from msacc.former.compression import (
    constants,
    first_quant,
    first_quant_functions,
    qat,
    quant_functions,
    quantizer,
)
from tests.former.compression.cases import CASES
from tests.former.compression.record import FILE, plain

RECORDED: dict[str, list[Any]] = json.loads(gzip.decompress(FILE.read_bytes()))
_PACKAGE = SimpleNamespace(
    constants=constants,
    first_quant=first_quant,
    first_quant_utils=first_quant_functions,
    qat=qat,
    quant_utils=quant_functions,
    quantizer=quantizer,
)


def test_recorded_are_all_cases() -> None:
    assert list(RECORDED) == list(CASES)


def _same(found: Any, recorded: Any) -> None:
    if isinstance(recorded, float):
        assert found == pytest.approx(recorded, rel=1e-6)
    elif not isinstance(recorded, dict):
        assert found == recorded
    else:
        assert found["shape"] == recorded["shape"]
        np.testing.assert_allclose(found["values"], recorded["values"], rtol=2e-6, atol=1e-7)


@pytest.mark.parametrize("name", CASES)
def test_as_in_mindspore(name: str) -> None:
    found = [json.loads(json.dumps(plain(value))) for value in CASES[name](ms, _PACKAGE)]
    assert len(found) == len(RECORDED[name])
    for one, recorded in zip(found, RECORDED[name], strict=True):
        _same(one, recorded)
