"""Callbacks whose decision one process may make alone, but on which all act after the same step."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from msacc.train.callback._callback import RunContext

# In the order of their places in the message.
REQUEST_KINDS = ("exit", "save")


class CollectiveDecision:
    """Base of callbacks that act on a clock, a signal or a file.

    In a run of several processes they do not act by themselves: after each step every process sends its callbacks'
    requests, and where one requests, those with the same `request_kind` on all processes act.
    """

    request_kind: str

    @property
    def may_request(self) -> bool:
        """Whether it ever requests anything."""
        return True

    def requests(self, run_context: RunContext) -> bool:
        """Whether this process requests the action now."""
        raise NotImplementedError

    def act(self, run_context: RunContext) -> None:
        """Acts, as all processes do after this step."""
        raise NotImplementedError


def is_shared(run_context: RunContext) -> bool:
    """Whether other processes wait for this one's steps, or passes of an evaluation."""
    return bool(getattr(run_context, "_shared", False))
