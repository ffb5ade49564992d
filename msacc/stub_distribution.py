"""A distribution named mindspore whose one module is the alias: for environments where msacc is *the* MindSpore.

With it `import mindspore` means msacc in every process, pip finds `mindspore>=2.x` satisfied and
`importlib.metadata.version("mindspore")` answers. It is a wheel of two hundred bytes made on the spot; pip installs
it and `pip uninstall mindspore` takes it away. It names no requirement: a resolver would go looking for msacc, which
may be here as a checkout.
"""

from __future__ import annotations

import argparse
import base64
import hashlib
import re
import subprocess
import sys
import tempfile
import zipfile
from pathlib import Path

from msacc.installed_mindspore import STAND_IN_SUMMARY, installed_versions
from msacc.version import MINDSPORE_VERSION

_METADATA = f"""Metadata-Version: 2.1
Name: mindspore
Version: {{version}}
Summary: {STAND_IN_SUMMARY}

"""
_WHEEL = "Wheel-Version: 1.0\nGenerator: msacc\nRoot-Is-Purelib: true\nTag: py3-none-any\n"
_VERSION = re.compile(r"\d+(\.\d+)*((a|b|rc)\d+)?(\.post\d+)?$")


def write_wheel(folder: Path, version: str = MINDSPORE_VERSION) -> Path:
    """Write `mindspore-<version>-py3-none-any.whl` into `folder`; its path. ValueError for what is no version."""
    if not _VERSION.match(version):
        raise ValueError(f"{version!r} is no version; give one such as {MINDSPORE_VERSION}.")
    info = f"mindspore-{version}.dist-info"
    files = {
        "mindspore/__init__.py": _module(),
        f"{info}/METADATA": _METADATA.format(version=version),
        f"{info}/WHEEL": _WHEEL,
    }
    record = "".join(f"{name},{_digest(text)},{len(text)}\n" for name, text in files.items())
    files[f"{info}/RECORD"] = f"{record}{info}/RECORD,,\n"
    path = folder / f"mindspore-{version}-py3-none-any.whl"
    with zipfile.ZipFile(path, "w") as archive:
        for name, text in files.items():
            archive.writestr(name, text)
    return path


def _module() -> str:
    return Path(__file__).with_name("child_process_alias").joinpath("mindspore.py").read_text()


def _digest(text: str) -> str:
    raw = hashlib.sha256(text.encode()).digest()
    return "sha256=" + base64.urlsafe_b64encode(raw).rstrip(b"=").decode()


def real_mindspore() -> str | None:
    """The version of the real MindSpore in this environment, if there is one."""
    return installed_versions()[1]


def main(argv: list[str]) -> int:
    """The command; its exit code is pip's, 2 for wrong arguments, 1 where real MindSpore is installed."""
    parser = argparse.ArgumentParser(
        prog="python -m msacc install-as-mindspore",
        description="Install a distribution named mindspore whose module is msacc; undone by pip uninstall mindspore.",
    )
    version = f"what pip and importlib.metadata are told ({MINDSPORE_VERSION})"
    parser.add_argument("--version", default=MINDSPORE_VERSION, help=version)
    wheel = "only write the wheel into FOLDER, for other installers"
    parser.add_argument("--wheel", type=Path, metavar="FOLDER", help=wheel)
    options = parser.parse_args(argv)
    if options.wheel is None and (real := real_mindspore()) is not None:
        print(
            f"MindSpore {real} is installed here: pip uninstall mindspore first, or leave it and use python -m msacc.",
            file=sys.stderr,
        )
        return 1
    try:
        return _install(options.version) if options.wheel is None else _write(options)
    except ValueError as error:
        parser.error(str(error))


def _write(options: argparse.Namespace) -> int:
    options.wheel.mkdir(parents=True, exist_ok=True)
    print(write_wheel(options.wheel, options.version))
    return 0


def _install(version: str) -> int:
    with tempfile.TemporaryDirectory() as folder:
        wheel = write_wheel(Path(folder), version)
        pip = [sys.executable, "-m", "pip", "install", "--no-deps", "--no-index"]
        return subprocess.run([*pip, "--force-reinstall", str(wheel)]).returncode
