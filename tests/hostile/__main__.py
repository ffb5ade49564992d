"""`python -m tests.hostile COUNT [SECONDS] [PART ...]`: COUNT damaged files for each family whose name holds a PART.

Prints a line of the table in docs/reliability.md for each, and its faults below; SECONDS is the most that a family
takes.
"""

from __future__ import annotations

import sys
import tempfile
import time
from pathlib import Path

from tests.hostile.attack import Format, Outcome, attack
from tests.hostile.formats import FAMILIES, FORMATS

# Files in memory, where there is such a place.
_MEMORY = "/dev/shm" if Path("/dev/shm").is_dir() else None


def run(forms: list[Format], count: int, seconds: float, master: int) -> Outcome:
    """An equal share of the inputs for each format."""
    whole = Outcome()
    for form in forms:
        with tempfile.TemporaryDirectory(dir=_MEMORY, prefix="hostile") as folder:
            share, rest = -(-count // len(forms)), seconds / len(forms)
            result = attack(form, Path(folder), range(share), master, rest)
        whole.inputs += result.inputs
        whole.classes += result.classes
        whole.faults |= {f"{form.name}: {text}": where for text, where in result.faults.items()}
    return whole


def main(argv: list[str]) -> None:
    """One family after the other."""
    count, seconds = int(argv[0]), float(argv[1]) if len(argv) > 1 else 1e9
    assert sorted(f.name for forms in FAMILIES.values() for f in forms) == sorted(
        f.name for f in FORMATS
    )
    for name, forms in FAMILIES.items():
        if argv[2:] and not any(part.lower() in name.lower() for part in argv[2:]):
            continue
        begun = time.monotonic()
        result = run(forms, count, seconds, master=1)
        spent = time.monotonic() - begun
        classes = ", ".join(f"{kind} {n}" for kind, n in result.classes.most_common())
        print(f"| {name} | {result.inputs} | {classes} | {spent:.0f} s", flush=True)
        for text, where in result.faults.items():
            print(f"    FAULT {text}: {where}", flush=True)


if __name__ == "__main__":
    main(sys.argv[1:])
