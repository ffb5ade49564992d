"""The stubs that type checkers and editors read: `python -m tests.stubs` writes them, a test compares them.

Much of msacc is made by declarations at import time, and its ops are functions over torch tensors that the `@op`
wrapper turns into functions of Tensors: a type checker sees neither. So the package is imported, and what is there is
written down with MindSpore's types: `msacc-stubs` beside `msacc`, and `mindspore-stubs`, which says the same of
`mindspore`. Stubs in a package of their own (PEP 561) hide nothing of the source from mypy's run over it.
"""
