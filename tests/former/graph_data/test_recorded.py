"""The cases of cases.py give what MindSpore 2.0 gives, which record.py has recorded."""

from __future__ import annotations

import gzip
import json
from pathlib import Path
from typing import Any

import pytest

import msacc as ms
from msacc.former import graph_data
from tests.former.graph_data.cases import CASES
from tests.former.graph_data.record import FILE, plain

RECORDED = json.loads(gzip.decompress(FILE.read_bytes()))
# MindSpore's number of cores is its limit for workers; one row of a case ends with its own.
_OTHERWISE: dict[str, str] = {}


@pytest.fixture(autouse=True)
def _seed() -> Any:
    seed = ms.dataset.config.get_seed()
    yield
    ms.dataset.config.set_seed(seed)


@pytest.mark.parametrize("name", CASES)
def test_it_is_what_mindspore_gives(name: str, tmp_path: Path) -> None:
    found = [plain(value) for value in CASES[name](ms, graph_data, str(tmp_path))]
    expected = RECORDED[name]
    assert len(found) == len(expected)
    for i, (mine, theirs) in enumerate(zip(found, expected, strict=True)):
        assert json.loads(json.dumps(mine)) == theirs, (name, i)


def test_all_is_recorded() -> None:
    assert list(RECORDED) == list(CASES)
