"""The stubs that type checkers and editors read: `python -m stub_writer` writes them, and every build does.

Much of msacc is made by declarations at import time, and its ops are functions over torch tensors that the `@op`
wrapper turns into functions of Tensors: a type checker sees neither. So the package is imported, and what is there is
written down with MindSpore's types: `msacc-stubs` beside `msacc`, and `mindspore-stubs`, which says the same of
`mindspore`. Stubs in a package of their own (PEP 561) hide nothing of the source from mypy's run over it. They are not
kept in the repository: `setup.py` has them written into a wheel, and into the checkout for an editable installation.
"""
