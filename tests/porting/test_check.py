"""Small projects whose lines say in a comment what the report must say of them: `# verdict argument notes`."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from msacc.porting.command import main
from msacc.porting.project import check
from msacc.porting.verdicts import Use, Verdict

_PROJECTS = Path(__file__).parent / "projects"
_WORDS = {
    "no": Verdict.NO_EFFECT,
    "otherwise": Verdict.DIFFERS,
    "refused": Verdict.REFUSED,
    "unknown": Verdict.UNKNOWN,
    "runs": Verdict.RUNS,
}
_COMMENT = re.compile(rf"# ({'|'.join(_WORDS)})\b(.*)$")
_NOTES = ("removed", "conditional", "guarded", "ascend")

Line = tuple[str, int]


def expected(project: Path) -> Iterator[tuple[Line, str]]:
    """The comments of a project by file and line."""
    for file in sorted(project.rglob("*")):
        if file.suffix in (".py", ".yaml"):
            for number, line in enumerate(file.read_text(encoding="utf-8").splitlines(), 1):
                if match := _COMMENT.search(line):
                    yield (file.relative_to(project).as_posix(), number), match[1] + match[2]


def noted(use: Use) -> set[str]:
    flags = (use.judgement.removed, use.judgement.conditional, use.guarded, use.ascend)
    return {word for word, flag in zip(_NOTES, flags, strict=True) if flag}


@pytest.mark.parametrize("name", ["clean", "broken", "tested", "members"])
def test_a_line_is_told_what_its_comment_says(name: str) -> None:
    report = check(_PROJECTS / name)
    wanted = dict(expected(_PROJECTS / name))
    by_line: dict[Line, list[Use]] = {}
    for use in report.uses:
        by_line.setdefault((use.file, use.line), []).append(use)
    for line, comment in wanted.items():
        verdict, *words = comment.split()
        arguments = {w for w in words if w not in _NOTES} or {""}
        matching = [u for u in by_line.get(line, ()) if u.verdict is _WORDS[verdict]]
        assert {u.argument for u in matching} >= arguments or verdict == "runs", (line, by_line.get(line))  # fmt: skip
        assert any(noted(u) >= set(words) & set(_NOTES) for u in matching), (line, matching)
    worse = {
        place: uses
        for place, uses in by_line.items()
        if place not in wanted and any(u.verdict is not Verdict.RUNS for u in uses)
    }
    assert not worse, worse


def test_the_comments_are_read() -> None:
    assert len(dict(expected(_PROJECTS / "broken"))) > 30
    assert not dict(expected(_PROJECTS / "clean"))


def test_exit_codes(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    assert main([str(_PROJECTS / "clean")]) == 0
    assert main([str(_PROJECTS / "broken")]) == 1
    assert main([str(_PROJECTS / "tested")]) == 0, "what a program provides for does not end it"
    capsys.readouterr()
    assert main([str(tmp_path / "absent")]) == 2
    assert "there is no file or folder" in capsys.readouterr().err
    assert main([str(tmp_path)]) == 2


def test_json_has_every_use(capsys: pytest.CaptureFixture[str]) -> None:
    main([str(_PROJECTS / "broken" / "train.py"), "--json"])
    content = json.loads(capsys.readouterr().out)
    refused = [u for u in content["uses"] if u["verdict"] == "refused" and not u["conditional"]]
    assert {u["name"] for u in refused} >= {"mindspore.nn.AdaSumByGradWrapCell", "mindspore.export"}
    assert all(u["text"] and u["file"] == "train.py" and u["line"] for u in refused)
    assert content["counts"]["refused"] == len(refused) + 2
    assert content["ends"] == content["counts"]["unknown"] + len(refused)


def test_the_tables_name_places_and_remedies(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whole, in a pipe or a file of any width."""
    monkeypatch.setenv("COLUMNS", "80")
    main([str(_PROJECTS / "broken")])
    said = capsys.readouterr().out
    assert "use the optimizer itself" in said
    assert "net/model.py:18" in said
    assert "did you mean 'Dense'?" in said
    assert "…" not in said


def test_a_terminal_folds_what_is_wider(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COLUMNS", "80")
    monkeypatch.setenv("FORCE_COLOR", "1")  # as on a terminal
    main([str(_PROJECTS / "members")])
    said = re.sub(r"\x1b\[[0-9;]*m", "", capsys.readouterr().out)
    assert max(map(len, said.splitlines())) <= 80
    assert "…" not in said


def test_an_object_of_a_module_is_told_by_its_class(tmp_path: Path) -> None:
    """MindSpore's class of the object has the name."""
    (tmp_path / "a.py").write_text(
        "from mindspore.common.api import _cell_graph_executor as e\ne.get_optimize_graph_proto\n"
    )
    (use,) = check(tmp_path).ends
    assert use.judgement.text == (
        "msacc does not have mindspore.common.api._cell_graph_executor.get_optimize_graph_proto (MindSpore 2.10 does)"
    )


def test_a_file_that_is_no_python_is_named(tmp_path: Path) -> None:
    (tmp_path / "old.py").write_text("print 'two'\n")
    (tmp_path / "new.py").write_text("import mindspore\nmindspore.no_such_name\n")
    report = check(tmp_path)
    assert report.unread == ["old.py"]
    assert [use.line for use in report.ends] == [2]


def test_a_notebook_is_read_by_its_cells(tmp_path: Path) -> None:
    cells = [
        {"cell_type": "markdown", "source": ["mindspore.no_such_name"]},
        {"cell_type": "code", "source": ["!pip install x\n", "import mindspore as ms\n", "ms.no_such_name"]},
    ]  # fmt: skip
    (tmp_path / "a.ipynb").write_text(json.dumps({"cells": cells}))
    assert [use.name for use in check(tmp_path).ends] == ["mindspore.no_such_name"]


def test_nothing_of_the_project_is_run(tmp_path: Path) -> None:
    (tmp_path / "a.py").write_text(f"import mindspore\nopen({str(tmp_path / 'ran')!r}, 'w')\n")
    (tmp_path / "b.py").write_text("from a import *\n")
    assert check(tmp_path).files == 2
    assert not (tmp_path / "ran").exists()


@pytest.mark.parametrize(
    ("call", "fails"),
    [
        ("x.argmax(axis=0, keepdims=True)", ""),
        ("x.squeeze(axis=0).split(axis=0, split_size_or_sections=1)", ""),
        ("x.sum(axis=0, keepdims=True).mean(dim=0, keepdim=True)", ""),
        ("x.sum(wrong=1)", "wrong"),
        ("Tensor.max(x, keep=True)", "keep"),
        ("ops.softmax(x, axis=0).astype(ms.float32, wrong=2)", "wrong"),
        ("ms.set_algo_parameters(wrong=1)", "wrong"),
        ("ms.set_context(jit_config={'wrong': 'O0'})", "jit_config"),
    ],
)
def test_arguments_of_several_spellings(call: str, fails: str, tmp_path: Path) -> None:
    head = "import mindspore as ms\nfrom mindspore import Tensor, ops\nx = Tensor([[1.0, 2.0]])\n"
    (tmp_path / "a.py").write_text(f"{head}{call}\n")
    assert [use.argument for use in check(tmp_path).ends] == ([fails] if fails else [])


def test_a_refused_name_that_a_star_gave(tmp_path: Path) -> None:
    (tmp_path / "a.py").write_text("from mindspore.ops.operations import *\n\nMerge()\nMerge()\n")
    assert [use.line for use in check(tmp_path).ends] == [3, 4]


def test_calls_without_effect(tmp_path: Path) -> None:
    calls = [
        "ms.sdc_detect_start()",
        "ms.dataset.config.set_numa_enable(True)",
        "ms.set_algo_parameters(fully_use_devices=True)",
        "ms.set_context(jit_config={'jit_level': 'O0', 'infer_boost': 'on'})",
        "ms.ops.ReLU().set_device('Ascend')",
        "_set_multi_subgraphs()",
    ]
    others = [
        "ms.dataset.config.set_numa_enable(False)",
        "ms.set_algo_parameters(fully_use_devices=False)",
        "ms.set_context(jit_config={'jit_level': 'O0'})",
    ]
    head = "import mindspore as ms; from mindspore.parallel._cost_model_context import _set_multi_subgraphs"
    (tmp_path / "a.py").write_text("\n".join([head, *calls, *others]))
    idle = [use.line for use in check(tmp_path).uses if use.verdict is Verdict.NO_EFFECT]
    assert idle == list(range(2, 2 + len(calls)))


def test_files_that_import_each_other(tmp_path: Path) -> None:
    (tmp_path / "a.py").write_text("from b import ms\nms.no_such_name\nfrom mindspore import nn\n")
    (tmp_path / "b.py").write_text("import mindspore as ms\nfrom a import nn\nnn.Desne\n")
    assert {use.name for use in check(tmp_path).ends} == {"mindspore.no_such_name"}


@pytest.mark.parametrize("line", ["mindspore==2.2.14", "mindspore>=2.3", "mindspore-gpu == 1.10"])
def test_the_version_that_a_project_asks_for(line: str, tmp_path: Path) -> None:
    (tmp_path / "a.py").write_text("import mindspore\n")
    (tmp_path / "requirements.txt").write_text(f"numpy\n{line}\n")
    assert check(tmp_path).written_for in line.replace(" ", "")
    assert check(tmp_path).written_for[-1].isdigit()


@pytest.mark.parametrize(
    ("version", "said"),
    [
        ("1.9", "runs (removed in MindSpore since 1.9); its classes are in mindspore.dataset.vision"),
        ("2.4", "it runs here; MindSpore 2.0 had it, 2.10 has not; its classes are in mindspore.dataset.vision"),
    ],
)  # fmt: skip
def test_what_was_removed_since_the_version_in_a_readme(
    version: str, said: str, tmp_path: Path
) -> None:
    (tmp_path / "a.py").write_text("from mindspore.dataset.vision import c_transforms\n")
    table = f"| pack | MindSpore |\n|---|:---:|\n| main | master |\n| 0.2 | {version}/2.9 |\n"
    (tmp_path / "README.md").write_text(table)
    report = check(tmp_path)
    assert report.written_for == f"=={version}"
    assert [u.judgement.text for u in report.uses if u.judgement.removed] == [said]
    assert not report.ends
