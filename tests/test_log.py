"""Log lines in MindSpore's format."""

from __future__ import annotations

import logging
import os
import re
import subprocess
import sys
from collections.abc import Iterator

import pytest

from msacc import log


@pytest.fixture(autouse=True)
def _fresh() -> Iterator[None]:
    logger = logging.getLogger(f"ME.mindspore.log.{os.getpid()}")
    logger.handlers.clear()
    yield
    logger.handlers.clear()
    log.read_environment()


def test_format_and_default_level(capsys: pytest.CaptureFixture[str]) -> None:
    for name in ("debug", "info", "warning", "error", "critical"):
        getattr(log, name)("value %d of %s", 3, name)
    lines = capsys.readouterr().err.splitlines()
    form = r"\[(\w+)\] ME\(\d+:\d+,MainProcess\):\d{4}-\d\d-\d\d-\d\d:\d\d:\d\d\.\d{3}\.\d{3} \[(.*)\] (.*)"
    found = [re.fullmatch(form, line) for line in lines]
    assert [m and m[1] for m in found] == ["WARNING", "ERROR", "CRITICAL"]
    assert all(m and re.search(r"test_log\.py:\d+$", m[2]) for m in found)
    assert found[0] is not None
    assert found[0][3] == "value 3 of warning"


@pytest.mark.parametrize(
    ("asked", "level", "shown"), [("0", "0", 5), ("1", "1", 4), ("3", "3", 2), ("x", "2", 3)]
)
def test_glog_v(
    asked: str,
    level: str,
    shown: int,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.setenv("GLOG_v", asked)
    log.read_environment()
    for name in ("debug", "info", "warning", "error", "critical"):
        getattr(log, name)("text")
    assert len(capsys.readouterr().err.splitlines()) == shown
    assert log.get_level() == level
    assert log.get_log_config() == {"GLOG_v": level, "GLOG_logtostderr": "1"}


def test_an_exception_is_shown(capsys: pytest.CaptureFixture[str]) -> None:
    try:
        raise ValueError("inside")
    except ValueError:
        log.error("it failed", exc_info=True)
    assert "ValueError: inside" in capsys.readouterr().err


def test_a_warning_is_given_once_for_a_key() -> None:
    said: list[str] = []

    class Logger:
        warning = staticmethod(said.append)

    logger = Logger()

    @log._LogActionOnce(logger, "a key of this test")
    def warned(number: int) -> int:
        logger.warning(f"for {number}")
        return number

    assert [warned(1), warned(2)] == [1, 2]
    assert said == ["for 1"]
    logger.warning("outside")
    assert said == ["for 1", "outside"]


def test_variables_count_as_they_are_at_the_import() -> None:
    program = "import os; import msacc as ms; os.environ['GLOG_v'] = '4'; print(ms.get_level())"
    environment = os.environ | {"GLOG_v": "3"}
    done = subprocess.run([sys.executable, "-c", program], env=environment, capture_output=True)
    assert done.stdout.split() == [b"3"], done.stderr
