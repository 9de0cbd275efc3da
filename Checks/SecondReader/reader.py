#!/usr/bin/env python3
"""Reads a store of format 3, checks all of it, and prints its items as lines of JSON, secrets in hexadecimal.

    reader.py STORE [--device-key-file FILE] [--passphrase-file FILE | --passphrase-fd NUMBER | --recovery-code-file FILE]
              [--settings]

With --settings it prints one line, when the store locks, in the place of the items.

Exits with 0 when the whole store is sound, with 1 and a reason when it is not, with 2 when it cannot be tried.
Written from FileFormat.md, not from the library, so that the two can be held against each other.
"""

import argparse
import json
import os
import sqlite3
import sys
from pathlib import Path

sys.dont_write_bytecode = True  # The folder of the sources stays as it is.

import fileformat as f
import index as x
from fileformat import Refused, require
from sodium import argon2id, equal, open_box

INTEGERS = {"number", "kind", "passes", "memory", "class", "access", "keyset", "generation", "one", "keys"}


def rows(database, table, columns, limit=None, number=None):
    order = "one" if table in ("store", "state") else "number"
    where = f" WHERE number = {number}" if number is not None else ""
    sql = f"SELECT {', '.join(columns)} FROM {table}{where} ORDER BY {order}" + (f" LIMIT {limit}" if limit else "")
    for values in database.execute(sql):
        row = dict(zip(columns, values))
        for name, value in row.items():
            wanted = int if name in INTEGERS else (bytes, type(None))
            require(isinstance(value, wanted), f"column {name} of table {table} holds another type")
        yield row


def sizes(row, what, **wanted):
    for name, size in wanted.items():
        require(row[name] is not None and len(row[name]) == size, f"{what} has a {name} of a wrong size")


def open_database(path):
    with open(path, "rb") as file:
        header = file.read(100)
    require(len(header) == 100 and header[:16] == b"SQLite format 3\0", "the file is not a store")
    require(header[68:72] == b"SSTR", "the file is a SQLite database but not a store")
    require(header[18:20] == b"\2\2", "the header does not name the journal mode of stores")
    require(not os.path.lexists(f"{path}-journal"), "a rollback journal lies beside the store, which never has one")
    database = sqlite3.connect(f"{Path(path).resolve().as_uri()}?mode=ro", uri=True, isolation_level=None)
    database.execute("PRAGMA trusted_schema = OFF")
    database.execute("BEGIN")
    application = database.execute("PRAGMA application_id").fetchone()[0]
    require(application == 0x53535452, "the file is a SQLite database but not a store")
    version = database.execute("PRAGMA user_version").fetchone()[0]
    require(version == f.FORMAT, f"the store has format {version}, and this reads format {f.FORMAT}")
    statements = [sql for (sql,) in database.execute(f"SELECT sql FROM sqlite_schema LIMIT {len(f.SCHEMA) + 1}")]
    require(None not in statements and sorted(statements) == sorted(f.SCHEMA), "the tables are not those of the format")
    check = [line for (line,) in database.execute("PRAGMA integrity_check")]
    require(check == ["ok"], f"SQLite finds damage: {check[0]}")
    return database


def check_slot(store, slot):
    what = f"slot {slot['number']}"
    require(slot["number"] >= 1, f"{what} has an impossible number")
    require(slot["kind"] in (1, 2, 3, f.HOST), f"{what} has an unknown kind")
    sizes(slot, what, salt=16, recipient=32, shield=72, sealed=200 if len(slot["sealed"] or b"") == 200 else 120, checksum=32)
    require(slot["checksum"] == f.slot_checksum(store, slot), f"{what} is damaged: its checksum differs")
    if slot["kind"] == 2:
        passes, memory = slot["passes"], slot["memory"]
        require(
            1 <= passes <= 16 and 8192 <= memory <= 1 << 30 and passes * memory <= 1 << 32,
            f"{what} asks for more work than a reader may do")
    else:
        require(slot["passes"] == slot["memory"] == 0, f"{what} has a cost, which its kind does not have")


def unlock(store, slots, kinds, wrapping):
    """The unlock key from the first slot of these kinds that the credential opens."""
    failure = Refused("the credential opens no slot")
    for slot in slots:
        if slot["kind"] not in kinds:
            continue
        try:
            opened = f.open_slot(f.slot_secret(wrapping(slot), store, slot), store, slot)
        except Refused as refusal:
            failure, opened = refusal, None
        if opened is not None:
            return opened
    raise failure


def read_item(item, store, keys):
    """Checks one row and gives what is printed of it."""
    what = f"item {item['number']}"
    try:
        require(item["generation"] >= 1, "its generation is below 1")
        require(item["class"] in f.CLASSES and item["access"] in f.ACCESSIBILITIES, "its class or accessibility is not one")
        sizes(item, "it", id=16, identity=16, grp=16, variant=16)
        for name in ("first", "second", "third"):
            require(item[name] is None or len(item[name]) == 16, "it has a token of a wrong size")
        require(len(item["attributes"] or b"") > 40, "its attributes are too short")
        require((item["seal"] is None) == (item["secret"] is None), "it has half a secret")
        require(item["seal"] is None or len(item["seal"]) == 40, "the seal of its secret has a wrong size")
        name = f.CLASSES[item["class"]]
        answer = {
            "number": item["number"], "class": name, "id": item["id"].hex(), "generation": item["generation"],
            "accessibility": f.ACCESSIBILITIES[item["access"]],
        }
        pair = keys.of(item["access"])
        if pair is None:
            return answer | {"unopened": True}
        plain = open_box(pair[0], item["attributes"], f.item_data(f.ATTRIBUTES, store, item))
        require(plain is not None, "its attributes do not open")
        entries = f.read_record(plain, name, item["access"])
        columns = ("identity", "grp", "variant", "first", "second", "third")
        require(f.tokens(keys.index, keys.beginning, name, entries) == [item[c] for c in columns], "its tokens do not fit its attributes")
        answer["attributes"] = {code: {form: shown(value)} for code, (form, value) in entries.items()}
        answer["secret"] = None
        if item["seal"] is not None:
            plain = open_box(pair[1], item["seal"] + item["secret"], f.secret_data(store, item))
            require(plain is not None, "its secret does not open")
            secret, parts, earlier = f.read_secret(plain)
            answer["secret"] = secret.hex()
            if parts:
                answer["parts"] = [{"name": name, "secret": part.hex()} for name, part in parts]
            if earlier:
                answer["earlier"] = [{"replaced": date, "secret": old.hex()} for date, old in earlier]
        return answer
    except Refused as refusal:
        raise Refused(f"{what}: {refusal}") from None


def shown(value):
    if isinstance(value, bytes):
        return value.hex()
    return list(value) if isinstance(value, tuple) else value


def read(database, credential):
    """All items, and the settings, once all of the store is checked."""
    headers = list(rows(database, "store", ["id", "commitment", "writer"]))
    require(len(headers) == 1, "the header row is missing")
    sizes(headers[0], "the header", id=16, commitment=32)
    store, commitment, writer = headers[0]["id"], headers[0]["commitment"], headers[0]["writer"]
    require(writer is None or len(writer) == 32, "the write key has a wrong size")
    names = ["number", "kind", "salt", "passes", "memory", "recipient", "shield", "sealed", "checksum"]
    slots = list(rows(database, "slot", names, 65))
    require(len(slots) <= 64, "there are more than 64 slots")
    require(sum(slot["kind"] == 2 for slot in slots) <= 8, "there are more than 8 passphrases")
    for slot in slots:
        check_slot(store, slot)
        slot["writer"] = writer
    keysets = list(rows(database, "keyset", ["number", "main", "device", "passcode"], 3))
    require(1 <= len(keysets) <= 2, "there are not one or two key sets")
    for keyset in keysets:
        require(0 <= keyset["number"] < 1 << 32, "a key set has an impossible number")
        for name in ("main", "device", "passcode"):
            box = keyset[name]
            require(name != "main" and box is None or box is not None and len(box) == 72, f"root {name} has a wrong size")
    unlock_key = credential.unlock(store, slots)
    require(
        equal(f.derive(unlock_key, "securestore unlock key", store), commitment),
        "a slot leads to a key that is not the store's")
    sets = {keyset["number"]: f.Keys(store, keyset, unlock_key, credential.device) for keyset in keysets}
    current = keysets[-1]["number"]
    states = list(rows(database, "state", ["keys", "sealed"]))
    require(len(states) == 1 and states[0]["sealed"] is not None, "the state is missing")
    sizes(states[0], "the state", sealed=40 + f.STATE_BYTES)
    plain = open_box(sets[current].state, states[0]["sealed"], f.store_data(f.STATE, store, current))
    require(plain is not None, "the sealed state does not open")
    state = f.read_state(plain)
    require(state["keys"] == states[0]["keys"], "the state belongs to other keys")
    require(
        equal(state["digest"], f.keys_digest(store, commitment, slots, keysets, writer)),
        "header, slots or key sets are not the ones the state speaks of")
    roots = {keyset["number"]: x.read_root(bytes(28)) for keyset in keysets} | {current: x.read_root(state["root"])}
    previous = x.read_root(state["previous root"])
    if len(keysets) == 2:
        roots[keysets[0]["number"]] = previous
    require(len(keysets) == 2 or previous is None, "there is an index of a key set that is not there")
    answers, entries = read_items(database, store, sets, state)
    check_index(database, sets, state, roots, entries)
    return answers, state["settings"]


def read_items(database, store, sets, state):
    """What is printed of each item, and what the index of each key set must hold."""
    names = ["number", "id", "class", "access", "keyset", "generation", "identity", "grp", "variant", "first",
             "second", "third", "attributes", "seal", "secret"]
    answers, total, ids, identities = [], 0, set(), set()
    entries = {number: [] for number in sets}
    for item in rows(database, "item", names):
        require(1 <= item["number"] < state["next"], f"item {item['number']} has a number that was never given")
        require(item["keyset"] in sets, f"item {item['number']} names a key set that is not there")
        keys = sets[item["keyset"]]
        answers.append(read_item(item, store, keys))
        element = f.element(keys.integrity, item)
        total = (total + element) % 2**512
        entries[item["keyset"]] += x.entries_of(keys.index, item, element)
        identity = (item["keyset"], item["identity"], item["grp"], item["variant"])
        require(item["id"] not in ids, f"item {item['number']} has the id of another one")
        require(identity not in identities, f"item {item['number']} has the identity of another one")
        ids.add(item["id"])
        identities.add(identity)
        require(len(answers) <= state["count"], "there are more items than the state speaks of")
    require(len(answers) == state["count"], f"there are {len(answers)} items, the state speaks of {state['count']}")
    require(total == state["sum"], "the items are not the ones the state speaks of")
    return answers, entries


def check_index(database, sets, state, roots, entries):
    """Makes the index of each key set from the rows, and compares it with the nodes below the root in the state."""
    def stored(number):
        return next((row["content"] for row in rows(database, "node", ["content"], number=number)), None)

    walk = x.Walk(stored)
    for number, keys in sets.items():
        expected = entries[number]
        if number != max(sets):
            expected = expected + x.left(keys.node, stored, roots[number], {entry[1] for entry in expected})
        walk.check(roots[number], x.build(keys.node, sorted(expected, key=x.key)))
    count = database.execute("SELECT count(*) FROM node").fetchone()[0]
    require(count == len(walk.seen), f"there are {count} nodes of the index, and {len(walk.seen)} lie below its roots")


class Credential:
    """What the command line gives to open the store with."""

    def __init__(self, options):
        self.device = self.bytes(options.device_key_file) if options.device_key_file else None
        require(self.device is None or len(self.device) == 32, "a device key has 32 bytes")
        self.passphrase = self.code = None
        if options.passphrase_fd is not None:
            with os.fdopen(options.passphrase_fd, "rb") as file:
                self.passphrase = self.line(file.read())
        elif options.passphrase_file:
            self.passphrase = self.line(self.bytes(options.passphrase_file))
        elif options.recovery_code_file:
            self.code = self.line(self.bytes(options.recovery_code_file))

    @staticmethod
    def bytes(path):
        with open(path, "rb") as file:
            return file.read()

    @staticmethod
    def line(content):
        """One line break at the end does not count."""
        return content[:-2] if content.endswith(b"\r\n") else content[:-1] if content.endswith(b"\n") else content

    def unlock(self, store, slots):
        if self.passphrase is not None:
            return unlock(
                store, slots, (2,), lambda slot: argon2id(self.passphrase, slot["salt"], slot["passes"], slot["memory"]))
        if self.code is not None:
            return unlock(store, slots, (3,), lambda slot: f.recovery_key(self.code, slot["salt"]))
        require(self.device is not None, "there is nothing to open the store with")
        return unlock(store, slots, (1, f.HOST), lambda slot: f.device_slot_key(self.device, slot["salt"]))


def main():
    parser = argparse.ArgumentParser(description="Reads a store of format 3 and checks all of it.")
    parser.add_argument("store")
    parser.add_argument("--device-key-file")
    parser.add_argument("--settings", action="store_true")
    ways = parser.add_mutually_exclusive_group()
    ways.add_argument("--passphrase-file")
    ways.add_argument("--passphrase-fd", type=int)
    ways.add_argument("--recovery-code-file")
    options = parser.parse_args()
    try:
        items, settings = read(open_database(options.store), Credential(options))
        for answer in [settings] if options.settings else items:
            print(json.dumps(answer))
    except Refused as refusal:
        print(f"reader: {options.store}: {refusal}", file=sys.stderr)
        return 1
    except sqlite3.DatabaseError as error:
        print(f"reader: {options.store}: SQLite: {error}", file=sys.stderr)
        return 1
    except (OSError, MemoryError) as error:
        print(f"reader: {error}", file=sys.stderr)
        return 2
    return 0


if __name__ == "__main__":
    sys.exit(main())
