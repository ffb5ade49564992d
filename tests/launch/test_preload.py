"""What the launcher loads before it forks."""

import pytest

from msacc.launch.command import Command
from msacc.launch.preload import may_compile


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("import mindspore as ms\nms.set_context(mode=ms.PYNATIVE_MODE)\n", False),
        ("net = nn.Dense(3, 4)\njitter = 3\n", False),
        ("context.set_context(mode=context.GRAPH_MODE)\n", True),
        ("set_context(mode = 0)\n", True),
        ("@ms.jit\ndef f(x): return x\n", True),
        ("@ms_function\ndef f(x): return x\n", True),
        ("ms.set_context(jit_level='O1')\n", True),
    ],
)
def test_the_script_tells_whether_it_may_compile(tmp_path, text, expected):
    script = tmp_path / "train.py"
    script.write_text(text)
    assert may_compile(Command(str(script), [])) is expected


def test_a_module_beside_or_below_the_script_counts(tmp_path):
    script = tmp_path / "train.py"
    script.write_text("from src.model import build\n")
    (tmp_path / "src").mkdir()
    (tmp_path / "src" / "model.py").write_text("x = 1\n")
    assert not may_compile(Command(str(script), []))
    (tmp_path / "src" / "model.py").write_text("@jit\ndef f(): pass\n")
    assert may_compile(Command(str(script), []))


def test_what_cannot_be_read_may_compile(tmp_path):
    assert may_compile(Command("pytest", ["-s", "train.py"], is_module=True))
    assert may_compile(Command(str(tmp_path), []))


def test_with_the_automatic_level_programs_that_choose_another_may_compile(tmp_path, monkeypatch):
    monkeypatch.setenv("MSACC_JIT_LEVEL", "")
    script = tmp_path / "train.py"
    script.write_text("context.set_context(mode=context.GRAPH_MODE)\n")
    assert not may_compile(Command(str(script), []))
    assert not may_compile(Command("pytest", ["-s", "train.py"], is_module=True))
    script.write_text("ms.set_context(mode=0, jit_config={'jit_level': 'O1'})\n")
    assert may_compile(Command(str(script), []))
