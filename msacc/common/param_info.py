"""ParamInfo: the flags of a Parameter as an object, which optimizers pass on to their states."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from msacc.common.parameter import Parameter

# What one that was made by itself begins with, as MindSpore's does.
_FLAGS: dict[str, Any] = {
    "name": "Parameter", "requires_grad": True, "layerwise_parallel": False, "parallel_optimizer": True,
    "comm_fusion": 1, "parallel_optimizer_comm_recompute": False, "cache_enable": False, "cache_shape": [], "key": -1,
}  # fmt: skip


class ParamInfo:
    """What `Parameter.param_info` gives: its flags, read and written through; `clone()` is a copy of nobody's yet.

    `parameter.param_info = info` gives a parameter the flags of `info`, its name among them. Other attributes
    (`cloned_obj`) are kept as they are set; those of MindSpore's graphs are absent.
    """

    def __init__(self, obj: Parameter | None = None, **flags: Any):
        vars(self).update(obj=obj, _flags={**_FLAGS, **flags})

    def __getattr__(self, name: str) -> Any:
        obj = vars(self).get("obj")
        if name == "parameter_shape" and obj is not None:
            return list(obj.shape)
        if name in _FLAGS:
            return vars(self)["_flags"][name] if obj is None else getattr(obj, name)
        raise AttributeError(f"A parameter's param_info does not have {name!r} in msacc.")

    def __setattr__(self, name: str, value: Any) -> None:
        if name not in _FLAGS:
            vars(self)[name] = value
        elif self.obj is None:
            self._msacc_flags[name] = value
        else:
            setattr(self.obj, name, value)

    def clone(self) -> ParamInfo:
        """The same flags, of no parameter."""
        return ParamInfo(None, **{name: getattr(self, name) for name in _FLAGS})

    def bind_to(self, parameter: Parameter) -> None:
        """Copies these flags to `parameter` and binds this object to it."""
        for name in _FLAGS:
            setattr(parameter, name, getattr(self, name))
        vars(self)["obj"] = parameter
