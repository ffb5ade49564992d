"""Output, files, clocks, logs, the environment: what leaves the process."""

from __future__ import annotations

import io
import itertools
import logging
import os
import tempfile
import time
import uuid
from pathlib import Path
from typing import Any

from tests.graph.side_effects.table import Parts, nothing, program


@program(because="print()")
def text_printed() -> Parts:
    def fn(x: Any) -> Any:
        print("called")
        return x * 2

    return fn, nothing


@program(because="print()")
def tensor_printed() -> Parts:
    def fn(x: Any) -> Any:
        y = x * 2
        print("y is", y)
        return y

    return fn, nothing


@program(because="print()")
def printed_within_a_bare_except() -> Parts:
    def fn(x: Any) -> Any:
        try:
            print("called")
        except:  # noqa: E722
            return x
        return x * 2

    return fn, nothing


@program(because="open()")
def file_written() -> Parts:
    path = Path(tempfile.mkdtemp()) / "log"

    def fn(x: Any) -> Any:
        with open(path, "a") as file:
            file.write("line\n")
        return x * 2

    return fn, lambda: path.read_text()


@program(because="write()")
def open_file_written() -> Parts:
    file = io.StringIO()

    def fn(x: Any) -> Any:
        file.write("line\n")
        return x * 2

    return fn, lambda: file.getvalue()


@program(because="time()")
def logged() -> Parts:
    lines: list[str] = []
    handler = logging.Handler()
    handler.emit = lambda record: lines.append(record.getMessage())  # type: ignore[method-assign]
    logger = logging.Logger("own")
    logger.addHandler(handler)

    def fn(x: Any) -> Any:
        logger.warning("called")
        return x * 2

    return fn, lambda: lines


@program(recorded=True)
def logged_below_the_level() -> Parts:
    logger = logging.Logger("own", logging.WARNING)

    def fn(x: Any) -> Any:
        logger.debug("called with %s", 1)
        return x * 2

    return fn, nothing


@program(because="time_ns()")
def clock_read() -> Parts:
    times: list[float] = []

    def fn(x: Any) -> Any:
        start = time.time_ns()
        times.append(start)
        return x * 2

    return fn, lambda: len(set(times))


@program(because="urandom()")
def unique_names() -> Parts:
    names: list[str] = []

    def fn(x: Any) -> Any:
        names.append(uuid.uuid4().hex)
        return x * 2

    return fn, lambda: len(set(names))


@program(because="putenv()")
def environment_written() -> Parts:
    os.environ["MSACC_TEST_COUNT"] = "0"

    def fn(x: Any) -> Any:
        os.environ["MSACC_TEST_COUNT"] = str(int(os.environ["MSACC_TEST_COUNT"]) + 1)
        return x * 2

    return fn, lambda: os.environ["MSACC_TEST_COUNT"]


@program(recorded=True)
def environment_read() -> Parts:
    counts = itertools.count(1)
    os.environ["MSACC_TEST_FACTOR"] = "1"

    def change() -> None:
        os.environ["MSACC_TEST_FACTOR"] = str(next(counts) // 2)

    def fn(x: Any) -> Any:
        return x * int(os.environ.get("MSACC_TEST_FACTOR", "7"))

    return fn, change
