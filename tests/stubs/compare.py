"""The stubs as they are in the repository, compared with what they should say."""

from __future__ import annotations

from tests.stubs.surface import ROOT
from tests.stubs.writer import stubs


def changed() -> dict[str, str | None]:
    """The text of every stub that should change by its path; None for one that should not be there."""
    wanted: dict[str, str | None] = dict(stubs())
    there = {
        p.relative_to(ROOT).as_posix()
        for top in ("msacc-stubs", "mindspore-stubs")
        for p in (ROOT / top).rglob("*.pyi")
    }
    wanted |= dict.fromkeys(sorted(there - set(wanted)))
    return {path: text for path, text in wanted.items() if _read(path) != text}


def _read(path: str) -> str | None:
    file = ROOT / path
    return file.read_text(encoding="utf-8") if file.exists() else None


def write(files: dict[str, str | None]) -> None:
    """Write or remove stubs."""
    for path, text in files.items():
        file = ROOT / path
        if text is None:
            file.unlink()
            continue
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text, encoding="utf-8")
