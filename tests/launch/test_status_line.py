"""The line that tells on a terminal what a job is at."""

from __future__ import annotations

import io
import os
import pty
import subprocess
import sys
import threading
from collections.abc import Iterator
from pathlib import Path

import pytest

from msacc.common import status
from msacc.launch import heartbeat, status_line
from msacc.launch.status_line import StatusLine
from tests.launch.helpers import eventually, sizes

_SCRIPT = """
import time
from msacc.common import status
status.set_step("train", 7, 9, 1, 1)
time.sleep(4)
print("done")
"""


class _Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


@pytest.fixture
def nothing_under_way() -> Iterator[None]:
    status.end_steps()
    yield
    status.end_steps()


def test_status_in_words(nothing_under_way: None) -> None:
    assert status.status() == "running"
    status.set_step("train", 3, 250, 1, 1)
    assert status.status() == "train step 3 of 250"
    status.set_step("train", 3, -1, 2, 10)
    with status.compiling("network"):
        assert status.status() == "train epoch 2 of 10, step 3, compiling network"
    assert not status.is_compiling()


def test_a_worker_writes_its_status_into_its_heartbeat(
    nothing_under_way: None, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    beat = tmp_path / "beat"
    beat.touch()
    monkeypatch.setenv(heartbeat.FILE, str(beat))
    heartbeat.start()
    status.set_step("train", 250, 250, 1, 1)
    assert eventually(lambda: beat.read_text() == "train step 250 of 250")
    status.set_step("train", 1, 250, 1, 1)
    assert eventually(lambda: beat.read_text() == "train step 1 of 250")
    beat.unlink()
    assert eventually(
        lambda: all(thread.name != "msacc-heartbeat" for thread in threading.enumerate())
    )
    assert not beat.exists()


def test_the_line_is_taken_away_before_output(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    terminal = _Terminal()
    monkeypatch.setattr(sys, "stdout", terminal)
    beat = tmp_path / "beat"
    line = StatusLine(str(beat), 8)
    line._shown -= 1
    line.show()
    assert terminal.getvalue() == "\r\x1b[2Kmsrun: 8 workers, 0 s: starting"
    line.show()  # not before half a second is over
    assert terminal.getvalue().count("msrun") == 1
    status_line.clear()
    assert terminal.getvalue().endswith("starting\r\x1b[2K")
    status_line.clear()
    assert terminal.getvalue().count("\x1b[2K") == 2


def test_only_a_terminal_has_the_line(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "stdout", io.StringIO())
    line = StatusLine("none", 1)
    line._shown -= 1
    line.show()
    assert sys.stdout.getvalue() == ""  # type: ignore[attr-defined]


def test_msrun_shows_it(tmp_path: Path) -> None:
    script = tmp_path / "waits.py"
    script.write_text(_SCRIPT)
    ours, theirs = pty.openpty()
    words = [*sizes(1), "--join=True", "--tail_worker_log=0", str(script)]
    run = subprocess.Popen(
        [sys.executable, "-m", "msacc.launch", *words], cwd=tmp_path, stdout=theirs, stdin=theirs
    )
    os.close(theirs)
    seen = b""
    while True:
        try:
            data = os.read(ours, 4096)
        except OSError:  # the other side is closed
            break
        seen += data
    assert run.wait(60) == 0
    os.close(ours)
    assert b"s: train step 7 of 9" in seen
    assert b"\x1b[2Kdone" in seen  # the line is gone before the output,
    assert seen.rstrip().endswith((b"done", b"\x1b[2K"))  # and in the end
