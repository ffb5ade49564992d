"""`exceptions.txt`: `name: reason`, one a line, for examples that do not print the same here."""

from __future__ import annotations

from pathlib import Path

PATH = Path(__file__).with_name("exceptions.txt")
# The reason of those whose numbers MindSpore draws: their form is compared.
DRAWN = "drawn"


def read_exceptions(path: Path = PATH) -> dict[str, str]:
    """Name -> reason; ValueError for a line without a reason."""
    reasons = {}
    for line in path.read_text().splitlines():
        if line and not line.startswith("#"):
            name, _, reason = line.partition(": ")
            if not reason.strip():
                raise ValueError(f"{path.name}: {line!r} has no reason.")
            reasons[name] = reason
    return reasons
