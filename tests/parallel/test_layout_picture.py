"""layout_picture in one process, and where parts are drawn; jobs are in tests/dist/test_run_pictures.py."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest

from msacc import Tensor, nn
from msacc.nn.utils import no_init_parameters
from msacc.parallel import layout_picture
from msacc.parallel.held_parts import Part
from msacc.parallel.layout_drawing import square
from msacc.parallel.layout_picture import LayoutPicture


def test_one_process_has_everything(tmp_path: Path) -> None:
    net = nn.Dense(6, 4)
    step = nn.TrainOneStepCell(
        nn.WithLossCell(net, nn.MSELoss()), nn.Adam(net.trainable_params())
    ).set_train()
    step(Tensor(np.ones((2, 6), np.float32)), Tensor(np.ones((2, 4), np.float32)))
    picture = layout_picture(net)
    assert [(p.parameter, p.state, p.place, p.nbytes) for p in picture.parts] == [
        (name, state, "all", nbytes)
        for name, nbytes in (("weight", 96), ("bias", 16))
        for state in ("", "moment1", "moment2")
    ]
    assert picture.svg(tmp_path / "layout.svg") == (tmp_path / "layout.svg").read_text()
    assert "moment1, moment2   all    0           96" in str(picture)
    assert picture._repr_html_().startswith("<svg")
    assert picture.held(0, "weight", "velocity") is None


def test_parameters_without_values_take_no_bytes() -> None:
    with no_init_parameters():
        net = nn.Dense(6, 4)
    assert [part.nbytes for part in layout_picture(net).parts] == [0, 0]


def test_no_cell() -> None:
    with pytest.raises(TypeError, match="For 'layout_picture', 'net' should be a Cell, but got 3"):
        layout_picture(3)  # type: ignore[arg-type]


def _part(shape: tuple[int, ...], bounds: Any, elements: Any = None, rank: int = 0) -> Part:
    return Part(rank, "w", "", shape, bounds, elements, 4)


@pytest.mark.parametrize(
    ("part", "place", "where", "strip"),
    [
        (_part((8, 4), ((0, 8), (0, 4))), "all", (0, 0, 1, 1), (0, 0, 1, 1)),
        (_part((8, 4), ((2, 4), (0, 4))), "[2:4, :]", (0, 0.25, 1, 0.25), (0.25, 0, 0.25, 1)),
        (_part((8, 4), ((0, 8), (1, 2))), "[:, 1:2]", (0.25, 0, 0.25, 1), (0.25, 0, 0.25, 1)),
        (_part((8, 4), ((4, 8), (2, 4))), "[4:8, 2:4]", (0.5, 0.5, 0.5, 0.5), (0.75, 0, 0.25, 1)),
        (_part((8,), ((4, 6),)), "[4:6]", (0.5, 0, 0.25, 1), (0.5, 0, 0.25, 1)),
        (_part((8, 4), ((0, 8), (0, 4)), (8, 24)), "elements 8:24", (0, 0.25, 1, 0.5), (0.25, 0, 0.5, 1)),
        (_part((8, 4), ((4, 8), (0, 4)), (8, 16)), "[4:8, :] elements 8:16", (0, 0.75, 1, 0.25), (0.75, 0, 0.25, 1)),
        (_part((), ()), "all", (0, 0, 1, 1), (0, 0, 1, 1)),
    ],
)  # fmt: skip
def test_where_a_part_lies(part: Part, place: str, where: Any, strip: Any) -> None:
    assert part.place == place
    assert square(part) == pytest.approx(where)
    assert square(part, flat=True) == pytest.approx(strip)


def test_equal_parts_are_one_line_and_one_colour() -> None:
    low, high = ((0, 4), (0, 4)), ((4, 8), (0, 4))
    parts = [_part((8, 4), high if rank == 2 else low, rank=rank) for rank in (0, 1, 2, 4)]
    picture = LayoutPicture("five processes", ["w"], parts, [None] * 5)
    lines = [line.split() for line in str(picture).splitlines()]
    assert ["w", "(8,", "4)", "value", "[0:4,", ":]", "0-1,", "4", "4"] in lines
    assert ["value", "[4:8,", ":]", "2", "4"] in lines
    drawing = picture.svg()
    colors = [line.partition('fill="')[2][:7] for line in drawing.splitlines() if "w [" in line]
    assert len(colors) == 4
    assert colors[0] == colors[1] == colors[3] != colors[2]
