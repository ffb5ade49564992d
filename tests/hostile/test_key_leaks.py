"""Keys appear nowhere: not in errors, tracebacks, logs, reprs, files or the arguments of processes."""

from __future__ import annotations

import base64
import importlib.util
import logging
import multiprocessing
import sys
import traceback
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import msacc as ms
import msacc.dataset as ds
from msacc import mindrecord
from msacc.common.warn_once import logger
from msacc.train import CheckpointConfig, Model, ModelCheckpoint
from msacc.train.serialization import background_save, checkpoint_files

TEXT = "canary-key-16-ab"
KEY = TEXT.encode()
OTHER = b"another-key-1234"
# The forms in which it could be written: as it is, in hex, in base64, and what is left of it where a text is cut.
FORMS = (TEXT, TEXT[:11], KEY.hex(), base64.b64encode(KEY).decode().rstrip("=")[:20])
MODES = ("AES-GCM", "AES-CBC", "SM4-CBC")
Door = Callable[[Path], Any]
W = {"w": ms.Tensor(np.ones(3, np.float32))}


def _save(folder: Path, name: str = "a.ckpt", **how: Any) -> None:
    ms.save_checkpoint(W, str(folder / name), **{"enc_key": KEY, **how})


def _load(folder: Path, **how: Any) -> Any:
    _save(folder)
    return ms.load_checkpoint(str(folder / "a.ckpt"), **{"dec_key": KEY, **how})


def _in_background(how: str, there: bool) -> Door:
    def door(folder: Path) -> None:
        _save(folder, "a.ckpt" if there else "gone/a.ckpt", async_save=how)
        for child in multiprocessing.active_children():
            print(Path(f"/proc/{child.pid}/cmdline").read_bytes())
        ms.train.serialization.wait_for_async_saves()

    return door


def _trained(folder: Path, name: str = "kept", **how: Any) -> None:
    config = CheckpointConfig(**{"save_checkpoint_steps": 1, "enc_key": KEY, **how})
    print(config, repr(config), config.get_checkpoint_policy())
    net = ms.nn.Dense(3, 2)
    model = Model(net, ms.nn.MSELoss(), ms.nn.SGD(net.trainable_params(), 0.1))
    data = ds.NumpySlicesDataset((np.ones((2, 3), np.float32), np.ones((2, 2), np.float32))).batch(
        1
    )
    kept = ModelCheckpoint("net", str(folder / name), config)
    print(kept, repr(kept))
    model.train(1, data, callbacks=[kept], dataset_sink_mode=False)


def _failing(folder: Path) -> None:
    class Fails(ms.train.Callback):
        def on_train_step_end(self, run_context: Any) -> None:
            raise RuntimeError(f"a step failed with {run_context.original_args()}")

    config = CheckpointConfig(enc_key=KEY, exception_save=True)
    net = ms.nn.Dense(3, 2)
    model = Model(net, ms.nn.MSELoss(), ms.nn.SGD(net.trainable_params(), 0.1))
    data = ds.NumpySlicesDataset((np.ones((2, 3), np.float32), np.ones((2, 2), np.float32))).batch(
        1
    )
    callbacks = [ModelCheckpoint("net", str(folder), config), Fails()]
    model.train(1, data, callbacks=callbacks, dataset_sink_mode=False)


def _records(folder: Path, key: Any = TEXT, then: Any = TEXT, mode: Any = "AES-GCM") -> None:
    mindrecord.set_enc_mode(mode)
    mindrecord.set_enc_key(key)
    try:
        path = str(folder / "a.mindrecord")
        writer = mindrecord.FileWriter(path, overwrite=True)
        writer.set_header_size(16 << 10)
        writer.set_page_size(32 << 10)
        writer.add_schema({"x": {"type": "int32"}})
        writer.write_raw_data([{"x": 1}])
        writer.commit()
        mindrecord.set_enc_key(then)
        print(ds.MindDataset(path), mindrecord.FileReader(path))
    finally:
        mindrecord.set_enc_mode("AES-GCM")
        mindrecord.set_enc_key(None)


def _checkpoint_file() -> Any:
    return checkpoint_files.CheckpointFile("a", {}, (KEY, "AES-GCM"), False, "ckpt", None)


def _without_package(door: Door) -> Door:
    def without(folder: Path) -> None:
        held = {n: m for n, m in sys.modules.items() if n.partition(".")[0] == "cryptography"}
        sys.modules.update(dict.fromkeys([*held, "cryptography"]))  # type: ignore[arg-type]
        try:
            assert importlib.util.find_spec("cryptography") is None
            door(folder)
        finally:
            sys.modules.update(held)

    return without


def _export(folder: Path, **how: Any) -> None:
    net = ms.nn.Dense(2, 2)
    ms.export(
        net,
        ms.Tensor(np.ones((1, 2), np.float32)),
        file_name=str(folder / "n"),
        file_format="ONNX",
        **how,
    )


def _cloud(folder: Path) -> None:
    ds.OBSMindDataset(["a"], "server", "ak", TEXT, "path")


# (succeeds, the door)
DOORS: dict[str, tuple[bool, Door]] = {
    **{f"save and load, {mode}": (True, lambda d,
        mode=mode: (_save(d, enc_mode=mode),
            ms.load_checkpoint(str(d / "a.ckpt"), dec_key=KEY, dec_mode=mode))) for mode in MODES},
    "save, key of another length": (False, lambda d: _save(d, enc_key=KEY + b"1")),
    "save, key as str": (False, lambda d: _save(d, enc_key=TEXT)),
    "save, key in a list": (False, lambda d: _save(d, enc_key=[KEY])),
    "save, unknown mode": (False, lambda d: _save(d, enc_mode="AES")),
    "save, key and mode exchanged": (False, lambda d: _save(d, enc_key=b"AES-GCM", enc_mode=TEXT)),
    "save, bytes as mode": (False, lambda d: _save(d, enc_mode=KEY)),
    "save, with a checksum": (False, lambda d: _save(d, crc_check=True)),
    "save, safetensors": (False, lambda d: _save(d, "a.safetensors", format="safetensors")),
    "save, no such folder": (False, lambda d: _save(d, "gone/a.ckpt")),
    "save, without the package": (False, _without_package(_save)),
    **{f"save in a {how}": (True, _in_background(how, True)) for how in ("thread", "process")},
    **{f"save in a {how}, no such folder": (False, _in_background(how, False)) for how in ("thread", "process")},
    "load, another key": (False,
        lambda d: (_save(d, enc_key=OTHER), ms.load_checkpoint(str(d / "a.ckpt"), dec_key=KEY))),
    "load, another mode": (False, lambda d: _load(d, dec_mode="AES-CBC")),
    "load, unknown mode": (False, lambda d: _load(d, dec_mode="AES")),
    "load, key as mode": (False, lambda d: _load(d, dec_mode=TEXT)),
    "load, key of another length": (False, lambda d: _load(d, dec_key=KEY[:-1])),
    "load, key as str": (False, lambda d: _load(d, dec_key=TEXT)),
    "load, no such file": (False, lambda d: ms.load_checkpoint(str(d / "gone.ckpt"), dec_key=KEY)),
    "load, safetensors": (False,
        lambda d: ms.load_checkpoint(str(d / "a.safetensors"), format="safetensors", dec_key=KEY)),
    "load, another network": (True, lambda d: _load(d, net=ms.nn.Dense(2, 2))),
    "load, in a future": (False, lambda d: ms.load_checkpoint_async(str(d / "a.ckpt"), dec_key=KEY).result()),
    "load, without the package": (False, _without_package(lambda d: ms.load_checkpoint(str(_plain(d)), dec_key=KEY))),
    "load, slices": (False, lambda d: ms.load_distributed_checkpoint(None, [str(d / "a.ckpt")], dec_key=TEXT)),
    "load, slices with another key": (False,
        lambda d: (_save(d, enc_key=OTHER), ms.load_distributed_checkpoint(None, [str(d / "a.ckpt")], dec_key=KEY))),
    "load, segments": (False, lambda d: (_save(d, enc_key=OTHER), ms.load_segmented_checkpoints(str(d), dec_key=KEY))),
    "a training": (True, _trained),
    "a training that fails": (False, _failing),
    "a training, where nothing can be written": (False, lambda d: ((d / "kept").write_text(""), _trained(d))),
    "a training, key as str": (False, lambda d: _trained(d, enc_key=TEXT)),
    "a training, key and mode exchanged": (False, lambda d: _trained(d, enc_mode=KEY)),
    "a training, safetensors": (False, lambda d: _trained(d, format="safetensors")),
    "a save's file": (True, lambda d: print(_checkpoint_file())),
    "export, key as str": (False, lambda d: _export(d, enc_key=TEXT, enc_mode=bytes.join)),
    "export, no function": (False, lambda d: _export(d, enc_key=KEY, enc_mode=TEXT)),
    "MindIR": (False, lambda d: ms.load(str(d / "a.mindir"), dec_key=KEY)),
    "MindRecord": (True, _records),
    "MindRecord, key of another length": (False, lambda d: _records(d, TEXT + "1")),
    "MindRecord, key as bytes": (False, lambda d: _records(d, KEY)),
    "MindRecord, key as mode": (False, lambda d: _records(d, mode=TEXT)),
    "MindRecord, bytes as mode": (False, lambda d: _records(d, mode=KEY)),
    "MindRecord, another key": (False, lambda d: _records(d, OTHER.decode())),
    "MindRecord, no key": (False, lambda d: _records(d, TEXT, None)),
    "MindRecord, a plain file": (False, lambda d: _records(d, None)),
    "MindRecord, without the package": (False, _without_package(_records)),
    "OBS": (False, _cloud),
}  # fmt: skip


def _plain(folder: Path) -> Path:
    _save(folder)
    return folder / "a.ckpt"


@pytest.fixture(autouse=True)
def _logged(tmp_path: Path) -> Iterator[None]:
    """The log in a file; nothing is left."""
    handler = logging.FileHandler(tmp_path / "log")
    logger.addHandler(handler)
    yield
    logger.removeHandler(handler)
    handler.close()
    background_save._failed.clear()
    mindrecord.set_enc_key(None)


def _written(folder: Path) -> Iterator[tuple[Path, bytes]]:
    for path in folder.rglob("*"):
        if path.is_file():
            yield path, path.read_bytes()


@pytest.mark.parametrize("name", DOORS)
def test_a_key_appears_nowhere(
    name: str, tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    succeeds, door = DOORS[name]
    failed = False
    try:
        print(door(tmp_path))
    except Exception:
        failed = True
        traceback.print_exc()
    out, err = capfd.readouterr()
    assert failed is not succeeds, out + err
    (tmp_path / "said").write_text(out + err)
    for path, raw in _written(tmp_path):
        result = [form for form in FORMS if form.encode() in raw or form in str(path)]
        assert not result, f"{name}: {path.name} holds {result}: {out}{err}"


def test_the_canary_would_be_found(tmp_path: Path) -> None:
    for form in (repr(KEY), KEY.hex(), base64.b64encode(KEY).decode(), f"{TEXT[:12]}..."):
        assert any(part in form for part in FORMS)
    with pytest.raises(OSError, match="gone"):
        _save(tmp_path, "gone/a.ckpt")
    assert "Failed to save" in (tmp_path / "log").read_text()
