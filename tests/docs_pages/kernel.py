"""A page in a kernel: what each cell prints, or how it fails."""

from __future__ import annotations

import json
import os
import time
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import nbformat
from jupyter_client.kernelspec import KernelSpecManager
from jupyter_client.manager import AsyncKernelManager
from jupyter_core.utils import run_sync
from nbclient import NotebookClient
from nbclient.exceptions import CellTimeoutError, DeadKernelError

_NAME = "side"


@dataclass
class Printed:
    """`text`: what the cell prints and shows as text; `error`: how it fails, or nothing."""

    text: str
    error: str = ""


@dataclass(frozen=True)
class Side:
    """`python`: the interpreter; `first`: sources of cells that run before the page's."""

    python: str
    first: tuple[str, ...]
    environment: dict[str, str]

    def run(self, sources: list[str], folder: Path, timeout: float) -> list[Printed]:
        """One Printed for each source; after a kernel that died or a timeout in seconds, the rest says so."""
        everything = [*self.first, *sources]
        notebook = nbformat.v4.new_notebook(
            cells=[nbformat.v4.new_code_cell(source) for source in everything]
        )
        end = time.monotonic() + timeout
        client = NotebookClient(
            notebook,
            km=self._manager(folder),
            allow_errors=True,
            timeout_func=lambda _: max(1, int(end - time.monotonic())),
            resources={"metadata": {"path": str(folder)}},
        )
        log = folder.with_suffix(".log")
        try:
            with (
                log.open("wb") as said,
                client.setup_kernel(env=self._environment(folder), stdout=said, stderr=said),
            ):
                printed = _execute(client)
        finally:
            run_sync(client.km.shutdown_kernel)(now=True)
        for source, one in zip(everything, printed[: len(self.first)], strict=False):
            if one.error:
                raise RuntimeError(f"{self.python}: {source}\n{one.error}\n{one.text}")
        return printed[len(self.first) :]

    def _environment(self, folder: Path) -> dict[str, str]:
        """The home folder is the page's own, where some pages keep what they download."""
        return {**os.environ, "HOME": str(folder), **self.environment}

    def _manager(self, folder: Path) -> AsyncKernelManager:
        spec = folder.parent / "kernels" / _NAME
        spec.mkdir(parents=True, exist_ok=True)
        command = [self.python, "-m", "ipykernel_launcher", "-f", "{connection_file}"]
        (spec / "kernel.json").write_text(json.dumps({"argv": command, "display_name": _NAME}))
        specs = KernelSpecManager(kernel_dirs=[str(spec.parent)], ensure_native_kernel=False)
        return AsyncKernelManager(kernel_name=_NAME, kernel_spec_manager=specs)


def _execute(client: NotebookClient) -> list[Printed]:
    printed: list[Printed] = []
    stopped = ""
    for number, cell in enumerate(client.nb.cells):
        if not stopped:
            try:
                client.execute_cell(cell, number)
            except DeadKernelError:
                stopped = "the kernel died"
            except CellTimeoutError:
                stopped = "out of time"
        outputs = cell.get("outputs", [])
        error = stopped or next((_told(o) for o in outputs if o.output_type == "error"), "")
        printed.append(Printed("".join(map(_text, outputs)), error))
    return printed


def _text(output: Any) -> str:
    """What is printed to stdout, or the text of a value that is shown; of pictures and progress bars nothing."""
    if output.output_type == "stream":
        return str(output.text) if output.name == "stdout" else ""
    if output.output_type != "execute_result":
        return ""
    return str(output.data.get("text/plain", ""))


def _told(output: Any) -> str:
    first = output.evalue.strip().splitlines() or [""]
    return f"{output.ename}: {first[0]}"
