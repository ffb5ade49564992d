"""from_torch_state_dict: torch's names and shapes, and what does not fit."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
import torch

import msacc.nn as nn
from msacc import Parameter, Tensor, from_torch_state_dict, mint, to_torch_module
from tests.interop.networks import Words


class TorchNet(torch.nn.Module):
    """Each kind of layer whose parameters are called otherwise, as torch users write it."""

    def __init__(self) -> None:
        super().__init__()
        self.emb, self.conv = torch.nn.Embedding(10, 8), torch.nn.Conv1d(8, 8, 3, padding=1)
        self.bn, self.ln = torch.nn.BatchNorm1d(8), torch.nn.LayerNorm(8)
        self.enc = torch.nn.TransformerEncoderLayer(8, 2, 16, dropout=0.0, batch_first=True)
        self.lstm = torch.nn.LSTM(8, 6, 2, batch_first=True, bidirectional=True)
        self.gru, self.act = torch.nn.GRU(12, 6, batch_first=True), torch.nn.PReLU()
        self.fc = torch.nn.Linear(6, 3)

    def forward(self, ids: torch.Tensor) -> torch.Tensor:
        x = self.conv(self.emb(ids).transpose(1, 2)).transpose(1, 2)
        x = self.bn(x.reshape(-1, 8)).reshape(x.shape)
        return self.fc(self.act(self.gru(self.lstm(self.enc(self.ln(x)))[0])[0]))


class OwnNet(nn.Cell):
    """The same with MindSpore's layers."""

    def __init__(self) -> None:
        super().__init__()
        self.emb = nn.Embedding(10, 8)
        self.conv = nn.Conv1d(8, 8, 3, pad_mode="pad", padding=1, has_bias=True)
        self.bn, self.ln = nn.BatchNorm1d(8), nn.LayerNorm((8,), epsilon=1e-5)
        self.enc = nn.TransformerEncoderLayer(8, 2, 16, dropout=0.0, batch_first=True)
        self.lstm = nn.LSTM(8, 6, 2, batch_first=True, bidirectional=True)
        self.gru, self.act, self.fc = nn.GRU(12, 6, batch_first=True), nn.PReLU(), nn.Dense(6, 3)

    def construct(self, ids: Tensor) -> Tensor:
        x = self.conv(self.emb(ids).swapaxes(1, 2)).swapaxes(1, 2)
        x = self.bn(x.reshape(-1, 8)).reshape(x.shape)
        return self.fc(self.act(self.gru(self.lstm(self.enc(self.ln(x)))[0])[0]))


def _trained() -> TorchNet:
    torch.manual_seed(0)
    net = TorchNet()
    net(torch.randint(0, 10, (4, 5)))  # moves the statistics
    for p in net.parameters():
        torch.nn.init.normal_(p, std=0.5)
    return net.eval()


def test_a_torch_network_gives_its_values() -> None:
    theirs, cell = _trained(), OwnNet()
    found = from_torch_state_dict(cell, theirs.state_dict())
    ids = torch.randint(0, 10, (3, 7))
    np.testing.assert_allclose(
        cell(Tensor(ids)).asnumpy(), theirs(ids).detach().numpy(), rtol=1e-4, atol=1e-5
    )
    assert found.ignored == ["bn.num_batches_tracked"]
    assert found.reshaped == {"conv.weight": "conv.weight"}
    assert (found.missing, found.unexpected) == ([], [])
    assert found.loaded["bn.running_var"] == "bn.moving_variance"
    assert found.loaded["enc.linear1.bias"] == "enc.dense1.bias"
    assert "44 tensors loaded" in repr(found)


def test_back_from_its_own_module() -> None:
    for make in (OwnNet, Words):
        source, target = make(), make()
        module = to_torch_module(source)
        held = to_torch_module(target)
        found = from_torch_state_dict(target, module.state_dict())
        assert found.missing == found.unexpected == found.ignored == []
        for name, t in held.state_dict().items():  # the module made before shares what was loaded
            assert torch.equal(t, module.state_dict()[name]), name


def test_all_that_does_not_fit_is_named_and_nothing_copied() -> None:
    cell = OwnNet()
    given: dict[str, Any] = _trained().state_dict()
    given["head.weight"] = given.pop("fc.bias")
    given["fc.weight"] = torch.ones(4, 6)
    given["emb.weight"] = torch.ones(10, 8, dtype=torch.complex64)
    before = {p.name: p.asnumpy().copy() for p in cell.get_parameters()}
    with pytest.raises(RuntimeError) as error:
        from_torch_state_dict(cell, given)
    text = str(error.value)
    for words in (
        "fc.weight: (4, 6) of torch.float32 does not fit fc.weight, which is (3, 6) of Float32",
        "emb.weight: (10, 8) of torch.complex64 does not fit emb.embedding_table",
        "no place in the Cell for: head.weight",
        "nothing given for: fc.bias",
    ):
        assert words in text
    with pytest.raises(RuntimeError, match="fc.weight") as error:  # shapes count in any case
        from_torch_state_dict(cell, given, strict=False)
    assert "head.weight" not in str(error.value)
    assert all((p.asnumpy() == before[p.name]).all() for p in cell.get_parameters())


def test_names_may_be_mapped() -> None:
    cell = nn.SequentialCell(nn.Dense(2, 2), nn.Dense(2, 1))
    given = {
        "module.body.weight": torch.full((2, 2), 1.0),
        "module.body.bias": torch.full((2,), 2.0),
        "module.fc.weight": np.full((1, 2), 3.0),
        "module.fc.bias": Tensor([4.0]),
        "module.aux.weight": torch.ones(9),
    }
    with pytest.raises(RuntimeError, match=r"all begin with 'module.': rename=\{'module': ''\}"):
        from_torch_state_dict(cell, given)
    pieces = {"module": "", "body": "0", "module.fc": "1", "aux": None}
    found = from_torch_state_dict(cell, given, rename=pieces)
    assert found.ignored == ["module.aux.weight"]
    assert [p.asnumpy().ravel()[0] for p in cell.get_parameters()] == [1, 2, 3, 4]
    found = from_torch_state_dict(
        cell,
        {"b0": torch.zeros(2), "x": torch.zeros(1)},
        strict=False,
        rename=lambda name: "0.bias" if name == "b0" else name,
    )
    assert (found.loaded, found.unexpected) == ({"b0": "0.bias"}, ["x"])
    assert found.missing == ["0.weight", "1.weight", "1.bias"]


def test_layouts_types_and_layers_of_mint() -> None:
    ours = nn.Conv2d(3, 4, 2, data_format="NCHW", group=1)
    from_torch_state_dict(ours, torch.nn.Conv2d(3, 4, 2, bias=False).double().state_dict())
    assert ours.weight.dtype == nn.Dense(1, 1).weight.dtype
    depthwise = torch.nn.Conv2d(4, 4, 3, groups=4, bias=False)
    cell = nn.Conv2d(4, 4, 3, group=4)
    from_torch_state_dict(cell, depthwise.state_dict())
    assert np.array_equal(cell.weight.asnumpy(), depthwise.weight.detach().numpy())

    class Old(nn.Cell):
        """A depthwise weight as the layers of MindSpore 1 had it."""

        def __init__(self) -> None:
            super().__init__()
            self.weight = Parameter(Tensor(np.zeros((1, 4, 3, 3), np.float32)))

    old = Old()
    assert from_torch_state_dict(old, depthwise.state_dict()).reshaped == {"weight": "weight"}
    assert np.array_equal(old.weight.asnumpy()[0], depthwise.weight.detach().numpy()[:, 0])
    norm = mint.nn.BatchNorm1d(3)
    assert from_torch_state_dict(norm, torch.nn.BatchNorm1d(3).state_dict()).ignored == []


def test_channels_last() -> None:
    class Last(nn.Cell):
        data_format = "NHWC"

        def __init__(self) -> None:
            super().__init__()
            self.weight = Parameter(Tensor(np.zeros((4, 2, 2, 3), np.float32)))

    cell, theirs = Last(), torch.nn.Conv2d(3, 4, 2, bias=False)
    from_torch_state_dict(cell, theirs.state_dict())
    assert np.array_equal(cell.weight.asnumpy(), theirs.weight.detach().permute(0, 2, 3, 1).numpy())


def test_tied_values_must_agree() -> None:
    cell = Words()
    given = {name: t.clone() for name, t in to_torch_module(cell).state_dict().items()}
    given["out.weight"] += 1
    with pytest.raises(RuntimeError, match="out.weight and table.embedding_table are one"):
        from_torch_state_dict(cell, given)
    del given["out.weight"]
    assert from_torch_state_dict(cell, given).missing == []


@pytest.mark.parametrize(
    ("given", "options", "words"),
    [
        ("net.pth", {}, "weights_only=True"),
        ({"model": {"weight": torch.ones(1)}}, {}, r"give state_dict\['model'\]"),
        ({"weight": [1.0]}, {}, "should be a tensor"),
        ({}, {"strict": 1}, "strict"),
        ({}, {"rename": 3}, "rename"),
    ],
)
def test_other_arguments(given: Any, options: Any, words: str) -> None:
    with pytest.raises(TypeError, match=words):
        from_torch_state_dict(nn.Dense(1, 1), given, **options)
