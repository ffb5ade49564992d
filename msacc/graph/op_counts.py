"""Counts of the operations that one run of a function hands to torch."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import torch

from msacc.common.torch_private import TorchDispatchMode

if TYPE_CHECKING:
    from collections.abc import Sequence


class OpCounts(TorchDispatchMode):
    """Inside the block: torch operations, floating-point operations of products, and elements written.

    They follow from the code and the shapes alone, so that every run and every process counts the same.
    """

    supports_higher_order_operators = True

    @classmethod
    def _should_skip_dynamo(cls) -> bool:
        """Without it torch loads Dynamo, for over a second, to keep it out of `__torch_dispatch__`."""
        return False

    def __init__(self, calls: int = 0) -> None:
        # Eighty modules, which a program without graphs need not load.
        from torch.utils.flop_counter import flop_registry

        super().__init__()
        self._flop_registry: Any = flop_registry
        self.calls, self.flops, self.elements = calls, 0, 0

    def __torch_dispatch__(
        self,
        func: Any,
        types: Sequence[type],
        args: tuple[Any, ...] = (),
        kwargs: dict[str, Any] | None = None,
    ) -> Any:
        out = func(*args, **(kwargs or {}))
        self.calls += 1
        if func.is_view:
            return out
        written = args[0] if out is None and args else out
        tensors = written if isinstance(written, (list, tuple)) else (written,)
        self.elements += sum(t.numel() for t in tensors if isinstance(t, torch.Tensor))
        if isinstance(out, torch.Tensor):
            flops = self._flop_registry.get(getattr(func, "overloadpacket", None))
            if flops is not None:
                self.flops += flops(*args, **(kwargs or {}), out_val=out)
        return out
