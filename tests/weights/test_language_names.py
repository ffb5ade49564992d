"""Networks whose Cells call their weights as torch's layers do, as MindNLP's: no map is needed there and back.

python -m tests.weights.language_twins is the same with MindNLP and Hugging Face's networks.
"""

from __future__ import annotations

from pathlib import Path

import numpy as np
import torch
from torch.nn import functional as F

import msacc
from msacc import Parameter, Tensor, nn, ops
from msacc.__main__ import main


class Embedding(nn.Cell):
    """Its table is called `weight`."""

    def __init__(self, rows: int, size: int) -> None:
        super().__init__()
        self.weight = Parameter(ops.zeros((rows, size)))

    def construct(self, words: Tensor) -> Tensor:
        return ops.gather(self.weight, words, 0)


class Norm(nn.Cell):
    """Its scale and shift are called `weight` and `bias`."""

    def __init__(self, size: int) -> None:
        super().__init__()
        self.weight, self.bias = Parameter(ops.ones(size)), Parameter(ops.zeros(size))

    def construct(self, x: Tensor) -> Tensor:
        return ops.layer_norm(x, (x.shape[-1],), self.weight, self.bias, 1e-5)


class Language(nn.Cell):
    """Words, a plain MindSpore layer and norm beside, and a head that shares the table."""

    def __init__(self) -> None:
        super().__init__()
        self.wte, self.positions = Embedding(9, 4), nn.Embedding(5, 4)
        self.h = nn.CellList([nn.SequentialCell(Norm(4), nn.Dense(4, 4)) for _ in range(2)])
        self.ln_f, self.lm_head = nn.LayerNorm((4,), epsilon=1e-5), nn.Dense(4, 9, has_bias=False)
        self.lm_head.weight = self.wte.weight

    def construct(self, words: Tensor) -> Tensor:
        x = self.wte(words) + self.positions(ops.arange(words.shape[1]))
        for block in self.h:
            x = x + block(x)
        return self.lm_head(self.ln_f(x))


class Theirs(torch.nn.Module):
    """The same of torch's layers."""

    def __init__(self) -> None:
        super().__init__()
        self.wte, self.positions = torch.nn.Embedding(9, 4), torch.nn.Embedding(5, 4)
        blocks = [torch.nn.Sequential(torch.nn.LayerNorm(4), torch.nn.Linear(4, 4)) for _ in "ab"]
        self.h, self.ln_f = torch.nn.ModuleList(blocks), torch.nn.LayerNorm(4)
        self.lm_head = torch.nn.Linear(4, 9, bias=False)
        self.lm_head.weight = self.wte.weight

    def forward(self, words: torch.Tensor) -> torch.Tensor:
        x = self.wte(words) + self.positions(torch.arange(words.shape[1]))
        for block in self.h:
            x = x + block(x)
        return F.linear(self.ln_f(x), self.lm_head.weight)


def drawn() -> Theirs:
    torch.manual_seed(0)
    theirs = Theirs()
    for t in theirs.parameters():
        torch.nn.init.normal_(t)
    return theirs


def test_no_map_is_needed(tmp_path: Path) -> None:
    theirs, own = drawn(), Language()
    given = theirs.state_dict()
    found = msacc.from_torch_state_dict(own, given)
    assert found.loaded["h.1.0.weight"] == "h.1.0.weight"
    assert found.loaded["positions.weight"] == "positions.embedding_table"
    back = msacc.to_torch_state_dict(own)
    assert back.keys() == given.keys()
    assert all(torch.equal(back[name], given[name]) for name in given)
    words = np.array([[1, 2, 8], [0, 3, 4]], np.int32)
    expected = theirs(torch.from_numpy(words)).detach().numpy()
    np.testing.assert_allclose(own(Tensor(words)).asnumpy(), expected, rtol=1e-5, atol=1e-5)


def test_a_file_that_keeps_their_names(tmp_path: Path) -> None:
    theirs = {name: t for name, t in drawn().state_dict().items() if name != "lm_head.weight"}
    torch.save(theirs, tmp_path / "a.pth")
    assert main(["weights", f"{tmp_path}/a.pth", f"{tmp_path}/a.ckpt", "--to", "torch"]) == 0
    own = Language()
    left = msacc.load_param_into_net(own, msacc.load_checkpoint(f"{tmp_path}/a.ckpt"))
    # of MindSpore's own layers
    assert left[0] == ["positions.embedding_table", "ln_f.gamma", "ln_f.beta"]
    assert torch.equal(own.h[1][0].weight._t, theirs["h.1.0.weight"])
