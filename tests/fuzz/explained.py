"""Differences that are known: each rule names a claim of docs/differences.md, which has a pair of programs."""

from __future__ import annotations

import re
from dataclasses import dataclass

from tests.fuzz.comparison import Difference


@dataclass(frozen=True)
class Rule:
    """Explains a difference whose kind and whose line (with the function that it shows) match the patterns."""

    claim: str
    kind: str
    text: str = ""
    mode: str = ""

    def explains(self, difference: Difference, text: str) -> bool:
        return bool(
            re.search(self.mode, difference.mode)
            and re.search(self.kind, difference.kind)
            and re.search(self.text, text)
        )


RULES: list[Rule] = []


def explanation(difference: Difference, text: str) -> Rule | None:
    return next((rule for rule in RULES if rule.explains(difference, text)), None)
