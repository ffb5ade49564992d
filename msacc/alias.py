"""`import mindspore` means msacc: one finder on sys.meta_path.

`mindspore.a.b` is the same module object as `msacc.a.b`, so classes, pickles and `isinstance` agree under
both names. From the first such import on classes are called as in MindSpore (`mindspore_homes.py`). A name that msacc
lacks raises an error that says so.
"""

from __future__ import annotations

import contextlib
import importlib
import importlib.abc
import importlib.machinery
import importlib.util
import os
import sys
from collections.abc import Iterator, Sequence
from importlib import metadata
from pathlib import Path
from types import ModuleType
from typing import Any

from msacc import log
from msacc.common.environment import apply_environment
from msacc.common.warn_once import once
from msacc.installed_mindspore import installed_versions
from msacc.mindspore_homes import give_names, take_names_back
from msacc.module_aliases import missing, refuse
from msacc.version import MINDSPORE_VERSION

_FROM, _TO = "mindspore", "msacc"
# multiprocessing hands sys.path on to the processes it spawns, but no finders.
_FOR_CHILDREN = str(Path(__file__).with_name("child_process_alias"))


class _Loader(importlib.abc.Loader):
    """Hands out the msacc module that stands behind a mindspore name."""

    def __init__(self, real: ModuleType):
        self.real = real
        # importlib writes these onto whatever module a loader gives it; they are put back.
        self.saved_attributes = {
            k: getattr(real, k, None) for k in ("__spec__", "__loader__", "__package__")
        }
        self.name = _own_name(real)

    def create_module(self, spec: Any) -> ModuleType:
        return self.real

    def exec_module(self, module: ModuleType) -> None:
        for key, value in self.saved_attributes.items():
            setattr(module, key, value)
        _keep_names(self.name)


def _own_name(module: ModuleType) -> str:
    """`msacc.…`, whatever the module is called by now."""
    return module.__spec__.name if module.__spec__ is not None else module.__name__


def _keep_names(package: str) -> None:
    """Let modules below a package be known already where the package gives their names to something else.

    Importing such a module under its other name would put it in the place of `profiler.schedule`, a class.
    """
    below = [name for name in sys.modules if name.rpartition(".")[0] == package]
    for name in below:
        attribute = vars(sys.modules[package]).get(name.rpartition(".")[2])
        if attribute is not None and attribute is not sys.modules[name]:
            sys.modules[_FROM + name[len(_TO) :]] = _explaining(sys.modules[name])


class _Distribution(metadata.Distribution):
    """What `importlib.metadata` says of mindspore: its name and version; libraries ask whether it is installed."""

    def read_text(self, filename: str) -> str | None:
        if filename != "METADATA":
            return None
        return f"Metadata-Version: 2.1\nName: {_FROM}\nVersion: {sys.modules[_TO].__version__}\n"

    def locate_file(self, path: Any) -> Path:
        return Path(__file__).parent / path


class MindSporeFinder(importlib.abc.MetaPathFinder):
    """Finds `mindspore` and everything below it in msacc."""

    def find_distributions(
        self, context: metadata.DistributionFinder.Context | None = None
    ) -> Iterator[metadata.Distribution]:
        """The distribution mindspore, for those who ask for it by name."""
        if context is not None and context.name == _FROM:
            yield _Distribution()

    def find_spec(
        self, fullname: str, path: Sequence[str] | None, target: ModuleType | None = None
    ) -> importlib.machinery.ModuleSpec | None:
        if fullname != _FROM and not fullname.startswith(_FROM + "."):
            return None
        real = _load(fullname)
        give_names()
        if fullname == _FROM:
            # Scripts set MindSpore's variables before this import.
            apply_environment()
            log.read_environment()
            # As MindSpore's import does: descriptors that an older protoc wrote are read by its Python part alone.
            os.environ.setdefault("PROTOCOL_BUFFERS_PYTHON_IMPLEMENTATION", "python")
        return importlib.machinery.ModuleSpec(
            fullname, _Loader(real), is_package=hasattr(real, "__path__")
        )


def _load(fullname: str) -> ModuleType:
    aliased_name = _TO + fullname[len(_FROM) :]
    if _exists(aliased_name):
        return _explaining(importlib.import_module(aliased_name))
    raise ModuleNotFoundError(missing(fullname), name=fullname)


def _explaining(module: ModuleType) -> ModuleType:
    """The module, whose missing names say what MindSpore knows of them."""
    if "__getattr__" not in vars(module):
        module.__getattr__ = refuse(_FROM + _own_name(module)[len(_TO) :])  # type: ignore[method-assign]
    return module


def _exists(name: str) -> bool:
    """Whether the msacc module exists, without hiding an ImportError inside it."""
    parent, _, last = name.rpartition(".")
    if name in sys.modules:
        return True
    if parent and not _exists(parent):
        return False
    if parent and not hasattr(importlib.import_module(parent), "__path__"):
        return False
    return importlib.util.find_spec(name) is not None


def install() -> None:
    """From now on `import mindspore` gives msacc. A second call does nothing.

    Raises ImportError when real MindSpore is imported already: two sets of classes under one name
    would not know each other.
    """
    loaded = sys.modules.get(_FROM)
    if loaded is not None and loaded is not sys.modules[_TO]:
        raise ImportError(
            "real MindSpore is imported already in this process; start Python anew and call "
            "msacc.install_as_mindspore() before anything imports mindspore."
        )
    if not is_installed():
        sys.meta_path.insert(0, MindSporeFinder())
        # Where a stand-in of another version is installed, that is the version libraries are to see.
        sys.modules[_TO].__version__ = installed_versions()[0] or MINDSPORE_VERSION  # type: ignore[attr-defined]
        if _FOR_CHILDREN not in sys.path:
            sys.path.insert(1, _FOR_CHILDREN)
        for name, module in list(sys.modules.items()):
            if name == _TO or name.startswith(_TO + "."):
                _explaining(module)


def is_installed() -> bool:
    """Whether `import mindspore` gives msacc."""
    return any(isinstance(finder, MindSporeFinder) for finder in sys.meta_path)


def uninstall() -> None:
    """Undo `install()`; modules imported as mindspore are forgotten."""
    take_names_back()
    sys.modules[_TO].__version__ = MINDSPORE_VERSION  # type: ignore[attr-defined]
    sys.meta_path[:] = [f for f in sys.meta_path if not isinstance(f, MindSporeFinder)]
    sys.path[:] = [entry for entry in sys.path if entry != _FOR_CHILDREN]
    for name in [n for n in sys.modules if n == _FROM or n.startswith(_FROM + ".")]:
        del sys.modules[name]


@contextlib.contextmanager
def as_mindspore() -> Iterator[None]:
    """A scope in which `import mindspore` gives msacc: `with msacc.as_mindspore(): import their_library`.

    What was imported in it keeps msacc; afterwards `import mindspore` finds what is installed again. Inside another
    scope, or after `install_as_mindspore()`, it changes nothing. A real MindSpore that is installed is left alone, and
    one line says so. Raises ImportError when it is imported already.
    """
    if is_installed():
        yield
        return
    install()
    if (real := installed_versions()[1]) is not None:
        once(
            "as_mindspore",
            f"as_mindspore: MindSpore {real} is installed here; in this scope `import mindspore` gives msacc.",
        )
    try:
        yield
    finally:
        uninstall()


def load_ipython_extension(shell: object) -> None:
    """`%load_ext msacc` in a notebook: `import mindspore` means msacc from here on."""
    install()


def unload_ipython_extension(shell: object) -> None:
    """`%unload_ext msacc`: `import mindspore` finds what is installed again."""
    uninstall()
