"""`python -m msacc.datafiles mnist|cifar10 [folder]`: find or make the data, print the folder."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence

from msacc.datafiles.cifar import cifar10_folder
from msacc.datafiles.mnist import mnist_folder

_MAKERS = {"mnist": mnist_folder, "cifar10": cifar10_folder}


def main(argv: Sequence[str] | None = None) -> int:
    """Print the folder's path; 1 with a message when it cannot be had."""
    parser = argparse.ArgumentParser(prog="python -m msacc.datafiles", description=__doc__)
    parser.add_argument("data", choices=_MAKERS, help="which data")
    parser.add_argument("folder", nargs="?", help="where it shall be (default: where it is found)")
    chosen = parser.parse_args(argv)
    try:
        print(_MAKERS[chosen.data](chosen.folder))
    except OSError as error:
        print(f"{parser.prog}: {error}", file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
