"""Parameter names of cells appended to, inserted into and deleted from containers, as MindSpore 2.10 gives them."""

from __future__ import annotations

from msacc import Tensor, nn
from msacc.graph.execution_state import graph_entered


class Block(nn.Cell):
    def __init__(self) -> None:
        super().__init__()
        self.blocks = nn.CellList([nn.Dense(1, 1, has_bias=False), nn.Dense(1, 1, has_bias=False)])


def names(cell: nn.Cell) -> list[str]:
    return [p.name for p in cell.get_parameters()]


def dense() -> nn.Dense:
    return nn.Dense(1, 1, has_bias=False)


class Appended(nn.Cell):
    def __init__(self) -> None:
        super().__init__()
        self.stages = nn.CellList([])
        for _ in range(2):
            self.stages.append(Block())


class Built(nn.Cell):
    def __init__(self) -> None:
        super().__init__()
        self.stages = nn.CellList([Block(), Block()])
        self.stages.append(dense())


def test_appending_to_an_attached_empty_list_repeats_the_number_as_mindspore_does() -> None:
    assert names(Appended()) == [
        "0.blocks.0.weight",
        "0.blocks.1.weight",
        "0.blocks.1.blocks.0.weight",
        "0.blocks.1.blocks.1.weight",
    ]


def test_appending_to_an_attached_list_keeps_its_prefix() -> None:
    assert names(Built())[-1] == "stages.2.weight"


def test_insert_and_delete_renumber() -> None:
    cells = nn.CellList([dense(), nn.ReLU(), dense()])
    cells.insert(0, dense())
    assert names(cells) == ["0.weight", "1.weight", "3.weight"]
    del cells[0:2]
    assert names(cells) == ["1.weight"]


class Sliced(nn.Cell):
    def __init__(self) -> None:
        super().__init__()
        self.stages = nn.CellList([dense(), dense(), dense()])

    def construct(self, x: Tensor) -> Tensor:
        for stage in self.stages[1:]:
            x = stage(x)
        return x


def test_a_slice_names_its_cells_anew_outside_a_graph_alone() -> None:
    net = Sliced()
    with graph_entered():
        net(Tensor([[1.0]]))
    assert names(net) == ["stages.0.weight", "stages.1.weight", "stages.2.weight"]
    net(Tensor([[1.0]]))
    assert names(net) == ["stages.0.weight", "0.weight", "1.weight"]
