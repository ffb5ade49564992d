# Written by `python -m tests.stubs`.
from collections.abc import Iterator
from msacc.dataset.pipeline.block import Block
from msacc.dataset.pipeline.node import Run
from typing import Any
def in_background(blocks: Iterator[Block], run: Run, user_code: bool) -> Iterator[Block]: ...
