"""Random selection of transforms: UniformAugment and RandomSelectSubpolicy."""

from __future__ import annotations

import random
from typing import Any

import numpy as np

from msacc.common import checks as check
from msacc.dataset.pipeline.operation import Operation
from msacc.dataset.transforms.transforms import _CombinedTransform
from msacc.dataset.vision.arguments import check_positive


class UniformAugment(_CombinedTransform):
    """`num_ops` random transforms, each applied with probability 1/2, in the list's order."""

    def __init__(self, transforms: list[Any], num_ops: int = 2) -> None:
        check_positive("num_ops", check.integer(None, "num_ops", num_ops))
        if num_ops > len(transforms):
            raise check.error_with_note(
                ValueError,
                "num_ops is greater than transforms list size.",
                f"Got {num_ops} for {len(transforms)} transforms.",
            )
        check.instance(None, "transforms list", transforms, (list, tuple))
        super().__init__(transforms)
        self.num_ops = num_ops

    def select_steps(self, in_python: bool) -> list[Operation]:
        count = len(self._msacc_steps)
        if in_python:
            indices = np.random.choice(count, size=self.num_ops, replace=False)
            return [self._msacc_steps[i] for i in indices if _coin_flip()]
        draws = self.draws()
        return [
            self._msacc_steps[i] for i in draws.sample(self.num_ops, count) if not draws.below(2)
        ]


def _coin_flip() -> bool:
    # MindSpore draws the probability too.
    chance = random.random()
    return random.random() < chance


class RandomSelectSubpolicy(_CombinedTransform):
    """One of the subpolicies of `policy`, a list of lists of (transform, probability)."""

    def __init__(self, policy: list[list[tuple[Any, float]]]) -> None:
        check.instance(None, "policy", policy, list)
        if not policy:
            raise ValueError("policy can not be empty.")
        for i, sub in enumerate(policy):
            check.instance(None, f"policy[[{i}]]", sub, list)
            if not sub:
                raise ValueError(f"policy[{i}] can not be empty.")
            for k, step in enumerate(sub):
                _check_step(f"policy[{i}][{k}]", step)
        super().__init__([op for sub in policy for op, _ in sub])
        self._msacc_chances = [[float(prob) for _, prob in sub] for sub in policy]

    def select_steps(self, in_python: bool) -> list[Operation]:
        draws = self.draws()
        which = draws.below(len(self._msacc_chances))
        start = sum(len(sub) for sub in self._msacc_chances[:which])
        chances = self._msacc_chances[which]
        return [self._msacc_steps[start + i] for i, p in enumerate(chances) if draws.double() <= p]


def _check_step(where: str, step: object) -> None:
    """Raises ValueError or TypeError unless it is (transform, probability)."""
    if not isinstance(step, tuple) or len(step) != 2:
        raise check.error_with_note(
            ValueError, f"Value {where} needs to be a 2-tuple.", f"Got {step!r}."
        )
    if not isinstance(step[0], Operation) and not callable(step[0]):
        raise check.error_with_note(
            TypeError,
            f"op of (op, prob) in {where} is neither a transforms op (TensorOperation) nor a callable pyfunc.",
            f"Got {step[0]!r}.",
        )
    check.within(None, f"prob of (op, prob) {where}", step[1], 0, 1)
