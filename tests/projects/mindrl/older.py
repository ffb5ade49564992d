"""A plugin of pytest: names that MindRL imports and MindSpore 2.10 lacks, so that the rest of MindRL can be imported.

On both sides alike. What a test does with one of them fails.
"""

from __future__ import annotations

import sys
import types
from typing import Any, NoReturn

import mindspore.ops.operations as operations
import mindspore.ops.operations._rl_inner_ops as inner

_BUFFERS = [
    f"{kind}ReplayBuffer{act}"
    for kind, acts in {
        "Priority": ("Create", "Destroy", "Push", "Sample", "Update"),
        "Reservoir": ("Create", "Destroy", "Push", "Sample"),
    }.items()
    for act in acts
]
_OTHERS = ["BatchAssign", "EnvCreate", "EnvReset", "EnvStep", "MuxReceive", "MuxSend"]


class _Gone:
    """An operator that MindSpore 2.10 does not have."""

    def __init__(self, *_args: Any, **_kwargs: Any) -> NoReturn:
        raise NotImplementedError(f"{type(self).__name__} is not in MindSpore 2.10")


for _name in _BUFFERS + _OTHERS:
    assert not hasattr(inner, _name)
    setattr(inner, _name, type(_name, (_Gone,), {}))
_arrays = types.ModuleType("mindspore.ops.operations._tensor_array")
sys.modules[_arrays.__name__] = operations._tensor_array = _arrays
