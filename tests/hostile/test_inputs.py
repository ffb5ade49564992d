"""Damaged files of every format: read or refused with the documented errors, in little memory and time, by a process
that lives.
"""

from __future__ import annotations

import os
import signal
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from tests.hostile import attack as attacks
from tests.hostile.__main__ import run
from tests.hostile.attack import Format, attack
from tests.hostile.formats import FAMILIES, FORMATS
from tests.hostile.mutate import Random, damaged_bytes, damaged_json, damaged_text

# Of each family; those that take milliseconds each get fewer.
_FEW, _SLOW = 200, ("folders of runs", "TIFF", "images", "converters", "MATLAB", "MindRecord")
_MANY = int(os.environ.get("MSACC_HOSTILE_INPUTS", "2000"))


def test_every_format_is_in_one_family() -> None:
    assert sorted(f.name for forms in FAMILIES.values() for f in forms) == sorted(
        f.name for f in FORMATS
    )


@pytest.mark.parametrize("name", FAMILIES)
def test_damaged_files(name: str) -> None:
    result = run(FAMILIES[name], _FEW // 4 if name.startswith(_SLOW) else _FEW, 60.0, master=0)
    assert not result.faults
    assert result.classes["read"] < result.inputs


@pytest.mark.slow
@pytest.mark.parametrize("name", FAMILIES)
def test_many_damaged_files(name: str) -> None:
    result = run(FAMILIES[name], _MANY, 500.0, master=1)
    assert not result.faults
    assert 0 < result.classes["read"] < result.inputs


# -- the tool itself: what it looks for is found -----------------------------------------------
def _endless(folder: Path) -> None:
    while True:
        pass


def _greedy(folder: Path) -> None:
    # More than a process that has run other tests may have free already. Nothing is written to it.
    np.empty(8 << 30, np.uint8)


def _killed(folder: Path) -> None:
    os.kill(os.getpid(), signal.SIGSEGV)


def _undocumented(folder: Path) -> None:
    raise UnicodeDecodeError("utf-8", b"", 0, 1, "a subclass of ValueError")


def _torch_memory(folder: Path) -> None:
    raise ValueError("[enforce fail] you tried to allocate 4398046511104 bytes")


@pytest.mark.parametrize(
    ("wrong", "says"),
    [
        (_endless, "TooSlow"),
        (_greedy, "MemoryError"),
        (_killed, "the process died"),
        (_undocumented, "UnicodeDecodeError"),
        (_torch_memory, "ValueError"),
    ],
)
def test_what_must_not_be_is_found(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, wrong: Any, says: str
) -> None:
    if (
        wrong is _endless
    ):  # the others have the usual limit: a busy machine takes long for a fork's first pages
        monkeypatch.setattr(attacks, "CPU_SECONDS", 0.2)
    good = b"good"

    def read(folder: Path) -> None:
        if (folder / "a").read_bytes() != good:
            wrong(folder)

    form = Format(
        "a", lambda d: (d / "a").write_bytes(good), ("a",), read, (ValueError,), (damaged_bytes,)
    )
    result = attack(form, tmp_path, range(3))
    assert result.inputs == 3
    assert [text.partition(" at ")[0].partition(" (")[0] for text in result.faults] == [says]
    assert (tmp_path / "a").read_bytes() == good or says == "the process died"


def _same(random: Random, raw: bytes) -> Iterator[bytes]:
    for damage in (damaged_bytes, damaged_text, damaged_json):
        yield damage(random, raw, [raw, b"other"])


def test_damage_follows_from_the_seed() -> None:
    raw = b'{"a": [1, 2, {"b": null}], "c": "text"}'
    for seed in range(50):
        first, again = (list(_same(np.random.default_rng(seed), raw)) for _ in range(2))
        assert first == again
    kinds = {b for seed in range(50) for b in _same(np.random.default_rng(seed), raw)}
    assert len(kinds) > 120
