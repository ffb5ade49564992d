"""A page on both sides. Results are kept in files: MindSpore's are read from there while the cells are the same."""

from __future__ import annotations

import argparse
import json
import shutil
import sys
from collections.abc import Callable
from dataclasses import asdict
from pathlib import Path

from tests.docs_pages.kernel import Printed, Side

_ROOT = Path(__file__).parents[2]
_BESIDE = Path(__file__).parent / "beside"
_PREPARE = f"import sys\nsys.path.insert(0, {str(_BESIDE)!r})\nimport prepare"
# One thread, so that a sum's order is the same in each run; no windows; nothing from the network.
_ENVIRONMENT = {"OMP_NUM_THREADS": "1", "MPLBACKEND": "agg", "MSACC_OFFLINE": "1"}


def both(
    given: argparse.Namespace, sources: list[str], lay: Callable[[Path], None], folder: Path
) -> tuple[list[Printed], list[Printed]]:
    """What MindSpore and what msacc print, each in a folder of its own in which `lay` puts the data."""
    expected = _read(folder / "mindspore.json", sources)
    if expected is None:
        expected = _run(_mindspore(given), sources, lay, folder, "mindspore", given.timeout)
    got = _read(folder / "msacc.json", sources) if given.kept else None
    if got is None:
        got = _run(msacc_side(given), sources, lay, folder, "msacc", given.timeout)
    return expected, got


def _mindspore(given: argparse.Namespace) -> Side:
    environment = {**_ENVIRONMENT, "PYTHONPATH": given.libraries, "GLOG_v": "3"}
    return Side(given.mindspore, (_PREPARE,), environment)


def msacc_side(given: argparse.Namespace) -> Side:
    environment = {**_ENVIRONMENT, "PYTHONPATH": f"{_ROOT}:{given.libraries}"}
    return Side(sys.executable, ("%load_ext msacc", _PREPARE), environment)


def _run(
    side: Side,
    sources: list[str],
    lay: Callable[[Path], None],
    folder: Path,
    name: str,
    timeout: float,
) -> list[Printed]:
    """Both sides run in a folder of one name, as some pages print it."""
    place = folder / "page"
    shutil.rmtree(place, ignore_errors=True)
    place.mkdir(parents=True)
    lay(place)
    printed = side.run(sources, place, timeout)
    shutil.rmtree(place)
    _write(folder / f"{name}.json", sources, printed)
    return printed


def _write(file: Path, sources: list[str], printed: list[Printed]) -> None:
    lines = [{"source": s, **asdict(p)} for s, p in zip(sources, printed, strict=True)]
    file.write_text(json.dumps(lines, indent=1))


def _read(file: Path, sources: list[str]) -> list[Printed] | None:
    if not file.exists():
        return None
    lines = json.loads(file.read_text())
    if [line.pop("source") for line in lines] != sources:
        return None
    return [Printed(**line) for line in lines]
