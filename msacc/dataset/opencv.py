"""OpenCV, with which MindSpore computes images too."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any


@contextmanager
def opencv(name: str) -> Iterator[Any]:
    """Gives `cv2` for the transform `name`; RuntimeError for images that OpenCV does not take.

    Without Intel's IPP, which the wheels have and MindSpore's OpenCV has not: its pixels differ.
    """
    import cv2

    before = cv2.ipp.useIPP()
    cv2.ipp.setUseIPP(False)
    try:
        yield cv2
    except cv2.error as error:
        raise RuntimeError(f"{name}: {error}") from error
    finally:
        cv2.ipp.setUseIPP(before)
