"""A run of on_gpu.py: parts that fail, hang or end are told apart; its page and its chapter of docs/performance.md."""

from __future__ import annotations

import importlib
import json
import re
import sys
import time
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

ROOT = Path(__file__).parents[2]


@pytest.fixture
def minutes(monkeypatch: pytest.MonkeyPatch) -> SimpleNamespace:
    """The modules of the package beside the benchmarks."""
    monkeypatch.syspath_prepend(str(ROOT / "benchmarks"))
    names = ("chapter", "figures", "page", "parts", "running", "yardsticks")
    modules = {name: importlib.import_module(f"gpu_minutes.{name}") for name in names}
    monkeypatch.setattr(modules["running"], "_LEAST", 0.2)
    return SimpleNamespace(**modules)


def _runner(minutes: SimpleNamespace, folder: Path, seconds: float, changed: Any) -> Any:
    (folder / "logs").mkdir()
    return minutes.running.Runner(folder, folder, time.monotonic() + seconds, changed)


def _part(minutes: SimpleNamespace, name: str, program: str, seconds: float = 60.0) -> Any:
    return minutes.parts.Part(name, [sys.executable, "-c", program], seconds)


_HANGS = """
import subprocess, time
print("before", flush=True)
child = subprocess.Popen(["sleep", "300"])
open("pid", "w").write(str(child.pid))
time.sleep(300)
"""


def test_parts_end_as_they_do(minutes: SimpleNamespace, tmp_path: Path) -> None:
    states: list[list[str]] = []
    runner = _runner(
        minutes, tmp_path, 60, lambda: states.append([o.state for o in runner.outcomes])
    )
    parts = [
        _part(minutes, "good", "print('well')"),
        _part(minutes, "bad", "print('why'); raise SystemExit(3)"),
        _part(minutes, "hangs", _HANGS, 4.0),
        _part(minutes, "late", "", 0.1),
    ]
    runner.side_by_side(parts, {"checks": 2}, time.monotonic() + 30, 1.0)
    found = [outcome.as_json() for outcome in runner.outcomes]
    assert [each["state"] for each in found] == ["done", "failed", "cut off", "not started"]
    assert [each["returncode"] for each in found] == [0, 3, -15, None]
    assert [each["last_lines"] for each in found] == [["well"], ["why"], ["before"], []]
    assert len(states) == len(parts)
    assert _is_gone(int((tmp_path / "pid").read_text()))


def _is_gone(pid: int) -> bool:
    """Whether a process has ended, waited for or not."""
    for _ in range(50):
        try:
            if Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] == "Z":
                return True
        except OSError:
            return True
        time.sleep(0.1)
    return False


def test_parts_alone_share_what_is_left(minutes: SimpleNamespace, tmp_path: Path) -> None:
    runner = _runner(minutes, tmp_path, 40, lambda: None)
    runner.one_by_one([_part(minutes, str(n), "", s) for n, s in enumerate((30.0, 10.0))])
    first, last = (outcome.limit for outcome in runner.outcomes)
    assert 29 <= first <= 30  # of 40 s
    assert last > 30  # the first left almost everything


def test_compiled_code_is_in_folders_of_their_own(minutes: SimpleNamespace) -> None:
    work = Path("work")
    choice = minutes.parts.Choice("cuda", False, work)
    parts = [*minutes.parts.side_by_side(choice), *minutes.parts.alone(choice)]
    assert len({part.name for part in parts}) == len(parts)
    folders = [minutes.running.compiled_code(work, part)["TRITON_CACHE_DIR"] for part in parts]
    assert len(set(folders)) == sum(part.cold for part in parts) + 1


@pytest.mark.parametrize("quick", [False, True])
def test_sides_and_networks_are_known(quick: bool, minutes: SimpleNamespace) -> None:
    parser = importlib.import_module("gpu").options()
    choice = minutes.parts.Choice("cuda", quick, Path("work"))
    parts = [*minutes.parts.side_by_side(choice), *minutes.parts.alone(choice)]
    commands = [part.command[2:] for part in parts if part.command[1].endswith("/gpu.py")]
    asked = [parser.parse_args(command) for command in commands]
    assert all(each.quick == quick and each.device == "cuda" for each in asked)
    assert {each.json.parent for each in asked} == {Path("work")}
    timed = {model for each in asked if not each.first for model in each.models}
    assert timed >= {"gpt2", "resnet50", "vit", "lenet", "mlp"}


def _result(minutes: SimpleNamespace, tmp_path: Path, bad: int) -> dict[str, Any]:
    part = {"name": "a part", "seconds": 1.0, "limit": 2.0, "returncode": 1}
    ended = {**part, "state": "failed", "last_lines": [f"line {n} " + "x" * 99 for n in range(3)]}
    good = {**part, "state": "done", "last_lines": []}
    yardsticks = minutes.yardsticks.all_of(minutes.figures.Figures(tmp_path))
    where = {"device": "a GPU", "kind": "cuda", "torch": "2", "commit": "abc", "date": "today"}
    asked = {"minutes": 10, "quick": False, "seconds": 500.0, "accuracy": ""}
    found = {"parts": [good] * 9 + [ended] * bad, "yardsticks": yardsticks, "tables": []}
    return {**where, **asked, **found}


@pytest.mark.parametrize("bad", [0, 1, 6, 12, 40])
def test_a_page_fits(bad: int, minutes: SimpleNamespace, tmp_path: Path) -> None:
    lines = minutes.page.page(_result(minutes, tmp_path, bad)).splitlines()
    assert len(lines) <= 60
    assert max(map(len, lines)) <= 80
    said = [line for line in lines if line.startswith("failed: a part")]
    assert len(said) == bad or lines[-1] == "... more in gpu.json"
    # The last of what a part said is what is kept.
    assert bad not in (1, 6) or sum("line 2" in line for line in lines) == bad


@pytest.mark.parametrize(
    ("log", "failed"),
    [
        ("3 errors found\n\n2 failed, 22 passed, 1 error in 31.20s (0:00:31)\n", 3),
        ("22 passed, 1 skipped in 3.10s\n", 0),
        ("27 skipped in 0.50s\n", None),
        ("5 failed\n", None),
    ],
)
def test_failed_tests_are_counted(
    log: str, failed: int | None, minutes: SimpleNamespace, tmp_path: Path
) -> None:
    (tmp_path / "logs").mkdir()
    (tmp_path / "logs" / "gpu_tests.log").write_text(log)
    assert minutes.figures.Figures(tmp_path).failed_tests() == failed


def test_what_the_profiler_logs_is_left_out(minutes: SimpleNamespace, tmp_path: Path) -> None:
    log = tmp_path / "a.log"
    log.write_text("why\nUSDT:2026-01-01 10:00:00 3:3 A.cpp:39] profiler_start\n\nERROR: mine\n")
    assert minutes.running.last_lines(log) == ["why", "ERROR: mine"]


def _write(folder: Path, name: str, rows: list[dict[str, Any]]) -> None:
    columns = list(rows[0])
    table = {"title": name, "columns": columns, "rows": [list(row.values()) for row in rows]}
    (folder / f"{name}.json").write_text(json.dumps(table))


def test_yardsticks_say_what_holds(minutes: SimpleNamespace, tmp_path: Path) -> None:
    def row(network: str, precision: str, side: str, ms: float, **others: Any) -> dict[str, Any]:
        found = {"network": network, "precision": precision, "side": side, "later ms": ms}
        found |= dict.fromkeys(("compiled at", "speed", "peak MiB", "outside", "graphs"))
        return {**found, **others}

    low = "bfloat16 O2"
    _write(
        tmp_path,
        "timed_gpt2",
        [
            row("gpt2", low, "pynative", 4.0, speed=0.9),
            row("gpt2", low, "automatic", 2.0, outside=4, **{"peak MiB": 100.0}),
            row("gpt2", low, "compile", 2.0, outside=3, **{"peak MiB": 80.0}),
        ],
    )
    _write(
        tmp_path,
        "timed_lenet_mlp",
        [
            row("lenet", "float32", "automatic", 1.0, graphs=1, **{"compiled at": 7}),
            row("mlp", "float32", "automatic", 1.0, graphs=0),
        ],
    )
    for side, seconds in (("o1", 20.0), ("compile", 10.0)):
        first = {"network": "gpt2", "precision": low, "side": side}
        _write(tmp_path, f"first_gpt2_{side}", [{**first, "build s": 1.0, "first s": seconds - 1}])
    rows = minutes.yardsticks.all_of(minutes.figures.Figures(tmp_path))
    known = {row["what"]: (row["found"], row["holds"]) for row in rows if row["holds"] is not None}
    assert known == {
        "step of GPT-2: graph mode / torch.compile": (1.0, True),
        "peak of GPT-2: graph mode / torch.compile": (1.25, False),
        "first step of GPT-2, cold: O1 / torch.compile": (2.0, False),
        "speed of GPT-2, bfloat16 O2: PyNative, of eager": (0.9, False),
        "LeNet, float32: a CUDA graph from this step on": (7, True),
        "MLP, float32: a CUDA graph from this step on": ("never", False),
        "GPT-2: operations outside of a graph (compile's)": (4, False),
    }


def test_the_chapter_is_up_to_date(minutes: SimpleNamespace) -> None:
    page = minutes.chapter.PAGE.read_text()
    assert minutes.chapter.put_into(page) == page, "python benchmarks/on_gpu.py --page"


def test_a_chapter_takes_the_place_of_the_one_before(minutes: SimpleNamespace) -> None:
    page = "# Page\n\n## On a GPU\n\nold\n\n### more\n\nold\n\n## After\n\nstays\n"
    made = minutes.chapter.put_into(page)
    assert "old\n" not in made.replace("an old", "")
    assert made.startswith("# Page\n\n## On a GPU\n")
    assert made.endswith("\n\n## After\n\nstays\n")
    assert re.findall(r"^## .*", made, re.MULTILINE) == ["## On a GPU", "## After"]


def test_a_chapter_of_a_run(
    minutes: SimpleNamespace, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(minutes.chapter, "MEASURED", tmp_path / "measured.json")
    result = tmp_path / "gpu.json"
    result.write_text(json.dumps(_result(minutes, tmp_path, 1)))
    minutes.chapter.keep(result)
    text = minutes.chapter.chapter()
    assert "on today: a GPU, torch 2, msacc abc" in text
    assert "| a part | failed | 1 | 2 |" in text
    assert "has not run" not in text


def test_a_small_run_is_no_figure(minutes: SimpleNamespace, tmp_path: Path) -> None:
    result = tmp_path / "gpu.json"
    result.write_text(json.dumps({**_result(minutes, tmp_path, 0), "quick": True}))
    with pytest.raises(SystemExit, match="full run on a GPU"):
        minutes.chapter.keep(result)
