"""`python -m msacc weights`: there and back byte by byte, maps, and what does not fit."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
import torch

import msacc
import msacc.nn as nn
from msacc.__main__ import main
from msacc.weights import files


def _net() -> torch.nn.Module:
    torch.manual_seed(0)
    return torch.nn.Sequential(
        torch.nn.Conv2d(1, 3, 3), torch.nn.BatchNorm2d(3), torch.nn.LayerNorm(4), torch.nn.Linear(4, 2)
    )  # fmt: skip


def _cell() -> nn.Cell:
    conv = nn.Conv2d(1, 3, 3, has_bias=True)
    return nn.SequentialCell(conv, nn.BatchNorm2d(3), nn.LayerNorm((4,)), nn.Dense(4, 2))


def _run(*argv: object) -> int:
    return main(["weights", *map(str, argv)])


def _same(one: dict[str, torch.Tensor], other: dict[str, torch.Tensor]) -> bool:
    return one.keys() == other.keys() and all(
        one[n].dtype == other[n].dtype and torch.equal(one[n], other[n]) for n in one
    )


@pytest.mark.parametrize("back", ["b.pth", "b.pt", "b.bin", "b.safetensors", "folder/"])
@pytest.mark.parametrize("middle", ["m.ckpt", "m.safetensors"])
def test_there_and_back(tmp_path: Path, middle: str, back: str) -> None:
    given = {**_net().state_dict(), "half": torch.rand(2).bfloat16()}
    torch.save(given, tmp_path / "a.pth")
    assert _run(tmp_path / "a.pth", tmp_path / middle) == 0
    between = msacc.load_checkpoint(str(tmp_path / middle), format=middle[2:])
    assert {"1.gamma", "1.moving_variance", "2.beta", "3.weight", "half"} <= between.keys()
    missing, unexpected = msacc.load_param_into_net(_cell(), between)
    assert (missing, unexpected) == ([], ["half"])
    assert _run(tmp_path / middle, f"{tmp_path}/{back}") == 0
    assert _same(files.read(f"{tmp_path}/{back}").tensors, given)


def test_nothing_is_dropped_silently(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    inner = {**_net().state_dict(), "table.word_embeddings.weight": torch.rand(3, 2)}
    torch.save({"state_dict": inner, "epoch": 3, "optimizer": {}}, tmp_path / "a.pth")
    assert _run(tmp_path / "a.pth", tmp_path / "a.ckpt") == 0
    told = capsys.readouterr().out
    for words in (
        "left out: 1.num_batches_tracked (): MindSpore's layers do not count batches",
        "left out: epoch: 3 beside 'state_dict'",
        "left out: optimizer: dict of 0 beside 'state_dict'",
        "note: table.word_embeddings.weight (3, 2) is taken for an Embedding's",
        "renamed: 1.running_mean -> 1.moving_mean",
        "11 tensors in",
    ):
        assert words in told
    assert _run(tmp_path / "a.ckpt", tmp_path / "b.pth", "--quiet") == 0
    told = capsys.readouterr().out
    assert "added: 1.num_batches_tracked" in told
    assert "renamed:" not in told


def test_what_does_not_fit_like_is_named_and_nothing_written(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    msacc.save_checkpoint(_cell(), str(tmp_path / "own.ckpt"))
    given = _net().state_dict()
    given["3.weight"], given["4.bias"] = torch.ones(2, 5), torch.ones(7)
    given["0.weight"] = given["0.weight"].reshape(3, 3, 3)  # sizes of one may stand elsewhere
    torch.save(given, tmp_path / "a.pth")
    arguments = tmp_path / "a.pth", tmp_path / "b.ckpt", "--like", tmp_path / "own.ckpt"
    assert _run(*arguments) == 1
    told = capsys.readouterr().out
    assert "does not fit: 3.weight (2, 5) does not fit 3.weight, which is (2, 4)" in told
    assert "does not fit: 4.bias (7,) has no place: there is no 4.bias" in told
    assert not (tmp_path / "b.ckpt").exists()
    given["3.weight"] = torch.ones(2, 4).double()
    del given["4.bias"]
    torch.save(given, tmp_path / "a.pth")
    assert _run(*arguments) == 0
    found = msacc.load_checkpoint(str(tmp_path / "b.ckpt"), _cell(), strict_load=True)
    assert found["0.weight"].shape == (3, 1, 3, 3)
    assert found["3.weight"].dtype == msacc.float32


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ("^fc\\. -> head.\n# a comment\n^aux\\..* ->\nhead -> top", ["top.weight"]),
        ("fc <-> top\naux <-> extra", ["extra.bias", "top.weight"]),
        ('{"fc": "top", "aux": null}', ["top.weight"]),
    ],
)
def test_maps_that_users_bring(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], text: str, names: list[str]
) -> None:
    given = {"fc.weight": torch.ones(2, 2), "aux.bias": torch.ones(1)}
    torch.save(given, tmp_path / "a.pth")
    (tmp_path / "map.txt").write_text(text)
    assert _run(tmp_path / "a.pth", tmp_path / "b.ckpt", "--map", tmp_path / "map.txt") == 0
    assert sorted(msacc.load_checkpoint(str(tmp_path / "b.ckpt"))) == names
    assert ("left out: aux.bias (1,): by the map" in capsys.readouterr().out) == (len(names) == 1)
    if "<->" in text:
        assert _run(tmp_path / "b.ckpt", tmp_path / "c.pth", "--map", tmp_path / "map.txt") == 0
        assert _same(torch.load(tmp_path / "c.pth", weights_only=True), given)


def test_a_known_map(tmp_path: Path) -> None:
    given = {"layer1.0.downsample.1.running_mean": torch.ones(2), "fc.weight": torch.ones(2, 2)}
    torch.save(given, tmp_path / "a.pth")
    assert _run(tmp_path / "a.pth", tmp_path / "b.ckpt", "--map", "torchvision:resnet50") == 0
    own = msacc.load_checkpoint(str(tmp_path / "b.ckpt"))
    assert {*own} == {"layer1.0.down_sample.1.moving_mean", "classifier.weight"}


def test_folders_in_shards(tmp_path: Path) -> None:
    given = {f"layer.{n}.weight": torch.rand(4, 8) for n in range(5)}
    torch.save(given, tmp_path / "a.bin")
    keep = ("--to", "torch")
    assert _run(tmp_path / "a.bin", f"{tmp_path}/hf/", *keep, "--shard-size", "300") == 0
    assert len([*(tmp_path / "hf").glob("model-0000*-of-00003.safetensors")]) == 3
    index = json.loads((tmp_path / "hf/model.safetensors.index.json").read_text())
    assert index["metadata"] == {"total_size": 5 * 128}
    for source in (tmp_path / "hf", tmp_path / "hf/model.safetensors.index.json"):
        assert _run(source, tmp_path / "b.pth") == 0
        assert _same(torch.load(tmp_path / "b.pth", weights_only=True), given)


@pytest.mark.parametrize(
    ("argv", "words"),
    [
        (("none.pth", "b.ckpt"), "there is no file"),
        (("a.pth", "b.npz"), "should end with .ckpt, .safetensors, .pth"),
        (("a.pth", "a.pth"), "OUT is IN"),
        (("a.pth", "b.ckpt", "--map", "torchvision:alexnet"), "there is no map"),
        (("a.pth", "b.ckpt", "--map", "resnet"), "known maps are timm:coat, "),
        (("a.pth", "b.ckpt", "--map", "bad.txt"), "should be 'pattern -> replacement'"),
        (("a.pth", "b.ckpt", "--key", "ema"), "has no state dict under 'ema'; it has weight"),
        ((".", "b.ckpt"), "has no model.safetensors"),
    ],
)
def test_other_arguments(
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    argv: tuple[str, ...],
    words: str,
) -> None:
    monkeypatch.chdir(tmp_path)
    torch.save({"weight": torch.ones(1)}, "a.pth")
    Path("bad.txt").write_text("a b c")
    assert _run(*argv) == 1
    assert words in capsys.readouterr().err
    assert not Path("b.ckpt").exists()
