"""Runs a program for which the kernel refuses to keep keys, as in a container that forbids the calls.

Usage: nokeys.py [--stay | --error NUMBER] PROGRAM [ARGUMENT]...

With --stay it refuses nothing but to take a key away. The calls answer that they are not permitted, or with the
error of that number.
"""
import ctypes
import os
import struct
import sys

# The numbers of add_key and keyctl.
CALLS = {"x86_64": (248, 250), "aarch64": (217, 219)}[os.uname().machine]
LOAD_NUMBER, JUMP_IF_EQUAL, RETURN = 0x20, 0x15, 0x06
ALLOW, FAIL, EPERM = 0x7FFF0000, 0x00050000, 1
SET_NO_NEW_PRIVILEGES, SET_FILTER = 38, 22
# Where a filter finds the first argument of a call, and what keyctl calls taking a key away.
FIRST_ARGUMENT, INVALIDATE = 16, 21

stays = sys.argv[1] == "--stay"
error = int(sys.argv[2]) if sys.argv[1] == "--error" else EPERM
words = sys.argv[2 if stays else 1 if error == EPERM else 3:]
everything = [
    (LOAD_NUMBER, 0, 0, 0),
    (JUMP_IF_EQUAL, 1, 0, CALLS[0]),
    (JUMP_IF_EQUAL, 0, 1, CALLS[1]),
    (RETURN, 0, 0, FAIL | error),
    (RETURN, 0, 0, ALLOW),
]
taking_away = [
    (LOAD_NUMBER, 0, 0, 0),
    (JUMP_IF_EQUAL, 0, 3, CALLS[1]),
    (LOAD_NUMBER, 0, 0, FIRST_ARGUMENT),
    (JUMP_IF_EQUAL, 0, 1, INVALIDATE),
    (RETURN, 0, 0, FAIL | error),
    (RETURN, 0, 0, ALLOW),
]

program = b"".join(
    struct.pack("HBBI", *instruction)
    for instruction in (taking_away if stays else everything)
)
buffer = ctypes.create_string_buffer(program)
header = struct.pack("HxxxxxxQ", len(program) // 8, ctypes.addressof(buffer))
library = ctypes.CDLL(None, use_errno=True)
for arguments in [(SET_NO_NEW_PRIVILEGES, 1, 0, 0, 0), (SET_FILTER, 2, header, 0, 0)]:
    if library.prctl(*arguments) != 0:
        sys.exit(os.strerror(ctypes.get_errno()))
os.execv(words[0], words)
