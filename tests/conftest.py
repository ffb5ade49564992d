"""Every test leaves the process's settings as it found them."""

from __future__ import annotations

import dataclasses
import gc
import os
from collections.abc import Iterator
from typing import Any

import pytest
import torch

# Tests of graphs are about what is captured and compiled, here and in the processes that they start.
os.environ.setdefault("MSACC_JIT_LEVEL", "O1")
os.environ.setdefault("MSACC_O0_CAPTURES", "1")

from msacc import alias
from msacc.common.overflow_register import overflow_register
from msacc.common.settings import settings
from msacc.dataset import config as dataset_config
from tests import longest


@pytest.fixture(autouse=True)
def same_settings() -> Iterator[None]:
    """A test that turns graph mode on would otherwise change what the next one measures."""
    dataset_values = dict(dataset_config._values)
    before = {f.name: getattr(settings, f.name) for f in dataclasses.fields(settings)}
    tables = {name: dict(value) for name, value in before.items() if isinstance(value, dict)}
    yield
    for name, value in before.items():
        setattr(settings, name, value)
    for name, items in tables.items():
        table = getattr(settings, name)
        table.clear()
        table.update(items)
    dataset_config._values.update(dataset_values)
    overflow_register.close()


def pytest_sessionstart() -> None:
    """With Python's own thresholds a run looks for garbage among millions of objects that stay, again and again."""
    gc.set_threshold(10_000, 20, 100)


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Before `-m` chooses."""
    longest.mark(config, items)


def pytest_collection_finish() -> None:
    """What was imported, and the tests themselves, stay."""
    _leave_what_stays()


@pytest.fixture(scope="module", autouse=True)
def what_stays() -> Iterator[None]:
    """What is left of a file, such as compiled code, stays: later collections need not look through it again."""
    yield
    _leave_what_stays()


def _leave_what_stays() -> None:
    gc.collect()
    gc.freeze()


@pytest.fixture(scope="module", autouse=True)
def own_names() -> Iterator[None]:
    """A command that a test calls may leave the alias on; the next file's tests would see classes of `mindspore`."""
    yield
    if alias.is_installed():
        alias.uninstall()


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_make_scheduler(config: pytest.Config, log: Any) -> Any:
    """`pytest -n auto`, where pytest-xdist is installed."""
    from tests.xdist_schedule import ByFile

    return ByFile(config, log)


def pytest_configure() -> None:
    """The workers of pytest-xdist, and what they start, share the cores."""
    workers = int(os.environ.get("PYTEST_XDIST_WORKER_COUNT", "1"))
    if workers > 1 and "OMP_NUM_THREADS" not in os.environ:
        threads = max(1, len(os.sched_getaffinity(0)) // workers)
        os.environ["OMP_NUM_THREADS"] = str(threads)
        torch.set_num_threads(threads)
