"""The states that a power cut can leave, at every call of a verb."""

import copy
import hashlib
import random
import shutil
import zlib
from dataclasses import dataclass

from disk import Disk, read_log, variants
from programs import Worker, write_state


# How many calls after a reading are looked at: the first sync makes everything certain that was read.
MOST_POINTS = 2


@dataclass
class Case:
    """A state to be looked at, and what it may be."""
    verb: str
    kind: str
    moment: str
    state: dict
    # For each place, the states that it may be in.
    allowed: list
    is_quiet: bool
    # Bytes that must be nowhere.
    gone: list


class Recording:
    """A verb's calls, the states before and after each step, and the bytes that each step promises to erase."""

    def __init__(self, tools, scenario, checker, options):
        self.scenario, self.name, self.options = scenario, scenario["name"], options
        self.tools = tools
        root, log = tools.scratch / "root", tools.scratch / "log"
        self.ready = tools.scratch / "ready" / self.name.replace(" ", "-")
        tools.prepare(self.name, root)
        shutil.copytree(root, self.ready)
        self.start = Disk(root, options.names, options.ignored_syncs)
        self.calls = record(tools, self.name, root, log, range(len(scenario["steps"])), scenario["processes"])
        # What a fault can happen to: for each counted call, whether it writes, and whether it takes room.
        self.counted = [(call.length & 1, call.length >> 1) for call in self.calls if call.name == "call"]
        self.expected, self.gone = self.read_steps(checker)

    def read_steps(self, checker):
        disk = copy.deepcopy(self.start)
        expected, gone = [look(self, checker, disk)], []
        before = None
        for call in self.calls:
            disk.apply(call)
            if call.name != "mark":
                continue
            word, number = call.data.decode().split(" ")
            live = disk.state(disk.uncertain())
            if word == "begin":
                before = live
                continue
            step = self.scenario["steps"][int(number)]
            expected.append(look(self, checker, disk))
            if (expected[-1] != expected[-2]) != step["changes"]:
                raise RuntimeError(f"{self.name}: the step '{step['name']}' changes something else than it says: "
                                   f"{expected[-2]} became {expected[-1]}")
            erased = old_bytes(before, live) if step["erases"] else []
            if step["erases"] and not erased:
                raise RuntimeError(f"{self.name}: the step '{step['name']}' erases nothing")
            gone.append(erased)
        if len(expected) != len(self.scenario["steps"]) + 1:
            raise RuntimeError(f"{self.name}: {len(expected) - 1} steps were acknowledged")
        return expected, gone

    def calls_that_count(self):
        """How many calls a crash can fall behind."""
        disk = copy.deepcopy(self.start)
        return sum(disk.apply(call) for call in self.calls)

    def cases(self, generator, part=1.0):
        """States after each call and after each return of the verb; with a `part` below 1 only some of them."""
        disk = copy.deepcopy(self.start)
        acknowledged, is_quiet, gone = 0, True, []
        for number, call in enumerate(self.calls):
            is_return = call.name == "mark" and call.data.startswith(b"acknowledged")
            if call.name == "mark":
                is_quiet = is_return
                if is_return:
                    step = int(call.data.decode().split(" ")[1])
                    acknowledged, gone = step + 1, gone + self.gone[step]
            if not disk.apply(call) and not is_return:
                continue
            if part < 1 and not is_return and generator.random() > part:
                continue
            states = self.expected[acknowledged:acknowledged + (1 if is_quiet else 2)]
            allowed = [sorted(set(lines)) for lines in zip(*states)]
            found = list(variants(disk, last_change(disk, call), generator, self.options.each))
            if part < 1:
                # What a return promises shows when all that is uncertain is lost.
                found = found[1:2] + generator.sample(found, 1) if is_return else generator.sample(found, 1)
            for kind, state in found:
                moment = f"call {number}, {call.name} {call.first.rsplit('/', 1)[-1]}".rstrip()
                moment += f", {'after' if is_quiet else 'in'} step {acknowledged - 1 if is_quiet else acknowledged}"
                yield Case(self.name, kind, moment, state, allowed, is_quiet, gone)


def last_change(disk, call):
    file = disk.inodes.get(call.inode)
    return file.pending[-1] if call.name == "write" and file is not None and file.pending else None


def record(tools, name, root, log, steps, processes=1, fault=""):
    """Takes the steps, processes in turn, and returns the calls; every step has to succeed."""
    log.unlink(missing_ok=True)
    workers = [Worker(tools, name, root, log, fault) for _ in range(processes)]
    for step in steps:
        answer = workers[step % processes].ask(step)
        if answer != "done":
            raise RuntimeError(f"{name}, step {step}: {answer}")
    for worker in workers:
        status, words = worker.end()
        if status != 0:
            raise RuntimeError(f"{name} ended with {status}: {words}")
    return read_log(log)


def look(recording, checker, disk):
    """What a program that opens the store sees now, as nothing is lost."""
    root = recording.tools.scratch / "look"
    write_state(disk.state(disk.uncertain()), root)
    is_good, lines = checker.check(recording.name, root, False)
    if not is_good:
        raise RuntimeError(f"{recording.name} without any crash: {lines}")
    return lines


def old_bytes(before, after):
    """Pieces of what was there before and is no more, out of the middle of long stretches of it."""
    size, step = 16, 16
    seen = set()
    for value in after.values():
        content = value[1] if value else b""
        seen.update(content[place:place + size] for place in range(len(content) - size + 1))
    pieces = []
    for value in before.values():
        content = value[1] if value else b""
        run = 0
        for place in range(0, len(content) - size + 1, step):
            piece = content[place:place + size]
            run = run + 1 if piece not in seen and len(set(piece)) > 10 else 0
            # A cell that only moved differs where it begins and ends.
            if run >= 4 and run % 4 == 0:
                pieces.append(content[place - step:place - step + size])
    # Enough to notice, few enough to look for in every state.
    random.Random(len(pieces)).shuffle(pieces)
    return pieces[:100]


def key_of(case):
    """What makes two cases the same."""
    digest = hashlib.blake2b(digest_size=16)
    numbers = {}
    for name in sorted(case.state):
        value = case.state[name]
        if value is None:
            digest.update(f"{name}/\0".encode())
            continue
        number = numbers.setdefault(value[0], len(numbers))
        digest.update(f"{name}\0{number}\0{len(value[1])}\0".encode() + value[1])
    digest.update(repr((case.verb, case.allowed, case.is_quiet, len(case.gone))).encode())
    return digest.digest()


def seed_of(seed, *words):
    """A generator of its own for each verb, so that one alone gives what it gives among all."""
    return random.Random(seed * 1_000_003 + zlib.crc32(" ".join(map(str, words)).encode()))


def handovers(recording, tools, share, generator):
    """Kills a process at each call of a step, lets another read, and then cuts the power.

    What was read has been handed out, so it has to be there afterwards.
    """
    counts = {}
    step = None
    for call in recording.calls:
        if call.name == "mark":
            word, number = call.data.decode().split(" ")
            step = int(number) if word == "begin" else None
        elif call.name == "call":
            counts.setdefault(step, []).append(call.offset)
    for step in range(len(recording.scenario["steps"])):
        for number in counts.get(step, ()):
            if generator.random() < share:
                yield step, number


def killed_and_read(recording, tools, checker, scratch, step, number, generator):
    """The cases of one such handover: right after the reading, and at the next few calls."""
    root, log = scratch / "handover", scratch / "handover.log"
    shutil.rmtree(root, ignore_errors=True)
    shutil.copytree(recording.ready, root)
    log.unlink(missing_ok=True)
    disk = Disk(root, recording.options.names, recording.options.ignored_syncs)
    first = Worker(tools, recording.name, root, log, f"kill:{number}")
    for earlier in range(step + 1):
        if first.ask(earlier) == "":
            break
    first.end()
    second = Worker(tools, recording.name, root, log)
    answer = second.ask("read")
    status, words = second.end()
    if answer != "done" or status != 0:
        raise RuntimeError(f"{recording.name}: after a kill at call {number} nothing can be read: {answer} {words}")
    expected, points = None, 0
    for call in read_log(log):
        is_point = disk.apply(call)
        if call.name == "mark" and call.data == b"acknowledged read":
            write_state(disk.state(disk.uncertain()), scratch / "look")
            is_good, lines = checker.check(recording.name, scratch / "look", False)
            if not is_good:
                raise RuntimeError(f"{recording.name} after a kill at call {number}: {lines}")
            expected, is_point = [[line] for line in lines], True
        if expected is None or not is_point or points == MOST_POINTS:
            continue
        points += 1
        moment = f"killed before call {number} in step {step}, then read, then {call.name}"
        for kind, state in variants(disk, last_change(disk, call), generator, 1):
            yield Case(recording.name, f"handed out, {kind}", moment, state, expected, False, [])
