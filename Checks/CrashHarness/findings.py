"""What was found: each failure once, with how often, and the first states that show it."""

import collections
import re
import shutil
import threading
from dataclasses import dataclass, field

# How many states are kept of one kind of failure.
MOST_KEPT = 2


@dataclass
class Finding:
    number: int
    count: int = 0
    # Directories, and what happened there.
    kept: list = field(default_factory=list)


class Findings:
    def __init__(self, keep):
        self.keep, self.lock = keep, threading.Lock()
        self.found = collections.OrderedDict()

    def add(self, verb, what, description, save):
        """Counts a failure by what is wrong, and keeps the first states that show it."""
        plain = re.sub(r"/\S*/", "", what)
        plain = re.sub(r"[0-9a-f]{16,}|[0-9]{6,}", "N", plain)
        with self.lock:
            entry = self.found.setdefault((verb, plain), Finding(len(self.found) + 1))
            entry.count += 1
            if len(entry.kept) >= MOST_KEPT:
                return
            place = self.keep / f"{verb.replace(' ', '-')}-{entry.number}-{len(entry.kept) + 1}"
            entry.kept.append((place, description))
            shutil.rmtree(place, ignore_errors=True)
            place.mkdir(parents=True)
        save(place)

    @property
    def count(self):
        return sum(finding.count for finding in self.found.values())

    def print(self):
        for (verb, what), finding in self.found.items():
            print(f"\n{verb}: {what}\n  {finding.count} times")
            for place, description in finding.kept:
                print(f"  {description}\n    again: Checks/CrashHarness/run --replay {place}")


def judge(answer, allowed):
    """What is wrong with a checker's answer; None when nothing is."""
    is_good, lines = answer
    if not is_good:
        return lines[0] if lines else "?"
    for line, states in zip(lines, allowed):
        if line not in states:
            return f"neither old nor new: {difference(line, states)}"
    return None


def difference(line, states):
    """How a state differs from the nearest of those it may be."""
    def parts(text):
        return set(re.split(r"[,\[\]] ?", text))
    nearest = min(states, key=lambda state: len(parts(line) ^ parts(state)))
    more, less = parts(line) - parts(nearest), parts(nearest) - parts(line)
    return f"{line.split(' ')[0]} has {some(more)}, lacks {some(less)}"


def some(parts):
    """A few of them, which is enough to know which."""
    listed = sorted(part.strip() for part in parts if part.strip())
    return ", ".join(listed[:3]) + (f" and {len(listed) - 3} more" if len(listed) > 3 else "") or "nothing"
