"""The verdicts, and a use of MindSpore with its verdict."""

from __future__ import annotations

import enum
from dataclasses import dataclass


class Verdict(enum.Enum):
    """What becomes of a name, an argument or an option; the worst comes last."""

    RUNS = "runs"
    NO_EFFECT = "has no effect"
    DIFFERS = "runs otherwise"
    REFUSED = "refused"
    UNKNOWN = "unknown"

    @property
    def fails(self) -> bool:
        """Whether the program ends there."""
        return self in (Verdict.REFUSED, Verdict.UNKNOWN)


@dataclass(frozen=True)
class Judgement:
    """A verdict and its reason."""

    verdict: Verdict = Verdict.RUNS
    text: str = ""
    removed: bool = (
        False  # MindSpore 2.10 does not have it; earlier releases did, or msacc alone does
    )
    conditional: bool = False  # whether it holds depends on a value that the source does not show


@dataclass(frozen=True)
class Use:
    """A place in a project where something of MindSpore's is used."""

    file: str
    line: int
    name: str  # as MindSpore calls it: mindspore.nn.Dense
    argument: str = ""
    judgement: Judgement = Judgement()
    ascend: bool = False  # it concerns Ascend alone
    guarded: bool = (
        False  # in a branch that a version decides, or whose failure the program handles
    )

    @property
    def verdict(self) -> Verdict:
        return self.judgement.verdict

    @property
    def subject(self) -> str:
        """`mindspore.nn.Dense(has_bias)`, or the name alone."""
        return f"{self.name}({self.argument})" if self.argument else self.name

    @property
    def ends(self) -> bool:
        """Whether the program is sure to end there, once it comes there."""
        return self.verdict.fails and not self.guarded and not self.judgement.conditional
