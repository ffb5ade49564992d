"""Record what real MindSpore gives: `python -m tests.parity.record [chapter …]`.

Needs an environment with `mindspore==2.10.0` and `numpy<2`. Writes recorded/<chapter>.npz; what was recorded of cases
that fail now is kept in recorded/failed.
"""

from __future__ import annotations

import sys
from collections import defaultdict

import mindspore

from tests.parity.harness import CASES, Arrays, Runner, load_cases
from tests.parity.store import ORACLE, write


def main() -> int:
    if mindspore.__version__ != ORACLE:
        print(f"The record is of MindSpore {ORACLE}; this is {mindspore.__version__}.")
        return 2
    # Otherwise the error of one call may show itself in the next.
    mindspore.set_context(pynative_synchronize=True)
    load_cases()
    expected = set(sys.argv[1:])
    fresh: dict[str, Arrays] = defaultdict(dict)
    errors: dict[str, dict[str, str]] = defaultdict(dict)
    for entry in CASES.values():
        if expected and entry.chapter not in expected:
            continue
        try:
            arrays = entry.fn(mindspore, Runner(mindspore))
        except Exception as error:  # a case that real MindSpore refuses is a faulty case
            errors[entry.chapter][entry.name] = f"{type(error).__name__}: {str(error)[:300]}"
            print(f"{entry.key}: {errors[entry.chapter][entry.name]}")
            continue
        fresh[entry.chapter] |= {f"{entry.name}|{key}": value for key, value in arrays.items()}
    for chapter in fresh | errors:
        write(chapter, fresh[chapter], errors[chapter])
        print(f"{chapter}: {len(fresh[chapter])} arrays, {len(errors[chapter])} cases failed")
    return 1 if any(errors.values()) else 0


if __name__ == "__main__":
    sys.exit(main())
