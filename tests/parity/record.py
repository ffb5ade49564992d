"""Record what real MindSpore gives: `python -m tests.parity.record [chapter …]`.

Needs an environment with `mindspore==2.10.0` and `numpy<2`. Writes recorded/<chapter>.npz.
"""

from __future__ import annotations

import sys
from collections import defaultdict

import mindspore
import numpy as np

from tests.parity.harness import CASES, RECORDED, Runner, load_cases


def main() -> int:
    # Otherwise the error of one call may show itself in the next.
    mindspore.set_context(pynative_synchronize=True)
    load_cases()
    wanted, failed = set(sys.argv[1:]), 0
    chapters: dict[str, dict[str, np.ndarray]] = defaultdict(dict)
    for entry in CASES.values():
        if wanted and entry.chapter not in wanted:
            continue
        try:
            found = entry.fn(mindspore, Runner(mindspore))
        except Exception as error:  # a case that real MindSpore refuses is a faulty case
            print(f"{entry.key}: {type(error).__name__}: {str(error)[:300]}")
            failed += 1
            continue
        for key, value in found.items():
            chapters[entry.chapter][f"{entry.name}|{key}"] = value
    RECORDED.mkdir(exist_ok=True)
    for chapter, arrays in chapters.items():
        arrays["__mindspore__"] = np.array(mindspore.__version__)
        np.savez_compressed(RECORDED / f"{chapter}.npz", **arrays)
        print(f"{chapter}: {len(arrays) - 1} arrays")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
