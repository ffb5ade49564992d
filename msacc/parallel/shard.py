"""Where MindSpore keeps `shard` and `Layout`. Importing it puts it in the function's place, so it can be called too."""

from __future__ import annotations

import inspect
import sys
from types import ModuleType
from typing import Any

from msacc.module_aliases import refuse
from msacc.parallel.function import shard as shard
from msacc.parallel.layout import Layout as Layout


class _AlsoFunction(ModuleType):
    """This module, which is `shard` when it is called."""

    def __call__(self, *args: Any, **kwargs: Any) -> Any:
        return shard(*args, **kwargs)


sys.modules[__name__].__class__ = _AlsoFunction
# It shows the arguments of the function.
__signature__ = inspect.signature(shard)

__getattr__ = refuse("mindspore.parallel.shard")
