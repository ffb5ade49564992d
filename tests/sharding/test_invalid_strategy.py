"""A strategy that a job cannot share out is refused where its operator is called, not before."""

from __future__ import annotations

import pytest

from msacc.sharding.process_grid import build_grid, check_divides, divides
from msacc.sharding.strategy import read


def test_which_strategies_fit() -> None:
    fits, unfit = (read("MatMul", cut, None, {}) for cut in (((2, 1), (1, 1)), ((2, 2), (2, 1))))
    assert divides(fits, 2)
    assert not divides(unfit, 2)
    assert build_grid([s for s in (fits, unfit) if divides(s, 2)], 2) == (2,)
    check_divides(fits, 2)
    with pytest.raises(ValueError, match="MatMul.*2 processes cannot be divided"):
        check_divides(unfit, 2)
