"""Arguments of mint.nn's padding layers and of functional.pad, every side with a width of its own.

MindSpore's CPU build has kernels for the circular mode alone: numpy.pad stands on its side for the others.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from tests.parity.affine import widened
from tests.parity.harness import rand
from tests.parity.table import Rows, each, group, row

IMAGE = rand(2, 2, 4, 5)
VOLUME = rand(1, 2, 3, 4, 3)
LINE = rand(2, 3, 6)
SIDES = {1: (1, 2), 2: (1, 2, 0, 3), 3: (1, 2, 0, 3, 2, 1)}
CUTS = {1: (2, -1), 2: (-1, 2, 1, -2), 3: (1, -1, -2, 2, 0, 1)}
INPUTS = {1: LINE, 2: IMAGE, 3: VOLUME}


def layer(name: str, **given: Any) -> Callable[[Any, Any], Any]:
    return lambda ms, x: getattr(ms.mint.nn, name)(**given)(x)


LAYERS: Rows = {}
for _n in (1, 2, 3):
    LAYERS |= {
        f"ConstantPad{_n}d": row(
            layer(f"ConstantPad{_n}d", padding=SIDES[_n], value=3.0),
            INPUTS[_n],
            instead=widened(SIDES[_n], "constant", constant_values=3.0),
        ),
        f"ConstantPad{_n}d_cut": row(
            layer(f"ConstantPad{_n}d", padding=CUTS[_n], value=-2.0),
            INPUTS[_n],
            instead=widened(CUTS[_n], "constant", constant_values=-2.0),
        ),
        f"ZeroPad{_n}d": row(
            layer(f"ZeroPad{_n}d", padding=SIDES[_n]),
            INPUTS[_n],
            instead=widened(SIDES[_n], "constant"),
        ),
        f"ReflectionPad{_n}d": row(
            layer(f"ReflectionPad{_n}d", padding=SIDES[_n]),
            INPUTS[_n],
            instead=widened(SIDES[_n], "reflect"),
        ),
        f"ReplicationPad{_n}d": row(
            layer(f"ReplicationPad{_n}d", padding=SIDES[_n]),
            INPUTS[_n],
            instead=widened(SIDES[_n], "edge"),
        ),
    }

FUNCTIONS: Rows = {
    "pad_value": row(
        lambda ms, x: ms.mint.nn.functional.pad(x, SIDES[2], "constant", value=2.5),
        IMAGE,
        instead=widened(SIDES[2], "constant", constant_values=2.5),
    ),
    "pad_reflect": row(
        lambda ms, x: ms.mint.nn.functional.pad(x, SIDES[1], mode="reflect"),
        LINE,
        instead=widened(SIDES[1], "reflect"),
    ),
    "pad_replicate": row(
        lambda ms, x: ms.mint.nn.functional.pad(x, SIDES[3], mode="replicate"),
        VOLUME,
        instead=widened(SIDES[3], "edge"),
    ),
    "pad_circular": row(
        lambda ms, x: ms.mint.nn.functional.pad(x, SIDES[2], mode="circular"), IMAGE
    ),
}
each(__name__, FUNCTIONS, jit=False)
group(__name__, "functions_in_a_graph", FUNCTIONS)
each(__name__, LAYERS, jit=False)
