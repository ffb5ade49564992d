# Written by `python -m tests.stubs`.
from msacc.ops.linalg.line_search import line_search as line_search
from msacc.ops.linalg.linear_assignment import linear_sum_assignment as linear_sum_assignment
from msacc.ops.linalg.minimize import minimize as minimize
