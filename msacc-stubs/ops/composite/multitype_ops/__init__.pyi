# Written by `python -m tests.stubs`.
