"""What Model refuses, in MindSpore's exception classes."""

from __future__ import annotations

from typing import Any, NoReturn


class RefusedMethods:
    """Compiling ahead of time."""

    def build(
        self,
        train_dataset: Any = None,
        valid_dataset: Any = None,
        sink_size: int = -1,
        epoch: int = 1,
        sink_mode: bool = True,
    ) -> NoReturn:
        """Refused as MindSpore refuses it off Ascend: compiling ahead needs a step that changes nothing."""
        raise RuntimeError(
            "Model.build compiles ahead of time for Ascend only; here the first step of Model.train compiles."
        )
