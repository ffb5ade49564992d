"""Differences that are known: each rule names a claim of docs/differences.md, which has a pair of programs."""

from __future__ import annotations

import re
from dataclasses import dataclass

from tests.fuzz.comparison import Difference


@dataclass(frozen=True)
class Rule:
    """Explains differences that match all its patterns.

    claim: how a claim of docs/differences.md begins. kind: of the difference. theirs: MindSpore's exception and its
    message. text: the program. mode: "pynative", "graph" or "graphO1".
    """

    claim: str
    kind: str
    theirs: str = ""
    text: str = ""
    mode: str = ""

    def explains(self, difference: Difference, text: str) -> bool:
        pairs = (self.mode, difference.mode), (self.kind, difference.kind), (self.text, text)
        return all(re.search(p, s) for p, s in (*pairs, (self.theirs, difference.theirs)))


KERNELS = "**Operations that MindSpore's CPU build lacks"
EMPTY = "**Tensors without elements"
_REFUSED = "^raises "
RULES = [
    Rule(
        KERNELS,
        _REFUSED,
        "unregistered|Unsupported op|[Kk]ernel select|supports types|must be a type of|support(ed)? on CPU|CPU kernel"
        "|Select CPU operator|Select kernel|support data type|Unsupported input data type",
    ),
    Rule(
        EMPTY,
        _REFUSED,
        "memcpy|zero size|empty|must not be 0|Launch kernel failed|positive item|less than or equal to zero",
        r"\(.*\b0,|\(0",
    ),
]


def explanation(difference: Difference, text: str) -> Rule | None:
    return next((rule for rule in RULES if rule.explains(difference, text)), None)
