"""Format 3, from the document alone: keys, tokens, records, the set. See FileFormat.md."""

import math
import struct

from sodium import blake2b, equal, open_box, open_sealed, pair, signing_key, siphash

FORMAT = 4
# The number in associated data.
SEALED = 2
CLASSES = {1: "genp", 2: "inet", 3: "cert", 4: "keys"}
ACCESSIBILITIES = {1: "ak", 2: "ck", 3: "dk", 4: "aku", 5: "cku", 6: "dku", 7: "akpu"}
ATTRIBUTES, SECRET, STATE, MAIN, DEVICE, PASSCODE, SLOT, SHIELD = range(1, 9)
LARGEST_ATTRIBUTES, LARGEST_SECRET = 1 << 20, 16 << 20
MOST_EARLIER, MOST_EARLIER_BYTES = 16, 16 << 10
MOST_PARTS, MOST_PART_BYTES, LONGEST_NAME = 256, 1 << 20, 255
STATE_BYTES = 237
# The kind of slots that hosts of a fleet have.
HOST = 4

# Statements as they stand in the file, to the last space.
SCHEMA = """
CREATE TABLE store(
    one INTEGER PRIMARY KEY CHECK (one = 1), id BLOB NOT NULL, commitment BLOB NOT NULL, writer BLOB
) STRICT;
CREATE TABLE slot(
    number INTEGER PRIMARY KEY, kind INTEGER NOT NULL, salt BLOB NOT NULL, passes INTEGER NOT NULL,
    memory INTEGER NOT NULL, recipient BLOB NOT NULL, shield BLOB NOT NULL, sealed BLOB NOT NULL,
    checksum BLOB NOT NULL
) STRICT;
CREATE TABLE keyset(
    number INTEGER PRIMARY KEY, main BLOB NOT NULL, device BLOB, passcode BLOB
) STRICT;
CREATE TABLE state(
    one INTEGER PRIMARY KEY CHECK (one = 1), keys INTEGER NOT NULL, sealed BLOB NOT NULL
) STRICT;
CREATE TABLE item(
    number INTEGER PRIMARY KEY, id BLOB NOT NULL, class INTEGER NOT NULL, access INTEGER NOT NULL,
    keyset INTEGER NOT NULL, generation INTEGER NOT NULL,
    identity BLOB NOT NULL, grp BLOB NOT NULL, variant BLOB NOT NULL,
    first BLOB, second BLOB, third BLOB,
    attributes BLOB NOT NULL, seal BLOB, secret BLOB
) STRICT;
CREATE TABLE node(number INTEGER PRIMARY KEY, content BLOB NOT NULL) STRICT;
CREATE TABLE link(place INTEGER PRIMARY KEY, chain BLOB NOT NULL, link BLOB NOT NULL) STRICT
""".strip().split(";\n")

# Code, kind and classes, in the order of the document's table.
_TABLE = """
pdmn accessibility all; accc control all; agrp string all; sync number all; cdat date all; mdat date all;
labl blob all; desc blob genp inet; icmt blob genp inet; crtr number genp inet keys; type number genp inet keys;
invi number genp inet; nega number genp inet; acct blob genp inet; svce blob genp; gena blob genp; sdmn blob inet;
srvr blob inet; ptcl number inet; atyp blob inet; port number inet; path blob inet; subj data cert; issr data cert;
slnr data cert; skid data cert; pkhh data cert; ctyp number cert; cenc number cert; kcls number keys; klbl data keys;
atag blob keys; bsiz number keys; esiz number keys; perm number keys; sens number keys; extr number keys;
encr number keys; decr number keys; drve number keys; sign number keys; vrfy number keys; wrap number keys;
unwp number keys; vwht string all; tkid string all; scrp number genp inet; alis blob all; cusi number genp inet;
prot blob genp inet; priv number keys; modi number keys; sdat date keys; edat date keys; asen number keys;
next number keys; snrc number keys; vyrc number keys; binn data inet; bini data inet; bin0 data inet; bin1 data inet;
bin2 data inet; bin3 data inet; tomb number all; musr data all; sha1 data all; UUID data all; sysb number all;
toid data all; ggrp string all
"""
TABLE = [(row.split()[0], row.split()[1], row.split()[2:]) for row in _TABLE.split(";")]
ORDER = {code: number for number, (code, _, _) in enumerate(TABLE)}
KIND = {code: kind for code, kind, _ in TABLE}
NEVER_STORED = {"pdmn", "tomb", "musr", "sha1", "UUID"}
IDENTITY = {
    "genp": ["acct", "svce"],
    "inet": ["acct", "sdmn", "srvr", "ptcl", "atyp", "port", "path"],
    "cert": ["issr", "slnr", "ctyp"],
    "keys": ["crtr", "type", "kcls", "klbl", "atag", "bsiz", "esiz", "sdat", "edat"],
}
SEARCH = {
    "genp": ["svce", "acct", "labl"],
    "inet": ["srvr", "acct", "labl"],
    "cert": ["pkhh", "subj", "labl"],
    "keys": ["klbl", "atag", "labl"],
}
FORMS = {
    "blob": ("string", "data", "number"), "data": ("data",), "number": ("number", "string"), "date": ("date",),
    "string": ("string",), "control": ("control",), "accessibility": (),
}


class Refused(Exception):
    """The file is not a sound store of format 3."""


def require(condition, why):
    if not condition:
        raise Refused(why)


def u32(value):
    return struct.pack("<I", value)


def u64(value):
    return struct.pack("<Q", value & (2**64 - 1))


def sized(value):
    return u32(len(value)) + value


def derive(key, purpose, context=b""):
    return blake2b(32, key, purpose.encode() + b"\0" + context)


# Slots

def slot_context(store, slot):
    return bytes([slot["kind"]]) + store + u64(slot["number"]) + slot["salt"]


def slot_fields(slot):
    head = u64(slot["number"]) + bytes([slot["kind"]]) + u64(slot["passes"]) + u64(slot["memory"])
    return head + b"".join(sized(slot[name]) for name in ("salt", "recipient", "shield", "sealed"))


def slot_checksum(store, slot):
    return blake2b(32, b"", store + slot_fields(slot))


def slot_secret(wrapping, store, slot):
    if slot["kind"] == HOST:
        return derive(wrapping, "securestore slot", bytes([HOST]) + bytes(24) + slot["salt"])
    return derive(wrapping, "securestore slot", slot_context(store, slot))


def slot_seed(secret):
    return derive(secret, "securestore slot recipient")


def host_code(secret):
    return derive(secret, "securestore host code")[:20]


def slot_shield(secret, slot):
    if slot["kind"] == HOST:
        return derive(blake2b(32, b"", b"securestore recovery\0" + slot["salt"] + host_code(secret)), "securestore host shield")
    return derive(secret, "securestore slot shield")


def slot_escrow(unlock, store, slot):
    """The key that seals the shield for those who have the unlock key."""
    return derive(unlock, "securestore slot escrow", slot_context(store, slot))


def open_slot(secret, store, slot):
    """The unlock key in a slot; None when the secret is another slot's."""
    if not equal(pair(slot_seed(secret))[0], slot["recipient"]):
        return None
    sealed = open_box(slot_shield(secret, slot), slot["sealed"], store_data(SLOT, store, slot["number"]))
    unlock = sealed and open_sealed(slot_seed(secret), sealed[:80])
    require(unlock is not None, f"slot {slot['number']} is damaged: it does not open")
    shield = open_box(slot_escrow(unlock, store, slot), slot["shield"], store_data(SHIELD, store, slot["number"]))
    require(shield == slot_shield(secret, slot), f"slot {slot['number']} is damaged: its shield is another one")
    if len(sealed) > 80:
        seed = open_sealed(slot_seed(secret), sealed[80:])
        require(seed is not None and equal(signing_key(seed), slot["writer"] or b""),
                f"slot {slot['number']} leads to a write key that is not the store's")
    return unlock


def recovery_bytes(code):
    symbols = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"
    text = code.decode("ascii", "replace").upper()
    text = "".join(c for c in text if c not in " -\t\r\n").replace("O", "0").replace("I", "1").replace("L", "1")
    require(len(text) == 32 and all(c in symbols for c in text), "a recovery code has 32 letters and digits")
    number = 0
    for character in text:
        number = number << 5 | symbols.index(character)
    return number.to_bytes(20, "big")


def recovery_key(code, salt):
    return blake2b(32, b"", b"securestore recovery\0" + salt + recovery_bytes(code))


def device_slot_key(device, salt):
    return derive(device, "securestore device slot", salt)


# Key sets

def root_key(field, unlock, device, store, keyset):
    """The key that wraps a root."""
    context = bytes([field]) + store + u32(keyset)
    own = derive(unlock, "securestore keyset", context)
    if field == MAIN:
        return own
    return derive(own, "securestore keyset joined", derive(device, "securestore keyset device", context))


def keys_digest(store, commitment, slots, keysets, writer=None):
    parts = [store, commitment, b"" if writer is None else bytes(4) + writer, u32(len(slots))]
    parts += [slot_fields(slot) for slot in slots]
    parts.append(u32(len(keysets)))
    for keyset in keysets:
        parts.append(u32(keyset["number"]))
        parts += [sized(keyset[name] or b"") for name in ("main", "device", "passcode")]
    return blake2b(32, b"", b"".join(parts))


# Associated data

def store_data(field, store, number):
    return b"SSTR" + bytes([SEALED, field]) + store + u64(number)


def item_data(field, store, item):
    head = b"SSTR" + bytes([SEALED, field]) + store + item["id"] + bytes([item["class"], item["access"]])
    head += u32(item["keyset"]) + u64(item["generation"]) + u64(item["number"])
    return head + bytes([0 if item["seal"] is None else 1])


def secret_data(store, item):
    return item_data(SECRET, store, item) + item["attributes"][24:40]


# Records

def padded_count(count):
    step = max(32, (1 << (max(1, count).bit_length() - 1)) // 8)
    return max(step, (count + step - 1) // step * step)


def read_record(plain, item_class, access):
    """The entries of a record as a dictionary of code to (form, value)."""
    require(len(plain) >= 4, "its record is too short")
    end = 4 + struct.unpack_from("<I", plain)[0]
    require(end <= len(plain) and end - 4 <= LARGEST_ATTRIBUTES, "its record ends beyond its end")
    require(len(plain) == padded_count(end) and not any(plain[end:]), "its record is not padded as it should be")
    entries, place, last = {}, 4, 0
    while place < end:
        require(end - place >= 9, "an entry of its record is cut short")
        code = plain[place:place + 4].decode("ascii", "replace")
        form, size = struct.unpack_from("<BI", plain, place + 4)
        require(code in ORDER and code not in NEVER_STORED, "its record has an attribute that no record has")
        require(ORDER[code] > last, "its record is out of order")
        classes = TABLE[ORDER[code]][2]
        require(classes == ["all"] or item_class in classes, f"its class has no attribute {code}")
        require(size <= end - place - 9, "a value of its record ends beyond the record")
        entries[code] = read_value(code, form, plain[place + 9:place + 9 + size])
        last, place = ORDER[code], place + 9 + size
    require({"agrp", "cdat", "mdat"} <= entries.keys(), "its record lacks its access group or a date")
    for code, value in entries.items():
        check_value(code, value, item_class, access)
    return entries


def check_value(code, value, item_class, access):
    """Refuses what no writer writes, though it could be read."""
    what, (form, content) = f"its attribute {code}", value
    if form == "string" and KIND[code] == "number":
        require(not is_decimal(content), f"{what} is a number, spelled as text")
    if form == "number" and KIND[code] == "blob":
        require(-(2**31) <= content < 2**31, f"{what} is too large a number")
    if form == "date":
        require(math.isfinite(content), f"{what} is not a date")
        require(content != 0 or math.copysign(1, content) > 0, f"{what} is a zero with a sign")
    if code in IDENTITY[item_class]:
        require(value != EMPTY[KIND[code]], f"{what} is empty, and there all the same")
    require(code != "sync" or value == ("number", 1), f"{what} is not 1")
    if form == "control":
        require(content[0] == access, "its access control names another accessibility")
        require(is_control(content[1]), "its access control has flags that nobody can ask for")


def is_decimal(text):
    """Whether text is a decimal as a number of 32 bits is written: no plus, no zeros in front."""
    digits = text[1:] if text.startswith("-") else text
    return digits.isascii() and digits.isdigit() and len(digits) <= 10 and str(int(text)) == text \
        and -(2**31) <= int(text) < 2**31


def is_control(flags):
    """Whether the flags of an access control are known, and do not contradict each other."""
    presence, any_biometry, this_biometry, either, both = (1 << bit for bit in (0, 1, 3, 14, 15))
    known = sum(1 << bit for bit in (0, 1, 3, 4, 5, 14, 15, 30, 31))
    if flags & ~known or flags & either and flags & both or flags & any_biometry and flags & this_biometry:
        return False
    return not flags & presence or not flags & ~(presence | 1 << 30 | 1 << 31)


def read_value(code, form, value):
    names = {1: "string", 2: "data", 3: "number", 4: "date", 5: "control"}
    require(names.get(form) in FORMS[KIND[code]], f"its attribute {code} has a form it cannot have")
    name = names[form]
    if name == "string":
        try:
            return name, value.decode("utf-8")
        except UnicodeDecodeError:
            raise Refused(f"its attribute {code} is not UTF-8") from None
    if name == "data":
        return name, value
    size, layout = {"number": (8, "<q"), "date": (8, "<d"), "control": (9, "<BQ")}[name]
    require(len(value) == size, f"its attribute {code} has a wrong size")
    fields = struct.unpack(layout, value)
    return name, fields if name == "control" else fields[0]


def read_secret(plain):
    """The secret, its parts, and the earlier ones with the dates when they were replaced, the latest first."""
    require(len(plain) >= 4, "its secret is too short")
    first = end = 4 + struct.unpack_from("<I", plain)[0]
    require(end <= len(plain) and end - 4 <= LARGEST_SECRET, "its secret ends beyond its end")
    parts, earlier, earlier_bytes = [], [], 0
    while size := int.from_bytes(plain[end:end + 4], "little") if end + 4 <= len(plain) else 0:
        start, end = end + 4, end + 4 + size
        require(end <= len(plain), "an entry behind its secret ends beyond its end")
        kind, content = plain[start], plain[start + 1:end]
        require(kind in (1, 2), "an entry behind its secret is of no known kind")
        if kind == 1:
            require(not earlier, "a part stands behind an earlier secret")
            require(content and 1 + content[0] <= len(content), "the name of a part ends beyond its end")
            name, secret = content[1:1 + content[0]], content[1 + content[0]:]
            parts.append((text(name, "the name of a part"), secret))
        else:
            require(len(content) >= 8, "an earlier secret has no date")
            date, = struct.unpack_from("<d", content)
            require(math.isfinite(date) and content[:8] != struct.pack("<d", -0.0), "an earlier secret has no date")
            earlier.append((date, content[8:]))
            earlier_bytes += 4 + size
    check_parts(parts)
    require(len(earlier) <= MOST_EARLIER and earlier_bytes <= MOST_EARLIER_BYTES, "it has too many earlier secrets")
    require(len(plain) == padded_count(end) and not any(plain[end:]), "its secret is not padded as it should be")
    return plain[4:first], parts, earlier


def text(value, what):
    try:
        return value.decode("utf-8")
    except UnicodeDecodeError:
        raise Refused(f"{what} is not UTF-8") from None


def check_parts(parts):
    names = [name.encode() for name, _ in parts]
    require(all(1 <= len(name) <= LONGEST_NAME for name in names), "a part has a name of a wrong size")
    require(len(set(names)) == len(names), "two parts have one name")
    count = sum(6 + len(name) + len(secret) for name, (_, secret) in zip(names, parts))
    require(len(parts) <= MOST_PARTS and count <= MOST_PART_BYTES, "it has too many parts")


# Tokens

EMPTY = {"blob": ("string", ""), "data": ("data", b""), "number": ("number", 0), "date": ("date", 0.0)}


def comparable(kind, value):
    form, content = value
    if form == "string":
        return (b"s" if kind == "number" else b"") + content.encode()
    if form == "data":
        return content
    if form == "number":
        return b"n" + struct.pack("<q", content) if kind == "number" else struct.pack("<i", content)
    return struct.pack("<d", content)


def outside_lists(found):
    """Never a token whose first six bits are all zero, which are the lists'."""
    return found if found[0] >> 2 else bytes([found[0] | 0x80]) + found[1:]


def token(index, message):
    return outside_lists(blake2b(16, index, message))


def cuts(value):
    """Where the first three beginnings of a value end."""
    places = [place + 1 for place in range(1, len(value)) if value[place] in b"./:" and value[place - 1] not in b"./:"]
    return places[:3]


def search_token(index, beginning, head, kind, value):
    """The token of a value, whose first bits are those of its beginnings."""
    bits = int.from_bytes(blake2b(16, index, head + value), "big")
    if kind == "blob":
        for end, (first, count) in zip(cuts(value), ((0, 24), (24, 20), (44, 20))):
            mask = ((1 << count) - 1) << (128 - first - count)
            bits = bits & ~mask | int.from_bytes(siphash(beginning[:16], head + value[:end]), "big") & mask
    return outside_lists(bits.to_bytes(16, "big"))


def tokens(index, beginning, item_class, entries):
    """Identity, group, variant, first, second, third; absent ones are None."""
    number = {name: key for key, name in CLASSES.items()}[item_class]

    def begin(purpose):
        return purpose + bytes([number])

    def value(code):
        return entries.get(code) or (EMPTY[KIND[code]] if code in IDENTITY[item_class] else None)

    def text(code):
        return entries[code][1].encode() if code in entries else b""

    identity = begin(b"I")
    for code in IDENTITY[item_class]:
        identity += sized(comparable(KIND[code], value(code)))
    travels = "sync" in entries
    variant = begin(b"V") + bytes([travels]) + sized(text("vwht")) + sized(text("tkid")) + sized(text("ggrp"))
    found = [token(index, message) for message in (identity, begin(b"G") + text("agrp"), variant)]
    for code in SEARCH[item_class]:
        given, head = value(code), begin(b"S") + code.encode()
        found.append(given and search_token(index, beginning, head, KIND[code], comparable(KIND[code], given)))
    # The identity's begins with six bytes of the first of its parts that has a token.
    for code in IDENTITY[item_class]:
        if code in SEARCH[item_class]:
            found[0] = found[3 + SEARCH[item_class].index(code)][:6] + found[0][6:]
            break
    return found


# The set

def element(integrity, item):
    message = u64(item["number"]) + item["id"] + bytes([item["class"], item["access"]]) + u32(item["keyset"])
    message += u64(item["generation"]) + item["identity"] + item["grp"] + item["variant"]
    for name in ("first", "second", "third"):
        message += b"\0" * 17 if item[name] is None else b"\1" + item[name]
    message += item["attributes"][:40]
    message += b"\0" if item["seal"] is None else b"\1" + item["seal"]
    return int.from_bytes(blake2b(64, integrity, message), "little")


def read_state(plain):
    require(len(plain) == STATE_BYTES, "the state has a wrong size")
    sequence, count, following, version = struct.unpack_from("<QQqq", plain)
    seconds, on_sleep = struct.unpack_from("<IB", plain, 128)
    require(on_sleep <= 1, "the state has a truth value that is none")
    require(following >= 1, "the state has a next number that no row can have")
    return {
        "sequence": sequence, "count": count, "next": following, "keys": version,
        "sum": int.from_bytes(plain[32:96], "little"), "digest": plain[96:128],
        "root": plain[133:161], "previous root": plain[161:189], "fleet": plain[189:205], "chain": plain[205:237],
        "settings": {"locksAfter": None if seconds == 2**32 - 1 else seconds, "locksOnSleep": on_sleep == 1},
    }


# Keys of an open store

class Keys:
    """Everything that the unlock key, and the device key where there is one, give."""

    def __init__(self, store, keyset, unlock, device):
        self.roots = {}
        for field, name in ((MAIN, "main"), (DEVICE, "device"), (PASSCODE, "passcode")):
            if keyset[name] is None or (field != MAIN and device is None):
                continue
            wrapping = root_key(field, unlock, device, store, keyset["number"])
            root = open_box(wrapping, keyset[name], store_data(field, store, keyset["number"]))
            if root is None and field == MAIN:
                raise Refused("the main root does not open")
            if root is not None:
                self.roots[field] = root
        main = self.roots[MAIN]
        self.index = derive(main, "securestore index")
        self.beginning = derive(main, "securestore beginning")
        self.integrity = derive(main, "securestore integrity")
        self.state = derive(main, "securestore state")
        self.node = derive(main, "securestore node")

    def of(self, access):
        """The keys of an accessibility for attributes and secret; None when its root is not there."""
        root = self.roots.get(MAIN if access <= 3 else DEVICE if access <= 6 else PASSCODE)
        if root is None:
            return None
        context = bytes([access])
        return derive(root, "securestore metadata", context), derive(root, "securestore secret", context)
