"""How the tests are spread over the workers of pytest-xdist (`pytest -n auto`)."""

from __future__ import annotations

from xdist.scheduler import LoadScopeScheduling

HOUSE = "tests/house/"


class ByFile(LoadScopeScheduling):
    """A file's tests run in one worker, so that it compiles and records once what they share.

    The parity cases are one large file: they are spread by chapter, whose recorded results a worker loads once. The
    files of house/ stay together: one worker parses the package for all of them.
    """

    def _split_scope(self, nodeid: str) -> str:
        path, _, name = nodeid.partition("::")
        chapter = name.partition("::")[0] if path.endswith("tests/parity/test_parity.py") else ""
        return HOUSE if path.startswith(HOUSE) else path + chapter
