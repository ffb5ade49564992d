"""One zygote for all tests of this folder."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.launch.zygote import Zygote


@pytest.fixture(scope="package")
def zygote() -> Iterator[Zygote]:
    """Starts msruns."""
    made = Zygote()
    yield made
    made.close()
