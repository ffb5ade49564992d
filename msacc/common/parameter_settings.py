"""Parameter settings for MindSpore's parameter servers and graphs: checked and stored, without effect."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from msacc.common.warn_once import no_effect

if TYPE_CHECKING:
    from msacc.common.parameter import Parameter


class Setting:
    """An attribute with a default; TypeError for a value of another type, as MindSpore raises it."""

    def __init__(self, default: Any, kinds: type | tuple[type, ...], requirement: str, doc: str):
        self.default, self.kinds, self.requirement = default, kinds, requirement
        self.__doc__ = doc

    def __set_name__(self, owner: type, name: str) -> None:
        self.name = name

    def __get__(self, holder: Parameter | None, owner: type | None = None) -> Any:
        if holder is None:
            return self
        return holder.__dict__.get(self.name, self.default)

    def __set__(self, holder: Parameter, value: Any) -> None:
        if not isinstance(value, self.kinds):
            raise TypeError(
                f"The argument `{self.name}` must be {self.requirement}, but got {value!r}."
            )
        holder.__dict__[self.name] = value


class ParameterSettings:
    """What Parameter holds of them."""

    cache_enable = Setting(False, bool, "bool type", "Whether a parameter server caches its rows.")
    cache_shape = Setting([], (tuple, list), "tuple or list type", "The shape of that cache.")
    is_param_ps = Setting(False, bool, "bool type", "Whether it is on a parameter server.")
    init_in_server = Setting(False, bool, "bool type", "Whether it is made there.")
    requires_aggr = Setting(True, bool, "bool type", "Whether its servers add its gradients up.")
    key = Setting(-1, int, "int type", "Its number on a parameter server.")
    parallel_optimizer_comm_recompute = Setting(
        False, bool, "bool type", "Whether MindSpore's graphs gather it again in the backward pass."
    )

    def add_pipeline_stage(self, stage: int) -> None:
        """Has no effect, which is said once: a parameter is on every stage whose Cells use it.

        `stage`: an int that is not negative, or TypeError.
        """
        if not isinstance(stage, int) or stage < 0:
            raise TypeError(f"`stage` must be a positive number of int type, but got {stage!r}.")
        why = "a parameter is on every stage whose Cells use it"
        no_effect("Parameter.add_pipeline_stage", "stage", stage, why)
