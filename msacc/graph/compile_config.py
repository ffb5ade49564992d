"""Options of MindSpore's compiler: accepted, and logged once to have no effect."""

from __future__ import annotations

from msacc.common.warn_once import no_effect

CHECK_BPROP = ""
GRAD_FOR_SCALAR = ""
FALLBACK_SUPPORT_LIST_DICT_INPLACE = ""
FALLBACK_FORCE_ANY = ""
PRE_LIFT = ""
BOOST_PARSE = ""
DEBUG_LEVEL = ""
JIT_ENABLE_AUGASSIGN_INPLACE = "1"

_DEFAULTS = {name: value for name, value in list(globals().items()) if name.isupper()}


def log_switches() -> None:
    """Log once per switch that a script has set that it has no effect; called when something is compiled."""
    for name, default in _DEFAULTS.items():
        value = globals()[name]
        if value not in ("", default):
            why = (
                "gradients of a bprop are checked always"
                if name == "CHECK_BPROP"
                else "a run is recorded"
            )
            no_effect("compile_config", name, value, why)
