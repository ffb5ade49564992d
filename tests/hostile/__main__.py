"""`python -m tests.hostile COUNT [SECONDS] [NAME ...]`: damaged files for the formats whose names hold a NAME; a table."""

from __future__ import annotations

import sys
import tempfile
import time
from pathlib import Path

from tests.hostile.attack import attack
from tests.hostile.formats import FORMATS


def main(argv: list[str]) -> None:
    """One format after the other; the faults under its line."""
    count, seconds = int(argv[0]), float(argv[1]) if len(argv) > 1 else 1e9
    for form in FORMATS:
        if argv[2:] and not any(part.lower() in form.name.lower() for part in argv[2:]):
            continue
        with tempfile.TemporaryDirectory(dir="/dev/shm", prefix="hostile") as folder:
            begun = time.monotonic()
            found = attack(form, Path(folder), range(count), most_seconds=seconds)
            rate = found.inputs / (time.monotonic() - begun)
        classes = ", ".join(f"{name} {n}" for name, n in found.classes.most_common())
        print(f"| {form.name} | {found.inputs} | {classes} | {rate:.0f}/s |", flush=True)
        for text, where in found.faults.items():
            print(f"    FAULT {text}: {where}", flush=True)


if __name__ == "__main__":
    main(sys.argv[1:])
