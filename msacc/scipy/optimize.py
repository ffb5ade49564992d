"""Doors to scipy.optimize: the assignment problem. The minimizers are named, and refuse."""

from __future__ import annotations

from typing import Any

from msacc.common.refusals import refused
from msacc.homes import refuse as _refuse
from msacc.ops.linalg.assignment import linear_sum_assignment as linear_sum_assignment

_WHY = "scipy.optimize takes a function of numpy arrays and its gradient, which mindspore.value_and_grad gives"


@refused(_WHY)
def minimize(
    func: Any,
    x0: Any,
    args: Any = (),
    method: Any = None,
    jac: Any = None,
    hess: Any = None,
    hessp: Any = None,
    bounds: Any = None,
    constraints: Any = (),
    tol: Any = None,
    callback: Any = None,
    options: Any = None,
) -> Any:
    """The minimum of a function. Not here: raises NotImplementedError."""
    raise NotImplementedError


@refused(_WHY)
def line_search(
    f: Any,
    xk: Any,
    pk: Any,
    jac: Any = None,
    gfk: Any = None,
    old_fval: Any = None,
    old_old_fval: Any = None,
    c1: float = 1e-4,
    c2: float = 0.9,
    maxiter: int = 20,
) -> Any:
    """A step along a direction that satisfies the strong Wolfe conditions. Not here: raises NotImplementedError."""
    raise NotImplementedError


__all__ = ["line_search", "linear_sum_assignment", "minimize"]
__getattr__ = _refuse("mindspore.scipy.optimize")
