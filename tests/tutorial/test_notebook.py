"""sample_code/quick_start in a kernel: what is printed and shown, Ctrl-C, cells that are run anew."""

from __future__ import annotations

import os
import re
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import nbformat
import pytest
from nbclient import NotebookClient

from tests.launch.helpers import sizes

pytestmark = pytest.mark.slow
_NOTEBOOK = Path(__file__).parents[2] / "sample_code" / "quick_start" / "quick_start.ipynb"


@pytest.fixture(scope="module")
def client(tmp_path_factory: pytest.TempPathFactory) -> Iterator[NotebookClient]:
    """A kernel that has run the notebook."""
    folder = tmp_path_factory.mktemp("notebook")
    notebook = nbformat.read(_NOTEBOOK, as_version=4)
    path = os.pathsep.join(filter(None, (str(_NOTEBOOK.parents[2]), os.environ.get("PYTHONPATH"))))
    environment = {**os.environ, "PYTHONPATH": path, "OMP_NUM_THREADS": "1", "MSACC_OFFLINE": "1"}
    client = NotebookClient(notebook, timeout=300, resources={"metadata": {"path": str(folder)}})
    with client.setup_kernel(env=environment):
        for number, cell in enumerate(notebook.cells):
            client.execute_cell(cell, number)
        yield client


def _text(cell: Any) -> str:
    return "".join(
        output.get("text", "") + output.get("data", {}).get("text/plain", "")
        for output in cell.get("outputs", [])
    )


def _run(client: NotebookClient, source: str, **options: Any) -> Any:
    """A new cell, with its outputs."""
    client.nb.cells.append(nbformat.v4.new_code_cell(source))
    return client.execute_cell(client.nb.cells[-1], len(client.nb.cells) - 1, **options)


def test_the_quick_start_trains(client: NotebookClient) -> None:
    text = "\n".join(_text(cell) for cell in client.nb.cells)
    assert "(64, 1, 28, 28) Float32 (64,) Int32" in text
    accuracy = re.search(r"accuracy: ([\d.]+)", text)
    assert accuracy is not None, text
    assert float(accuracy[1]) > 0.9
    assert "epoch: 1 step: 50, loss is" in text


def test_progress_is_shown_and_taken_away(client: NotebookClient) -> None:
    shown = _run(client, "from msacc.train import _progress; print(_progress.is_enabled())")
    assert _text(shown) == "True\n"
    cell = _run(client, "model.train(1, images('train'))")
    assert [output["data"]["text/html"] for output in cell["outputs"]] == [""]


def test_an_interrupted_training_leaves_a_sound_kernel(client: NotebookClient) -> None:
    stop = (
        "import _thread, threading\n"
        "threading.Timer(2, _thread.interrupt_main).start()\n"
        "try:\n    model.train(10_000, images('train'))\n"
        "except KeyboardInterrupt:\n    print('interrupted')"
    )
    assert "interrupted" in _text(_run(client, stop))
    after = _run(
        client, "model.train(1, images('train'), train.LossMonitor(100))\nprint(float(value) > 0)"
    )
    assert "loss is" in _text(after)
    assert _text(after).endswith("True\n")


def test_a_network_defined_anew_in_graph_mode(client: NotebookClient) -> None:
    define = (
        "class Scaled(nn.Cell):\n    def construct(self, x):\n        return x * {}\n"
        "print(Scaled()(ms.Tensor([1.0, 2.0])))"
    )
    assert _text(_run(client, define.format(2))) == "[2. 4.]\n"
    assert _text(_run(client, define.format(3))) == "[3. 6.]\n"


def test_msrun_in_a_cell(client: NotebookClient) -> None:
    _run(
        client,
        "%%writefile job.py\nfrom msacc.communication import init, get_rank\ninit()\n"
        "print('rank', get_rank())",
    )
    cell = _run(
        client,
        f"!{sys.executable} -m msacc.launch {' '.join(sizes(2))} --join=True --tail_worker_log=0 job.py",
    )
    assert "rank 0" in _text(cell)
