"""The former transformer package gives what MindSpore 2.0's gave (recorded.json.gz, which record.py writes)."""

from __future__ import annotations

import gzip
import json
from typing import Any

import numpy as np
import pytest

import msacc as ms
from msacc.former import transformer
from tests.former.record import FILE
from tests.former.transformer_cases import CASES

RECORDED: dict[str, list[Any]] = json.loads(gzip.decompress(FILE.read_bytes()))


# The others multiply matrices in float16, which rounds otherwise in another order.
_IN_FLOAT32 = ("mask", "embedding", "loss", "routing")


class _Package:
    """The package as MindSpore lays it out: each module is there under its name."""

    def __getattr__(self, name: str) -> Any:
        return (
            transformer
            if name in ("layers", "moe", "op_parallel_config")
            else getattr(transformer, name)
        )


def _same(found: Any, recorded: Any, where: str) -> None:
    if not isinstance(recorded, dict):
        assert found == recorded, where
        return
    array = found.asnumpy()
    assert (str(array.dtype), list(array.shape)) == (recorded["dtype"], recorded["shape"]), where
    expected = np.reshape(recorded["values"], array.shape)
    in_float32 = where.startswith(_IN_FLOAT32) and array.dtype == np.float32
    scale, bound = max(1.0, float(np.abs(expected).max())), 1e-5 if in_float32 else 3e-3
    np.testing.assert_allclose(
        np.asarray(array, np.float64) / scale,
        expected / scale,
        rtol=bound,
        atol=bound,
        err_msg=where,
    )


def test_recorded_are_all_cases() -> None:
    assert list(RECORDED) == list(CASES)


@pytest.mark.parametrize("name", CASES)
def test_as_in_mindspore(name: str) -> None:
    found = CASES[name](ms, _Package())
    assert len(found) == len(RECORDED[name])
    for i, (one, recorded) in enumerate(zip(found, RECORDED[name], strict=True)):
        _same(one, recorded, f"{name}[{i}]")
