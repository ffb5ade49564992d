"""`python -m stub_writer [FOLDER]`: writes msacc-stubs and mindspore-stubs into a folder, the checkout by default."""

from __future__ import annotations

import argparse
from pathlib import Path

from stub_writer import stand_ins

ROOT = Path(__file__).parents[1]
TOPS = ("msacc-stubs", "mindspore-stubs")


def write(folder: Path, texts: dict[str, str]) -> None:
    """Write the stubs that are new or changed, and remove those that are no longer."""
    for old in [path for top in TOPS for path in (folder / top).rglob("*.pyi")]:
        if old.relative_to(folder).as_posix() not in texts:
            old.unlink()
    for path, text in texts.items():
        file = folder / path
        if not file.exists() or file.read_text(encoding="utf-8") != text:
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_text(text, encoding="utf-8")


if __name__ == "__main__":
    parser = argparse.ArgumentParser(prog="python -m stub_writer", description=__doc__)
    parser.add_argument("folder", nargs="?", type=Path, default=ROOT)
    parser.add_argument("--with-torch", action="store_true", help="import all packages themselves")
    options = parser.parse_args()
    if not options.with_torch:
        stand_ins.install()
    from stub_writer.writer import stubs

    write(options.folder, stubs())
