"""Switches of MindSpore's own compiler: they may be set, which is said once to have no effect."""

from __future__ import annotations

import sys
from types import ModuleType
from typing import Any

from msacc.common.warn_once import no_effect

CHECK_BPROP = ""
GRAD_FOR_SCALAR = ""
FALLBACK_SUPPORT_LIST_DICT_INPLACE = ""
FALLBACK_FORCE_ANY = ""
PRE_LIFT = ""
BOOST_PARSE = ""
DEBUG_LEVEL = ""
JIT_ENABLE_AUGASSIGN_INPLACE = "1"


class _Switches(ModuleType):
    def __setattr__(self, name: str, value: Any) -> None:
        if name.isupper() and value not in ("", getattr(self, name, "")):
            why = (
                "gradients of a bprop are checked always"
                if name == "CHECK_BPROP"
                else "graphs are captured by torch"
            )
            no_effect("compile_config", name, value, why)
        super().__setattr__(name, value)


sys.modules[__name__].__class__ = _Switches
