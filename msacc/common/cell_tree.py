"""CellTree: what every layer of the package may know of a Cell, its parts and parameters and how it is called.

The names that a Cell keeps for itself begin with `_msacc_`. All others, but for those that MindSpore's Cell has, are
free for the attributes and methods of users' classes.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Iterator
from typing import Any, ClassVar

import torch

from msacc.common.cell_tables import Table
from msacc.common.keyword_hints import check_keywords
from msacc.common.parameter import Parameter, Structure
from msacc.common.parameter_names import check_names_differ, equal_names
from msacc.common.tensor import Tensor
from msacc.common.warn_once import no_effect

# Attributes of a Cell that tables hold by name, or that are worked out from others: nothing computes differently where
# they alone differ.
BOOKKEEPING = frozenset(
    (
        *("_params", "_cells", "_msacc_compiled", "_msacc_trainable", "_msacc_is_region"),
        *("_msacc_unfilled", "_msacc_call", "_msacc_body", "_msacc_has_extras"),
    )
)


class CellTree:
    """The parameters and buffers of a Cell and all below it, each once, and the fields that a Cell has."""

    # The parts by attribute name, as MindSpore names the tables; users' code may write to them.
    _cells: Table
    _params: Table
    _auto_prefix: bool
    training: bool
    requires_grad: bool
    phase: str
    param_prefix: str

    # Flags by name, and hooks by kind and number.
    _msacc_flags: dict[str, Any]
    _msacc_hooks: dict[str, dict[int, Any]]
    # The compiled form, its level, and the inputs that were declared for it.
    _msacc_compiled: Any
    _msacc_jit_level: str | None
    _msacc_declared: Any
    # The dtype of `to_float`, and the attributes that hold Tensors, which are cast with it.
    _msacc_compute_dtype: torch.dtype | None
    _msacc_held_tensors: tuple[str, ...]
    # Whether no call has looked at the parameters' names yet, and whether a parameter waits for its initializer.
    _msacc_uncalled: bool
    _msacc_unfilled: bool
    # Whether activations are made again in the backward pass (in these contexts), or wait for it on the CPU.
    _msacc_recompute: bool
    _msacc_recompute_contexts: Any = None
    _msacc_offload = False
    # Whether it may run by code that it shares with equal Cells (see graph.regions).
    _msacc_is_region: bool
    # How a batch lies on the processes, once operators below are sharded.
    _msacc_batch_strategy: Any
    # The pipeline that this Cell's parts run on, once processes hold their own parts of it only.
    _msacc_pipeline_engine: Any = None
    # What is noted on a graph's nodes while this Cell is captured: a pipeline's stage.
    _msacc_mark: dict[str, Any] | None = None
    # The trainable parameters at a version of the Structure.
    _msacc_trainable: tuple[int, list[Parameter]] | None
    # Worked out from the above: what a call runs in the place of construct, whether it does anything around that, and
    # what stands for construct within.
    _msacc_call: Callable[..., Any] | None
    _msacc_has_extras: bool
    _msacc_body: Callable[..., Any] | None

    # The inputs of construct, where the class has its own bprop.
    _msacc_construct_inputs: tuple[Any, ...] = ()
    # Attributes of the class that a Parameter or Cell may hide: those MindSpore's class does not have.
    _msacc_free_names: ClassVar[tuple[str, ...]] = ("place", "placed_on", "cast")

    # Whether no class beside Cell has a `__new__`, which may take arguments. Pipelines trace this: Dynamo follows no
    # `__new__` that is looked at first.
    _msacc_made_plainly: ClassVar[bool] = True

    def __init_subclass__(cls, **kwargs: Any) -> None:
        super().__init_subclass__(**kwargs)
        cls._msacc_made_plainly = super().__new__ is object.__new__

    # Here, so that the signature of a Cell is that of its `__init__`.
    def __new__(cls, /, *args: object, **kwargs: Any) -> Any:
        if kwargs and (former := cls._msacc_former_layer(kwargs)) is not None:
            return former(*args, **kwargs)
        if cls._msacc_made_plainly:
            return super().__new__(cls)
        return super().__new__(cls, *args, **kwargs)

    @classmethod
    def _msacc_former_layer(cls, kwargs: dict[str, Any]) -> type | None:
        """The layer of an earlier release that these keywords make, if any; TypeError for unknown ones."""
        check_keywords(cls, kwargs)
        return None

    @property
    def cls_name(self) -> str:
        """The class's name."""
        return type(self).__name__

    def bprop(self, *args: Any) -> Any:
        """Optional: (inputs..., out, dout) -> gradients of the inputs, instead of autograd's."""
        raise NotImplementedError

    @property
    def _msacc_is_distributed(self) -> bool:
        """Whether it is several graphs of its own whatever calls it (see graph.distributed_cells)."""
        return self._msacc_pipeline_engine is not None

    def _msacc_refresh(self) -> None:
        """Work out again how a call runs: after a change of what it depends on."""
        raise NotImplementedError

    # -- parameters ----------------------------------------------------------------------------
    def parameters_and_names(
        self, name_prefix: str = "", expand: bool = True
    ) -> Iterator[tuple[str, Parameter]]:
        """(path, parameter), own parameters first; each parameter once.

        `name_prefix`: a str before each path.
        `expand`: those of the cells below too.
        """
        seen: set[int] = set()
        cells = walk(self, name_prefix) if expand else [(name_prefix, self)]
        for path, cell in cells:
            for name, parameter in cell._params.items():
                if parameter is not None and id(parameter) not in seen:
                    seen.add(id(parameter))
                    yield (f"{path}.{name}" if path else name), parameter

    def get_parameters(self, expand: bool = True) -> Iterator[Parameter]:
        """Every parameter; only this Cell's own if not `expand`."""
        for _, parameter in self.parameters_and_names(expand=expand):
            yield parameter

    def trainable_params(self, recurse: bool = True) -> list[Parameter]:
        """The parameters that require a gradient.

        `recurse`: those of the cells below too.
        """
        return [p for p in self.get_parameters(expand=recurse) if p.requires_grad]

    def untrainable_params(self, recurse: bool = True) -> list[Parameter]:
        """The parameters that do not require a gradient. `recurse`: those of the cells below too."""
        return [p for p in self.get_parameters(expand=recurse) if not p.requires_grad]

    def parameters_dict(self, recurse: bool = True) -> OrderedDict[str, Parameter]:
        """The parameters by their own name (`Parameter.name`); ValueError where two have one name.

        `recurse`: those of the cells below too. Differs from MindSpore, which leaves one of the two out.
        """
        check_names_differ(self, recurse)
        return OrderedDict((p.name, p) for p in self.get_parameters(expand=recurse))

    def parameters_broadcast_dict(self, recurse: bool = True) -> OrderedDict[str, Parameter] | None:
        """The parameters that data parallelism broadcasts, by name, or None if there are none; ValueError where two
        have one name.

        `recurse`: those of the cells below too.
        """
        named = self.parameters_dict(recurse)
        return OrderedDict((n, p) for n, p in named.items() if not p.layerwise_parallel) or None

    def update_parameters_name(self, prefix: str = "", recurse: bool = True) -> None:
        """Rename every parameter to `prefix` + its path; TypeError for a prefix that is no str.

        `recurse`: those of the cells below too.
        """
        if not isinstance(prefix, str):
            raise TypeError(
                f"For 'update_parameters_name', 'prefix' should be a str, but got {prefix!r}."
            )
        for path, parameter in list(self.parameters_and_names(expand=recurse)):
            parameter.name = prefix + path

    def check_names(self) -> None:
        """ValueError if two different parameters share a name."""
        check_names_differ(self)

    def check_names_and_refresh_name(self) -> None:
        """Rename all parameters by their paths if two share a name, as the first call of the outermost Cell does.

        Raises ValueError where two paths are the same.
        """
        if equal_names(self.parameters_and_names()):
            self.update_parameters_name()
            check_names_differ(self)

    def init_parameters_data(self, auto_parallel_mode: bool = False) -> dict[Parameter, Parameter]:
        """Fill every parameter that still waits for its initializer; returns {old: filled}.

        `auto_parallel_mode` has no effect, which is said once: who holds which part is known already.
        """
        if auto_parallel_mode:
            why = "each process fills the parts that it holds in any case"
            no_effect("init_parameters_data", "auto_parallel_mode", auto_parallel_mode, why)
        # A sharded parameter is filled, only not here.
        here = [p for p in self.get_parameters() if not getattr(p._msacc_init, "is_remote", False)]
        filled = {p: p.init_data() for p in here}
        for _, cell in walk(self):
            cell.__dict__["_msacc_unfilled"] = False
            cell._msacc_refresh()
        return filled

    # -- buffers -------------------------------------------------------------------------------
    def named_buffers(
        self, prefix: str = "", recurse: bool = True, remove_duplicate: bool = True
    ) -> Iterator[tuple[str, Tensor]]:
        """(path, buffer) of this Cell and, if `recurse`, of those below.

        `prefix`: a str before each path.
        `remove_duplicate`: give a buffer that has several paths once.
        """
        seen: set[int] = set()
        for path, cell in walk(self, prefix) if recurse else [(prefix, self)]:
            for name in cell.__dict__.get("_buffers", ()):
                tensor = cell.__dict__[name]
                if tensor is None or (remove_duplicate and id(tensor) in seen):
                    continue
                seen.add(id(tensor))
                yield (f"{path}.{name}" if path else name), tensor

    def buffers(self, recurse: bool = True) -> Iterator[Tensor]:
        """The buffers without their names. `recurse`: those of the cells below too."""
        for _, tensor in self.named_buffers(recurse=recurse):
            yield tensor

    def get_buffer(self, target: str) -> Tensor:
        """The buffer at the dotted path `target`; AttributeError where there is none."""
        buffer = dict(self.named_buffers()).get(target)
        if buffer is None:
            raise AttributeError(
                f"{type(self).__name__} has no attribute '{target}' that is a buffer."
            )
        return buffer

    # -- state of another kind -----------------------------------------------------------------
    def get_extra_state(self) -> Any:
        """What `state_dict` holds of this Cell besides tensors; defined by subclasses. RuntimeError otherwise."""
        raise RuntimeError(f"{type(self).__name__} does not define get_extra_state.")

    def set_extra_state(self, state: Any) -> None:
        """Take over `state`, what `get_extra_state` gave; defined by subclasses. RuntimeError otherwise."""
        raise RuntimeError(
            f"{type(self).__name__} does not define set_extra_state, so 'state' {state!r} has no place."
        )


def is_cell(value: Any) -> bool:
    """Whether `value` is a Cell, asked of its class: an object of the user's may have a __getattr__ of its own."""
    return issubclass(type(value), CellTree)


def refresh_names_once(cell: CellTree) -> None:
    """`check_names_and_refresh_name`, before the first call of a Cell; it counts for those below, too."""
    cell.check_names_and_refresh_name()
    for _, below in walk(cell):
        if below._msacc_uncalled:
            below.__dict__["_msacc_uncalled"] = False
            below._msacc_refresh()


def recorded_params(cell: CellTree) -> list[Parameter]:
    """`trainable_params()`, kept until any Cell or Parameter changes.

    A graph that Dynamo captures takes the list that was collected before: for a walk within it Dynamo takes twice
    as long with each level of Cells.
    """
    known = cell.__dict__.get("_msacc_trainable")
    if torch.compiler.is_compiling():
        return cell.trainable_params() if known is None else known[1]
    version, parameters = known or (-1, [])
    if version != Structure.version:
        parameters = cell.trainable_params()
        cell.__dict__["_msacc_trainable"] = (Structure.version, parameters)
    return parameters


def walk(
    cell: CellTree, prefix: str = "", seen: set[int] | None = None
) -> Iterator[tuple[str, CellTree]]:
    """(path, Cell) for a Cell and all below it, parents first; those whose ids are `seen` are left out."""
    seen = set() if seen is None else seen
    if id(cell) in seen:
        return
    seen.add(id(cell))
    yield prefix, cell
    for name, below in cell._cells.items():
        if below is not None:
            yield from walk(below, f"{prefix}.{name}" if prefix else name, seen)
