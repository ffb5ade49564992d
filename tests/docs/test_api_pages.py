"""What the reference makes of a docstring: its parts, its formulas, its example."""

from __future__ import annotations

import inspect
import re
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest

from docs.api_pages import pages
from docs.api_pages.docstring import parse, sentences
from docs.api_pages.entry import entry
from docs.api_pages.examples import segments
from docs.api_pages.formula_spans import pieces
from docs.api_pages.formulas import mathml
from docs.api_pages.inline import writer
from docs.api_pages.links import mindspore_page, torch_counterpart
from docs.api_pages.plan import Name, modules
from docs.api_pages.signature import arguments, calls, without_call
from msacc import Tensor, nn
from msacc.examples import HEADING
from tests.docs import run_shown_examples
from tests.launch.zygote import shared

_TEXT = """\
Do something: `x @ y`.

`a = x + 1`
`b -= a`

`axis`, `keep`: an int and a bool. It may be negative; `size` is a Tensor (N, C).
Plain prose.

Called with a Tensor; returns one. Raises TypeError for a list, ValueError where `axis` is out of
range, e.g. 9. Differs from MindSpore: it is fast. And more.
"""


def _things() -> Iterator[tuple[Name, str, str]]:
    """Each name that has a description, its text and its example."""
    for module in modules():
        for page in module.pages:
            for name in page.names:
                if callable(name.thing):
                    text, _, example = (inspect.getdoc(name.thing) or "").partition(HEADING)
                    yield name, text, example


def test_a_docstring_is_taken_apart() -> None:
    parts = parse(_TEXT, ["axis", "keep", "size"])
    assert parts.summary == ["Do something: `x @ y`."]
    assert parts.formulas == ["a = x + 1", "b -= a"]
    told = [(each.names, each.text) for each in parts.arguments]
    assert told[0] == (("axis", "keep"), "an int and a bool. It may be negative.")
    assert told[1] == (("size",), "a Tensor (N, C).")
    assert parts.notes == ["Plain prose."]
    assert parts.result == ["Called with a Tensor; returns one."]
    assert parts.errors == [
        ("TypeError", "for a list"),
        ("ValueError", "where `axis` is out of range, e.g. 9"),
    ]
    assert parts.differs == ["Differs from MindSpore: it is fast.", "And more."]


def test_sentences_end_outside_of_code_and_brackets() -> None:
    assert sentences("One `a. B` two (c. D) e.g. F. Next.", []) == [
        "One `a. B` two (c. D) e.g. F.",
        "Next.",
    ]


def _words(text: str) -> Counter[str]:
    return Counter(re.findall(r"\w+", text))


def test_no_word_is_lost() -> None:
    """But those that a list or its title stand for."""
    spared = {
        "and",
        "or",
        "is",
        "are",
        "Raises",
        "As",
        "in",
        "MindSpore",
        "a",
        "an",
        "when",
        "called",
    }
    for name, text, _ in _things():
        names = [each.name for each in arguments(name.name, name.thing, text)]
        text = without_call(name.name, text)
        parts = parse(text, names)
        kept = [*parts.summary, *parts.formulas, *parts.notes, *parts.result, *parts.differs]
        kept += [" ".join((*each.names, each.text)) for each in parts.arguments]
        kept += [" ".join(each) for each in parts.errors]
        lost = _words(text) - _words(" ".join(kept))
        assert set(lost) <= spared, (name.full, lost)


def test_parts_stand_in_one_order() -> None:
    """The arguments, what comes back, errors, what differs: for `help()`, which shows the text as it is."""
    ranks = ["arguments", "result", "errors", "differs"]
    for name, text, _ in _things():
        names = [each.name for each in arguments(name.name, name.thing, text)]
        order = parse(without_call(name.name, text), names).order
        assert order == sorted(order, key=ranks.index), name.full


def test_most_arguments_are_told_of_in_the_list() -> None:
    told: Counter[bool] = Counter()
    for name, text, _ in _things():
        if name.module not in ("mindspore.nn", "mindspore.dataset"):
            continue
        given = arguments(name.name, name.thing, text)
        parts = parse(without_call(name.name, text), [each.name for each in given])
        found = {each for argument in parts.arguments for each in argument.names}
        told.update(each.name in found for each in given)
    assert told[True] > 4 * told[False]


def test_an_entry_shows_call_arguments_errors_example_and_links() -> None:
    page = next(
        p for m in modules() if m.name == "mindspore.nn" for p in m.pages if p.title == "Dense"
    )
    shown = entry(page, page.names[0], 1)
    assert shown.startswith("# mindspore.nn.Dense {#mindspore.nn.Dense}\n\n```{ .python ")
    assert (
        '<dt><code>has_bias</code> <span class="type">bool</span> <span class="default">= True</span></dt>'
        in shown
    )
    assert "<dt><code>KeyError</code></dt><dd>for an unknown activation name</dd>" in shown
    assert "from mindspore import Tensor, nn\n\nnet = nn.Dense(2, 1" in shown
    assert "```{ .text .output .no-copy }\n[[3.]]\n```" in shown
    assert "/nn/mindspore.nn.Dense.html" in shown
    assert "/generated/torch.nn.Linear.html" in shown
    assert '<math display="block"' in shown


def test_a_difference_stands_in_a_box() -> None:
    text = pages()["reference/mindspore.nn/Conv2d.md"]
    assert (
        "admonition-title\">Differs from MindSpore</p><p>'NHWC' works on every device.</p>" in text
    )


def test_a_second_name_leads_to_the_first() -> None:
    text = pages()["reference/mindspore.Tensor/index.md"]
    row = text.partition('<dt id="mindspore.Tensor.exp">')[2].partition("</dd>")[0]
    assert "The same as" in row
    assert "#mindspore.ops.exp" in row


@pytest.mark.parametrize(
    "code", ["x", "f(a=1)", "'same' + 'valid'", "a.b + c", "[1] + x", "x -", "two words"]
)
def test_code_is_no_formula(code: str) -> None:
    assert mathml(code) is None


@pytest.mark.parametrize(
    ("formula", "written"),
    [
        ("a / (b + c)", "<mfrac><mi>a</mi><mrow>"),
        ("a / b", "<mi>a</mi><mo>/</mo><mi>b</mi>"),
        (
            "(a + b) * c",
            '(</mo><mrow><mi>a</mi><mo>+</mo><mi>b</mi></mrow><mo stretchy="false">)</mo>',
        ),
        ("1 - beta1^t", "<msup><msub><mi>β</mi><mn>1</mn></msub><mi>t</mi></msup>"),
        ("p -= lr * g", "<mi>p</mi><mo>←</mo>"),
        ("y = sqrt(x) + 1", "<msqrt><mi>x</mi></msqrt>"),
        ("a - (b - c)", '<mo>−</mo><mrow><mo stretchy="false">(</mo>'),
        ("y = 2 * x if x > 0 else x", "<mtext>else</mtext>"),
        ("1 / sum_j(exp(x_j))", "<munder><mo>∑</mo><mi>j</mi></munder>"),
    ],
)
def test_formulas_become_mathematics(formula: str, written: str) -> None:
    assert written in (mathml(formula) or "")


def test_formulas_are_found_in_sentences() -> None:
    found = [
        text
        for text, formula in pieces("Steps: p -= lr * v, an element-wise `a` * (b + 1) here.")
        if formula
    ]
    assert found == ["p -= lr * v", "`a` * (b + 1)"]
    for prose in ("well-known - at least", "a / the rest", "x + 1 + …", "and/or", "a (b) c"):
        assert not any(formula for _, formula in pieces(prose)), prose


def test_text_is_escaped_and_names_are_linked() -> None:
    write = writer("reference/mindspore.nn/Dense.md", "mindspore.nn", {"bias"})
    assert write("a < b, `bias` and `Conv2d`") == (
        'a &lt; b, <code class="kept">bias</code> and <a href="../Conv2d/#mindspore.nn.Conv2d"><code>Conv2d</code></a>'
    )


def test_calls_are_those_that_a_docstring_shows() -> None:
    text = "`Cast()(input_x, dtype)`:\nThe values."
    assert calls("mindspore.ops", "Cast", object, text) == ["mindspore.ops.Cast()(input_x, dtype)"]
    assert [given.name for given in arguments("Cast", object, text)] == ["input_x", "dtype"]
    assert without_call("Cast", text) == "The values."


def test_counterparts_in_torch() -> None:
    assert (torch_counterpart("mindspore.nn", "HSwish") or ("",))[0] == "torch.nn.Hardswish"
    assert (torch_counterpart("mindspore.mint", "add") or ("",))[0] == "torch.add"
    assert (torch_counterpart("mindspore.ops", "gather") or ("",))[0] == "torch.index_select"
    assert torch_counterpart("mindspore.nn", "Thor") is None
    assert mindspore_page("mindspore.dataset.vision", "Resize").endswith(
        "/dataset_vision/mindspore.dataset.vision.Resize.html"
    )


def test_every_example_runs_as_it_stands(tmp_path: Path) -> None:
    """With the imports that it shows, in a program, it prints what it says."""
    run = shared().script(run_shown_examples.__file__, cwd=tmp_path)
    assert run.wait(300) == 0, run.text()
    assert int(run.text().split()[-4]) > 1000


def test_another_output_is_found() -> None:
    assert (
        run_shown_examples.printed("a", segments(">>> x = [1]\n>>> x\n[1]\n>>> 'b'\n'b'"))
        == "[1]\n'b'\n"
    )
    assert "NameError" in run_shown_examples.printed("b", [("missing", "1\n")])


_FUNCTIONS = {
    "exp": np.exp, "log": np.log, "tanh": np.tanh, "abs": abs, "max": max, "min": min, "sign": np.sign,
    "sigmoid": lambda x: 1 / (1 + np.exp(-x)), "relu6": lambda x: min(max(x, 0), 6),
}  # fmt: skip
_ACTIVATIONS = {
    "CELU": {"alpha": 1.0}, "ELU": {"alpha": 1.0}, "FastGelu": {}, "HShrink": {"lambd": 0.5}, "HSigmoid": {},
    "HSwish": {}, "Hardtanh": {"min_val": -1.0, "max_val": 1.0}, "LeakyReLU": {"alpha": 0.2}, "LogSigmoid": {},
    "Mish": {}, "PReLU": {"w": 0.25}, "ReLU": {}, "ReLU6": {}, "SeLU": {}, "Sigmoid": {}, "SiLU": {},
    "SoftShrink": {"lambd": 0.5}, "Softsign": {}, "Tanh": {}, "Tanhshrink": {},
}  # fmt: skip
_LOSSES = {
    "L1Loss": {}, "MSELoss": {}, "HuberLoss": {"delta": 1.0}, "SmoothL1Loss": {"beta": 1.0}, "SoftMarginLoss": {},
}  # fmt: skip


def _computed(layer: str, values: dict[str, float]) -> float:
    """What the formulas of a docstring give."""
    text = (inspect.getdoc(getattr(nn, layer)) or "").partition(HEADING)[0]
    scope: dict[str, object] = {**_FUNCTIONS, **values}
    for formula in parse(text, []).formulas:
        exec(formula.replace("^", "**"), scope)
    result = scope.get("loss", scope.get("y"))
    assert isinstance(result, (int, float))
    return float(result)


@pytest.mark.parametrize("layer", _ACTIVATIONS)
@pytest.mark.parametrize("x", [-7.0, -0.4, 0.3, 1.5, 8.0])
def test_formulas_are_what_activations_compute(layer: str, x: float) -> None:
    given = float(getattr(nn, layer)()(Tensor(np.full((1, 1), x, np.float32))).asnumpy()[0, 0])
    assert given == pytest.approx(
        _computed(layer, {**_ACTIVATIONS[layer], "x": x}), rel=1e-4, abs=1e-4
    )


@pytest.mark.parametrize("loss", _LOSSES)
@pytest.mark.parametrize("labels", [-1.0, 1.0])
def test_formulas_are_what_losses_compute(loss: str, labels: float) -> None:
    for logits in (-3.0, 0.2, 0.9, 4.0):
        tensors = (Tensor(np.array([value], np.float32)) for value in (logits, labels))
        given = float(getattr(nn, loss)(reduction="none")(*tensors).asnumpy()[0])
        expected = _computed(loss, {**_LOSSES[loss], "logits": logits, "labels": labels})
        assert given == pytest.approx(expected, rel=1e-4, abs=1e-4)
