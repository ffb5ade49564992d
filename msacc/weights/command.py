"""`python -m msacc weights IN OUT`: weights from MindSpore's files to torch's and back.

IN and OUT by suffix: .ckpt; .safetensors; .pth, .pt, .bin, .pth.tar (weights alone: nothing in them is run); a folder
of Hugging Face's, or its *.index.json. Names of layers become those of the other side: gamma and weight, moving_mean
and running_mean, embedding_table and weight. What cannot go is listed by name with its shape, and nothing is written.
"""

from __future__ import annotations

import argparse
import os
import sys

from msacc.weights import files, map_files
from msacc.weights.translation import Translation, translated

_SIDES = ("mindspore", "torch")
_MAP = """torchvision:MODEL or timm:MODEL for MindCV's model of that kind; or a file of lines `pattern -> replacement`
(regular expressions, each on what those before it left, an empty name is left out), of lines `torch's <-> MindSpore's`
(read in the direction that is needed: layer{n}.down <-> stage.{n-1}), or JSON (whole pieces of names, null leaves
out)"""


def main(argv: list[str]) -> int:
    """Converts and tells what became of the names; the exit code."""
    options = _parser().parse_args(argv)
    try:
        result = run(options)
    except (ValueError, OSError, MemoryError) as error:
        print(f"python -m msacc weights: {error}.", file=sys.stderr)
        return 1
    _tell(result, options.quiet)
    if result.problems:
        print(f"{len(result.problems)} do not fit; {options.out} was not written.", file=sys.stderr)
        return 1
    print(f"{len(result.tensors)} tensors in {options.out}, {len(result.renamed)} of them renamed.")
    return 0


def run(options: argparse.Namespace) -> Translation:
    """What the command line asks for. ValueError, OSError."""
    what = files.kind(options.out)
    if os.path.exists(options.out) and os.path.samefile(options.source, options.out):
        raise ValueError(f"OUT is IN, {options.out!r}; give another name")
    read = files.read(options.source, options.key)
    source = options.source_names or read.names
    target = options.target_names or _target(what, source)
    rename = None if options.map is None else map_files.load(options.map, target == "torch")
    like = None if options.like is None else files.read(options.like).tensors
    result = translated(read.tensors, source, target, rename, like)
    result.left_out += read.notes
    if not result.problems:
        files.write(options.out, result.tensors, target, options.shard_size)
    return result


def _target(kind: str, source: str) -> str:
    """Whose names a file has: its kind says so, safetensors have those of the other side."""
    if kind in ("ckpt", "torch"):
        return {"ckpt": "mindspore", "torch": "torch"}[kind]
    return "torch" if source == "mindspore" else "mindspore"


def _tell(result: Translation, quiet: bool) -> None:
    """What did not simply go, line by line."""
    kinds = [
        ("does not fit", result.problems),
        ("left out", result.left_out),
        ("note", result.unsure),
    ]
    if not quiet:
        kinds.append(("renamed", [f"{old} -> {new}" for old, new in result.renamed.items()]))
    kinds.append(("added", result.added))
    for kind, lines in kinds:
        for line in lines:
            print(f"{kind}: {line}")


def _size(text: str) -> int:
    units = {"KB": 10**3, "MB": 10**6, "GB": 10**9}
    number, unit = (text[:-2], units[text[-2:]]) if text[-2:] in units else (text, 1)
    try:
        size = int(float(number) * unit)
    except ValueError:
        size = 0
    if size <= 0:
        raise argparse.ArgumentTypeError(f"{text!r} should be a number of bytes, as 5GB or 200MB")
    return size


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        "python -m msacc weights",
        description=__doc__,
        formatter_class=argparse.RawTextHelpFormatter,
    )
    add = parser.add_argument
    add("source", metavar="IN", help="the file or folder that is read")
    add(
        "out",
        metavar="OUT",
        help="the file that is written; with a / at its end a folder of safetensors",
    )
    add("--map", metavar="FILE", help=_MAP)
    add("--like", metavar="FILE", help="a file whose names, shapes and types OUT must have")
    add(
        "--key",
        help="where the state dict is in a file of torch's; found by itself where it is 'state_dict', 'model'",
    )
    add(
        "--from",
        dest="source_names",
        choices=_SIDES,
        help="whose names IN has; its kind says so otherwise",
    )
    add(
        "--to",
        dest="target_names",
        choices=_SIDES,
        help="whose names OUT gets; of safetensors the other side's",
    )
    add("--shard-size", type=_size, default=files.MOST_SHARD, help="of the files in a folder: 5GB")
    add("--quiet", action="store_true", help="without a line for each new name")
    return parser
