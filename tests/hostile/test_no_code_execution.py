"""Opening a file executes nothing: what could is found in the source, and each use has its reason here."""

from __future__ import annotations

import ast
import os
import pickle
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from PIL import Image

import msacc
import msacc.dataset as ds
from msacc.mindrecord.tools import Cifar10ToMR
from tests.house.source import modules

# Modules that turn bytes into calls, start programs, or write files where an archive says.
_MODULES = {
    "pickle", "_pickle", "cPickle", "dill", "cloudpickle", "marshal", "shelve", "joblib", "yaml", "jsonpickle",
    "code", "codeop",
    "runpy", "imp", "pty", "zipfile", "tarfile", "shutil", "xmlrpc", "dbm", "subprocess", "ctypes",
    "multiprocessing", "h5py",
}  # fmt: skip
# Built-in functions.
_BUILT_IN = {"eval", "exec", "compile", "__import__"}
# Calls by their last name, whoever has them.
_CALLS = {
    "import_module", "run_path", "run_module", "system", "popen", "execv", "execve", "execvp", "unpack_archive",
    "extractall",
    "load_module", "exec_module", "loadmat", "literal_eval", "Unpickler", "load_library", "load_extension", "which",
    "send_object_list", "recv_object_list", "all_gather_object", "broadcast_object_list", "gather_object",
    "scatter_object_list",
}  # fmt: skip
# Calls by their whole name.
_NAMED = {
    "np.load", "numpy.load", "torch.load", "torch.jit.load", "torch.hub.load", "Image.open", "np.genfromtxt",
    "pickle.loads",
}  # fmt: skip

_OWN = "a name from a table in msacc's own source"
_PROGRAM = "the program that the user gave msrun to run"
_NETWORK = (
    "the script and the expression that the user gave `python -m msacc estimate` or `compare`"
)
_ARRAYS = "plain arrays, without pickles"
_PEERS = "objects that processes of one job send each other, as torch's pickles: docs/reliability.md, who can connect"
_KERNEL = "a kernel that the program named, compiled where it is C++, and loaded"
_POOL = "a pool of forks of the process itself, which send it their rows as pickles"
# (module, what it uses): why nothing of a file gets there.
ALLOWED: dict[tuple[str, str], str] = {
    ("msacc.__main__", "import runpy"): _PROGRAM,
    ("msacc.__main__", "import_module"): _OWN,
    ("msacc.__main__", "exec"): _PROGRAM,
    ("msacc.__main__", "compile"): _PROGRAM,
    ("msacc.__main__", "run_path"): _PROGRAM,
    ("msacc.__main__", "run_module"): _PROGRAM,
    ("msacc.alias", "import_module"): "the module behind an import statement of the script",
    ("msacc.common.atomic_files", "import shutil"): "removes temporary folders of its own",
    ("msacc.common.environment", "import_module"): _OWN,
    ("msacc.common.keyword_hints", "import_module"): _OWN,
    ("msacc.nn.layer.rnn_cells", "import_module"): _OWN,
    ("msacc.common.malloc_tuning", "import ctypes"): "mallopt of the C library",
    ("msacc.datafiles.cache", "import shutil"): "removes a folder of its own",
    ("msacc.dataset.image_decoding",
    "Image.open"): "with the formats that PIL decodes itself: EPS would start a program",
    ("msacc.dataset.jpeg", "Image.open"): "of a JPEG that msacc has written itself, to see that the decoders agree",
    ("msacc.dataset.jpeg", "load_library"): "torchvision's own library of decoders",
    ("msacc.dataset.pipeline.shared_memory", "import pickle"): _POOL,
    ("msacc.dataset.pipeline.shared_memory", "pickle.loads"): _POOL,
    ("msacc.dataset.pipeline.workers", "import multiprocessing"): _POOL,
    ("msacc.dataset.text.sentencepiece_tokenizer", "import_module"): "the package sentencepiece",
    ("msacc.dataset.vision.augment", "import_module"): "torchvision's own transforms",
    ("msacc.doctor", "import shutil"): "looks for a compiler",
    ("msacc.doctor", "import subprocess"): "asks the compiler for its version",
    ("msacc.doctor", "which"): "looks for a compiler",
    ("msacc.module_aliases", "import_module"): _OWN,
    ("msacc.comparison.command", "import subprocess"): "the other Python that the user named",
    ("msacc.comparison.job_side", "import subprocess"): "msrun, with the network that the user named",
    ("msacc.comparison.job_side", "np.load"): _ARRAYS,
    ("msacc.comparison.one_side", "import runpy"): _NETWORK,
    ("msacc.comparison.one_side", "import_module"): _NETWORK,
    ("msacc.comparison.one_side", "run_path"): _NETWORK,
    ("msacc.comparison.one_side", "eval"): _NETWORK,
    ("msacc.comparison.one_side", "np.load"): _ARRAYS,
    ("msacc.comparison.recording", "np.load"): _ARRAYS,
    ("msacc.inspection.command", "import runpy"): _NETWORK,
    ("msacc.inspection.command", "import_module"): _NETWORK,
    ("msacc.inspection.command", "run_path"): _NETWORK,
    ("msacc.inspection.command", "eval"): _NETWORK,
    ("msacc.former.explainer.runner", "import_module"): _OWN,
    ("msacc.former.graph_data.messages", "np.load"): _ARRAYS,
    ("msacc.former.graph_data.saved_graphs", "np.load"): _ARRAYS,
    ("msacc.graph.bundle", "import zipfile"): "a bundle that the user named, its digest checked: files are copied",
    ("msacc.graph.machine_kind", "system"): "platform.system: the name of the operating system",
    ("msacc.launch.command", "import runpy"): _PROGRAM,
    ("msacc.porting.arguments", "literal_eval"): "constants in the source that is checked",
    ("msacc.porting.config_files", "literal_eval"): "constants in a configuration that is checked",
    ("msacc.porting.names", "import_module"): "modules of msacc's own alone: the project's code is not run",
    ("msacc.ops.compiled_kernels", "import ctypes"): _KERNEL,
    ("msacc.ops.compiled_kernels", "import shutil"): _KERNEL,
    ("msacc.ops.compiled_kernels", "import subprocess"): _KERNEL,
    ("msacc.ops.compiled_kernels", "which"): _KERNEL,
    ("msacc.launch.status_line", "import shutil"): "the width of the terminal",
    ("msacc.launch.command", "exec"): _PROGRAM,
    ("msacc.launch.command", "compile"): _PROGRAM,
    ("msacc.common.torch_private.recording", "compile"): "comparisons of sizes, which torch writes for a recorded run",
    ("msacc.launch.command", "run_path"): _PROGRAM,
    ("msacc.launch.command", "run_module"): _PROGRAM,
    ("msacc.launch.console_scripts", "import shutil"): "looks for the console script that the user named",
    ("msacc.launch.console_scripts", "which"): "looks for the console script that the user named",
    ("msacc.launch.job", "import shutil"): "removes a folder of its own",
    ("msacc.launch.worker_process", "import ctypes"): "prctl of the C library",
    ("msacc.launch.worker_process", "import subprocess"): _PROGRAM,
    ("msacc.mint.auto_generate", "import_module"): _OWN,
    ("msacc.multiprocessing", "import multiprocessing"): "MindSpore's name for Python's module",
    ("msacc.ops.comm.object_collectives", "all_gather_object"): _PEERS,
    ("msacc.ops.comm.object_collectives", "broadcast_object_list"): _PEERS,
    ("msacc.ops.comm.object_collectives", "gather_object"): _PEERS,
    ("msacc.ops.comm.object_collectives", "recv_object_list"): _PEERS,
    ("msacc.ops.comm.object_collectives", "scatter_object_list"): _PEERS,
    ("msacc.ops.comm.object_collectives", "send_object_list"): _PEERS,
    ("msacc.ops.bindings.primitives.without_kernel", "literal_eval"): "defaults in msacc's own signatures",
    ("msacc.train.sharded_checkpoints.restore_slices", "all_gather_object"): _PEERS,
    ("msacc.train.sharded_checkpoints.strategy_save", "all_gather_object"): _PEERS,
    ("msacc.parallel.layout_picture", "all_gather_object"): _PEERS,
    ("msacc.profiler.step_recorder", "all_gather_object"): _PEERS,
    ("msacc.rewrite.static_branches", "compile"): "a condition in the source of the script's own network",
    ("msacc.rewrite.static_branches", "eval"): "a condition in the source of the script's own network",
    ("msacc.rewrite.network_loading", "exec_module"): "the source that rewrite has written of a network of the script",
    ("msacc.stub_distribution", "import subprocess"): "pip, when the user asks for the stand-in",
    ("msacc.stub_distribution", "import zipfile"): "writes a wheel of its own text",
    ("msacc.train.sharded_checkpoints.replica_broadcast", "all_gather_object"): _PEERS,
    ("msacc.child_process_alias.mindspore", "import_module"): "the package mindspore, as msacc's alias",
    ("msacc.train.serialization.background_save", "import multiprocessing"): "a fork that sends back JSON",
    ("msacc.train.serialization.background_save", "import multiprocessing.connection"): "a fork that sends back JSON",
    ("msacc.weights.torch_files", "import pickle"): "UnpicklingError, the exception of torch's reader, alone",
    ("msacc.weights.torch_files", "torch.load"): "with weights_only=True: torch's own reader of tensors and containers",
    ("msacc.train.serialization.onnx_file", "__import__"): "the packages onnx and onnxscript",
}  # fmt: skip


def _found(tree: ast.AST) -> Iterator[str]:
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            names = [alias.name for alias in node.names]
            yield from (f"import {n}" for n in names if n.partition(".")[0] in _MODULES)
        elif isinstance(node, ast.ImportFrom) and node.level == 0 and node.module:
            if node.module.partition(".")[0] in _MODULES:
                yield f"import {node.module}"
        elif isinstance(node, ast.Call):
            yield from _calls(node)


def _calls(node: ast.Call) -> Iterator[str]:
    whole = ast.unparse(node.func)
    last = whole.rpartition(".")[2]
    if whole in _NAMED:
        yield whole
    elif last in _CALLS or whole in _BUILT_IN:
        yield last
    for keyword in node.keywords:
        given = isinstance(keyword.value, ast.Constant) and keyword.value.value
        if keyword.arg in ("shell", "allow_pickle") and given:
            yield f"{keyword.arg}=True"


def test_what_could_run_something_is_listed_with_its_reason() -> None:
    result = {(name, use) for name, tree in modules().items() for use in _found(tree)}
    assert result == set(ALLOWED)


class Runs:
    """Leaves a file where it is unpickled."""

    def __init__(self, mark: Path):
        self.mark = mark

    def __reduce__(self) -> Any:
        return os.mkdir, (str(self.mark),)


@pytest.fixture
def mark(tmp_path: Path) -> Iterator[Path]:
    """What must not be there at the end."""
    path = tmp_path / "ran"
    yield path
    assert not path.exists()


def test_a_pickle_that_runs_code_does_so_where_it_is_unpickled(tmp_path: Path) -> None:
    pickle.loads(pickle.dumps(Runs(tmp_path / "ran")))
    assert (tmp_path / "ran").is_dir()


@pytest.mark.parametrize("protocol", range(pickle.HIGHEST_PROTOCOL + 1))
def test_pickles_are_not_run(mark: Path, tmp_path: Path, protocol: int) -> None:
    raw = pickle.dumps({b"data": Runs(mark), b"labels": [1]}, protocol)
    for name in ("data_batch_1", "test_batch", "a.ckpt", "a.safetensors"):
        (tmp_path / name).write_bytes(raw)
    with pytest.raises(RuntimeError, match="is not allowed in a CIFAR batch"):
        Cifar10ToMR(str(tmp_path), str(tmp_path / "out.mr")).run()
    for form in ("ckpt", "safetensors"):
        with pytest.raises(ValueError, match="a\\." + form):
            msacc.load_checkpoint(str(tmp_path / f"a.{form}"), format=form)


def test_what_starts_programs_is_no_image(tmp_path: Path) -> None:
    Image.new("RGB", (4, 4)).save(tmp_path / "a.eps")
    with pytest.raises(RuntimeError, match="cannot identify image file"):
        ds.vision.Decode()(np.fromfile(tmp_path / "a.eps", np.uint8))
    with pytest.raises(RuntimeError, match="a.eps is no image"):
        ds.vision.read_image(str(tmp_path / "a.eps"))


@pytest.mark.parametrize(
    "step",
    [
        {"tensor_op_name": "os", "tensor_op_params": {}},
        {"tensor_op_name": "PyFunc", "tensor_op_params": {"function": "print"}},
        {"enum": "np", "name": "load"},
        {"type": "__builtins__"},
        {"array": [1], "dtype": "O"},
    ],
)
def test_a_written_pipeline_names_transforms_alone(step: dict[str, Any]) -> None:
    source = {"op_type": "RandomDataset", "total_rows": 2, "children": []}
    content = {
        "op_type": "Map",
        "operations": [step],
        "input_columns": ["c0"],
        "output_columns": ["c0"],
    }
    made = ds.deserialize({**content, "children": [source]})
    assert made is not None
    with pytest.raises(RuntimeError, match=r"deserialize|unsupported|Failed to find key"):
        made.get_dataset_size()
