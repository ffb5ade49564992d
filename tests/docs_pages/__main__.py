"""Run the pages and print a table."""

from __future__ import annotations

import argparse
import json
import shutil
import sys
import tempfile
import time
from pathlib import Path

from tests.docs_pages import compare, page
from tests.docs_pages.changes import change
from tests.docs_pages.kernel import Printed, Side

_ROOT = Path(__file__).parents[2]
_BESIDE = Path(__file__).parent / "beside"
_HEAD = "| page | cells | on MindSpore | alike | figures | |"


def main() -> None:
    """The command."""
    parser = argparse.ArgumentParser(prog="python -m tests.docs_pages", description=__doc__)
    parser.add_argument("checkout", type=Path, help="a checkout of mindspore-ai/docs")
    parser.add_argument("names", nargs="*", help="pages whose path contains one of these; all")
    parser.add_argument("--mindspore", required=True, help="a Python with mindspore and ipykernel")
    parser.add_argument("--timeout", type=float, default=300, help="seconds for one page (300)")
    parser.add_argument("--keep", type=Path, help="a folder for what was printed")
    given = parser.parse_intermixed_args()
    root = given.checkout / "tutorials/source_en"
    with tempfile.TemporaryDirectory(prefix="docs_pages") as folder:
        where = (given.keep or Path(folder)).resolve()
        print(_HEAD, "|---" * 6 + "|", sep="\n", flush=True)
        for path in page.find(root, given.names):
            print(_row(path, root, given, where), flush=True)


def _side(python: str, first: tuple[str, ...] = (), pythonpath: str = "") -> Side:
    environment = {
        "PYTHONPATH": pythonpath,
        "OMP_NUM_THREADS": "1",
        "MPLBACKEND": "agg",
        "MSACC_OFFLINE": "1",
    }
    prepare = f"import sys\nsys.path.insert(0, {str(_BESIDE)!r})\nimport prepare"
    return Side(python, (*first, prepare), environment)


def _row(path: Path, root: Path, given: argparse.Namespace, where: Path) -> str:
    name = str(path.relative_to(root).with_suffix(""))
    sources = page.cells(path)
    own = change(name, sources)
    sources = page.changed(sources, own.rules)
    sides = {
        "mindspore": _side(given.mindspore),
        "msacc": _side(sys.executable, ("%load_ext msacc",), str(_ROOT)),
    }
    results = {}
    times = {}
    for kind, side in sides.items():
        folder = where / name.replace("/", ".") / kind
        shutil.rmtree(folder, ignore_errors=True)
        folder.mkdir(parents=True)
        own.lay(folder)
        t = time.time()
        results[kind] = side.run(sources, folder, given.timeout)
        times[kind] = round(time.time() - t, 1)
    record = [
        {"source": s, "mindspore": [a.text, a.error], "msacc": [b.text, b.error]}
        for s, a, b in zip(sources, results["mindspore"], results["msacc"])
    ]
    (where / f"{name.replace('/', '.')}.json").write_text(json.dumps(record, indent=1))
    return tell(name, results["mindspore"], results["msacc"], own.ignored) + f" {times}"


def tell(name: str, expected: list[Printed], got: list[Printed], ignored: tuple[str, ...]) -> str:
    good = [i for i, one in enumerate(expected) if not one.error]
    problems = []
    n = 0
    for i in good:
        if got[i].error:
            problems.append(f"{i}: {got[i].error}")
        elif d := compare.difference(expected[i].text, got[i].text, ignored):
            problems.append(f"{i}: {d}")
        else:
            n += compare.figures(expected[i].text, ignored)
    fails = [f"{i}: {one.error}" for i, one in enumerate(expected) if one.error]
    return f"| {name} | {len(expected)} | {len(good)} | {len(good) - len(problems)} | {n} | " + "\n      D ".join(["", *problems]) + "\n      F ".join(["", *fails])


if __name__ == "__main__":
    main()
