"""What one process of a shared run may see alone, and all have to act on after the same step."""

from __future__ import annotations

from typing import Any

# In the order of their places in the message.
CONCERNS = ("exit", "save")


class Concerted:
    """Base of callbacks that act on a clock, a signal or a file.

    In a run that several processes share they do not act by themselves: after each step every process says what
    its callbacks wish, and where one wishes, those with the same `concern` on all processes comply.
    """

    concern: str

    @property
    def may_wish(self) -> bool:
        """Whether it ever wishes anything."""
        return True

    def wishes(self, run_context: Any) -> bool:
        """Whether this process would act now."""
        raise NotImplementedError

    def comply(self, run_context: Any) -> None:
        """Act, as all processes do at this place."""
        raise NotImplementedError


def is_shared(run_context: Any) -> bool:
    """Whether other processes wait for this one's steps, or passes of an evaluation."""
    return bool(getattr(run_context, "_shared", False))
