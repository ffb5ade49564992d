"""Which of Dynamo's guards a compiled Cell checks at each call.

Dynamo also guards on every library function, class and module that the trace went through. Nobody
replaces those while a program runs, and checking them cost a LeNet step 5 % of its time. Guards on data
(tensors, flags, numbers, whatever belongs to the user's own module) all stay.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

_LIBRARY = ("G['__import_msacc", "G['__import_torch", "G['__builtins_dict")
_CODE = ("CLOSURE_MATCH", "CLASS_MATCH", "DICT_NOT_CONTAINS", "NOT_PRESENT_IN_GENERIC_DICT")
_FIXED = ("MODULE_MATCH", "BUILTIN_MATCH")


def worth_checking(entries: Sequence[Any]) -> list[bool]:
    """For torch.compile's `guard_filter_fn`: False for guards on the library's own code."""
    return [not _is_library_code(entry.guard_type, entry.name) for entry in entries]


def _is_library_code(kind: str, name: str) -> bool:
    return kind in _FIXED or (kind in _CODE and name.startswith(_LIBRARY))
