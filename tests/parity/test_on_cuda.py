"""No op mixes devices, and none asks for a value that did not do so before: on a CUDA device that is not there."""

from __future__ import annotations

import json
import subprocess
import sys
from typing import Any

import pytest

from msacc.common.settings import settings
from tests.parity import harness
from tests.parity.on_cuda import table, why_not

PROGRAM = """
import json
from tests.parity.on_cuda import sweep
print(json.dumps(sweep()))
"""


@pytest.mark.slow
def test_forward_on_a_device_that_is_not_there() -> None:
    done = subprocess.run(
        [sys.executable, "-c", PROGRAM], capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr[-2000:]
    result = json.loads(done.stdout.splitlines()[-1])
    assert not [k for k, why in result.items() if why in ("mixes devices", "lacks a kernel")]
    # Which exception torch raises for "other" changes with its releases.
    recorded = {key: why.partition(":")[0] for key, why in table().items()}
    new = {key: why for key, why in result.items() if recorded.get(key) != why.partition(":")[0]}
    assert not new, "run python -m tests.parity.on_cuda where these are right"


def test_no_case_is_known_to_mix_devices_or_to_lack_a_kernel() -> None:
    assert {"mixes devices", "lacks a kernel"}.isdisjoint(table().values())


def test_a_case_stays_on_the_device_whatever_one_before_chose() -> None:
    seen = []

    def elsewhere(ms: Any, run: Any) -> None:
        seen.append(settings.device.type)
        ms.set_device("CPU")

    entry = harness.Case("none", "elsewhere", elsewhere)
    before = settings.device
    try:
        assert [why_not(entry), why_not(entry)] == [None, None]
    finally:
        settings.device = before
    assert seen == ["cuda", "cuda"]
