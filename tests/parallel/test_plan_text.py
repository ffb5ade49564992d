"""What `plan` prints, and shows in a notebook."""

from __future__ import annotations

from msacc import nn
from msacc.parallel import plan
from msacc.parallel.sharding_report import Plan, Row


def test_parameters_and_state_of_one_process() -> None:
    net = nn.Dense(3, 4)
    optimizer = nn.Momentum(net.trainable_params(), 0.1, 0.9)
    found = plan(net)
    lines = [line.split() for line in str(found).splitlines()]
    assert lines[0] == ["1", "process:", "batch"]
    assert lines[-1] == ["all", "64", "64"]
    assert found._repr_html_().count("<tr>") == 1 + len(optimizer.moments) + 1
    assert "<caption>1 process: batch</caption>" in found._repr_html_()


def test_messages_and_stages_have_their_own_parts() -> None:
    rows = [Row("w<0>", (4, 2), (2, 1), 16, 16, (0, 1)), Row("b", (2,), (1,), 8, 0, (1,))]
    found = Plan((2,), rows, {"send": (2, 64)}, "2 stages")
    head, below = str(found).split("\n\n", 1)
    assert head == "2 stages"
    assert "stage" in below.splitlines()[0]
    assert below.splitlines()[-1].split() == ["send", "2", "64"]
    html = found._repr_html_()
    assert html.count("<table>") == 2
    assert "w&lt;0&gt;" in html
