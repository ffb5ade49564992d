"""Names of MindSpore's that public libraries import and that are not here: making or calling one raises."""

from __future__ import annotations

from typing import Any

from msacc.experimental.map_parameter import WHY as _HASH_TABLES

# Module of MindSpore -> why, names.
_REFUSED: dict[str, tuple[str, str]] = {
    "ops.operations._map_tensor_ops": (
        _HASH_TABLES,
        "erase get_data get_keys get_values put",
    ),
    "ops.auto_generate": (
        "it numbers settings for MindSpore's kernels; settings are strings here",
        "str_to_enum",
    ),
    "_c_expression": (
        "it hands a dataset to an Ascend device; iterate over it",
        "init_exec_dataset",
    ),
}


def _refused(name: str, why: str) -> type:
    def __init__(self: Any, *_args: Any, **_kwargs: Any) -> None:
        raise NotImplementedError(f"msacc does not have {name} (MindSpore 2.10 does): {why}.")

    doc = f"Refused: {why}. Raises NotImplementedError, which says so.\n"
    body = {"__init__": __init__, "__doc__": doc, "__module__": __name__, "refusal": why}
    return type(name.rpartition(".")[2], (), body)


globals().update(
    {
        name: _refused(f"mindspore.{module}.{name}", why)
        for module, (why, names) in _REFUSED.items()
        for name in names.split()
    }
)
