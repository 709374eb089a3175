"""Parses a program that imports the module of include/module.modulemap and calls each function of latchkey.h, as Swift's importer of C does: with
Clang's modules. Needs `libclang` of PyPI. There is no Swift compiler in the registries that this repository uses."""

import re
import sys
import tempfile
from pathlib import Path

import clang.cindex

INCLUDE = Path(__file__).parent.parent / "include"
CALLS = {
    "latchkey_open": "(options, &error)",
    "latchkey_call": "(client, options, on_manage, 0)",
    "latchkey_cancel_waits": "(client)",
    "latchkey_keep_fresh": "(client, 600, on_manage, 0)",
    "latchkey_keep_checked_out": "(client, on_manage, 0)",
    "latchkey_stop": "(work)",
    "latchkey_close": "(client)",
    "latchkey_free": "(error)",
}
PROGRAM = """
@import latchkey;
void program(const char *options, latchkey_client *client, latchkey_background *work, latchkey_listener on_manage) {
  char *error = 0;
  %s
}
"""


def problems(program: str, include: Path) -> list[str]:
    with tempfile.TemporaryDirectory() as cache:
        options = ["-xobjective-c", "-fmodules", f"-fmodules-cache-path={cache}", f"-fmodule-map-file={include}/module.modulemap"]
        parsed = clang.cindex.Index.create().parse("program.m", options, unsaved_files=[("program.m", program)])
        return [str(each) for each in parsed.diagnostics]


declared = re.findall(r"^\w[\w *]*?\b(latchkey_\w+)\(", (INCLUDE / "latchkey.h").read_text(), re.MULTILINE)
if set(declared) != set(CALLS):
    sys.exit(f"latchkey.h declares {declared}.")
program = PROGRAM % "\n  ".join(f"{name}{arguments};" for name, arguments in CALLS.items())
found = problems(program, INCLUDE)
if found:
    sys.exit("\n".join(found))
if not problems(program.replace("latchkey_free(", "latchkey_release("), INCLUDE):
    sys.exit("A function that is not in the module is not noticed.")
print("A program that imports the module has called each function.")
