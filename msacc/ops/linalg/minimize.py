"""Minimization of a function of a vector: BFGS and L-BFGS."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, NamedTuple

import torch

from msacc.common import Tensor, warn_once
from msacc.common.tensor import wrap
from msacc.ops.linalg.line_search import Search, evaluate_step

_KNOWN = {
    "BFGS": ("maxiter", "norm", "gtol", "line_search_maxiter"),
    "LBFGS": ("maxiter", "norm", "gtol", "line_search_maxiter", "history_size"),
}


class OptimizeResults(NamedTuple):
    """The minimum `x`, value and gradient there. `status`: 0 found, 1 at maxiter, 5 where no step led further."""

    x: Any
    success: bool
    status: int
    fun: float
    jac: Any
    hess_inv: Any
    nfev: int
    njev: int
    nit: int


def minimize(
    func: Callable[..., Any],
    x0: Tensor,
    args: tuple[Any, ...] = (),
    method: str | None = None,
    jac: Callable[..., Any] | None = None,
    hess: Callable[..., Any] | None = None,
    hessp: Callable[..., Any] | None = None,
    bounds: Any = None,
    constraints: Sequence[Any] = (),
    tol: float | None = None,
    callback: Callable[..., Any] | None = None,
    options: Mapping[str, Any] | None = None,
) -> OptimizeResults:
    """The minimum of `func(x, *args)`, a number, from `x0`, a vector of floats.

    `method`: "BFGS" or "LBFGS" in any case; "LAGRANGE", which MindSpore runs on GPUs alone, is refused.
    `jac` gives the gradient, by default it is derived.
    `options`: maxiter, gtol (1e-5) under the `norm` (inf) of the gradient, line_search_maxiter (10), and
      history_size (20) for LBFGS.
    `hess`, `hessp`, `bounds`, `constraints`, `tol` and `callback` have no effect, as in MindSpore.

    Counts of calls and the iterates may differ from MindSpore's.

    Raises TypeError for args that are no tuple, an x0 that is no Tensor of floats and unknown options,
    ValueError for another method and x0 of another rank.
    """
    name = _method(method)
    _tell(
        hess=hess, hessp=hessp, bounds=bounds, constraints=constraints, tol=tol, callback=callback
    )
    if not isinstance(args, tuple):
        raise TypeError(
            f"args argument to mindspore.scipy.optimize.minimize must be a tuple, got {args!r}"
        )
    if not isinstance(x0, Tensor) or not x0._t.is_floating_point():
        raise TypeError(f"For 'minimize', 'x0' must be a Tensor of floats, but got {x0!r}.")
    if x0.ndim != 1:
        raise ValueError(f"For 'minimize', 'x0' must have one dimension, but got {x0.shape}.")
    settings = dict(options or {})
    if unknown := set(settings) - set(_KNOWN[name]):
        raise TypeError(
            f"minimize got unexpected options {sorted(unknown)}; {name} has {', '.join(_KNOWN[name])}."
        )
    derivative = None if jac is None else lambda x: jac(x, *args)
    return _Descent(lambda x: func(x, *args), derivative, x0, name, **settings).run()


def _method(method: Any) -> str:
    if method is None:
        raise ValueError("You must specify a solver: give method='BFGS' or 'LBFGS'.")
    name = str(method).upper()
    if name == "LAGRANGE":
        raise NotImplementedError(
            "msacc does not have method='LAGRANGE' of minimize, which MindSpore runs on GPUs alone: add the "
            "constraints "
            "to func as a penalty and use 'BFGS'."
        )
    if name not in _KNOWN:
        raise ValueError(f"Method {method} not recognized: give 'BFGS' or 'LBFGS'.")
    return name


def _tell(**values: object) -> None:
    unset = {name: (value, () if name == "constraints" else None) for name, value in values.items()}
    warn_once.no_effects("minimize", "MindSpore's BFGS and LBFGS do not read it either", **unset)


class _Descent:
    """The state of a descent: position, value, gradient, and the curvature estimate."""

    def __init__(
        self,
        func: Callable[..., Any],
        jac: Callable[..., Any] | None,
        x0: Tensor,
        name: str,
        maxiter: int | None = None,
        norm: float = float("inf"),
        gtol: float = 1e-5,
        line_search_maxiter: int = 10,
        history_size: int = 20,
    ):
        self.func, self.jac, self.x = func, jac, x0
        self.limit = 200 * x0._t.numel() if maxiter is None else maxiter
        self.norm, self.gtol, self.searching = norm, gtol, line_search_maxiter
        self.matrix = torch.eye(x0._t.numel()).to(x0._t) if name == "BFGS" else None
        self.steps: list[tuple[torch.Tensor, torch.Tensor]] = []
        self.history = history_size

    def run(self) -> OptimizeResults:
        zero = wrap(torch.zeros_like(self.x._t))
        value, gradient, _ = evaluate_step(self.func, self.jac, self.x, zero)(0.0)
        calls, turns, status = 1, 0, 0
        while not self._small(gradient):
            if turns >= self.limit:
                status = 1
                break
            direction = wrap(-self._curved(gradient._t))
            measure = evaluate_step(self.func, self.jac, self.x, direction)
            slope = float(torch.sum(gradient._t * direction._t))
            search = Search(measure, 1e-4, 0.9, self.searching)
            search_result = search.run((value, gradient, slope), 0)
            calls += search_result.nfev
            if search_result.failed:
                status = 5
                break
            step = search_result.a_k * direction._t
            self._learn(step, search_result.g_k._t - gradient._t)
            self.x = wrap(self.x._t + step)
            value, gradient, turns = search_result.f_k, search_result.g_k, turns + 1
        matrix = wrap(self.matrix) if self.matrix is not None else None
        return OptimizeResults(
            self.x, status == 0, status, value, gradient, matrix, calls, calls, turns
        )

    def _small(self, gradient: Tensor) -> bool:
        return float(torch.linalg.vector_norm(gradient._t.double(), self.norm)) < self.gtol

    def _curved(self, gradient: torch.Tensor) -> torch.Tensor:
        """The estimate of the inverse Hessian times the gradient."""
        if self.matrix is not None:
            return self.matrix @ gradient
        shares = []
        for step, change in reversed(self.steps):
            shares.append(torch.dot(step, gradient) / torch.dot(change, step))
            gradient = gradient - shares[-1] * change
        if self.steps:
            step, change = self.steps[-1]
            gradient = gradient * (torch.dot(step, change) / torch.dot(change, change))
        for (step, change), share in zip(self.steps, reversed(shares), strict=True):
            gradient = (
                gradient + (share - torch.dot(change, gradient) / torch.dot(change, step)) * step
            )
        return gradient

    def _learn(self, step: torch.Tensor, change: torch.Tensor) -> None:
        curvature = torch.dot(change, step)
        if not torch.isfinite(1 / curvature):
            return
        if self.matrix is None:
            self.steps = [*self.steps, (step, change)][-self.history :]
            return
        left = torch.eye(len(step)).to(step) - torch.outer(step, change) / curvature
        self.matrix = left @ self.matrix @ left.T + torch.outer(step, step) / curvature
