"""Makes the wheel a compiled one if `UMPIRE_COMPILED=1` is set; without it the wheel is pure Python.

UMPIRE_COMPILED=1 uv build --wheel
"""

from __future__ import annotations

import os
import sys
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

WANTED = os.environ.get("UMPIRE_COMPILED") == "1"


class CompiledWheel(BuildHookInterface[Any]):  # type: ignore[misc]  # hatchling is there only to make a wheel
    def dependencies(self) -> list[str]:
        # mypyc reads the types of everything the package imports.
        return ["mypy[mypyc]>=1.15", *self.metadata.core.dependencies] if WANTED else []

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        if not WANTED or version == "editable":
            return
        sys.path.insert(0, self.root)
        from tools import compile as compiling

        compiling.build()
        for library in sorted(compiling.FOLDER.rglob("*.so")):
            place = library.relative_to(compiling.FOLDER)
            if place.parts[0] == "umpire":
                build_data["force_include"][str(library)] = str(place)
        build_data["pure_python"] = False
        build_data["infer_tag"] = True
