"""`python -m msacc check PATH`: what of MindSpore a file or a folder uses, and what becomes of it here."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from msacc.common.text_tables import output
from msacc.porting.project import check
from msacc.porting.report import as_json, show


def main(argv: list[str]) -> int:
    """Prints the report. The exit code: 0 where nothing is refused or unknown, 1 otherwise, 2 for a wrong PATH."""
    options = _parser().parse_args(argv)
    if not options.path.exists():
        print(f"python -m msacc check: there is no file or folder '{options.path}'.", file=sys.stderr)  # fmt: skip
        return 2
    report = check(options.path)
    if not report.files and not report.uses:
        print(f"python -m msacc check: no Python files in '{options.path}'.", file=sys.stderr)
        return 2
    if options.json:
        print(as_json(report))
    else:
        show(report, output())
    return 1 if report.ends else 0


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="python -m msacc check",
        description="Reads a project's Python files, notebooks and context sections of YAML files, runs nothing, and"
        " says of each name, argument and option of MindSpore what becomes of it here.",
    )
    parser.add_argument("path", type=Path, metavar="PATH", help="a file or a folder")
    parser.add_argument("--json", action="store_true", help="every use as JSON")
    return parser
