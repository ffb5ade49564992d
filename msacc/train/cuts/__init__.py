"""How parameters are cut over processes: strategy files, and checkpoints from one layout to another.

Works on files alone, without other processes. Imports `common`, `nn.cell` and `serialization`.
"""
