"""What concerns a public name: `python -m tests.for_op softsign`, `... nn.Dense nn.Adam`, `... dataset.Cifar10Dataset`.

Runs the tests whose code names it: parity cases, in PyNative mode and as graphs, rows of the ledger, unit tests; the
examples of its docstring; and shows its stubs. An op goes by all names that it declares (`softsign`, `Softsign`).
A test names what stands in its code, in the functions and tables of tests that it is made of, and in its parameters
(`words.py`); nothing is recorded, so a new test is found as soon as it is there.
"""
