"""Runs sqlcipher.c on the SQLCipher 4 that the package sqlcipher3-binary brings: LIBRARY DIRECTORY COUNT."""

import ctypes
import sys

import sqlcipher3._sqlite3

# First, and for all: the library of ours has no SQLite of its own.
ctypes.CDLL(sqlcipher3._sqlite3.__file__, mode=ctypes.RTLD_GLOBAL)
peer = ctypes.CDLL(sys.argv[1])
arguments = [argument.encode() for argument in sys.argv[1:]]
sys.exit(peer.sqlcipher_main(len(arguments), (ctypes.c_char_p * (len(arguments) + 1))(*arguments, None)))
