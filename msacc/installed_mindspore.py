"""What is installed under the name mindspore: the stand-in that `install-as-mindspore` made, or the real one."""

from __future__ import annotations

import re
from importlib import metadata
from importlib.metadata import MetadataPathFinder

STAND_IN_SUMMARY = "Stands in for MindSpore: import mindspore gives msacc"


def installed_versions() -> tuple[str | None, str | None]:
    """The versions of the stand-in and of the real MindSpore, None for what is not installed."""
    context = metadata.DistributionFinder.Context(name="mindspore")
    for distribution in MetadataPathFinder().find_distributions(context):
        text = distribution.read_text("METADATA") or distribution.read_text("PKG-INFO") or ""
        version = re.search(r"^Version: *(\S+)", text, re.MULTILINE)
        if version is not None:
            stands_in = f"\nSummary: {STAND_IN_SUMMARY}\n" in text
            return (version[1], None) if stands_in else (None, version[1])
    return None, None
