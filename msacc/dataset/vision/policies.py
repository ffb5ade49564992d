"""Transforms chosen by chance from a policy."""

from __future__ import annotations

from typing import Any

from msacc.common import checks as check
from msacc.dataset.pipeline.operation import Operation
from msacc.dataset.transforms.transforms import _Several


class UniformAugment(_Several):
    """`num_ops` transforms chosen by chance, each applied or not with equal probability, in the list's order."""

    def __init__(self, transforms: list[Any], num_ops: int = 2) -> None:
        super().__init__(transforms)
        check.integer(None, "num_ops", num_ops, 1, check.INT32_MAX)
        if num_ops > len(transforms):
            raise ValueError(f"num_ops {num_ops} is larger than the {len(transforms)} transforms.")
        self.num_ops = num_ops

    def chosen(self) -> list[Operation]:
        random = self._generator()
        places = random.choice(len(self._steps), self.num_ops, replace=False)
        return [self._steps[i] for i in sorted(places) if random.random() < 0.5]


class RandomSelectSubpolicy(_Several):
    """One of the subpolicies, each a list of (transform, probability)."""

    def __init__(self, policy: list[list[tuple[Any, float]]]) -> None:
        check.instance(None, "policy", policy, list)
        if not policy or any(not isinstance(sub, list) or not sub for sub in policy):
            raise ValueError("policy should be a list of lists of (transform, probability).")
        super().__init__([op for sub in policy for op, _ in sub])
        self._chances = [[checked_chance(prob) for _, prob in sub] for sub in policy]

    def chosen(self) -> list[Operation]:
        random = self._generator()
        which = int(random.integers(len(self._chances)))
        start = sum(len(sub) for sub in self._chances[:which])
        chances = self._chances[which]
        return [self._steps[start + i] for i, p in enumerate(chances) if random.random() < p]


def checked_chance(value: Any) -> float:
    """A probability of a subpolicy."""
    check.number(None, "prob", value, 0, 1)
    return float(value)
