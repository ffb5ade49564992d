"""Programs whose Python does something that a replay of a recorded run would not do: a graph does it all the same.

Each is called four times, op by op and as a graph; results and all that can be seen of the effects are equal at each
call. A program is a function that gives the function to call and one that says what can be seen; `recorded` says
whether its run is recorded, and where not, `because` is in the reason.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import pytest

from msacc.graph import stats
from msacc.graph.stats import reset
from tests.graph.side_effects import attributes as attributes
from tests.graph.side_effects import containers as containers
from tests.graph.side_effects import draws as draws
from tests.graph.side_effects import on_tensors as on_tensors
from tests.graph.side_effects import other_ways as other_ways
from tests.graph.side_effects import outside as outside
from tests.graph.side_effects.table import PROGRAMS, Parts, outcomes


@pytest.mark.parametrize(("build", "recorded", "because"), PROGRAMS)
def test_effects_are_those_of_op_by_op(
    build: Callable[[], Parts], recorded: bool, because: str, capsys: Any
) -> None:
    wanted = outcomes(build, False, capsys)
    reset()
    assert outcomes(build, True, capsys) == wanted
    assert bool(stats().recorded) is recorded, (stats().recorded, stats().not_recorded)
    assert bool(stats().not_recorded) is not recorded
    reason = "".join(stats().not_recorded.values())
    assert because in reason
    assert recorded or re.search(r"side_effects/\w+\.py:\d", reason) or not because, reason
