# Written by `python -m tests.stubs`.
from collections.abc import Callable
from msacc.common.tensor import Tensor
from typing import Any
from typing import NamedTuple
class LineSearchResults(NamedTuple):
    failed: bool
    nit: int
    nfev: int
    ngev: int
    k: int
    a_k: float
    f_k: float
    g_k: Any
    status: int
def line_search(f: Callable[[Any], Any], xk: Tensor, pk: Tensor, jac: Callable[[Any], Any] | None = None, gfk: Tensor | None = None, old_fval: Tensor | None = None, old_old_fval: Any = None, c1: float = 0.0001, c2: float = 0.9, maxiter: int = 20) -> LineSearchResults: ...
