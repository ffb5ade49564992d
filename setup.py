"""The package's description for an index, and its links; all else is in setup.cfg.

Where an index shows the README, its relative links lead nowhere. `MSACC_PROJECT_URL`, set while the package is built,
is the address of the repository's files (`https://…/blob/main`): links then lead there, and the package names it.
Without it the description has the links' text alone.
"""

from __future__ import annotations

import os
import re
from pathlib import Path

from setuptools import setup

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


if __name__ == "__main__":
    address = os.environ.get("MSACC_PROJECT_URL", "")
    setup(
        long_description=description(
            Path(__file__).with_name("README.md").read_text(encoding="utf-8"), address
        ),
        project_urls={"Source": address, "Documentation": f"{address.rstrip('/')}/docs"}
        if address
        else {},
    )
