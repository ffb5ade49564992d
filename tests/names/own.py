"""Which private names the package's classes take, and which its source uses at all."""

from __future__ import annotations

import ast
import functools
import json
from pathlib import Path

import msacc
from tests.names.classes import bases_in, is_private, private_names, public_classes
from tests.names.record import PATH

_PATHS: dict[type, list[str]] = {}
for _path, _class in public_classes("msacc").items():
    _PATHS.setdefault(_class, []).append(_path)
_RECORDED: dict[str, str] = json.loads(PATH.read_text(encoding="utf-8"))

# Names that stood on the classes before they were reserved, and that scripts are known to use.
_ONCE = """
_add_hook _begin_step _body _call _call_compiled _call_sharded _call_specially _call_with_extras _collect_state _step
_compute_dtype _construct_here _construct_inputs _flags _graphs _held_tensors _hooks _inner _is_region _jit_level _mark
_keep_param _load_state _offload _own_state _pipeline_engine _refresh _replace _run _run_once _set_cell _special _walk
_torch_names _trainable _uncalled _unfilled _update _with_cast_parameters _with_hooks
"""
# Names that others ask for: notebooks, and Python of abstract classes.
_PROTOCOLS = frozenset(("_repr_html_", "_repr_svg_", "_abc_impl"))
# The torch tensor of a Tensor, which every op reads: the one name that a Tensor or Parameter of a user's cannot take.
_TENSORS = frozenset(("_t",))


def classes() -> list[type]:
    """The public classes that scripts derive from."""
    return list(_PATHS)


def path_of(cls: type) -> str:
    """The path of a public class, without the package's name."""
    return _PATHS[cls][0]


def of_mindspore(cls: type) -> set[str]:
    """The private names that MindSpore's class of this name has, and those of its bases."""
    paths = {path for base in bases_in("msacc", cls) for path in _PATHS.get(base, ())}
    if "probability" in cls.__module__:  # whose classes are asked for what those below them define
        paths |= {path for path in _RECORDED if "probability" in path}
    exempt = _PROTOCOLS | (_TENSORS if issubclass(cls, msacc.Tensor) else set())
    return {name for path in paths for name in _RECORDED.get(path, "").split()} | exempt


def unreserved(cls: type) -> set[str]:
    """`class: name` for each private name of ours that is neither MindSpore's nor behind the reserved prefix."""
    known = of_mindspore(cls)
    return {
        f"{base.__module__}:{base.__qualname__}: {name}"
        for base in bases_in("msacc", cls)
        for name in private_names(base)
        if name not in known and not name.startswith("_msacc_")
    }


@functools.cache
def used_in_source() -> frozenset[str]:
    """Each private name that the package's source defines or asks an object for, by whatever way."""
    found = set(_ONCE.split())
    for file in Path(msacc.__file__).parent.rglob("*.py"):
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
            found.update(_names_in(node))
    return frozenset(n for n in found if is_private(n) and n.isidentifier() and n != "_")


def _names_in(node: ast.AST) -> list[str]:
    if isinstance(node, ast.Attribute):
        return [node.attr]
    if isinstance(node, (ast.FunctionDef, ast.ClassDef)):
        return [node.name]
    if isinstance(node, ast.keyword):
        return [node.arg or ""]
    return (
        node.value.split() if isinstance(node, ast.Constant) and isinstance(node.value, str) else []
    )
