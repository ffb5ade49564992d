"""Converts ImageNet's folders to MindRecord."""

from __future__ import annotations

import os
from collections.abc import Iterator
from typing import Any

from msacc.common.safe_parsing import read_text
from msacc.common.warn_once import logger
from msacc.mindrecord.errors import PathNotExistsError
from msacc.mindrecord.filewriter import FileWriter
from msacc.mindrecord.paths import check_path
from msacc.mindrecord.tools.base import SUCCESS, MSRStatus, large_pages, partitions, write_all

_SCHEMA = {
    "label": {"type": "int32"},
    "image": {"type": "bytes"},
    "file_name": {"type": "string"},
}


class ImageNetToMR:
    """Writes rows of `label`, `image` (the file's bytes) and `file_name`, indexed by label and name.

    `map_file` has a line `folder label` for each class; `image_dir` contains the folders, in which files that
      end with JPEG or jpg are read, sorted by name.
    `destination`: the file to write.
    `partition_number`: how many files, an int.
    """

    def __init__(
        self, map_file: str, image_dir: str, destination: str, partition_number: int = 1
    ) -> None:
        for path in (map_file, image_dir, destination):
            check_path(path)
        self.map_file, self.image_dir, self.destination = map_file, image_dir, destination
        self.partition_number = partitions(partition_number)
        self.writer = FileWriter(destination, self.partition_number)

    def run(self) -> MSRStatus:
        """Writes the files; OSError, PathNotExistsError if there is nothing to read."""
        folders = self._folders()
        large_pages(self.writer).add_schema(_SCHEMA, "imagenet_schema")
        self.writer.add_index(["label", "file_name"])
        write_all(self.writer, self._rows(folders), parallel=True)
        return SUCCESS

    def transform(self) -> None:
        """Calls `run`, without a result."""
        self.run()

    def _folders(self) -> dict[int, str]:
        if not os.path.exists(self.map_file):
            raise OSError(f"map file {self.map_file} not exists")
        folders = {}
        for name, label in self._lines():
            folder = os.path.join(self.image_dir, name)
            if os.path.isdir(folder):
                folders[label] = folder
            else:
                logger.warning("ImageNetToMR: there is no folder %s; its class is empty", folder)
        if not folders:
            raise PathNotExistsError(
                f"{self.image_dir} contains none of the folders in {self.map_file}."
            )
        return folders

    def _lines(self) -> list[tuple[str, int]]:
        """Returns folder and label of each line; ValueError for other lines."""
        try:
            lines = read_text(self.map_file).removesuffix("\n").split("\n")
            entries = [(name, int(label)) for name, label, *_ in map(str.split, lines)]
            if any(abs(label) >= 2**31 or "\0" in name for name, label in entries):
                raise ValueError("a label or a name that is out of range")
            return entries
        except ValueError as error:
            raise ValueError(
                f"{self.map_file}: a line should be a folder's name and a label: {error}."
            ) from error

    def _rows(self, folders: dict[int, str]) -> Iterator[dict[str, Any]]:
        for label, folder in folders.items():
            for name in sorted(os.listdir(folder)):
                path = os.path.join(folder, name)
                if not name.endswith(("JPEG", "jpg")):
                    logger.warning("ImageNetToMR: %s does not end with JPEG/jpg, skip it", path)
                    continue
                with open(path, "rb") as file:
                    image = file.read()
                if image:
                    yield {"file_name": path, "label": label, "image": image}
                else:
                    logger.warning("ImageNetToMR: %s is empty, skip it", path)
