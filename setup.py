"""The package's description for an index, its links and its stubs; all else is in setup.cfg.

Type checkers and editors read `msacc-stubs` and `mindspore-stubs`, which `stub_writer` writes from the sources: into
what is built, and into the checkout for an editable installation.

Where an index shows the README, its relative links lead nowhere. `MSACC_PROJECT_URL`, set while the package is built,
is the address of the repository's files (`https://…/blob/main`): links then lead there, and the package names it.
Without it the description has the links' text alone.
"""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

from setuptools import Command, setup
from setuptools.command.build import build

ROOT = Path(__file__).parent

_LINK = re.compile(r"(!?)\[([^\]]*)\]\((?!https?:|#)([^)]+)\)")


def description(readme: str, url: str) -> str:
    """The README with links that are absolute, or plain text without a URL; pictures need one."""
    base = url.rstrip("/")

    def place(link: re.Match[str]) -> str:
        image, text, target = link.groups()
        if not base:
            return "" if image else text
        return f"{image}[{text}]({base.replace('/blob/', '/raw/') if image else base}/{target})"

    return _LINK.sub(place, readme)


class BuildStubs(Command):
    """Writes the stubs, as a part of `build` (setuptools.command.build.SubCommand)."""

    build_lib: str | None
    editable_mode = False

    def initialize_options(self) -> None:
        self.build_lib = None

    def finalize_options(self) -> None:
        self.set_undefined_options("build_py", ("build_lib", "build_lib"))

    def run(self) -> None:
        """In a process of its own: what it imports are stand-ins."""
        paths = [str(ROOT), *filter(None, [os.environ.get("PYTHONPATH")])]
        folder = ROOT if self.editable_mode else self.built()
        subprocess.run(
            [sys.executable, "-W", "ignore", "-m", "stub_writer", str(folder)],
            check=True,
            cwd=ROOT,
            env={**os.environ, "PYTHONPATH": os.pathsep.join(paths)},
        )

    def built(self) -> Path:
        """The folder that becomes the wheel."""
        return Path(self.build_lib or "build").absolute()

    def get_source_files(self) -> list[str]:
        """What a source distribution needs to build."""
        files = [*ROOT.glob("stub_writer/*.py"), ROOT / "docs" / "documented_names.txt"]
        return sorted(str(file.relative_to(ROOT)) for file in files)

    def get_outputs(self) -> list[str]:
        tops = ("msacc-stubs", "mindspore-stubs")
        return [str(file) for top in tops for file in (self.built() / top).rglob("*.pyi")]

    def get_output_mapping(self) -> dict[str, str]:
        return {}


build.sub_commands = [*build.sub_commands, ("build_stubs", None)]

if __name__ == "__main__":
    address = os.environ.get("MSACC_PROJECT_URL", "")
    setup(
        cmdclass={"build_stubs": BuildStubs},
        long_description=description((ROOT / "README.md").read_text(encoding="utf-8"), address),
        project_urls={"Source": address, "Documentation": f"{address.rstrip('/')}/docs"}
        if address
        else {},
    )
