"""Bundles of compiled code: what is damaged, changed or for another kind of machine is not unpacked."""

from __future__ import annotations

import hashlib
import io
import json
import zipfile
from pathlib import Path

import pytest

from msacc.common import warn_once
from msacc.graph import bundle

FILES = {"ab/code.so": b"\x7fELF" * 99, "fxgraph/cd/entry/x": b"entry", "ab/empty.so.load_ok": b""}


@pytest.fixture
def saved(tmp_path: Path) -> Path:
    """A bundle of a folder as inductor fills it."""
    folder = tmp_path / "compiled"
    for name, content in {**FILES, "locks/a.lock": b"", "triton/0/k/kernel.json": b"{}"}.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content)
    path = tmp_path / "script.msacc-bundle"
    assert bundle.save(str(path), str(folder)) == len(FILES)
    return path


def unpacked(path: Path, into: str = "target") -> dict[str, bytes]:
    """What loading put into a folder."""
    folder = path.parent / into
    bundle.load(str(path), str(folder))
    files = [file for file in folder.rglob("*") if file.is_file()]
    return {file.relative_to(folder).as_posix(): file.read_bytes() for file in files}


def resealed(path: Path, kind: dict[str, str], packed: bytes) -> Path:
    """The bundle with other content, and a digest that fits."""
    body = json.dumps(kind).encode() + b"\n" + packed
    path.write_bytes(b"msacc-bundle 1\n%s\n%s" % (hashlib.sha256(body).hexdigest().encode(), body))
    return path


def test_files_come_back(saved: Path) -> None:
    assert unpacked(saved) == FILES
    first = saved.read_bytes()
    bundle.save(str(saved), str(saved.parent / "compiled"))
    assert saved.read_bytes() == first


def test_what_is_there_already_stays(saved: Path) -> None:
    own = saved.parent / "target" / "ab" / "code.so"
    own.parent.mkdir(parents=True)
    own.write_bytes(b"own")
    assert unpacked(saved) == {**FILES, "ab/code.so": b"own"}


@pytest.mark.parametrize("at", [3, 20, 90, -400, -1])
def test_a_changed_byte(saved: Path, at: int) -> None:
    content = bytearray(saved.read_bytes())
    content[at] ^= 1
    saved.write_bytes(content)
    with pytest.raises(bundle.BundleError):
        unpacked(saved)
    assert not (saved.parent / "target").exists()


@pytest.mark.parametrize("length", [0, 10, 40, 200, -1])
def test_a_truncated_file(saved: Path, length: int) -> None:
    saved.write_bytes(saved.read_bytes()[:length])
    with pytest.raises(bundle.BundleError):
        unpacked(saved)


@pytest.mark.parametrize("part", ["msacc", "torch", "python", "processor", "compiler", "GPU"])
def test_another_kind_of_machine(saved: Path, part: str) -> None:
    kind, packed = bundle.read(str(saved))
    assert kind[part]
    assert unpacked(resealed(saved, {**kind, part: "another"}, packed)) == {}
    del kind[part]
    assert unpacked(resealed(saved, kind, packed)) == {}


@pytest.mark.parametrize("name", ["../out.so", "/tmp/out.so", "ab/../../out.so", "ab/x y", "."])
def test_a_name_outside_of_the_folder(saved: Path, name: str) -> None:
    kind, _ = bundle.read(str(saved))
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w") as archive:
        archive.writestr(name, b"")
    with pytest.raises(bundle.BundleError, match="outside of the folder"):
        unpacked(resealed(saved, kind, packed.getvalue()))


def test_with_a_key_only_its_bundles_load(saved: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("MSACC_BUNDLE_KEY", "secret")
    with pytest.raises(bundle.BundleError, match="MSACC_BUNDLE_KEY"):
        unpacked(saved)
    bundle.save(str(saved), str(saved.parent / "compiled"))
    assert unpacked(saved) == FILES
    for key in ("other", ""):
        monkeypatch.setenv("MSACC_BUNDLE_KEY", key)
        with pytest.raises(bundle.BundleError):
            unpacked(saved, "other")


@pytest.mark.parametrize("content", [None, b"", b"\x80\x04no bundle"])
def test_the_environments_bundle_is_optional(
    content: bytes | None,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
) -> None:
    path = tmp_path / "file"
    if content is not None:
        path.write_bytes(content)
    monkeypatch.setenv("MSACC_BUNDLE", str(path))
    warn_once.forget()
    warn_once.logger.addHandler(caplog.handler)
    try:
        bundle.load_configured.__wrapped__()
    finally:
        warn_once.logger.removeHandler(caplog.handler)
    assert f"MSACC_BUNDLE: {path} is not used" in caplog.text
