"""A model of a disk that has lost power: what of a record of calls it may still hold.

Data belongs to files, names to directories. A write or a truncation is certain once its file was synced, a name
once its directory was. Of what is not certain any part may be there, in any order, and a write in part: sectors of
512 bytes are written or not, never halves of them.

With names="strict" each name is on its own, which is all that POSIX promises. With names="ordered" they are there up
to some point in the order of the calls, and a sync of anything makes all of them certain, which is what the journals
of ext4 and XFS do.
"""

import os
from dataclasses import dataclass, field

SECTOR = 512


class Unknown(Exception):
    """The record has a call that the model does not know."""


@dataclass
class Call:
    name: str
    process: int
    inode: int
    offset: int
    length: int
    first: str
    second: str
    data: bytes


def read_log(path):
    """The calls of a record, in order."""
    log = path.read_bytes()
    place, calls = 0, []
    while place < len(log):
        end = log.index(b"\n", place)
        name, *numbers = log[place:end].split(b" ")
        process, inode, offset, length, first, second, size = map(int, numbers)
        place = end + 1
        parts = []
        for count in (first, second, size):
            parts.append(log[place:place + count])
            place += count
        calls.append(Call(name.decode(), process, inode, offset, length, parts[0].decode(), parts[1].decode(), parts[2]))
    return calls


@dataclass(eq=False)
class Change:
    """A change that is not certain yet: of a file's data, or of a directory's names."""
    kind: str
    file: object = None
    offset: int = 0
    data: bytes = b""
    name: str = ""
    target: str = ""
    # Which of its sectors are written; None for all.
    sectors: frozenset = None

    @property
    def is_name(self):
        return self.kind in ("link", "unlink", "rename", "mkdir")

    def sector_count(self):
        return (self.offset + len(self.data) - 1) // SECTOR - self.offset // SECTOR + 1 if self.data else 0

    def torn(self, sectors):
        return Change(self.kind, self.file, self.offset, self.data, sectors=frozenset(sectors))

    def apply_to_data(self, content):
        if self.kind == "truncate":
            if len(content) > self.offset:
                del content[self.offset:]
            else:
                content.extend(bytes(self.offset - len(content)))
            return
        if len(content) < self.offset:
            content.extend(bytes(self.offset - len(content)))
        if self.sectors is None:
            content[self.offset:self.offset + len(self.data)] = self.data
            return
        base = self.offset // SECTOR
        for sector in sorted(self.sectors):
            start = max(self.offset, (base + sector) * SECTOR)
            end = min(self.offset + len(self.data), (base + sector + 1) * SECTOR)
            if len(content) < end:
                content.extend(bytes(end - len(content)))
            content[start:end] = self.data[start - self.offset:end - self.offset]

    def apply_to_names(self, names):
        if self.kind == "unlink":
            names.pop(self.name, None)
        elif self.kind == "rename":
            names.pop(self.name, None)
            names[self.target] = self.file
        else:
            names[self.name] = self.file


@dataclass(eq=False)
class File:
    """What a name stands for; a directory has no content."""
    content: bytearray = None
    pending: list = field(default_factory=list)

    @property
    def is_directory(self):
        return self.content is None


class Disk:
    def __init__(self, root, names="strict", ignored_syncs=frozenset()):
        """The directory as it is now, all of it certain. `ignored_syncs` is for the test of the harness itself."""
        self.root, self.order, self.ignored_syncs = root, names, ignored_syncs
        # Paths below the root; what is certain, and what is not yet, in the order of the calls.
        self.names, self.pending = {}, []
        # What a program sees.
        self.live, self.inodes = {}, {}
        for directory, folders, files in os.walk(root):
            for name in folders + files:
                path = os.path.join(directory, name)
                file = File() if name in folders else File(bytearray(open(path, "rb").read()))
                self.inodes[os.lstat(path).st_ino] = file
                if self.counts(path):
                    self.names[self.short(path)] = file
        self.live = dict(self.names)

    def short(self, path):
        return os.path.relpath(path, self.root)

    @staticmethod
    def counts(path):
        """SQLite's index of a journal is gone after a power cut, and is made again."""
        return not path.endswith("-shm")

    def apply(self, call):
        """Does what a call did; true when that is something that a crash can undo, or a sync."""
        if call.name in ("mark", "fault", "call"):
            return False
        if call.name == "unknown":
            raise Unknown(f"call {call.offset} on {call.first or call.inode}")
        if call.name in ("create", "mkdir"):
            file = self.inodes[call.inode] = File(None if call.name == "mkdir" else bytearray())
            if not call.first or not self.counts(call.first):
                return False
            return self.change_name(Change("mkdir" if call.name == "mkdir" else "link", file, name=call.first))
        if call.name == "link":
            return self.change_name(Change("link", self.inodes[call.inode], name=call.first))
        if call.name == "unlink":
            return self.counts(call.first) and self.change_name(Change("unlink", name=call.first))
        if call.name == "rename":
            return self.change_name(Change("rename", self.live[self.short(call.first)], name=call.first,
                                           target=call.second))
        if call.name == "syncdir":
            return self.sync_directory(call)
        file = self.inodes.get(call.inode)
        if file is None or file.is_directory or file not in self.seen():
            return False
        if call.name == "sync":
            return self.sync_file(file)
        data = call.data if call.name == "write" else b""
        file.pending.append(Change(call.name, file, call.length if call.name == "truncate" else call.offset, data))
        return True

    def seen(self):
        """Files that have, or may still have, a name; the index of a journal never has."""
        return {id(file): file for file in [*self.live.values(), *self.names.values(), *(
            change.file for change in self.pending if change.file)]}.values()

    def change_name(self, change):
        change.name = self.short(change.name)
        change.target = self.short(change.target) if change.target else ""
        change.apply_to_names(self.live)
        self.pending.append(change)
        return True

    def sync_file(self, file):
        if "file" in self.ignored_syncs:
            return True
        for change in file.pending:
            change.apply_to_data(file.content)
        file.pending = []
        if self.order == "ordered":
            self.settle_names(lambda change: True)
        return True

    def sync_directory(self, call):
        if "directory" in self.ignored_syncs:
            return True
        directory = os.path.relpath(call.first, self.root)
        parent = "" if directory == "." else directory
        self.settle_names(lambda change: self.order == "ordered" or os.path.dirname(change.name) == parent)
        return True

    def settle_names(self, is_certain):
        for change in self.pending:
            if is_certain(change):
                change.apply_to_names(self.names)
        self.pending = [change for change in self.pending if not is_certain(change)]

    def uncertain(self):
        """Every change that a power cut may undo, those of data behind those of names."""
        files = {id(file): file for file in self.seen()}
        return list(self.pending) + [change for file in files.values() for change in file.pending]

    def state(self, changes):
        """What the disk holds when these changes, in this order, are on it.

        A path with None for a directory, else with the content and a number that names of one file share.
        """
        names = dict(self.names)
        by_file = {}
        for change in changes:
            if change.is_name:
                change.apply_to_names(names)
            else:
                by_file.setdefault(id(change.file), []).append(change)
        contents, state = {}, {}
        for path in sorted(names):
            file = names[path]
            parent = os.path.dirname(path)
            if parent and parent not in state:
                continue
            if file.is_directory:
                state[path] = None
                continue
            if id(file) not in contents:
                content = bytearray(file.content)
                for change in by_file.get(id(file), ()):
                    change.apply_to_data(content)
                contents[id(file)] = (id(file), bytes(content))
            state[path] = contents[id(file)]
        return state


def variants(disk, last, generator, fewest):
    """Ways in which a crash now can look, each a name and a state: the certain ones first, then some at random.

    `last` is the change that the last call made, if it made one: a crash can fall into the middle of it.
    """
    changes = disk.uncertain()
    yield "all", disk.state(changes)
    if not changes:
        return
    yield "nothing", disk.state([])
    names = [change for change in changes if change.is_name]
    data = [change for change in changes if not change.is_name]
    is_ordered = disk.order == "ordered"
    if names and data:
        yield "data without names", disk.state(data)
        yield "names without data", disk.state(names)
    if last is not None and last.sector_count() > 0:
        others = [change for change in changes if change is not last]
        count = last.sector_count()
        if count > 1:
            middle = generator.randrange(1, count)
            yield "torn", disk.state(others + [last.torn(range(middle))])
            yield "torn", disk.state(others + [last.torn(range(middle, count))])
            some = [sector for sector in range(count) if generator.random() < 0.5]
            yield "torn", disk.state(others + [last.torn(some)])
            yield "torn", disk.state(names + [last.torn(range(middle))])
    if len(changes) < 2:
        return
    droppable = data if is_ordered else changes
    for dropped in generator.sample(droppable, min(len(droppable), fewest)):
        yield "one dropped", disk.state([change for change in changes if change is not dropped])
    for kept in generator.sample(droppable, min(len(droppable), max(1, fewest // 2))):
        yield "one kept", disk.state([kept])
    for _ in range(fewest):
        yield "reordered", disk.state(reordered(names, data, generator, is_ordered))


def reordered(names, data, generator, is_ordered):
    share = generator.choice([0.2, 0.5, 0.8])
    some = [change for change in data if generator.random() < share]
    generator.shuffle(some)
    some = [change.torn(sector for sector in range(change.sector_count()) if generator.random() < 0.7)
            if change.kind == "write" and generator.random() < 0.3 else change for change in some]
    if is_ordered:
        return names[:generator.randrange(len(names) + 1)] + some
    # Names in any selection, but in their order: no disk gives a file two names because it was renamed.
    return [change for change in names if generator.random() < share] + some
