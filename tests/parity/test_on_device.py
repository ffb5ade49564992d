"""The run of the cases on a device outlives them: each chapter in a process of its own."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from tests.parity import on_device
from tests.parity.harness import CASES, load_cases

OPTIONS = ["--device", "cpu", "--cases", "tests.parity.dying_cases", "--limit", "20"]


@pytest.fixture(autouse=True)
def no_more_cases() -> Any:
    load_cases()
    before = dict(CASES)
    yield
    CASES.clear()
    CASES.update(before)


def test_a_case_that_kills_its_process_is_told_and_the_rest_goes_on(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "wrong.json"
    chapters = ["dying_cases", "ops_switch"]
    assert on_device.main([*OPTIONS, "--jobs", "2", "--json", str(file), *chapters]) == 1
    wrong = json.loads(file.read_text())
    assert {key.partition("::")[2]: why for key, why in wrong.items()} == {
        "b_dies": "ends its process, with 9",
        "d_asserts": "raises RuntimeError: CUDA error: device-side assert triggered",
        "f_waits": "runs for more than 20 s",
        "h_elsewhere": "gives ['other'] instead of []",
    }
    count = 8 + sum(entry.chapter == "ops_switch" for entry in CASES.values())
    assert f"{count - 4} of {count} cases are equal on cpu" in capsys.readouterr().out


def test_known_differences_are_not_printed(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(on_device, "known", lambda: {"chapter::one": "why"})
    monkeypatch.setattr(
        on_device,
        "run_chapter",
        lambda keys, options: {"chapter::one": "off", "chapter::two": "off"},
    )
    assert on_device.main(["--device", "meta", "ops_switch"]) == 1
    out = capsys.readouterr().out
    assert "chapter::one" not in out
    assert "chapter::two: off" in out
    assert "1 differ as known" in out


def test_what_is_known_is_a_case_and_has_a_reason() -> None:
    table = on_device.known()
    assert table
    for start, why in table.items():
        assert len(why) > 10
        assert any(key.startswith(start) for key in CASES), start
