"""Bundles: compiled code of one program in a file, for other machines of the same kind.

torch's own cache artifacts (`torch.compiler.save_cache_artifacts`) hold generated source and no machine code for the
processor, most of what compiling costs there. A bundle is the whole folder that inductor filled for the program: looked
up by torch's keys (graph, shapes, options, torch's sources) as anything in that folder, so what does not fit is not
found. Three lines and a zip file:

    msacc-bundle 1
    SHA-256 of all that follows, in hexadecimal; with MSACC_BUNDLE_KEY an HMAC by this key
    the kind of machine, in JSON
    the files

Loading checks the digest first, then the kind, then copies files; it deserialises nothing and runs nothing. torch runs
what it later finds in its folder, as ever: a bundle is code.
"""

from __future__ import annotations

import functools
import hashlib
import hmac
import io
import json
import os
import re
import threading
import zipfile
from pathlib import Path, PurePosixPath

from msacc.common.atomic_files import atomic_replace
from msacc.common.torch_private import compiled_folder
from msacc.common.warn_once import logger, once
from msacc.graph.machine_kind import machine_kind

_MAGIC = b"msacc-bundle 1"
_KEY = "MSACC_BUNDLE_KEY"
# Not part of the code: locks of processes; Triton's files name their folder, and entries of graphs hold them too.
_LEFT_OUT = {"locks", "triton"}
# Time stamps would make two bundles of the same files differ.
_TIME = (1980, 1, 1, 0, 0, 0)
_NAME = re.compile(r"[\w.+=@-]+")


class BundleError(ValueError):
    """A file that is no bundle, or a damaged one."""


def save(path: str, folder: str) -> int:
    """Writes the files of a folder of compiled code as a bundle; returns how many they are."""
    names = sorted(
        file.relative_to(folder)
        for file in Path(folder).rglob("*")
        if file.is_file() and not _LEFT_OUT.intersection(file.relative_to(folder).parts)
    )
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as archive:
        for name in names:
            entry = zipfile.ZipInfo(name.as_posix(), _TIME)
            entry.compress_type = zipfile.ZIP_DEFLATED
            archive.writestr(entry, Path(folder, name).read_bytes())
    body = json.dumps(machine_kind(), sort_keys=True).encode() + b"\n" + packed.getvalue()
    with atomic_replace(path) as part:
        Path(part).write_bytes(b"\n".join((_MAGIC, _digest(body), body)))
    return len(names)


def read(path: str) -> tuple[dict[str, str], bytes]:
    """The kind of machine that a bundle is for, and its files as a zip file; BundleError, OSError."""
    magic, _, rest = Path(path).read_bytes().partition(b"\n")
    if magic != _MAGIC:
        raise BundleError("it does not begin as a bundle of this version does")
    digest, _, body = rest.partition(b"\n")
    if not hmac.compare_digest(digest, _digest(body)):
        raise BundleError(
            f"its digest does not fit: it is damaged or changed, or was written with another {_KEY}"
        )
    kind, _, packed = body.partition(b"\n")
    return json.loads(kind), packed


def _digest(body: bytes) -> bytes:
    if key := os.environ.get(_KEY):
        return hmac.new(key.encode(), body, "sha256").hexdigest().encode()
    return hashlib.sha256(body).hexdigest().encode()


def load(path: str, folder: str) -> int:
    """Copies what `folder` lacks of a bundle for this kind of machine; returns how many files the bundle has.

    0 where it is for another kind. BundleError, OSError.
    """
    kind, packed = read(path)
    here = machine_kind()
    if differing := {
        name: (kind.get(name), here[name]) for name in here if kind.get(name) != here[name]
    }:
        logger.debug(
            "graph mode: %s is for another kind of machine (it, here): %s", path, differing
        )
        return 0
    with zipfile.ZipFile(io.BytesIO(packed)) as archive:
        for name in archive.namelist():
            _put(Path(folder, *_parts(name)), archive, name)
        return len(archive.namelist())


def _parts(name: str) -> tuple[str, ...]:
    """The parts of a file's name within the folder."""
    parts = PurePosixPath(name).parts
    if not parts or any(part.strip(".") == "" or not _NAME.fullmatch(part) for part in parts):
        raise BundleError(f"it names a file {name!r}, which would be outside of the folder")
    return parts


def _put(path: Path, archive: zipfile.ZipFile, name: str) -> None:
    """One file; another process may do the same at once."""
    if path.exists():
        return
    path.parent.mkdir(parents=True, exist_ok=True)
    part = path.with_name(f".{path.name}.{os.getpid()}.{threading.get_ident()}")
    part.write_bytes(archive.read(name))
    os.replace(part, path)


@functools.cache
def load_configured() -> None:
    """Loads the bundle that the environment variable MSACC_BUNDLE names, once a process. What cannot be loaded is not
    used, and the code is compiled.
    """
    if not (path := os.environ.get("MSACC_BUNDLE")):
        return
    try:
        files = load(path, compiled_folder())
        logger.debug("graph mode: %d files of compiled code from %s", files, path)
    except (OSError, ValueError, zipfile.BadZipFile) as error:
        once("bundle", f"MSACC_BUNDLE: {path} is not used: {error}.")
