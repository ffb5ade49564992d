"""Keys are in no error, warning, log, repr or file, whatever goes wrong."""

from __future__ import annotations

import base64
import logging
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import msacc as ms
from msacc import nn
from msacc.common import warn_once
from msacc.train import serialization
from msacc.train.serialization.checkpoint_files import CheckpointFile

SECRET = b"Zq7-secret-Key-9"
DATA = Path(__file__).parent / "data"
W = [{"name": "w", "data": ms.Tensor(np.ones(3, np.float32))}]
FORMS = (
    SECRET, SECRET.decode(), bytearray(SECRET), SECRET[:11], SECRET + SECRET[:8], [SECRET], {"k": SECRET}, (SECRET,)
)  # fmt: skip
MODES = ("AES-GCM", "AES-CBC", "SM4-CBC", "ROT13", SECRET, None)


def _hidden(text: str) -> None:
    shown = (
        SECRET.decode()[:9],
        SECRET.hex()[:18],
        base64.b64encode(SECRET).decode()[:12],
        str(list(SECRET))[1:20],
    )
    assert not any(form in text for form in shown), text


@pytest.fixture
def lines() -> Iterator[list[str]]:
    """All that is logged."""
    warn_once.forget()
    found: list[str] = []
    handler = logging.Handler(logging.DEBUG)
    handler.emit = lambda record: found.append(record.getMessage())  # type: ignore[method-assign]
    warn_once.logger.addHandler(handler)
    level = warn_once.logger.level
    warn_once.logger.setLevel(logging.DEBUG)
    yield found
    warn_once.logger.setLevel(level)
    warn_once.logger.removeHandler(handler)


def _calls(folder: Path) -> Iterator[Callable[[Any, Any], Any]]:
    path = str(folder / "f.ckpt")
    files = [str(DATA / f"{name}.ckpt") for name in ("aes-gcm", "aes-cbc", "sm4-cbc", "cell")]
    safe = str(DATA / "cell.safetensors")

    def saved(**options: Any) -> None:
        ms.save_checkpoint(W, path, **options)
        serialization.wait_for_async_saves()

    yield lambda key, mode: saved(enc_key=key, enc_mode=mode)
    yield lambda key, mode: saved(enc_key=key, enc_mode=mode, crc_check=True)
    yield lambda key, mode: saved(enc_key=key, enc_mode=mode, async_save=True)
    yield lambda key, mode: saved(enc_key=key, enc_mode=mode, format="safetensors")
    yield lambda key, mode: saved(dec_key=key, dec_mode=mode)
    yield lambda key, mode: ms.save_checkpoint(W, "/no/such/folder/f", enc_key=key, enc_mode=mode)
    for file in files:
        yield lambda key, mode, f=file: ms.load_checkpoint(f, dec_key=key, dec_mode=mode)
    yield lambda key, mode: ms.load_checkpoint(
        safe, format="safetensors", dec_key=key, dec_mode=mode
    )
    yield lambda key, mode: ms.load_checkpoint_async(files[0], dec_key=key, dec_mode=mode).result()
    yield lambda key, mode: ms.load_segmented_checkpoints(str(DATA), dec_key=key, dec_mode=mode)
    yield lambda key, mode: ms.load_distributed_checkpoint(
        nn.Dense(1, 1), files[:1], {}, "", dec_key=key, dec_mode=mode
    )
    yield lambda key, mode: ms.load_distributed_checkpoint(
        None, format="safetensors", unified_safetensors_dir=str(folder), dec_key=key, dec_mode=mode
    )
    yield lambda key, mode: ms.train.CheckpointConfig(enc_key=key, enc_mode=mode)
    yield lambda key, mode: ms.train.CheckpointConfig(
        enc_key=key, enc_mode=mode, format="safetensors"
    )
    yield lambda key, mode: ms.export(
        nn.Dense(1, 1),
        ms.Tensor([[1.0]]),
        file_name=path,
        file_format="ONNX",
        enc_key=key,
        enc_mode=mode,
    )
    yield lambda key, mode: ms.mindrecord.set_enc_key(key)


def test_no_call_shows_a_key(
    tmp_path: Path, lines: list[str], capfd: pytest.CaptureFixture[str]
) -> None:
    failed = 0
    try:
        for call in _calls(tmp_path):
            for key in FORMS:
                for mode in MODES:
                    try:
                        _hidden(repr(call(key, mode)))
                    except Exception as error:
                        failed += 1
                        told: BaseException | None = error
                        while told is not None:
                            _hidden(f"{told} {told!r}")
                            told = told.__cause__ or told.__context__
    finally:
        ms.mindrecord.set_enc_key(None)
    assert failed > 500
    for line in [*lines, *capfd.readouterr()]:
        _hidden(line)
    for path in tmp_path.rglob("*"):
        assert SECRET[:9] not in path.read_bytes()


def test_what_holds_a_key_does_not_show_it() -> None:
    _hidden(repr(CheckpointFile("f", {}, (SECRET, "AES-GCM"), False, "ckpt", None)))
    config = ms.train.CheckpointConfig(enc_key=SECRET)
    _hidden(f"{config!r} {config} {config.get_checkpoint_policy()}")
    _hidden(repr(ms.train.ModelCheckpoint("n", ".", config)))


def test_a_failed_save_in_the_background(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from msacc.train.serialization import checkpoint_files

    def full(*args: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(checkpoint_files, "_write_ckpt", full)
    for how in ("thread", "process"):
        ms.save_checkpoint(W, str(tmp_path / "f"), enc_key=SECRET, async_save=how)
        with pytest.raises(OSError, match="No space") as error:
            serialization.wait_for_async_saves()
        _hidden(f"{error.value!r} {error.value.__cause__!r}")
