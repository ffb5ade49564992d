"""`python -m msacc.datafiles mnist|cifar10 [folder]`: finds or creates the data, prints the folder."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence

from msacc.datafiles.cifar import cifar10_folder
from msacc.datafiles.mnist import mnist_folder

_MAKERS = {"mnist": mnist_folder, "cifar10": cifar10_folder}


def main(argv: Sequence[str] | None = None) -> int:
    """Prints the folder's path; returns 1 with a message if it cannot be created."""
    parser = argparse.ArgumentParser(prog="python -m msacc.datafiles", description=__doc__)
    parser.add_argument("data", choices=_MAKERS, help="the data set")
    parser.add_argument(
        "folder", nargs="?", help="its folder (default: an existing or cache folder)"
    )
    options = parser.parse_args(argv)
    try:
        print(_MAKERS[options.data](options.folder))
    except OSError as error:
        remedy = "" if options.folder else "; MSACC_CACHE names a folder that can be written"
        print(f"{parser.prog}: {error}{remedy}", file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
