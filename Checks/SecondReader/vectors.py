#!/usr/bin/env python3
"""Computes the test vectors of FileFormat.md with the second reader's own functions.

    vectors.py PAGE           compares them, and exits with 1 at the first that differs
    vectors.py --print        prints them as the page has them
"""

import struct
import sys
import textwrap

sys.dont_write_bytecode = True  # The folder of the sources stays as it is.

import fileformat as f
import index as x
from sodium import argon2id, blake2b, pair, seal_box, seal_to, sign, signing_key

STORE = bytes(range(0x00, 0x10))
UNLOCK = bytes(range(0x20, 0x40))
DEVICE_KEY = bytes(range(0x40, 0x60))
FLEET, CHAIN = bytes([0xF1]) * 16, bytes([0xF2]) * 32
ROOTS = {
    1: {"main": bytes(range(0x60, 0x80)), "device": bytes(range(0x80, 0xA0)), "passcode": bytes(range(0xC0, 0xE0))},
    2: {"main": bytes(range(0xE0, 0x100)), "device": bytes(range(0xA0, 0xC0)), "passcode": bytes(range(0x10, 0x30))},
}
PASSPHRASE = b"correct horse battery staple"
CODE = b"0123-4567-89AB-CDEF-GHJK-MNPQ-RSTV-WXYZ"
DATES = [("cdat", 4, struct.pack("<d", 700000000.5)), ("mdat", 4, struct.pack("<d", 700000001.25))]

# Class, accessibility, generation, entries, secret.
ITEMS = [
    (1, 1, 1, [("agrp", 1, b"default")] + DATES + [("labl", 1, b"https://mail.example/in:new"), ("acct", 1, b"maria"), ("svce", 1, b"mail")],
     b"hunter2"),
    (2, 2, 2, [("agrp", 1, b"team"), ("sync", 3, f.u64(1))] + DATES + [
        ("sdmn", 2, b"\xff\x00"), ("srvr", 1, "bücher.example".encode()), ("ptcl", 1, b"imap"), ("port", 3, f.u64(993)),
        ("path", 3, f.u64(-2)), ("vwht", 1, b"hint")], b""),
    (3, 3, 1, [("agrp", 1, b"default")] + DATES + [
        ("subj", 2, b"subject"), ("issr", 2, b"issuer"), ("slnr", 2, b"\x01\x02"), ("pkhh", 2, bytes(20)),
        ("ctyp", 3, f.u64(3))], bytes(range(256)) + b"end"),
    (4, 4, 7, [("accc", 5, struct.pack("<BQ", 4, 1 << 30)), ("agrp", 1, b"default")] + DATES + [
        ("type", 3, f.u64(73)), ("kcls", 3, f.u64(1)), ("klbl", 2, bytes(20)), ("atag", 2, b"/a..b/\xff"),
        ("bsiz", 3, f.u64(256)), ("sdat", 4, struct.pack("<d", -1.5))], None),
]
# The one item of the second key set, its parts, and the secrets that it had before.
FIFTH = (1, 2, 5, [("agrp", 1, b"default")] + DATES + [("acct", 1, b"tenant-7/maria"), ("svce", 1, b"com.example.web")], b"new")
PARTS = [("notes", "écrit".encode()), ("PIN", b"")]
EARLIER = [(700000002.5, b"old"), (700000001.75, b"")]


class Page:
    def __init__(self):
        self.lines, self.boxes = {}, 0

    def put(self, name, value):
        self.lines[name] = value.hex() if isinstance(value, bytes) else str(value)
        return value

    def seal(self, name, key, plaintext, data):
        self.boxes += 1
        return self.put(name, seal_box(key, bytes([0xA0 + self.boxes]) * 24, plaintext, data))


def slots(page):
    rows = []
    for kind, number, name in ((1, 1, "device-slot"), (2, 2, "passphrase-slot"), (3, 5, "recovery-slot"), (4, 6, "host-slot")):
        salt = page.put(f"{name}-salt", bytes([kind * 0x11]) * 16)
        passes, memory = (1, 8192) if kind == 2 else (0, 0)
        wrapping = page.put(f"{name}-wrapping-key", {
            1: lambda: f.device_slot_key(DEVICE_KEY, salt),
            2: lambda: argon2id(PASSPHRASE, salt, passes, memory),
            3: lambda: f.recovery_key(CODE, salt),
            4: lambda: f.device_slot_key(DEVICE_KEY, salt),
        }[kind]())
        slot = {"number": number, "kind": kind, "salt": salt, "passes": passes, "memory": memory}
        secret = page.put(f"{name}-secret", f.slot_secret(wrapping, STORE, slot))
        slot["recipient"] = page.put(f"{name}-recipient", pair(f.slot_seed(secret))[0])
        shield = page.put(f"{name}-shield-key", f.slot_shield(secret, slot))
        slot["shield"] = page.seal(
            f"{name}-shield", f.slot_escrow(UNLOCK, STORE, slot), shield, f.store_data(f.SHIELD, STORE, number))
        inner = page.put(f"{name}-sealed-key", seal_to(slot["recipient"], bytes([kind]) * 32, UNLOCK))
        slot["sealed"] = page.seal(f"{name}-sealed", shield, inner, f.store_data(f.SLOT, STORE, number))
        assert f.open_slot(secret, STORE, slot) == UNLOCK
        page.put(f"{name}-checksum", f.slot_checksum(STORE, slot))
        rows.append(slot)
    return rows


def keyset(page, number=1, prefix=""):
    row = {"number": number}
    for field, name in ((f.MAIN, "main"), (f.DEVICE, "device"), (f.PASSCODE, "passcode")):
        root = page.put(f"{prefix}{name}-root", ROOTS[number][name])
        key = page.put(f"{prefix}{name}-root-wrapping-key", f.root_key(field, UNLOCK, DEVICE_KEY, STORE, number))
        row[name] = page.seal(f"{prefix}{name}-root-box", key, root, f.store_data(field, STORE, number))
    return row


def common_keys(page, keys, prefix=""):
    for name in ("index", "beginning", "integrity", "state", "node"):
        page.put(f"{prefix}{name}-key", getattr(keys, name))


def identifier(number):
    """The first two items have ids of their own; the others came with theirs from another store."""
    return bytes([number]) * 8 + (f.u64(number)[::-1] if number < 3 else bytes([number]) * 8)


def secret_plaintext(secret, parts, earlier):
    plain = f.sized(secret)
    for name, part in parts:
        plain += f.sized(bytes([1, len(name.encode())]) + name.encode() + part)
    for date, old in earlier:
        plain += f.sized(b"\2" + struct.pack("<d", date) + old)
    return plain.ljust(f.padded_count(len(plain)), b"\0")


def item(page, keys, number, given, keyset=1, parts=(), earlier=()):
    kind, access, generation, entries, secret = given
    name = f"item{number}"
    plain = b"".join(code.encode() + bytes([form]) + f.sized(value) for code, form, value in entries)
    plain = f.sized(plain)
    plain = page.put(f"{name}-record", plain.ljust(f.padded_count(len(plain)), b"\0"))
    row = {"number": number, "id": identifier(number), "class": kind, "access": access, "keyset": keyset,
           "generation": generation, "seal": None if secret is None else b""}
    metadata, key = keys.of(access)
    row["attributes"] = page.seal(f"{name}-attributes", metadata, plain, f.item_data(f.ATTRIBUTES, STORE, row))
    read = f.read_record(plain, f.CLASSES[kind], access)
    for column, token in zip(("identity", "grp", "variant", "first", "second", "third"),
                             f.tokens(keys.index, keys.beginning, f.CLASSES[kind], read)):
        row[column] = token
        page.put(f"{name}-{column}", "NULL" if token is None else token)
    if secret is not None:
        plain = secret_plaintext(secret, parts, earlier)
        if earlier:
            page.put(f"{name}-secret-plaintext", plain)
            assert f.read_secret(plain) == (secret, list(parts), list(earlier))
        page.put(f"{name}-secret-data", f.secret_data(STORE, row))
        box = page.seal(f"{name}-secret", key, plain, f.secret_data(STORE, row))
        row["seal"], row["secret"] = box[:40], box[40:]
    page.put(f"{name}-attributes-data", f.item_data(f.ATTRIBUTES, STORE, row))
    page.put(f"{name}-id-token", x.id_token(keys.index, row["id"]))
    page.put(f"{name}-list-token", x.list_token(kind))
    element = f.element(keys.integrity, row)
    page.put(f"{name}-element", element.to_bytes(64, "little"))
    page.put(f"{name}-digest", x.row_digest(element))
    return element, x.entries_of(keys.index, row, element)


def index(page, node_key, name, entries):
    """The top node over some entries, as what its digest covers and the digest."""
    top = x.build(node_key, sorted(entries, key=x.key))
    page.put(f"index-of-{name}", top.content)
    page.put(f"index-of-{name}-digest", top.digest)
    return top


def indexes(page, node_key):
    """Larger ones, of entries that no store has: a hundred tokens, and forty rows of one token."""
    hundred = [(blake2b(32, b"", f.u64(n))[:16], n, None) for n in range(1, 101)]
    forty = [(blake2b(32, b"", f.u64(0))[:16], n, bytes([n]) * 16) for n in range(1, 41)]
    for name, entries in (("hundred", hundred), ("forty", forty), ("both", hundred + forty)):
        index(page, node_key, name, entries)


def vectors():
    page = Page()
    page.put("store-id", STORE)
    page.put("unlock-key", UNLOCK)
    page.put("device-key", DEVICE_KEY)
    page.put("passphrase", PASSPHRASE)
    page.put("recovery-code", CODE)
    page.put("recovery-code-bytes", f.recovery_bytes(CODE))
    commitment = page.put("commitment", f.derive(UNLOCK, "securestore unlock key", STORE))
    ways = slots(page)
    row = keyset(page)
    digest = page.put("keys-digest", f.keys_digest(STORE, commitment, ways, [row]))
    bare = page.put("keys-digest-of-main-only", f.keys_digest(
        STORE, commitment, ways[:1], [row | {"device": None, "passcode": None}]))
    assert bare != digest
    keys = f.Keys(STORE, row, UNLOCK, DEVICE_KEY)
    common_keys(page, keys)
    for access in f.ACCESSIBILITIES:
        for name, key in zip(("metadata", "secret"), keys.of(access)):
            page.put(f"{name}-key-{access}", key)
    for count in (0, 1, 32, 33, 255, 256, 257, 289, 511, 512, 513, 1000, 1024, 1025, 65541, 16777220):
        page.put(f"padded-{count}", f.padded_count(count))
    total, entries = 0, []
    for number, given in enumerate(ITEMS, 1):
        element, own = item(page, keys, number, given)
        total, entries = (total + element) % 2**512, entries + own
    page.put("sum", total.to_bytes(64, "little"))
    root = index(page, keys.node, "items", entries)
    indexes(page, keys.node)
    state = page.put("state-plaintext", b"".join([
        struct.pack("<QQqq", 9, 4, 5, 3), total.to_bytes(64, "little"), digest, struct.pack("<IB", 300, 1),
        f.u64(63), root.reference(), bytes(28), FLEET, CHAIN]))
    page.put("state-data", f.store_data(f.STATE, STORE, 1))
    page.seal("state", keys.state, state, f.store_data(f.STATE, STORE, 1))
    two_key_sets(page, commitment, ways, row, (total, root))
    in_fleet(page, commitment, ways[3], row)
    return page.lines


def in_fleet(page, commitment, slot, row):
    """The slot of a host that may write, alone in a fleet, and a signature of its."""
    key = page.put("write-key", bytes(range(0x30, 0x50)))
    writer = page.put("writer", signing_key(key))
    second = page.put("writing-slot-sealed-key", seal_to(slot["recipient"], bytes([5]) * 32, key))
    both = bytes.fromhex(page.lines["host-slot-sealed-key"]) + second
    shield = bytes.fromhex(page.lines["host-slot-shield-key"])
    slot = slot | {"writer": writer, "sealed": page.seal(
        "writing-slot-sealed", shield, both, f.store_data(f.SLOT, STORE, slot["number"]))}
    assert f.open_slot(bytes.fromhex(page.lines["host-slot-secret"]), STORE, slot) == UNLOCK
    page.put("keys-digest-in-fleet", f.keys_digest(
        STORE, commitment, [slot], [row | {"device": None, "passcode": None}], writer))
    page.put("signature", sign(key, b"securestore change\0" + STORE))


def two_key_sets(page, commitment, ways, first, old):
    """The same store while its keys are changed: one more item, which only the second key set names."""
    row = keyset(page, 2, "next-")
    digest = page.put("keys-digest-of-two", f.keys_digest(STORE, commitment, ways, [first, row]))
    keys = f.Keys(STORE, row, UNLOCK, DEVICE_KEY)
    common_keys(page, keys, "next-")
    element, entries = item(page, keys, 5, FIFTH, 2, PARTS, EARLIER)
    total = (old[0] + element) % 2**512
    page.put("sum-of-two", total.to_bytes(64, "little"))
    root = index(page, keys.node, "next", entries)
    state = page.put("next-state-plaintext", b"".join([
        struct.pack("<QQqq", 10, 5, 6, 4), total.to_bytes(64, "little"), digest, struct.pack("<IB", 300, 1),
        f.u64(64), root.reference(), f.u64(63), old[1].reference(), FLEET, CHAIN]))
    page.put("next-state-data", f.store_data(f.STATE, STORE, 2))
    page.seal("next-state", keys.state, state, f.store_data(f.STATE, STORE, 2))


def read_page(path):
    """Every `name = value` of the page's last section; a value goes on in lines that are indented."""
    found, name, inside = {}, None, False
    with open(path, encoding="utf-8") as file:
        for line in file.read().split("## Test vectors")[1].splitlines():
            if line.startswith("```"):
                inside = not inside
            elif inside and " = " in line:
                name, value = line.split(" = ")
                found[name] = value
            elif inside and line.strip():
                found[name] += line.strip()
    return found


def main():
    computed = vectors()
    if sys.argv[1:] == ["--print"]:
        for name, value in computed.items():
            print("\n".join(textwrap.wrap(f"{name} = {value}", 100, subsequent_indent="    ", break_on_hyphens=False)))
        return 0
    found = read_page(sys.argv[1])
    for name in list(computed) + list(found):
        if computed.get(name) != found.get(name):
            print(f"vectors: {name} is {computed.get(name)}, the page says {found.get(name)}", file=sys.stderr)
            return 1
    print(f"{len(found)} vectors agree")
    return 0


if __name__ == "__main__":
    sys.exit(main())
