"""Bad input to checkpoints: MindSpore's exception class, and a message that helps."""

from __future__ import annotations

import re
import sys
from io import BytesIO
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import msacc as ms
import msacc.nn
from msacc.train import serialization
from tests.train.checkpoint_cases import ENC_MODES, KEY

DATA = Path(__file__).parent / "data"
W = [{"name": "w", "data": ms.Tensor([1.0])}]


def _load(path: Path, **kwargs: Any) -> dict[str, Any]:
    return serialization.load_checkpoint(str(path), **kwargs)


@pytest.mark.parametrize(
    ("head", "hint"),
    [
        (b"PK\x03\x04 archive/data.pkl", "zip archive"),
        (b"\x80\x02}q\x00", "pickle"),
        (b"<!DOCTYPE html><html>", "web page"),
        (b"version https://git-lfs.github.com/spec/v1\noid", "git lfs pull"),
        (b"\x40\x00\x00\x00\x00\x00\x00\x00{}", "format='safetensors'"),
        (b"\x0a\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff", "length"),
        (b"\x0a\x03abc", "cannot be parsed"),
        (b"\x0a\x02\x12\x00", "no name"),
    ],
)
def test_foreign_file(head: bytes, hint: str, tmp_path: Path) -> None:
    (tmp_path / "f.ckpt").write_bytes(head)
    with pytest.raises(ValueError, match=re.escape(hint)):
        _load(tmp_path / "f.ckpt")


@pytest.mark.parametrize("kept", range(1, 119))
def test_cut_short_anywhere(kept: int, tmp_path: Path) -> None:
    whole = (DATA / "cell.ckpt").read_bytes()
    ends = {30, 87}  # whole records: the file is then a good one with fewer parameters
    (tmp_path / "c.ckpt").write_bytes(whole[:kept])
    if kept in ends:
        assert len(_load(tmp_path / "c.ckpt")) == sorted(ends).index(kept) + 1
        return
    with pytest.raises(ValueError, match="cut short"):
        _load(tmp_path / "c.ckpt")


@pytest.mark.parametrize("suffix", ["ckpt", "safetensors"])
def test_damaged_file_with_crc(suffix: str, tmp_path: Path) -> None:
    content = bytearray((DATA / f"crc.{suffix}").read_bytes())
    content[-20] ^= 1
    (tmp_path / f"d.{suffix}").write_bytes(content)
    with pytest.raises(ValueError, match="CRC"):
        _load(tmp_path / f"d.{suffix}", format=suffix, crc_check=True)
    assert len(_load(tmp_path / f"d.{suffix}", format=suffix)) == 2
    assert len(_load(DATA / f"crc.{suffix}", format=suffix, crc_check=True)) == 2


@pytest.mark.parametrize("size", [0, 5, 200, 260])
def test_cut_short_safetensors(size: int, tmp_path: Path) -> None:
    (tmp_path / "c.safetensors").write_bytes((DATA / "cell.safetensors").read_bytes()[:size])
    with pytest.raises(ValueError, match="cut short"):
        _load(tmp_path / "c.safetensors", format="safetensors")


def test_content_that_does_not_fill_the_shape(tmp_path: Path) -> None:
    content = (DATA / "crc.ckpt").read_bytes().replace(b"\x08\x02\x08\x03", b"\x08\x02\x08\x04")
    (tmp_path / "s.ckpt").write_bytes(content)
    with pytest.raises(ValueError, match=r"'w' of shape \(2, 4\).*needs 32 bytes, but 24"):
        _load(tmp_path / "s.ckpt")


@pytest.mark.parametrize(
    ("kwargs", "hint"),
    [
        ({}, "dec_mode='AES-GCM'"),
        ({"dec_key": bytes(16)}, "key does not fit"),
        ({"dec_key": KEY, "dec_mode": "AES-CBC"}, "not AES-CBC"),
        ({"dec_key": b"short"}, "16 or 24 or 32 bytes"),
        ({"dec_key": KEY, "dec_mode": "ROT13"}, "ROT13"),
    ],
)
def test_wrong_key(kwargs: dict[str, Any], hint: str) -> None:
    with pytest.raises(ValueError, match=re.escape(hint)):
        _load(DATA / "aes-gcm.ckpt", **kwargs)


def test_wrong_key_for_cbc_and_plain() -> None:
    with pytest.raises(ValueError, match="key does not fit"):
        _load(DATA / "aes-cbc.ckpt", dec_key=bytes(16), dec_mode="AES-CBC")
    with pytest.raises(ValueError, match="not encrypted"):
        _load(DATA / "cell.ckpt", dec_key=KEY)


@pytest.mark.parametrize("mode", ENC_MODES)
def test_a_block_whose_lengths_disagree(mode: str, tmp_path: Path) -> None:
    content = bytearray((DATA / f"{mode.lower()}.ckpt").read_bytes())
    content[20 if mode == "AES-GCM" else 4] ^= 1
    (tmp_path / "l.ckpt").write_bytes(content)
    with pytest.raises(ValueError, match="lengths in a block disagree"):
        _load(tmp_path / "l.ckpt", dec_key=KEY, dec_mode=mode)


def _wrong(name: str) -> bool:
    raise KeyError(name)


def test_what_choice_func_raises() -> None:
    with pytest.raises(ValueError, match="'choice_func' failed for 'steps'"):
        _load(DATA / "cell.ckpt", choice_func=_wrong)
    for crc_check in (False, True):
        with pytest.raises(KeyError, match="inner.scale"):
            _load(
                DATA / "cell.safetensors",
                format="safetensors",
                choice_func=_wrong,
                crc_check=crc_check,
            )


def test_encryption_without_its_package(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setitem(sys.modules, "cryptography", None)
    with pytest.raises(ImportError, match=r"msacc\[crypto\]"):
        serialization.save_checkpoint(W, str(tmp_path / "x"), enc_key=KEY)


@pytest.mark.parametrize(
    ("name", "kwargs", "error", "hint"),
    [
        ("nothere.ckpt", {}, ValueError, "does not exist"),
        ("cell.txt", {}, ValueError, "must end with"),
        ("cell.safetensors", {}, ValueError, "must end with"),
        ("cell.ckpt", {"format": "h5"}, ValueError, "'format'"),
        ("nothing.ckpt", {}, ValueError, "empty"),
        ("cell.ckpt", {"choice_func": lambda n: False}, ValueError, "empty"),
        ("cell.ckpt", {"filter_prefix": 3}, TypeError, "filter_prefix"),
        ("cell.ckpt", {"filter_prefix": []}, ValueError, "filter_prefix"),
        ("cell.ckpt", {"specify_prefix": [3]}, TypeError, "specify_prefix"),
        ("cell.ckpt", {"specify_prefix": [""]}, ValueError, "specify_prefix"),
        ("cell.ckpt", {"crc_check": 1}, ValueError, "crc_check"),
        ("cell.ckpt", {"dec_key": "text"}, ValueError, "dec_key"),
        ("cell.safetensors", {"format": "safetensors", "dec_key": KEY}, ValueError, "dec_key"),
    ],
)
def test_load_arguments(name: str, kwargs: dict[str, Any], error: type, hint: str) -> None:
    with pytest.raises(error, match=hint):
        _load(DATA / name, **kwargs)


def test_load_file_argument(tmp_path: Path) -> None:
    with pytest.raises(TypeError, match="ckpt_file_name"):
        serialization.load_checkpoint(3)  # type: ignore[arg-type]
    with pytest.raises(TypeError, match="BytesIO"):
        serialization.load_checkpoint(BytesIO(b""))
    (tmp_path / "d.ckpt").mkdir()
    with pytest.raises(ValueError, match="directory"):
        _load(tmp_path / "d.ckpt")


def test_a_key_is_never_in_a_message() -> None:
    with pytest.raises(ValueError, match="dec_key") as caught:
        _load(DATA / "cell.safetensors", format="safetensors", dec_key=b"secret-secret-16")
    assert "secret-secret" not in str(caught.value)


@pytest.mark.parametrize(
    ("kwargs", "error"),
    [
        ({"save_obj": 3}, TypeError),
        ({"save_obj": (1,)}, TypeError),
        ({"save_obj": [3]}, TypeError),
        ({"save_obj": [{}]}, TypeError),
        ({"save_obj": [{"name": 3, "data": ms.Tensor([1.0])}]}, TypeError),
        ({"save_obj": [{"name": "a", "data": np.zeros(3)}]}, TypeError),
        ({"save_obj": [ms.Parameter(ms.Tensor([1.0]), name="a"), 3]}, TypeError),
        ({"save_obj": {1: ms.Tensor([1.0])}}, TypeError),
        ({"save_obj": {"a": 1.0}}, TypeError),
        ({"ckpt_file_name": 3}, TypeError),
        ({"ckpt_file_name": "/"}, IsADirectoryError),
        ({"ckpt_file_name": "/no/such/folder/x"}, FileNotFoundError),
        ({"integrated_save": 1}, TypeError),
        ({"async_save": 1}, TypeError),
        ({"async_save": "x"}, ValueError),
        ({"append_dict": 3}, TypeError),
        ({"append_dict": {1: 2}}, TypeError),
        ({"append_dict": {"a": None}}, TypeError),
        ({"append_dict": {"a": [1]}}, TypeError),
        ({"crc_check": 1}, ValueError),
        ({"format": "zz"}, ValueError),
        ({"choice_func": 3}, TypeError),
        ({"enc_key": "text"}, ValueError),
        ({"enc_key": b"12"}, ValueError),
        ({"enc_key": KEY, "enc_mode": "XX"}, ValueError),
        ({"enc_key": KEY, "enc_mode": 3}, ValueError),
        ({"enc_key": bytes(24), "enc_mode": "SM4-CBC"}, ValueError),
        ({"enc_key": KEY, "crc_check": True}, ValueError),
        ({"enc_key": KEY, "format": "safetensors"}, ValueError),
        ({"remove_redundancy": 3}, ValueError),
    ],
)
def test_save_arguments(kwargs: dict[str, Any], error: type, tmp_path: Path) -> None:
    with pytest.raises(error):
        serialization.save_checkpoint(
            **{"save_obj": W, "ckpt_file_name": str(tmp_path / "x"), **kwargs}
        )
    assert list(tmp_path.iterdir()) == []


def test_a_str_does_not_fit_into_safetensors(tmp_path: Path) -> None:
    import safetensors

    with pytest.raises(safetensors.SafetensorError, match="'note' of type str"):
        serialization.save_checkpoint(
            W, str(tmp_path / "x"), format="safetensors", append_dict={"note": "a"}
        )


@pytest.mark.parametrize(
    ("args", "hint"),
    [
        (("gone.ckpt",), "does not exist"),
        ((str(DATA),), "rank"),
        ((str(DATA / "cell.safetensors"),), "must end with .ckpt"),
        ((str(DATA / "cell.ckpt"), "a.b"), "save_path"),
        ((str(DATA / "cell.ckpt"), "a", 3), "name_map"),
        ((str(DATA / "cell.ckpt"), "a", None, "zz"), "file_name_regex"),
    ],
)
def test_conversion_arguments(args: tuple[Any, ...], hint: str) -> None:
    with pytest.raises(ValueError, match=hint):
        serialization.ckpt_to_safetensors(*args)


def test_exports_and_mindir() -> None:
    cell = msacc.nn.Cell()
    for file_format in ("MINDIR", "AIR"):
        with pytest.raises(NotImplementedError, match=file_format):
            serialization.export(cell, file_name="n", file_format=file_format)
    with pytest.raises(ValueError, match="file_format"):
        serialization.export(cell, file_name="n", file_format="PB")
    with pytest.raises(ValueError, match="illegal"):
        serialization.export(cell, file_name="a?b", file_format="MINDIR")
    with pytest.raises(ValueError, match="Cell"):
        serialization.export(abs, file_name="n", file_format="ONNX")
    with pytest.raises(ValueError, match="load_checkpoint"):
        serialization.load("x.ckpt")
