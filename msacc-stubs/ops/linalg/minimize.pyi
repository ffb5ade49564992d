# Written by `python -m tests.stubs`.
from collections.abc import Callable
from collections.abc import Mapping
from collections.abc import Sequence
from msacc.common.tensor import Tensor
from typing import Any
from typing import NamedTuple
class OptimizeResults(NamedTuple):
    x: Any
    success: bool
    status: int
    fun: float
    jac: Any
    hess_inv: Any
    nfev: int
    njev: int
    nit: int
def minimize(func: Callable[..., Any], x0: Tensor, args: tuple[Any, ...] = (), method: str | None = None, jac: Callable[..., Any] | None = None, hess: Any = None, hessp: Any = None, bounds: Any = None, constraints: Sequence[Any] = (), tol: float | None = None, callback: Any = None, options: Mapping[str, Any] | None = None) -> OptimizeResults: ...
