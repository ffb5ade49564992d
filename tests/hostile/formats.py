"""All formats."""

from __future__ import annotations

from tests.hostile.checkpoints import CHECKPOINTS
from tests.hostile.mindrecords import MINDRECORDS
from tests.hostile.others import OTHERS
from tests.hostile.sources import SOURCES

FORMATS = [*CHECKPOINTS, *MINDRECORDS, *OTHERS, *SOURCES]
