"""The explainer package gives what MindSpore 1.3's gave (recorded.json.gz, which record.py writes)."""

from __future__ import annotations

import gzip
import json
import math
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import msacc as ms
from tests.former.explainer import cases, runner_case
from tests.former.explainer.former_package import named_modules
from tests.former.explainer.record import FILE, plain

RECORDED: dict[str, list[Any]] = json.loads(gzip.decompress(FILE.read_bytes()))
PACKAGE = named_modules("msacc")


def _numbers(value: Any) -> Any:
    """Arrays as recorded, floats in trees of lists as they are."""
    return np.reshape(value["values"], value["shape"]) if isinstance(value, dict) else value


def _same(found: Any, recorded: Any, where: str) -> None:
    if isinstance(recorded, list):
        assert len(found) == len(recorded), where
        for i, (one, other) in enumerate(zip(found, recorded, strict=True)):
            _same(one, other, f"{where}[{i}]")
    elif isinstance(recorded, dict):
        assert (found["dtype"], found["shape"]) == (recorded["dtype"], recorded["shape"]), where
        np.testing.assert_allclose(
            _numbers(found), _numbers(recorded), rtol=1e-5, atol=2e-6, err_msg=where
        )
    elif isinstance(recorded, float):
        assert math.isclose(found, recorded, rel_tol=1e-5, abs_tol=1e-5), where
    else:
        assert found == recorded, where


def _check(name: str) -> None:
    found = [plain(value) for value in cases.CASES[name](ms, PACKAGE)]
    _same(found, RECORDED[name], name)


def test_recorded_are_all_cases() -> None:
    assert list(RECORDED) == [*cases.CASES, "runner", "occlusion_runner"]


@pytest.mark.parametrize("name", cases.CASES)
def test_as_in_mindspore(name: str) -> None:
    _check(name)


@pytest.mark.parametrize("name", ["runner", "occlusion_runner"])
def test_the_runner_writes_the_values(name: str, tmp_path: Path) -> None:
    getattr(runner_case, name)(ms, PACKAGE, cases, str(tmp_path)).run()
    (folder,) = tmp_path.glob("_explain_*")
    records = json.loads((folder / "records.json").read_text())
    found = [[record.pop("kind"), runner_case.tidy(record)] for record in records]
    expected = RECORDED[name]
    assert [kind for kind, _ in found] == [kind for kind, _ in expected]
    for (kind, values), (_, recorded) in zip(found, expected, strict=True):
        _same_values(values, recorded, kind)


def _same_values(found: Any, recorded: Any, where: str) -> None:
    if isinstance(recorded, dict):
        assert found.keys() == recorded.keys(), where
        for name in recorded:
            _same_values(found[name], recorded[name], f"{where}.{name}")
    elif isinstance(recorded, list):
        assert len(found) == len(recorded), where
        for one, other in zip(found, recorded, strict=True):
            _same_values(one, other, where)
    elif isinstance(recorded, float):
        assert math.isclose(found, recorded, rel_tol=1e-4, abs_tol=2e-5), where
    else:
        assert found == recorded, where
