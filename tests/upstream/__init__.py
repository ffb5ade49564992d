"""MindSpore's own tests, run against msacc: `python -m tests.upstream CHECKOUT`.

CHECKOUT is a checkout of mindspore-ai/mindspore_test at the revision that `ids.txt` names. `ids.txt` lists the tests
that pass on MindSpore 2.10.0 on a CPU; an id counts as passed here only if its outcome is "passed". Tests that also
pass against a mock that computes nothing are marked there and counted apart: what is left is "checked".

Needs an environment with numpy 1.26 (the tests use names that numpy 2 removed), pytest, pytest-timeout, scipy, pandas,
matplotlib, scikit-learn, pyyaml, pillow, opencv-python-headless below 4.11, easydict, psutil and safetensors.
"""
