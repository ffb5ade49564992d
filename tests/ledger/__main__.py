"""`python -m tests.ledger` prints the account; `--record` runs the parity cases and writes it.

`--check` runs them and compares; `--record` fails where an argument is left.
"""

from __future__ import annotations

import sys
from collections import Counter

from tests.ledger import balance
from tests.ledger.table import EXERCISED, Arguments, count, minus, read, write


def record() -> int:
    from tests.ledger.observe import run_cases

    expected = balance.all_arguments()
    write(
        EXERCISED, {name: words & expected.get(name, set()) for name, words in run_cases().items()}
    )
    left = balance.uncovered()
    if left:
        print("uncovered; a parity case or a row in refused.py is missing:")
        show(left)
    return 1 if left else 0


def check() -> int:
    """Run the cases; 1 where the table claims what they do not exercise."""
    from tests.ledger.observe import run_cases

    claimed = minus(read(EXERCISED), run_cases())
    show(claimed)
    return 1 if claimed else 0


def show(table: Arguments) -> None:
    for name, words in sorted(table.items(), key=lambda item: (balance.area(item[0]), item[0])):
        print(f"  {balance.area(name):17} {name}: {' '.join(sorted(words))}")


def summary() -> None:
    everything, public = balance.all_arguments(), balance.used_in_public()
    left, public_left = balance.uncovered(), balance.uncovered_in_public()
    print("publicly used arguments without cover:")
    show(public_left)
    print(
        f"{'area':17} {'callables':>9} {'arguments':>9} {'uncovered':>9} {'public':>7} {'left':>5}"
    )
    tables = (everything, everything, left, public, public_left)
    per_area: dict[str, Counter[int]] = {}
    for column, table in enumerate(tables):
        for name, words in table.items():
            row = per_area.setdefault(balance.area(name), Counter())
            row[column] += 1 if column == 0 else len(words)
    for name, row in sorted(per_area.items()):
        print(f"{name:17} {row[0]:9} {row[1]:9} {row[2]:9} {row[3]:7} {row[4]:5}")
    refused = count(balance.refused())
    print(
        f"all {len(everything)} callables, {count(everything)} arguments, "
        f"{count(read(EXERCISED))} exercised, {refused} refused or said once, "
        f"{count(left)} uncovered; public {count(public)}, uncovered {count(public_left)}"
    )
    print("publicly used names and keywords that are not here:")
    others = Counter(f for f in balance.fates().values() if f not in everything)
    print("  " + ", ".join(f"{n} {fate}" for fate, n in sorted(others.items())))


def main() -> int:
    if "--check" in sys.argv:
        return check()
    if "--record" in sys.argv:
        return record()
    summary()
    return 0


if __name__ == "__main__":
    sys.exit(main())
