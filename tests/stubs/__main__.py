"""Writes the stubs; says which files changed."""

from __future__ import annotations

from tests.stubs.compare import changed, write

if __name__ == "__main__":
    differing = changed()
    write(differing)
    print("\n".join(differing) or "every stub is true")
