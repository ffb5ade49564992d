"""What is said of a tutorial."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path


@dataclass(frozen=True)
class Tutorial:
    """`rules`: text to text; `until`: where to stop; `watched`: functions whose numbers are noted; `kept`: expressions.

    `printed`: what stands before and around the numbers that are read from what is printed; `root`: where `path`
    begins.
    """

    path: str
    lay: Callable[[Path], None]
    watched: tuple[str, ...] = ("train_step",)
    rules: dict[str, str] = field(default_factory=dict)
    until: str = ""
    kept: dict[str, str] = field(default_factory=dict)
    nets: tuple[str, ...] = ()
    printed: str = r"loss is ([-\d.e]+)"
    older_repeat: bool = False
    root: str = "tutorials/source_zh_cn"
