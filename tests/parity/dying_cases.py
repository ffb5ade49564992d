"""Cases that end their process, for the test of on_device."""

from __future__ import annotations

import os
import time
from typing import Any

from tests.parity.harness import Arrays, case


@case
def a_equal(ms: Any, run: Any) -> Arrays:
    return {}


@case
def b_dies(ms: Any, run: Any) -> Arrays:
    os._exit(9)


@case
def c_equal(ms: Any, run: Any) -> Arrays:
    return {}


@case
def d_asserts(ms: Any, run: Any) -> Arrays:
    """What follows in this process fails as well, as after an assertion of a device."""
    os.environ["DEVICE_IS_DEAD"] = "1"
    raise RuntimeError("CUDA error: device-side assert triggered")


@case
def e_fails_where_the_device_is_dead(ms: Any, run: Any) -> Arrays:
    return {"dead": ms.Tensor(1).asnumpy()} if "DEVICE_IS_DEAD" in os.environ else {}


@case
def f_waits(ms: Any, run: Any) -> Arrays:
    time.sleep(3600)
    return {}


@case
def g_equal(ms: Any, run: Any) -> Arrays:
    return {}


@case
def h_elsewhere(ms: Any, run: Any) -> Arrays:
    return {"other": ms.Tensor(1).asnumpy()}
