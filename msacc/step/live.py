"""What a step works with from its first call on."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from msacc.common.parameter import Parameter
from msacc.common.seed import separate_streams
from msacc.nn.cell import Cell
from msacc.step import mesh as meshes
from msacc.step.agree import agree_on_values
from msacc.step.checked import warn_of_hooks
from msacc.step.mesh import Mesh
from msacc.step.operators import Cutting, cut_for, cuts_operators
from msacc.step.plan import StepPlan
from msacc.step.scale import Window
from msacc.step.statistics import WholeBatchStatistics
from msacc.step.store import Store, store_of
from msacc.step.sums import Sums


@dataclass(frozen=True)
class Live:
    """What a step works with from its first call on."""

    mesh: Mesh
    store: Store
    micro: Cell
    sums: Sums
    window: Window
    statistics: WholeBatchStatistics | None
    cutting: Cutting | None = None


def begin(
    network: Any,
    optimizer: Any,
    plan: StepPlan,
    has_aux: bool,
    own: Any,
    sample: tuple[Any, ...] = (),
) -> Live:
    """Make it; collective. `own`: where the gradients of one process gather; `sample`: a call's inputs."""
    warn_of_hooks(optimizer, plan)
    cuts = cuts_operators(plan)
    everyone = meshes.one_process() if plan.alone else meshes.build(1 if cuts else plan.shard_size)
    agree_on_values([*network.get_parameters(), *optimizer.get_parameters()], everyone)
    cutting = cut_for(network, plan, sample) if cuts else None
    mesh = everyone if cutting is None else meshes.build(plan.shard_size, cutting.model)
    if mesh.data_size > 1:
        separate_streams(mesh.data_rank, steps_behind(optimizer))
    store = store_of(optimizer, plan, mesh, network)
    micro, sums = store.micro(network, plan, has_aux, own)
    store.expose()
    sums.prepare()
    network.init_parameters_data()
    whole = plan.running_statistics == "batch"
    statistics = WholeBatchStatistics(network, mesh) if whole else None
    micro.__dict__["cutting"] = cutting
    return Live(mesh, store, micro, sums, Window(plan, mesh), statistics, cutting)


def steps_behind(optimizer: Any) -> int:
    """How many updates an optimizer has made; 0 for one that does not count them."""
    count = getattr(optimizer, "global_step", None)
    return int(count.init_data()._t.item()) if isinstance(count, Parameter) else 0
