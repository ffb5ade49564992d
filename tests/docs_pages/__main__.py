"""Run the pages and print a table."""

from __future__ import annotations

import argparse
import tempfile
from pathlib import Path

import msacc
from tests.docs_pages import page, table
from tests.docs_pages.changes import change
from tests.docs_pages.sides import both


def main() -> None:
    """The command."""
    parser = argparse.ArgumentParser(prog="python -m tests.docs_pages", description=__doc__)
    parser.add_argument("checkout", type=Path, help="a checkout of mindspore-ai/docs")
    parser.add_argument("names", nargs="*", help="pages whose path contains one of these; all")
    parser.add_argument("--mindspore", required=True, help="a Python with mindspore and ipykernel")
    parser.add_argument("--libraries", default="", help="a folder of further packages, for both")
    parser.add_argument("--timeout", type=float, default=300, help="seconds for one page (300)")
    parser.add_argument(
        "--keep", type=Path, help="a folder for what was printed; MindSpore's is read there again"
    )
    parser.add_argument(
        "--kept", action="store_true", help="read msacc's there as well: the table alone"
    )
    given = parser.parse_intermixed_args()
    msacc.install_as_mindspore()  # some data are records, which are written with `mindspore`
    root = given.checkout / "tutorials/source_en"
    with tempfile.TemporaryDirectory(prefix="docs_pages") as folder:
        where = (given.keep or Path(folder)).resolve()
        rows: list[table.Row] = []
        print(table.HEAD, flush=True)
        for path in page.find(root, given.names):
            name = str(path.relative_to(root).with_suffix(""))
            own = change(name, page.cells(path))
            sources = page.changed(page.cells(path), own.rules)
            expected, got = both(given, sources, own.lay, where / name.replace("/", "."))
            rows.append(table.row(name, expected, got, own))
            if rows[-1].runs:
                print(rows[-1], flush=True)
        print(table.last_lines(rows))


if __name__ == "__main__":
    main()
