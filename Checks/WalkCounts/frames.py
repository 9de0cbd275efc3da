"""Counts, run by gdb, the frames of a walk, and how often it opens a sealed field and reads its store's state.

A walk lies between the breakpoints WALK_BEGINS, which is passed over WALK_SKIPPED times, and WALK_ENDS, or the end
of the program.
"""

import os
import re

import gdb

SOURCES = os.environ["WALK_SOURCES"]
# The ends of the names of what only passes a call on: a closure with its context, and a protocol's witness.
FORWARDERS = ("TA", "TW")
STEP, OPEN = "sqlite3_step", "crypto_aead_xchacha20poly1305_ietf_decrypt_detached"
# For each kind of end: the function that is called there, and of SQLite's what its statement says.
ENDS = {"open": (OPEN, ""), "step": (STEP, ""), "row": (STEP, r"(INSERT|REPLACE|UPDATE)\b.*\bitem\b")}


def own_functions():
    """The functions on the stack that have a line in our sources, inlined ones too, each once.

    A function is the line that it begins at: the compiler makes several of one, and has one call the other.
    """
    functions, frame = set(), gdb.newest_frame()
    while frame is not None:
        table, function = frame.find_sal().symtab, frame.function()
        is_ours = table is not None and table.fullname().startswith(SOURCES)
        if is_ours and function and function.line and not frame.name().endswith(FORWARDERS):
            functions.add((function.symtab.fullname(), function.line))
        frame = frame.older()
    return functions


def statement():
    """The text of the statement that `sqlite3_step` was called with.

    SQLite's own function is read and not called: on some processors gdb cannot write the registers that a call needs.
    """
    code = gdb.execute("x/4i sqlite3_sql", to_string=True)
    offset = re.search(r"mov +(0x[0-9a-f]+)\(%rdi\),%rax", code).group(1)
    text = gdb.parse_and_eval(f"$rdi ? *(char **)($rdi + {offset}) : (char *)0")
    return text.string() if text else ""


class Leaf(gdb.Breakpoint):
    """A breakpoint that counts, and lets the program go on."""

    passed = []

    def stop(self):
        text = statement() if self.location == STEP else ""
        Leaf.passed.append((self.location, text, len(own_functions())))
        return False


for setting in ("pagination off", "confirm off", "breakpoint pending on", "debuginfod enabled off"):
    gdb.execute("set " + setting)
gdb.execute("handle all nostop noprint pass")
gdb.execute("handle SIGTRAP stop nopass")
begin = gdb.Breakpoint(os.environ["WALK_BEGINS"])
begin.ignore_count = int(os.environ["WALK_SKIPPED"])
gdb.execute("run")
for function in (STEP, OPEN):
    Leaf(function)
gdb.Breakpoint(os.environ["WALK_ENDS"])
gdb.execute("continue")

where, pattern = ENDS[os.environ["WALK_END"]]
frames = [count for at, text, count in Leaf.passed if at == where and re.match(pattern, text)]
opens = sum(at == OPEN for at, _, _ in Leaf.passed)
reads = sum("FROM state" in statement for _, statement, _ in Leaf.passed)
print("WALK", max(frames, default=0), opens, reads)
