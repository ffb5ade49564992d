"""Enumerations shared by several modules of the dataset package."""

from __future__ import annotations

from enum import Enum


class Shuffle(str, Enum):
    """How a source's rows are shuffled."""

    FALSE = "false"
    ADAPTIVE = "adaptive"
    GLOBAL = "global"
    PARTIAL = "partial"
    FILES = "files"
    INFILE = "infile"
