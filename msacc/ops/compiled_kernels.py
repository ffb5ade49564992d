"""Kernels that a user compiled, called by MindSpore's C signature.

A kernel gets the device's memory where it is one of CUDA's: `reg_info` says so, or the library holds CUDA code. Any
other gets copies in the CPU's memory, and its outputs are copied back.

    int Name(int nparam, void **params, int *ndims, int64_t **shapes, const char **dtypes, void *stream, void *extra)

`params` are the memory of the inputs and then of the outputs, `shapes` and `dtypes` describe them, `stream` is CUDA's
or null, `extra` null; the result is 0, or an error of the kernel's own.
"""

from __future__ import annotations

import ctypes
import functools
import hashlib
import json
import os
import shutil
import subprocess
import tempfile
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any

import torch

from msacc.common import dtype as dtypes
from msacc.common.settings import settings
from msacc.common.tensor import Tensor
from msacc.common.without_values import needs_values

_SOURCES = (".cc", ".cpp")
_FLAGS = ("-std=c++17", "-O2", "-shared", "-fPIC", "-D_GLIBCXX_USE_CXX11_ABI=0")
_DEVICES = {"CPU": "cpu", "GPU": "cuda"}


class CompiledKernel:
    """The function of `file:function`, on torch tensors; it is loaded at the first call.

    `file` is a shared library, or C++, which is compiled at once. `out_shape` and `out_dtype` are those of one output,
    tuples or lists of several, or functions of the inputs' shapes (lists) and dtypes. `reg_info` names the target,
    without which the library tells it, and which dtypes it takes.
    """

    def __init__(self, func: str, out_shape: Any, out_dtype: Any, reg_info: Any):
        file, _, self.function_name = func.partition(":")
        self.file = compiled(file) if self.function_name else func
        self.out_shape, self.out_dtype = out_shape, out_dtype
        infos = [
            json.loads(info) if isinstance(info, str) else info for info in _flat(reg_info) if info
        ]
        self._formats = [row for info in infos for row in info.get("dtype_format", ())]
        targets = {info["target"] for info in infos if info.get("target") in (*_DEVICES, "Ascend")}
        self.target = targets.pop() if len(targets) == 1 else None
        _refuse_attributes(func, infos)
        self._function: Callable[..., int] | None = None

    def __getstate__(self) -> dict[str, Any]:
        return {**self.__dict__, "_function": None}  # an address of this process

    def __call__(self, inputs: Sequence[Any]) -> Any:
        needs_values(f"the kernel {self.function_name}")
        if self.target is not None:
            _check_target(self.function_name or self.file, self.target)
        function = self._function = self._function or _load(self.file, self.function_name)
        on_cuda = settings.device.type == "cuda" and holds_cuda_code(self.file)
        target = self.target or ("GPU" if on_cuda else "CPU")
        device = settings.device if target == "GPU" else torch.device("cpu")
        tensors = [_as_input(x, device) for x in _flat(inputs)]
        shapes, kinds, several = self._outputs(tensors)
        outputs = [
            torch.empty(s, dtype=d, device=device) for s, d in zip(shapes, kinds, strict=True)
        ]
        self._check_dtypes([*tensors, *outputs])
        self._run(function, [*tensors, *outputs])
        results = tuple(out.to(settings.device) for out in outputs)
        return results if several else results[0]

    def _outputs(self, tensors: Sequence[torch.Tensor]) -> tuple[list[Any], list[Any], bool]:
        """Shapes and dtypes of the outputs, and whether they are several."""
        shape, kind = self.out_shape, self.out_dtype
        if callable(shape):
            shape = shape(*[list(t.shape) for t in tensors])
        if callable(kind):
            kind = kind(*[dtypes.from_torch(t.dtype) for t in tensors])
        _check_outputs(shape, kind)
        several = isinstance(kind, (tuple, list))
        kinds = [dtypes.to_torch(k, "out_dtype") for k in (kind if several else (kind,))]
        return list(shape) if several else [shape], kinds, several

    def _check_dtypes(self, tensors: Sequence[torch.Tensor]) -> None:
        names = [_name(t) for t in tensors]
        for row in self._formats:
            if all(dtype in ("", name) for (dtype, _), name in zip(row, names, strict=False)):
                return
        if self._formats:
            allowed = [[dtype for dtype, _ in row] for row in self._formats]
            raise TypeError(
                f"For 'Custom', the 'reg_info' of {self.function_name} allows inputs and outputs of {allowed}, but "
                f"got {names}."
            )

    def _run(self, function: Callable[..., int], tensors: Sequence[torch.Tensor]) -> None:
        n = len(tensors)
        shapes = [(ctypes.c_int64 * t.dim())(*t.shape) for t in tensors]
        pointers = [ctypes.cast(shape, ctypes.POINTER(ctypes.c_int64)) for shape in shapes]
        on_gpu = tensors[-1].device.type == "cuda"
        result = function(
            n,
            (ctypes.c_void_p * n)(*[t.data_ptr() for t in tensors]),
            (ctypes.c_int * n)(*[t.dim() for t in tensors]),
            (ctypes.POINTER(ctypes.c_int64) * n)(*pointers),
            (ctypes.c_char_p * n)(*[_name(t).encode() for t in tensors]),
            torch.cuda.current_stream().cuda_stream if on_gpu else None,
            None,
        )
        if result != 0:
            raise RuntimeError(
                f"The return value of {self.function_name} of {self.file} is {result}: any other than 0 is an error "
                "of the kernel's own."
            )


def check_kernel_name(func: str, out_shape: Any) -> str:
    """`func`, if it is a str 'file:function' of a file that may be loaded; TypeError otherwise.

    With a function for `out_shape` it may be a name alone: that of a kernel of Ascend's.
    """
    if not isinstance(func, str):
        raise TypeError(
            f"For 'Custom' with func_type='aot', 'func' must be of type str, but got {func!r}."
        )
    if func.count(":") != 1:
        if callable(out_shape):
            return func
        raise TypeError(
            f"For 'Custom' with func_type='aot', 'func' should be like 'file_name:func_name', but got {func!r}."
        )
    allowed = os.environ.get("MS_CUSTOM_AOT_WHITE_LIST")
    path = Path(func.partition(":")[0]).resolve()
    if allowed is not None and not path.is_relative_to(Path(allowed).resolve()):
        raise TypeError(
            f"For 'Custom' with func_type='aot', the legal path for the file is {allowed!r} (the environment variable "
            f"MS_CUSTOM_AOT_WHITE_LIST), but the file is {str(path)!r}."
        )
    return func


def compiled(file: str) -> str:
    """The shared library of `file`: itself, or what g++ makes of C++.

    It is written to the folder that the environment variable MS_COMPILER_CACHE_PATH names, or `custom_kernel_meta`.
    """
    path = Path(file).resolve()
    if path.suffix == ".cu":
        raise NotImplementedError(
            f"For 'Custom', msacc does not compile CUDA ({file}): compile it by nvcc --shared -Xcompiler -fPIC -o "
            f"{path.stem}.so {path.name}, and name the .so file."
        )
    if path.suffix not in _SOURCES:
        return file
    if not path.is_file():
        raise RuntimeError(f"For 'Custom', there is no file {str(path)!r} to compile.")
    return _compiled(path, path.stat().st_mtime_ns)


@functools.cache
def _compiled(path: Path, changed: int) -> str:
    """Once a process for each state of the file; headers that it includes are not looked at."""
    compiler = shutil.which("g++")
    if compiler is None:
        raise RuntimeError(
            f"For 'Custom', g++ is needed to compile {path}, or a compiled .so file."
        )
    folder = Path(os.environ.get("MS_COMPILER_CACHE_PATH", "custom_kernel_meta")).resolve()
    folder.mkdir(parents=True, exist_ok=True)
    key = hashlib.sha256(f"{path} {changed}".encode()).hexdigest()[:12]
    library = folder / f"{path.name}-{key}.so"
    with tempfile.TemporaryDirectory(dir=folder) as made:  # processes may compile at once
        output = Path(made, library.name)
        command = [compiler, *_FLAGS, f"-I{path.parent}", "-o", str(output), str(path)]
        done = subprocess.run(command, check=False, capture_output=True, text=True)
        if done.returncode != 0:
            raise RuntimeError(
                f"Compilation error in compiling {path}:\n{done.stdout}{done.stderr}"
            )
        output.replace(library)
    return str(library)


def _check_target(name: str, target: str) -> None:
    if target == "Ascend":
        raise NotImplementedError(
            f"For 'Custom', the 'reg_info' of {name} names the target 'Ascend', which msacc does not have; compile "
            "the kernel for CPU or GPU and name that."
        )
    if target == "GPU" and settings.device.type != "cuda":
        raise RuntimeError(
            f"For 'Custom', the 'reg_info' of {name} names the target 'GPU', but the process runs on the CPU; see "
            "mindspore.set_device."
        )


@functools.cache
def holds_cuda_code(file: str) -> bool:
    """Whether a library starts kernels of CUDA's: it holds their code, or the name of a runtime."""
    content = Path(file).read_bytes()
    return any(
        mark in content for mark in (b".nv_fatbin", b"libcudart", b"libcuda.so", b"cuLaunch")
    )


def _load(file: str, name: str) -> Callable[..., int]:
    if not name:
        raise RuntimeError(
            f"For 'Custom', 'func' should be like 'file_name:func_name' on CPU and GPU, but got {file!r}."
        )
    if not Path(file).is_file():
        raise RuntimeError(f"For 'Custom', there is no file {file!r} of a compiled kernel.")
    library = ctypes.CDLL(str(Path(file).resolve()))
    for kind in ("Init", "InferShape"):
        if hasattr(library, name + kind):
            raise NotImplementedError(
                f"For 'Custom', msacc does not call {name}{kind} of {file}, which is C++ of MindSpore's (AotExtra); "
                "give 'out_shape', and sizes as inputs."
            )
    if not hasattr(library, name):
        raise RuntimeError(f"For 'Custom', the library {file!r} has no function {name!r}.")
    function = library[name]
    function.restype = ctypes.c_int
    function.argtypes = [ctypes.c_int, *[ctypes.c_void_p] * 6]
    return function


def _check_outputs(shape: object, kind: Any) -> None:
    if not isinstance(shape, (tuple, list)):
        raise TypeError(
            f"For 'Custom', 'out_shape' must be a tuple, a list or a function that gives one, but got {shape!r}."
        )
    if not isinstance(kind, (dtypes.Type, tuple, list)):
        raise TypeError(
            "For 'Custom', 'out_dtype' must be a dtype, a tuple or list of them or a function that gives them, but "
            f"got {kind!r}."
        )
    inner = [isinstance(part, (tuple, list)) for part in shape]
    one = not isinstance(kind, (tuple, list)) and not any(inner)
    if not (one or (isinstance(kind, (tuple, list)) and all(inner) and len(shape) == len(kind))):
        raise RuntimeError(
            f"For 'Custom', 'out_shape' and 'out_dtype' should be one shape and one dtype or tuples of as many, but "
            f"got {shape!r} and {kind!r}."
        )


def _refuse_attributes(func: str, infos: Sequence[dict[str, Any]]) -> None:
    if names := [
        a["name"] for info in infos if info.get("target") in _DEVICES for a in info.get("attr", ())
    ]:
        raise NotImplementedError(
            f"For 'Custom', msacc does not hand attributes to compiled kernels, but the 'reg_info' of {func} names "
            f"{names}: give them as inputs, which a kernel reads from 'params'."
        )


def _as_input(value: Any, device: torch.device) -> torch.Tensor:
    """A contiguous tensor on `device`; a number is one without axes."""
    if isinstance(value, Tensor):
        return value._t.detach().to(device).resolve_conj().resolve_neg().contiguous()
    if not isinstance(value, (bool, int, float)):
        raise TypeError(
            f"For 'Custom', an input should be a Tensor or a number, but got {value!r}."
        )
    return torch.tensor(
        value, device=device, dtype=torch.float32 if isinstance(value, float) else None
    )


def _name(tensor: torch.Tensor) -> str:
    return dtypes.from_torch(tensor.dtype).name.lower()


def _flat(values: Any) -> Iterator[Any]:
    """The leaves of nested tuples and lists."""
    if isinstance(values, (tuple, list)):
        for value in values:
            yield from _flat(value)
    else:
        yield values
