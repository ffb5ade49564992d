"""Starting other people's commands: the mindspore that pip sees, console scripts, pytest's plugin,
mpirun's terminal.
"""

from __future__ import annotations

import hashlib
import os
import subprocess
import sys
import zipfile
from base64 import urlsafe_b64encode
from importlib import metadata
from pathlib import Path

import pytest

from msacc import __main__, stub_distribution
from msacc.launch import command, console_scripts
from msacc.train import _progress

_ROOT = Path(__file__).parents[2]


def _alone(folder: Path, *argv: str) -> str:
    """What a Python without msacc in its command line prints."""
    env = {**os.environ, "PYTHONPATH": f"{folder}{os.pathsep}{_ROOT}"}
    done = subprocess.run([sys.executable, *argv], env=env, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    return done.stdout


def test_the_wheel_is_one_that_installers_take(tmp_path: Path) -> None:
    with zipfile.ZipFile(stub_distribution.write_wheel(tmp_path, "2.3.1")) as wheel:
        record = wheel.read("mindspore-2.3.1.dist-info/RECORD").decode().split()
        for name, digest, size in (line.split(",") for line in record[:-1]):
            raw = wheel.read(name)
            found = urlsafe_b64encode(hashlib.sha256(raw).digest()).decode().rstrip("=")
            assert (digest, int(size)) == (f"sha256={found}", len(raw))
        assert {line.split(",")[0] for line in record} == set(wheel.namelist())


def test_an_environment_that_has_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    zipfile.ZipFile(stub_distribution.write_wheel(tmp_path)).extractall(tmp_path)
    program = "import mindspore.nn as nn, mindspore, msacc; assert mindspore is msacc; print(nn.Dense.__module__)"
    assert _alone(tmp_path, "-c", program) == "mindspore.nn.layer.basic\n"
    monkeypatch.syspath_prepend(tmp_path)
    assert metadata.version("mindspore") == "2.10.0"
    assert stub_distribution.real_mindspore() is None


def test_real_mindspore_is_left_alone(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    info = tmp_path / "mindspore-2.4.0.dist-info"
    info.mkdir()
    info.joinpath("METADATA").write_text("Metadata-Version: 2.1\nName: mindspore\nVersion: 2.4.0\n")
    monkeypatch.syspath_prepend(tmp_path)
    assert __main__.main(["install-as-mindspore"]) == 1
    assert "MindSpore 2.4.0 is installed here: pip uninstall mindspore" in capsys.readouterr().err


def test_a_wrong_version(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as left:
        stub_distribution.main(["--version", "new", "--wheel", str(tmp_path)])
    assert left.value.code == 2
    assert "'new' is no version" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("#!/usr/bin/env python3.11\n", True),
        ("#!/bin/sh\n'''exec' \"/a very long path/bin/python\" \"$0\" \"$@\"\n' '''\n", True),
        ("#!/bin/sh\necho python\n", False),
        ("", False),
    ],
)
def test_console_scripts(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, text: str, found: bool
) -> None:
    script = tmp_path / "mindtoy-train"
    script.write_text(text + "import sys\n")
    script.chmod(0o755)
    monkeypatch.setenv("PATH", str(tmp_path))
    assert console_scripts.find("mindtoy-train") == (str(script) if found else None)
    assert console_scripts.find("./mindtoy-train") is None
    if found:
        assert command.parse(["mindtoy-train", "-a"]).target == str(script)


def test_the_pytest_plugin(tmp_path: Path) -> None:
    file = tmp_path / "test_it.py"
    file.write_text("import mindspore, msacc\n\ndef test_it():\n    assert mindspore is msacc\n")
    plain = ["-c", os.devnull, "-p", "no:cacheprovider", "-q"]
    said = _alone(tmp_path, "-m", "pytest", *plain, "-p", "msacc.pytest_plugin", str(file))
    assert "1 passed" in said


@pytest.mark.parametrize(
    ("env", "first"),
    [
        ({}, True),
        ({"RANK": "0"}, True),
        ({"RANK": "1"}, False),
        ({"RANK_ID": "3"}, False),
        ({"MS_NODE_ID": "1"}, False),
        ({"OMPI_COMM_WORLD_RANK": "0"}, False),
        ({"OMPI_COMM_WORLD_RANK": "1"}, False),
        ({"PMI_RANK": "0"}, False),
    ],
)
def test_who_draws_the_live_line(env: dict[str, str], first: bool) -> None:
    assert _progress._is_first_process(env) is first
