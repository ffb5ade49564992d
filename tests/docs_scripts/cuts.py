"""What the processes of a job held, in words."""

from __future__ import annotations

import math
from collections import Counter
from typing import Any

from tests.docs_scripts.scripts import Script


def told(held: list[dict[str, Any]]) -> str:
    """Of each parameter that is cut its pieces; then stages, and what is sharded over copies."""
    first = held[0]["parameters"] if held else {}
    words = [
        f"`{name}` {tuple(p['cuts'])} of {tuple(p['shape'])}"
        for name, p in first.items()
        # An optimizer's state lies as its parameter does.
        if math.prod(p["cuts"]) > 1 and name.partition(".")[2] not in first
    ]
    if _stages(held) > 1:
        words.append(f"{_stages(held)} stages, {'/'.join(map(str, _sizes(held)))} parameters")
    pieces = Counter(b[1] for one in held[:1] for b in one["buckets"] if b[1] > 1)
    if pieces:
        words.append(f"buckets in {max(pieces)} pieces")
    return "; ".join(words) or "whole copies"


def _sizes(held: list[dict[str, Any]]) -> list[int]:
    """How many parameters that others lack each stage holds."""
    absent = {n for one in held for n, p in one["parameters"].items() if p["absent"]}
    found = {}
    for one in held:
        own = tuple(n for n, p in one["parameters"].items() if n in absent and not p["absent"])
        found[own] = len(own)
    return list(found.values())


def _stages(held: list[dict[str, Any]]) -> int:
    kinds = {tuple(n for n, p in one["parameters"].items() if p["absent"]) for one in held}
    return len(kinds) if any(kinds) else 1


def missing(script: Script, held: list[dict[str, Any]]) -> str:
    """What the script asks to be cut and is not."""
    cut = any(math.prod(p["cuts"]) > 1 for one in held for p in one["parameters"].values())
    if script.cut == "weights" and not cut:
        return "no parameter is cut"
    if script.cut == "stages" and _stages(held) < 2:
        return "every process holds all"
    return ""
