"""`mindspore.context.K_CONTEXT`: the one object behind `set_context`."""

from __future__ import annotations

from typing import Any

from msacc.common.warn_once import no_effect
from msacc.context import get_context, set_context


class _Context:
    """Reads and writes the settings of `set_context`."""

    def get_param(self, name: object) -> Any:
        """A setting by its name."""
        return get_context(str(name))

    def set_param(self, name: object, value: object) -> None:
        """Change a setting by its name."""
        set_context(**{str(name): value})

    def get_mode(self) -> int:
        """0: GRAPH_MODE, 1: PYNATIVE_MODE."""
        return int(get_context("mode"))

    def set_mode(self, mode: int) -> None:
        """Change it."""
        set_context(mode=mode)

    def set_device_target(self, target: str) -> None:
        """One of "CPU", "GPU", "Ascend"."""
        set_context(device_target=target)

    def set_backend_policy(self, policy: str) -> None:
        """Accepted; graphs are torch's, whatever backend of MindSpore's is chosen."""
        no_effect("K_CONTEXT.set_backend_policy", "policy", policy, "graphs are torch.compile's")


K_CONTEXT = _Context()


def _get_mode() -> int:
    """0: GRAPH_MODE, 1: PYNATIVE_MODE."""
    return K_CONTEXT.get_mode()
