"""Where MindSpore keeps `shard` and `Layout`; `msacc.parallel.shard` itself is the function, as there."""

from __future__ import annotations

from msacc.module_aliases import refuse
from msacc.parallel.function import shard as shard
from msacc.parallel.layout import Layout as Layout

__getattr__ = refuse("mindspore.parallel.shard")
