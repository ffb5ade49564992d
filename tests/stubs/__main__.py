"""Writes the stubs and says which files changed; with `--check` says which would."""

from __future__ import annotations

import sys

from tests.stubs.compare import changed, write

if __name__ == "__main__":
    differing = changed()
    print("\n".join(differing) or "every stub is true")
    if "--check" in sys.argv[1:]:
        sys.exit(bool(differing))
    write(differing)
