"""MindCV's own tests: how many of each file pass, where the pictures that they would download are laid down."""

from __future__ import annotations

import collections
import sys
from pathlib import Path
from typing import Any

import pytest
from laid import arguments, pictures, tell

given = arguments(files="config", level="")
# What they look for from where they are started, and what they write there, stays out of the checkout.
for name in ("configs", "tests", "mindcv", "config.py"):
    (given.data / name).symlink_to(given.checkout / name)

import mindspore as ms

if given.level:  # "O0" where a hundred tests have a graph each: captured, not compiled
    ms.set_context(jit_config={"jit_level": given.level})
from mindcv.utils.download import set_default_download_root

wolves = given.data / "datasets" / "Canidae" / "data" / "Canidae"
for part, each in (("train", 70), ("val", 30)):  # batches of 128 are asked for
    pictures(wolves / part, classes=2, each=each, size=64, suffix="jpg")
set_default_download_root(str(given.data))

counts: dict[str, collections.Counter] = collections.defaultdict(collections.Counter)


def _left_out(item: Any) -> bool:
    """What no MindSpore 2.10 passes without a network: downloads, and splits, which ask `map` for its column_order."""
    chosen = item.callspec.params if hasattr(item, "callspec") else {}
    split = chosen.get("aug_splits") == 3 and chosen.get("auto_augment")
    return bool(chosen.get("download") or (split and chosen.get("is_training")))


class Counting:
    """Notes how each test ended, by its file."""

    def pytest_collection_modifyitems(self, items: list[Any]) -> None:
        items[:] = [item for item in items if not _left_out(item)]

    def pytest_runtest_logreport(self, report: Any) -> None:
        failed = report.failed or (report.when == "setup" and report.skipped)
        if report.when == "call" or failed:
            counts[Path(report.fspath).stem][report.outcome] += 1


names = [f"tests/modules/test_{name}.py" for name in given.files.split(",")]
sys.dont_write_bytecode = True
options = ["-q", "-p", "no:cacheprovider", "--import-mode=importlib", "--tb=line"]
pytest.main([*options, *names], plugins=[Counting()])
found = {name: [each["passed"], each["failed"]] for name, each in sorted(counts.items())}
print(found)
tell(given.out, **found)
