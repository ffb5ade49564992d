"""Inductor, the compiler of graphs; it is imported by the function that needs it."""

from __future__ import annotations

import functools
import io
import logging
import platform
import re
from collections.abc import Callable, Sequence
from contextlib import AbstractContextManager
from typing import Any

import torch


def is_kernels(error: Exception) -> bool:
    """Whether a kernel refused a Tensor in a graph: its values, dtype or shape."""
    words = (
        *("out of bounds", "out of range", "shape mismatch: ", "must have the same dtype"),
        *("expected scalar type", "not implemented for"),
    )
    kinds = RuntimeError, NotImplementedError, IndexError
    return type(error) in kinds and any(one in str(error) for one in words)


@functools.cache
def import_cpp_extension() -> None:
    """Imports torch.utils.cpp_extension, which every graph needs, without its notices about CUDA and ROCm.

    Where a toolkit is installed but no device is visible, the import logs "No CUDA runtime is found".
    """
    logger = logging.getLogger("torch.utils.cpp_extension")
    logger.addFilter(_is_not_about_runtimes)
    try:
        import torch.utils.cpp_extension  # noqa: F401
    finally:
        logger.removeFilter(_is_not_about_runtimes)


def _is_not_about_runtimes(record: logging.LogRecord) -> bool:
    return "runtime is found" not in record.getMessage()


def inductor(
    graph: torch.fx.GraphModule,
    inputs: Sequence[Any],
    settings: dict[str, Any],
    look: Callable[[torch.fx.GraphModule, list[int]], list[int]] | None = None,
) -> Callable[..., Any]:
    """Code for a graph; `settings` are inductor's.

    Graphs with functions that have a backward of their own are kept on disk too, by the code of both: every training
    step has such a function, where its gradients begin. `look` is shown each graph that code is made of, and its inputs
    that keep their address; it returns the latter.
    """
    from torch._functorch import config
    from torch._inductor.compile_fx import compile_fx

    import_cpp_extension()
    if look is None:
        with config.patch(autograd_cache_allow_custom_autograd_functions=True):
            built: Any = compile_fx(graph, list(inputs), config_patches=settings)
        return built
    # The cache of whole graphs does not know `look`, and would pass it by; that of kernels stays.
    with config.patch(enable_autograd_cache=False):
        code: Any = compile_fx(
            graph, list(inputs), inspecting_compile(look), config_patches=settings
        )
        return code


def inspecting_compile(
    look: Callable[[torch.fx.GraphModule, list[int]], list[int]],
    then: Callable[..., Any] | None = None,
) -> Callable[..., Any]:
    """Inductor's inner compile function (`then`), with `look` called on each graph first."""

    def compile_one(graph: torch.fx.GraphModule, inputs: Sequence[Any], **options: Any) -> Any:
        from torch._inductor.compile_fx import compile_fx_inner

        still = look(graph, list(options.get("static_input_idxs") or ()))
        options["static_input_idxs"] = still
        return (then or compile_fx_inner)(graph, inputs, **options)

    return compile_one


def compiled_package(program: torch.export.ExportedProgram) -> bytes:
    """The package that AOTInductor makes of a program. Documented by torch, under a private module's name."""
    file = io.BytesIO()
    torch._inductor.aoti_compile_and_package(program, package_path=file)
    return file.getvalue()


def is_composed(op: torch._ops.OpOverload) -> bool:
    """Whether an operator is other operators in a row, to torch."""
    return op._can_decompose()


def composition(op: torch._ops.OpOverload) -> Callable[..., Any]:
    """What runs the other operators of one that is composed."""
    return functools.partial(op._op_dk, torch._C.DispatchKey.CompositeImplicitAutograd)


def cannot_be_recorded(node: torch.fx.Node) -> bool:
    """Whether inductor leaves `node` out of CUDA graphs whatever it works on."""
    from torch._inductor.utils import get_first_incompatible_cudagraph_node

    single_node_graph: Any = _Nodes([node])
    return get_first_incompatible_cudagraph_node(single_node_graph) is not None


class _Nodes:
    """Nodes in the place of a graph."""

    def __init__(self, nodes: list[torch.fx.Node]):
        self.graph, self.nodes = self, nodes


def cuda_graph_skips() -> int:
    """How often inductor made no CUDA graph where it was to, since the process began."""
    from torch._dynamo.utils import counters

    return int(counters["inductor"]["cudagraph_skips"])


def cpp_compiler() -> str:
    """The C++ compiler that inductor uses; an exception when there is none."""
    from torch._inductor.cpp_builder import get_cpp_compiler

    return get_cpp_compiler()


def compiler_version() -> str:
    """What the C++ compiler says about itself; empty where there is none."""
    from torch._inductor.cpp_builder import get_compiler_version_info

    try:
        return get_compiler_version_info(cpp_compiler())
    except Exception:  # InvalidCxxCompiler, or what a missing program raises
        return ""


@functools.cache
def instructions() -> dict[str, Any]:
    """Inductor's setting that spares it trying out, program by program, what the compiler can do for this processor.

    GCC knows all instructions that torch asks for since version 11; what the processor has torch asks it itself.
    """
    version = re.search(r"gcc version (\d+)\.", compiler_version())
    is_recent_gcc = platform.machine() == "x86_64" and version is not None and int(version[1]) >= 11
    return {"cpp.vec_isa_ok": True} if is_recent_gcc else {}


def compiled_folder() -> str:
    """Where inductor keeps compiled code."""
    from torch._inductor.runtime.cache_dir_utils import cache_dir

    return cache_dir()


def fresh_cache() -> AbstractContextManager[None]:
    """An empty folder for inductor's compiled code for a while."""
    from torch._inductor.utils import fresh_cache

    return fresh_cache()
