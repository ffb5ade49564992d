"""The module path that MindSpore keeps linear_sum_assignment under."""

from msacc.ops.linalg.linear_assignment import linear_sum_assignment as linear_sum_assignment

__all__ = ["linear_sum_assignment"]
