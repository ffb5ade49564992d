"""Messages that msacc logs once: options without effect, deprecated names."""

from __future__ import annotations

import logging
import os
import sys

from msacc.common.torch_private import constant_in_graphs

logger = logging.getLogger("msacc")
_logged: set[str] = set()


def _handler() -> logging.Handler:
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(logging.Formatter("[%(levelname)s] msacc: %(message)s"))
    return handler


if not logger.handlers:
    logger.addHandler(_handler())
    logger.setLevel(os.environ.get("MSACC_LOG_LEVEL", "INFO").upper())
    logger.propagate = False


# A graph says it while it is made: a logger cannot be called in one.
@constant_in_graphs
def once(key: str, text: str, level: int = logging.WARNING) -> None:
    """Log `text` the first time `key` is seen, on the first process of a job only."""
    if key in _logged:
        return
    _logged.add(key)
    if os.environ.get("RANK", "0") in ("", "0"):
        logger.log(level, text)


def no_effect(
    where: str, argument: str, value: object, why: str = "it concerns Ascend only"
) -> None:
    """Say once that an argument is accepted but changes nothing here. The value of a key is not said."""
    value_text = argument if argument.endswith("_key") else f"{argument}={value!r}"
    once(f"no_effect:{where}:{argument}", f"{where}: {value_text} has no effect here; {why}.")


def no_effects(where: str, why: str, /, **arguments: tuple[object, object]) -> None:
    """`no_effect` of each argument, given as `name=(value, default)`, that is not its default."""
    for name, (value, default) in arguments.items():
        # A Stream is compared with Streams alone: beside None its `!=` raises.
        if value is not default and (default is None or value != default):
            no_effect(where, name, value, why)


def forget() -> None:
    """Forget what was said (for tests)."""
    _logged.clear()
