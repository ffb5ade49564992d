"""Files, both ways: what MindSpore wrote is read, what msacc writes is the same byte for byte."""

from __future__ import annotations

import shutil
import stat
import zlib
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import torch

import msacc as ms
import msacc.nn
from msacc.common import crypto
from msacc.common import dtype as mstype
from msacc.common.distributed_runtime import Runtime, install
from msacc.train import serialization
from msacc.train.serialization import checkpoint_files, checksum, ckpt_records
from tests.train.checkpoint_cases import DTYPES, ENC_MODES, KEY, cases, logits, net, train_step

DATA = Path(__file__).parent / "data"
CASES = cases(ms)
OF_MINDSPORE = {"packed.ckpt", "packed.safetensors", *(f"{m.lower()}_crc.ckpt" for m in ENC_MODES)}
PLAIN = [name for name in CASES if "cbc" not in name and "gcm" not in name]


def _write(name: str, folder: Path) -> bytes:
    save_obj, kwargs = CASES[name]
    serialization.save_checkpoint(save_obj, str(folder / name), **kwargs)
    return (folder / name).read_bytes()


def test_every_recorded_file_has_its_case() -> None:
    assert {path.name for path in DATA.iterdir()} == {
        *CASES,
        *OF_MINDSPORE,
        "train_step_logits.npy",
    }


@pytest.mark.parametrize("name", PLAIN)
def test_written_file_is_mindspores_file(name: str, tmp_path: Path) -> None:
    mine, theirs = _write(name, tmp_path), (DATA / name).read_bytes()
    if name in (
        "crc.safetensors",
        "scalars.safetensors",
    ):  # two metadata entries: the library orders them at random
        assert sorted(mine) == sorted(theirs)
    else:
        assert mine == theirs


@pytest.mark.parametrize("mode", ENC_MODES)
def test_written_encrypted_file_is_mindspores_file(
    mode: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    name = f"{mode.lower()}.ckpt"
    theirs = (DATA / name).read_bytes()
    iv_at = 4 + (16 if mode == "AES-GCM" else 0) + 8
    monkeypatch.setattr(crypto, "urandom", lambda n: theirs[iv_at : iv_at + n])
    assert _write(name, tmp_path) == theirs


@pytest.mark.parametrize("mode", ENC_MODES)
def test_reads_mindspores_encrypted_file(mode: str) -> None:
    found = serialization.load_checkpoint(
        str(DATA / f"{mode.lower()}.ckpt"), dec_key=KEY, dec_mode=mode
    )
    assert found["w"].asnumpy().tolist() == [[0, 1, 2], [3, 4, 5]]
    assert found["b"].dtype == mstype.int32


@pytest.mark.parametrize("mode", ENC_MODES)
@pytest.mark.parametrize("crc_check", [False, True])
def test_reads_an_encrypted_file_with_a_mark_behind_it(mode: str, crc_check: bool) -> None:
    found = serialization.load_checkpoint(
        str(DATA / f"{mode.lower()}_crc.ckpt"), dec_key=KEY, dec_mode=mode, crc_check=crc_check
    )
    assert {name: value.asnumpy().sum() for name, value in found.items()} == {"w": 15, "b": 3}


@pytest.mark.parametrize("suffix", ["ckpt", "safetensors"])
def test_packed_integers_are_read_as_bytes(suffix: str, monkeypatch: pytest.MonkeyPatch) -> None:
    said: list[str] = []
    monkeypatch.setattr(ckpt_records, "once", lambda key, text: said.append(text))
    found = serialization.load_checkpoint(str(DATA / f"packed.{suffix}"), format=suffix)
    assert (found["p"].dtype, found["p"].tolist()) == (mstype.int8, [[1, -8, 7]])
    assert "'p' has two 4-bit integers in each byte (Int4): it is read as Int8" in said[0]


def test_a_sum_over_integers_without_dimensions(tmp_path: Path) -> None:
    kept = {"format": "safetensors", "crc_check": True}
    found = serialization.load_checkpoint(str(DATA / "scalars.safetensors"), **kept)
    assert {value.item() for value in found.values()} == {True, 5}
    far = {
        "steps": ms.Tensor(2_000_003, mstype.int64),
        "low": ms.Tensor(-3),
        "huge": ms.Tensor(2**62),
    }
    serialization.save_checkpoint(far, str(tmp_path / "far"), **kept)
    path = tmp_path / "far.safetensors"
    assert serialization.load_checkpoint(str(path), **kept)["huge"].item() == 2**62
    content = bytearray(path.read_bytes())
    content[-8] ^= 1
    (tmp_path / "bad.safetensors").write_bytes(content)
    with pytest.raises(ValueError, match="CRC"):
        serialization.load_checkpoint(str(tmp_path / "bad.safetensors"), **kept)


def test_sums_of_older_files_count(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    kept = {"format": "safetensors", "crc_check": True}
    with monkeypatch.context() as patch:
        patch.setattr(checksum, "mindspore_crc", checksum.crc_of_bytes)
        serialization.save_checkpoint({"n": ms.Tensor(7)}, str(tmp_path / "old"), **kept)
    found = serialization.load_checkpoint(str(tmp_path / "old.safetensors"), **kept)
    assert found["n"].item() == 7


@pytest.mark.parametrize("count", [0, 1, 5, 255, 256, 1_000_003])
def test_the_sum_of_zeros_takes_no_zeros(count: int) -> None:
    given = {"a": torch.arange(3.0), "n": torch.tensor(count)}
    whole = b"a" + checksum.raw_bytes(given["a"]).tobytes() + b"n" + bytes(count)
    assert checksum.mindspore_crc(given) == zlib.crc32(whole)


def test_reads_mindspores_cell_file() -> None:
    found = serialization.load_checkpoint(str(DATA / "cell_append.ckpt"))
    expected = ["steps", "inner.weight", "inner.scale", "epoch", "rate", "done", "note", "empty"]
    assert list(found) == [*expected, "tensor", "parameter"]
    assert [found["note"], found["empty"]] == ["caf\u00e9", ""]
    assert (found["epoch"].dtype, found["epoch"].shape) == (mstype.int64, ())
    assert (found["rate"].dtype, found["done"].dtype) == (mstype.float32, mstype.bool_)
    assert found["parameter"].name == "parameter"
    assert found["inner.weight"].requires_grad


def test_mindspores_train_step_gives_its_logits() -> None:
    cell = train_step(ms)
    for parameter in cell.get_parameters():
        parameter.set_data(0)
    found = serialization.load_checkpoint(str(DATA / "train_step.ckpt"))
    assert serialization.load_param_into_net(cell, found) == ([], [])
    assert {"global_step", "learning_rate", "momentum", "moments.0.weight"} <= set(found)
    expected = np.load(DATA / "train_step_logits.npy")
    np.testing.assert_allclose(logits(ms, cell), expected, rtol=1e-5)


@pytest.mark.parametrize("suffix", ["ckpt", "safetensors"])
def test_reads_every_dtype(suffix: str) -> None:
    found = serialization.load_checkpoint(str(DATA / f"dtypes.{suffix}"), format=suffix)
    for name in DTYPES:
        assert found[name].dtype is getattr(mstype, name)
        assert found[name].to_torch().double().tolist() == (
            [0, 1, 1] if name == "bool_" else [0, 1, 3]
        )


def test_safetensors_come_in_name_order() -> None:
    found = serialization.load_checkpoint(str(DATA / "cell.safetensors"), format="safetensors")
    assert list(found) == ["inner.scale", "inner.weight", "steps"]


def test_a_long_value_is_split_and_joined(tmp_path: Path) -> None:
    t = torch.arange(100, dtype=torch.int32).reshape(10, 10)
    pieces = list(ckpt_records.encode("long", ckpt_records.tensor_entry(t), slice_bytes=128))
    assert len(pieces) == 4
    after = ckpt_records.encode("x", ckpt_records.tensor_entry(torch.ones(2)))
    (tmp_path / "s.ckpt").write_bytes(b"".join([*pieces, *after]))
    found = serialization.load_checkpoint(str(tmp_path / "s.ckpt"))
    assert torch.equal(found["long"].to_torch(), t)
    assert list(found) == ["long", "x"]


def test_a_long_encrypted_file_is_cut_into_blocks(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(crypto, "BLOCK_BYTES", 100)
    values = [{"name": n, "data": ms.Tensor(np.arange(40.0))} for n in "abc"]
    path = str(tmp_path / "e.ckpt")
    serialization.save_checkpoint(values, path, enc_key=KEY)
    assert Path(path).read_bytes().count(crypto._SIZE.pack(crypto.MAGIC["AES-GCM"])) > 9
    found = serialization.load_checkpoint(path, dec_key=KEY)
    assert found["c"].asnumpy().tolist() == list(range(40))


@pytest.mark.parametrize("dtype", [torch.complex64, torch.complex128, torch.float8_e5m2])
def test_types_mindspore_cannot_read_come_back(dtype: torch.dtype, tmp_path: Path) -> None:
    t = torch.tensor([1.0, 2.0]).to(dtype)
    path = str(tmp_path / "t.ckpt")
    serialization.save_checkpoint([{"name": "t", "data": ms.Tensor(t)}], path)
    back = serialization.load_checkpoint(path)["t"].to_torch()
    assert back.dtype == dtype
    assert back.tolist() == t.tolist()


def test_empty_tensors_are_kept(tmp_path: Path) -> None:
    path = str(tmp_path / "z.ckpt")
    values = {"z": ms.Tensor(np.zeros((0, 3), np.float32)), "v": ms.Tensor(np.zeros(0, np.int32))}
    serialization.save_checkpoint(values, path)
    found = serialization.load_checkpoint(path)
    assert (found["z"].shape, found["v"].shape) == ((0, 3), (0,))


def test_file_is_read_only_complete_and_replaced(tmp_path: Path) -> None:
    path = tmp_path / "a.ckpt"
    serialization.save_checkpoint({"v": ms.Tensor([1.0])}, str(tmp_path / "a"))
    assert stat.S_IMODE(path.stat().st_mode) == 0o400
    serialization.save_checkpoint({"v": ms.Tensor([2.0])}, str(path))
    assert serialization.load_checkpoint(str(path))["v"].item() == 2.0
    assert [p.name for p in tmp_path.iterdir()] == ["a.ckpt"]


def test_a_failed_save_leaves_the_old_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = str(tmp_path / "a.ckpt")
    serialization.save_checkpoint({"v": ms.Tensor([1.0])}, path)

    def full_disk(*args: object) -> bytes:
        raise OSError("No space left on device")

    monkeypatch.setattr(checkpoint_files, "encode", full_disk)
    with pytest.raises(OSError, match="No space"):
        serialization.save_checkpoint({"v": ms.Tensor([2.0])}, path)
    assert [p.name for p in tmp_path.iterdir()] == ["a.ckpt"]
    assert serialization.load_checkpoint(path)["v"].item() == 1.0


@pytest.mark.parametrize("how", [True, "thread", "process"])
def test_async_save_takes_the_values_of_the_call(how: bool | str, tmp_path: Path) -> None:
    cell = net(ms)
    path = str(tmp_path / "later.ckpt")
    serialization.save_checkpoint(cell, path, async_save=how)
    cell.steps.set_data(ms.Tensor([9, 9], mstype.int32))
    serialization.wait_for_async_saves()
    assert Path(path).read_bytes() == (DATA / "cell.ckpt").read_bytes()
    assert not serialization.async_ckpt_thread_status()


def test_views_of_one_buffer_are_saved_whole(tmp_path: Path) -> None:
    flat = torch.arange(6.0)
    values = {"a": ms.Tensor(flat[:2]), "b": ms.Tensor(flat[2:])}
    for suffix in ("ckpt", "safetensors"):
        path = str(tmp_path / f"v.{suffix}")
        serialization.save_checkpoint(values, path, format=suffix)
        found = serialization.load_checkpoint(path, format=suffix)
        assert (found["a"].tolist(), found["b"].tolist()) == ([0, 1], [2, 3, 4, 5])


def test_a_sharding_layer_supplies_whole_arrays(tmp_path: Path) -> None:
    class TwoHalves(Runtime):
        def gather_parameters(self, cell: Any, integrated_save: bool, by: str = "first") -> Any:
            for name, parameter in super().gather_parameters(cell, integrated_save, by) or ():
                yield name, ms.Tensor(torch.cat([parameter.to_torch().reshape(-1)] * 2))

    before = install(TwoHalves())
    try:
        serialization.save_checkpoint(net(ms), str(tmp_path / "w.ckpt"))
    finally:
        install(before)
    assert serialization.load_checkpoint(str(tmp_path / "w.ckpt"))["steps"].tolist() == [3, 4, 3, 4]


def test_conversion_there_and_back(tmp_path: Path) -> None:
    rank = tmp_path / "ckpt" / "rank_0"
    rank.mkdir(parents=True)
    shutil.copy(DATA / "cell.ckpt", rank)
    serialization.ckpt_to_safetensors(str(tmp_path / "ckpt"), str(tmp_path / "st"), {"steps": "n"})
    middle = str(tmp_path / "st" / "rank_0" / "cell.safetensors")
    serialization.safetensors_to_ckpt(middle, str(tmp_path), {"n": "steps"})
    back = serialization.load_checkpoint(str(tmp_path / "cell.ckpt"))
    assert list(back) == ["inner.scale", "inner.weight", "steps"]
    assert back["steps"].tolist() == [3, 4]
