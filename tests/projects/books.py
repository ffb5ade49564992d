"""What was recorded of MindSpore, and what msacc gave when it was last run: two JSON files for each project."""

from __future__ import annotations

import datetime
import json
from pathlib import Path
from typing import Any

from tests.projects.case import HERE, Project


class Book:
    """A JSON file of one entry for each case."""

    def __init__(self, project: Project, kind: str):
        self.path: Path = HERE / project.folder / f"{kind}.json"
        self.entries: dict[str, dict[str, Any]] = (
            json.loads(self.path.read_text()) if self.path.exists() else {}
        )

    def update(self, name: str, **entry: Any) -> None:
        """Change parts of an entry; its date stays."""
        self.entries[name].update(entry)
        self._save()

    def write(self, name: str, **entry: Any) -> None:
        """Put down an entry with today's date."""
        self.entries[name] = {**entry, "date": datetime.date.today().isoformat()}
        self._save()

    def _save(self) -> None:
        kept = dict(sorted(self.entries.items()))
        self.path.write_text(json.dumps(kept, indent=1, sort_keys=True) + "\n")


def recorded(project: Project) -> Book:
    """What real MindSpore gave."""
    return Book(project, "recorded")


def ran(project: Project) -> Book:
    """What msacc gave when it was last run."""
    return Book(project, "ran")
