"""Records are read in many threads at once; whoever reads one has made it known first."""

from __future__ import annotations

import ast
import subprocess
import sys
from pathlib import Path

SOURCE = Path(__file__).parents[2] / "src" / "umpire"

# Four threads read a record that nobody has read before, again and again; without `known` the program crashes.
CROWD = """
import sys, threading
import msgspec
from umpire.battle.reading import known

sys.setswitchinterval(1e-6)

def read(start, kind):
    start.wait()
    assert msgspec.convert({"rows": [{"f0": [1]}, {"f29": [None]}]}, known(kind)).rows[0].f0 == [1]

for _ in range(150):
    field = list[int | None] | None
    row = msgspec.defstruct("Row", [(f"f{at}", field, None) for at in range(30)])
    kind = msgspec.defstruct("Table", [("rows", list[row]), *[(f"g{at}", list[row], []) for at in range(9)]])
    start = threading.Barrier(4)
    threads = [threading.Thread(target=read, args=(start, kind)) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
"""


def test_threads_read_a_new_record_at_once() -> None:
    done = subprocess.run([sys.executable, "-c", CROWD], capture_output=True, text=True)
    assert (done.returncode, done.stderr) == (0, "")


def _shapes(call: ast.Call) -> list[ast.expr]:
    """The records that a call of msgspec reads into."""
    name = ast.unparse(call.func)
    if name == "msgspec.convert":
        return call.args[1:2]
    if name == "msgspec.json.decode":
        return [keyword.value for keyword in call.keywords if keyword.arg == "type"]
    return []


def test_nobody_reads_a_record_that_may_not_be_known() -> None:
    found: list[str] = []
    for file in sorted(SOURCE.rglob("*.py")):
        text = file.read_text(encoding="utf-8")
        if "msgspec" in text:
            calls = [node for node in ast.walk(ast.parse(text)) if isinstance(node, ast.Call)]
            found += [f"{file.name}: {ast.unparse(shape)}" for call in calls for shape in _shapes(call)]
    assert len(found) > 5
    assert [shape for shape in found if ": known(" not in shape] == []
