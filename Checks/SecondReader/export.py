#!/usr/bin/env python3
"""Reads an export of format 1, checks all of it, and prints its items as lines of JSON, secrets in hexadecimal.

    export.py EXPORT        the passphrase comes by standard input; one line break at its end does not count

Exits with 0 when the whole stream is sound, with 1 and a reason when it is not. Prints nothing before that is known.
Written from ExportFormat.md, not from the library, so that the two can be held against each other.
"""

import json
import struct
import sys

sys.dont_write_bytecode = True  # The folder of the sources stays as it is.

import fileformat as f
from fileformat import Refused, require
from sodium import Stream, argon2id, blake2b, equal

FRAME, OVERHEAD, HEADER, CONTEXT = 65_536, 17, 125, 37


def stream_key(header, passphrase):
    require(header[:8] == b"SSTREXPT", "this is not an export")
    require(len(header) == HEADER, "the header is cut short")
    require(header[8] == 1, f"the export has format {header[8]}, and this reads format 1")
    require(header[93:] == blake2b(32, b"", header[:93]), "the header is damaged")
    passes, memory = struct.unpack_from("<IQ", header, 9)
    require(
        1 <= passes <= 16 and 8192 <= memory <= 1 << 30 and passes * memory <= 1 << 32,
        "the export asks for more work than a reader may do")
    wrapping = argon2id(passphrase, header[21:37], passes, memory)
    commitment = f.derive(wrapping, "securestore export commitment", header[:CONTEXT])
    require(equal(commitment, header[37:69]), "this is not the passphrase of the export")
    return f.derive(wrapping, "securestore export", header[:CONTEXT])


def content(file, passphrase):
    """All of the content, once its last frame was seen."""
    header = file.read(HEADER)
    stream = Stream(stream_key(header, passphrase), header[69:93])
    parts, data, is_last = [], header, False
    while not is_last:
        frame = file.read(FRAME + OVERHEAD)
        require(len(frame) > OVERHEAD, "the stream is cut short")
        opened = stream.open(frame, data)
        require(opened is not None, "a frame does not open")
        plain, tag = opened
        require(tag in (0, 3), "a frame has an unknown tag")
        is_last, data = tag == 3, b""
        require(is_last or len(plain) == FRAME, "a frame in the middle is not full")
        parts.append(plain)
    require(file.read(1) == b"", "something follows the last frame")
    return b"".join(parts)


class Cursor:
    def __init__(self, plain):
        self.plain, self.place = plain, 0

    def take(self, count):
        require(len(self.plain) - self.place >= count, "a record ends beyond the end")
        self.place += count
        return self.plain[self.place - count:self.place]

    def byte(self):
        return self.take(1)[0]

    def number(self, most):
        number = struct.unpack("<I", self.take(4))[0]
        require(number <= most, "a field is too long, or there are too many")
        return number

    def sized(self, most):
        return self.take(self.number(most))


def shown(value):
    if isinstance(value, bytes):
        return value.hex()
    return list(value) if isinstance(value, tuple) else value


def read_item(cursor):
    identifier, item_class, access = cursor.take(16), cursor.byte(), cursor.byte()
    require(item_class in f.CLASSES and access in (1, 2, 3), "an item has a class or an accessibility that none can have")
    fields = cursor.sized(f.LARGEST_ATTRIBUTES)
    record = f.sized(fields)
    record += bytes(f.padded_count(len(record)) - len(record))
    entries = f.read_record(record, f.CLASSES[item_class], access)
    require({"agrp", "cdat", "mdat"} <= entries.keys(), "an item lacks its group or a date")
    has_secret = cursor.byte()
    require(has_secret in (0, 1, 2), "an item neither has nor lacks a secret")
    secret = cursor.sized(f.LARGEST_SECRET).hex() if has_secret else None
    parts = [read_part(cursor) for _ in range(cursor.number(f.MOST_PARTS))] if has_secret == 2 else []
    require(has_secret != 2 or parts, "an item with parts has none")
    f.check_parts(parts)
    more = {"parts": [{"name": name, "secret": bytes.hex()} for name, bytes in parts]} if parts else {}
    return {
        "class": f.CLASSES[item_class], "id": identifier.hex(), "generation": 0,
        "accessibility": f.ACCESSIBILITIES[access],
        "attributes": {code: {form: shown(value)} for code, (form, value) in entries.items()}, "secret": secret,
        **more,
    }


def read_part(cursor):
    return f.text(cursor.sized(f.LONGEST_NAME), "the name of a part"), cursor.sized(f.MOST_PART_BYTES)


def read(plain):
    cursor, items = Cursor(plain), []
    while (mark := cursor.byte()) == 1:
        items.append(read_item(cursor))
    require(mark == 0, "a record is of no known kind")
    require(struct.unpack("<Q", cursor.take(8))[0] == len(items), "the number of items is another")
    require(len(plain) == f.padded_count(cursor.place), "the padding has a wrong length")
    require(not any(plain[cursor.place:]), "something follows the end")
    return items


def main():
    passphrase = sys.stdin.buffer.read()
    passphrase = passphrase[:-2] if passphrase.endswith(b"\r\n") else passphrase.removesuffix(b"\n")
    try:
        with open(sys.argv[1], "rb") as file:
            items = read(content(file, passphrase))
    except Refused as refusal:
        print(f"export.py: {refusal}", file=sys.stderr)
        return 1
    for item in items:
        print(json.dumps(item))
    return 0


if __name__ == "__main__":
    sys.exit(main())
