"""Slices of initial values: `init_data(slice_index, shape)` and a parameter's `layout`."""

from __future__ import annotations

import importlib
from typing import Any

import numpy as np

from tests.parity.harness import Arrays, Runner, case


def filled(ms: Any, **options: Any) -> np.ndarray:
    ms.set_seed(3)
    rule = ms.common.initializer.Normal()
    return (
        ms.common.initializer.initializer(rule, (4, 2), ms.float32).init_data(**options).asnumpy()
    )


@case(jit=False)
def of_tensors(ms: Any, run: Runner) -> Arrays:
    return {
        "whole": filled(ms),
        "first": filled(ms, slice_index=0),
        "second": filled(ms, slice_index=1),
        "smaller": filled(ms, shape=(2, 2)),
        "second_smaller": filled(ms, slice_index=1, shape=(2, 2)),
    }


def parameter(ms: Any, layout: Any) -> Any:
    ms.set_seed(3)
    with importlib.import_module(f"{ms.__name__}.nn.utils").no_init_parameters():
        made = ms.Parameter(
            ms.common.initializer.initializer(ms.common.initializer.Normal(), (4, 2), ms.float32),
            name="p",
        )
    return made.init_data(layout)


@case(jit=False)
def of_parameters(ms: Any, run: Runner) -> Arrays:
    sliced = parameter(ms, ([2], [0, -1], [2, 2], 0, True, ""))
    return {
        "slice": sliced.asnumpy(),
        "short": run.raises(lambda: parameter(ms, ([2], [0, -1])))["raises"],
        "kind": run.raises(lambda: parameter(ms, [[2], [0, -1], [2, 2], 0, True, ""]))["raises"],
    }
