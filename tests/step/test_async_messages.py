"""The order in which messages start and are waited for."""

from __future__ import annotations

from typing import Any

from msacc.step.async_messages import Communication, ReverseOrderQueue, run_concurrently


class Work:
    def __init__(self, name: str, seen: list[str]):
        self.name, self.seen = name, seen
        seen.append(f"start {name}")

    def wait(self) -> None:
        self.seen.append(f"wait {self.name}")


def way(seen: list[str], name: str, messages: int) -> Communication:
    for i in range(messages):
        yield Work(f"{name}{i}", seen)
    seen.append(f"done {name}")


def test_all_start_before_the_first_is_waited_for() -> None:
    seen: list[str] = []
    run_concurrently(
        way(seen, name, count) for name, count in [("a", 1), ("b", 2), ("c", 0), ("d", 1)]
    )
    assert seen == [
        *("start a0", "start b0", "done c", "start d0"),
        *("wait a0", "done a", "wait b0", "start b1", "wait d0", "done d"),
        *("wait b1", "done b"),
    ]


def test_nothing_to_send() -> None:
    nothing: list[Any] = []
    run_concurrently(nothing)
    assert nothing == []


def test_in_turn_the_last_starts_first_and_so_many_are_under_way() -> None:
    seen: list[str] = []
    turn = ReverseOrderQueue(lambda i: way(seen, str(i), 1), 4, max_in_flight=2)
    turn.mark_ready(2)
    assert seen == []
    turn.mark_ready(3)
    assert seen == ["start 30", "start 20"]
    turn.finish()
    assert seen[2:] == [
        *("wait 30", "done 3", "start 10", "wait 20", "done 2", "start 00"),
        *("wait 10", "done 1", "wait 00", "done 0"),
    ]


def test_in_turn_what_is_forgotten_starts_anew() -> None:
    seen: list[str] = []
    turn = ReverseOrderQueue(lambda i: way(seen, str(i), 1), 2, max_in_flight=2)
    turn.mark_ready(1)
    turn.reset()
    turn.finish()
    assert seen == ["start 10", "start 10", "start 00", "wait 10", "done 1", "wait 00", "done 0"]
