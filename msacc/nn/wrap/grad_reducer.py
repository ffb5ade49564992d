"""DistributedGradReducer: gradients summed or averaged over the processes of a job."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from typing import Any

import torch

from msacc.common.notice import no_effect
from msacc.common.parameter import Parameter
from msacc.common.seed import separate_streams
from msacc.common.settings import settings
from msacc.common.tensor import Tensor, wrap
from msacc.communication._groups import HCCL_WORLD_COMM_GROUP
from msacc.communication.management import get_group_size, get_rank
from msacc.nn.cell import Cell
from msacc.ops.comm.collectives import all_reduce


class DistributedGradReducer(Cell):
    """Add gradients up over the processes of a job:
    `DistributedGradReducer(optimizer.parameters)(grads)`.

    `parameters`: whose gradients they are; those marked `layerwise_parallel` stay local. `mean`:
    divide the sum by `degree` (default: gradients_mean of the parallel context). `degree`: an int >
    0, by default the size of `group`. Called with a tuple of Tensors, it returns a tuple of the
    same shapes and dtypes; all travel in one all-reduce, those below float32 as float32. Raises
    ValueError where `mean` is no bool, `degree` no positive int, or the gradients are not as many
    as the parameters. Differs from MindSpore: `fusion_type` has no effect, and says so.
    """

    def __init__(
        self,
        parameters: Iterable[Parameter],
        mean: bool | None = None,
        degree: int | None = None,
        fusion_type: int = 1,
        group: str = HCCL_WORLD_COMM_GROUP,
    ):
        super().__init__(auto_prefix=False)
        self.mean = bool(settings.parallel.get("gradients_mean", False)) if mean is None else mean
        if not isinstance(self.mean, bool):
            raise ValueError(
                f"For 'DistributedGradReducer', 'mean' should be a bool, but got {mean!r}."
            )
        if degree is not None and (not isinstance(degree, int) or degree <= 0):
            raise ValueError(
                f"For 'DistributedGradReducer', 'degree' should be an int greater than 0, but got {degree!r}."
            )
        if fusion_type != 1:
            no_effect(
                "DistributedGradReducer",
                "fusion_type",
                fusion_type,
                "all gradients travel together",
            )
        self.degree = get_group_size(group) if degree is None else degree
        self.group = group
        self.shared = [not p.layerwise_parallel for p in parameters]
        self.paused = False
        if get_group_size(group) > 1:
            separate_streams(get_rank(group))

    @contextmanager
    def no_sync(self) -> Iterator[None]:
        """Gradients given inside come back as they are: add them up, and reduce the sum once.

        msacc's own. All processes must use it alike. A train step that calls this reducer inside would
        update each process by its own gradients.
        """
        before, self.paused = self.paused, True
        try:
            yield
        finally:
            self.paused = before

    def construct(self, grads: Any) -> Any:
        """A tuple of reduced gradients, or one for one."""
        if self.paused:
            return grads if isinstance(grads, Tensor) else tuple(grads)
        if isinstance(grads, Tensor):
            return self._reduce([grads])[0]
        return tuple(self._reduce(list(grads)))

    def _reduce(self, grads: list[Tensor]) -> list[Tensor]:
        if len(grads) != len(self.shared):
            raise ValueError(
                f"For 'DistributedGradReducer', {len(self.shared)} parameters need as many gradients, "
                f"but got {len(grads)}."
            )
        return reduce_together(grads, self.shared, self.group, self.degree if self.mean else 1)


def reduce_together(
    grads: list[Tensor], shared: list[bool], group: str, divisor: int
) -> list[Tensor]:
    """The sums over `group` of those `shared`, divided by `divisor`: one all-reduce per float width."""
    own = [grad._t for grad in grads]
    for wide in (torch.float32, torch.float64):
        places = [i for i, t in enumerate(own) if shared[i] and _wide(t) == wide]
        if places:
            _reduce_flat(own, places, wide, group, divisor)
    return [wrap(t) for t in own]


def _reduce_flat(
    own: list[torch.Tensor], places: list[int], wide: torch.dtype, group: str, divisor: int
) -> None:
    """One buffer, one all-reduce; `own` gets views into the result."""
    flat = torch.cat([own[i].reshape(-1).to(wide) for i in places])
    out = all_reduce.raw(flat, "sum", group)  # type: ignore[attr-defined]
    if divisor != 1:
        out = out * (1.0 / divisor)
    for i, part in zip(places, out.split([own[i].numel() for i in places])):
        own[i] = part.reshape(own[i].shape).to(own[i].dtype)


def _wide(t: torch.Tensor) -> torch.dtype:
    """The type a gradient is added up in."""
    return torch.float64 if t.dtype == torch.float64 else torch.float32
