"""Diagnosis of a file that is no readable checkpoint: its probable format and the remedy."""

from __future__ import annotations

from msacc.common import crypto

_STARTS = {
    b"PK\x03\x04": "It looks like a zip archive, such as a PyTorch .pth file: convert it first.",
    b"\x80\x02": "It looks like a Python pickle, such as an old PyTorch file: convert it first.",
    b"\x89HDF": "It looks like an HDF5 file: convert it first.",
    b"\x1f\x8b": "It looks like a gzip archive: unpack it first.",
    b"version https://git-lfs": "It is a Git LFS pointer: run `git lfs pull` to get the file itself.",
    b"<": "It looks like a web page: the download was answered by something else than the file.",
}


def diagnose(path: str) -> str:
    """One sentence for the error message."""
    try:
        with open(path, "rb") as file:
            head = file.read(32)
    except OSError:
        return "Check its permissions."
    mode = crypto.mode_of(head)
    if mode is not None:
        return f"It is encrypted with {mode}: pass the right 'dec_key' and dec_mode='{mode}'."
    if head[8:9] == b"{":
        return "It looks like a safetensors file: pass format='safetensors'."
    for start, text in _STARTS.items():
        if head.startswith(start):
            return text
    return "The file may be damaged, incomplete, or no MindSpore checkpoint."
