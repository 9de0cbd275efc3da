"""The index of format 3, from the document alone: entries, nodes, digests. See FileFormat.md, "The index"."""

import struct

import fileformat as f
from fileformat import require
from sodium import equal, siphash

MOST_ENTRIES, BITS, KEY_BITS, MOST_BYTES = 32, 6, 192, 4096


def key(entry):
    """The 24 bytes by which entries are sorted and divided."""
    return entry[0] + (2 * entry[1]).to_bytes(8, "big")


def bits(entry, start, count):
    return int.from_bytes(key(entry), "big") >> (KEY_BITS - start - count) & ((1 << count) - 1)


def common_bits(first, last):
    difference = int.from_bytes(key(first), "big") ^ int.from_bytes(key(last), "big")
    return KEY_BITS - difference.bit_length()


class Node:
    """What the digest of a node covers, and what lies below it; where its row is, only the file says."""

    def __init__(self, node_key, content, count, children=()):
        self.content, self.count, self.children = content, count, children
        self.digest = siphash(node_key[:16], content)

    def reference(self):
        return struct.pack("<I", self.count) + self.digest


def leaf(node_key, entries):
    shared = min(2, common_bits(entries[0], entries[-1]) // 64)
    parts = [bytes([0, len(entries), shared]), key(entries[0])[:8 * shared]]
    parts += [key(entry)[8 * shared:] for entry in entries]
    parts.append(bytes(digest is not None for _, _, digest in entries))
    parts += [digest for _, _, digest in entries if digest is not None]
    return Node(node_key, b"".join(parts), len(entries))


def build(node_key, entries):
    """The top node over sorted entries; None when there are none."""
    if not entries:
        return None
    if len(entries) <= MOST_ENTRIES:
        return leaf(node_key, entries)
    start = common_bits(entries[0], entries[-1]) // BITS * BITS
    children = divide(node_key, 1, start, entries)
    prefix = int.from_bytes(key(entries[0]), "big") >> (KEY_BITS - start) << (KEY_BITS - start)
    content = bytes([1, start // BITS, len(children)]) + prefix.to_bytes(24, "big")
    content += bytes(region for region, _ in children) + b"".join(child.reference() for _, child in children)
    return Node(node_key, content, len(entries), [child for _, child in children])


def divide(node_key, region, start, entries):
    """The children of a block that lie in one part of it, with the number of each one's part."""
    if not entries:
        return []
    depth = region.bit_length() - 1
    if depth == BITS or depth > 0 and len(entries) <= MOST_ENTRIES:
        return [(region, build(node_key, entries))]
    halves = [[entry for entry in entries if bits(entry, start + depth, 1) == half] for half in (0, 1)]
    return divide(node_key, 2 * region, start, halves[0]) + divide(node_key, 2 * region + 1, start, halves[1])


# Entries

def id_token(index, identifier):
    return f.token(index, b"D" + identifier)


def list_token(item_class):
    return bytes(15) + bytes([item_class])


def row_digest(element):
    return element.to_bytes(64, "little")[:16]


def entries_of(index, item, element):
    """Everything that the index says of one item."""
    number = item["number"]
    digest = row_digest(element)
    found = [(list_token(item["class"]), number, digest), (item["identity"], number, digest)]
    if item["id"][8:] != number.to_bytes(8, "big"):
        found.append((id_token(index, item["id"]), number, None))
    return found + [(item[name], number, None) for name in ("first", "second", "third") if item[name] is not None]


# Reading

def read_root(content):
    """Node, count and digest; None for an index without entries."""
    node, count = struct.unpack_from("<qI", content)
    require(count > 0 or not any(content), "the root of an index without entries is not zeros")
    return (node, count, content[12:28]) if count else None


def read_leaf(content):
    count, shared = content[1], content[2]
    start, size = 3 + 8 * shared, KEY_BITS // 8 - 8 * shared
    marks = start + size * count
    places = iter(range(marks + count, len(content), 16))
    for position in range(count):
        own = content[3:start] + content[start + size * position:][:size]
        place = next(places) if content[marks + position] else None
        yield own[:16], int.from_bytes(own[16:], "big") // 2, content[place:place + 16] if place else None


def left(node_key, stored, root, numbers):
    """The entries below a root that rows with other numbers have left there; no list may have one."""
    found, ahead = [], [root] if root else []
    while ahead:
        number, _, digest = ahead.pop()
        content = stored(number)
        require(content is not None and 3 < len(content) <= MOST_BYTES, f"node {number} of the index is missing")
        names = 27 + content[2] if content[0] else len(content)
        places = 27 + 21 * content[2] if content[0] else len(content)
        require(equal(digest, siphash(node_key[:16], content[:places])), f"node {number} of the index is damaged")
        if content[0]:
            require(len(content) == places + 8 * content[2], f"node {number} of the index has a wrong size")
            rows = struct.unpack(f"<{content[2]}q", content[places:])
            ahead += [(row, None, content[names + 20 * n + 4:][:16]) for n, row in enumerate(rows)]
        else:
            found += [entry for entry in read_leaf(content) if entry[1] not in numbers]
    require(all(any(token[:8]) for token, _, _ in found), "the index lists a row that is under other keys")
    return found


class Walk:
    """Goes from a root over the stored nodes and compares each with the one that the rows give."""

    def __init__(self, stored):
        self.stored, self.seen = stored, set()

    def check(self, root, expected):
        require((root is None) == (expected is None), "an index has entries, or has none, against what the rows say")
        if root is None:
            return
        ahead = [(root, expected)]
        while ahead:
            reference, node = ahead.pop()
            ahead += self.step(reference, node)

    def step(self, reference, node):
        number, count, digest = reference
        what = f"node {number} of the index"
        require(number not in self.seen, f"{what} is named twice")
        self.seen.add(number)
        content = self.stored(number)
        require(content is not None, f"{what} is missing")
        require(len(content) <= MOST_BYTES, f"{what} is too large")
        covered = content[:len(node.content)]
        require(
            count == node.count and equal(digest, node.digest) and covered == node.content,
            f"{what} is not the one that the items' rows give")
        places = content[len(node.content):]
        require(len(places) == 8 * len(node.children), f"{what} has a wrong size")
        numbers = struct.unpack(f"<{len(node.children)}q", places)
        return [((place, child.count, child.digest), child) for place, child in zip(numbers, node.children)]
