"""The examples in MindSpore's docstrings, run against msacc: `python -m tests.docstring_examples --oracle PYTHON`.

PYTHON is one that has MindSpore 2.10 (`MSACC_MINDSPORE_PYTHON` by default): it lends the text of the examples, none of
which is in this repository. The names are those of `docs/documented_names.txt`; a program is what the docstring of a
name shows behind `>>>`, run statement by statement in an empty folder, in a fork of a process that has imported the
package. What each statement prints on MindSpore's CPU is in `recorded.json.gz`, written by
`PYTHON -m tests.docstring_examples.record`. A program counts if MindSpore runs it to its end; it passes if every
statement prints the same, numbers within 1e-3. Programs that msacc refuses or runs otherwise on purpose are in
`exceptions.txt`, each with its reason.
"""
