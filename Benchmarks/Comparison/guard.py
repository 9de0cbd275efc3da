"""Guards what the store costs over its floor: both in one run, in turn, so that a slow machine slows both.

The figure of a verb is the lowest median of a block of calls over all rounds: what it costs when nobody disturbs. Its
ratio to the floor's is compared with a limit. What is over its limit is measured further before it counts.
"""

import os
import shutil
import tempfile

from figures import best_block, duration
from processes import Failure
from sessions import ProgramSession

ITEMS = 10_000

# For each verb the limit of its ratio to the floor, the calls in a round, the calls in a block, and 1 where the
# processor's time counts: on a busy machine nothing has a processor for as long as a list takes. A limit lies above
# the highest ratio that was measured on any machine: they vary by more than a third, as README.md says, and
# Checks/walks counts the instructions that each of these verbs may take.
LIMITS = {
    "find": (1.80, 2000, 200, 0),
    "miss": (1.60, 2000, 200, 0),
    "add": (3.80, 200, 20, 0),
    "list": (2.40, 3, 1, 1),
}
ROUNDS = 6
# How many times as many rounds before a ratio counts as too high.
PATIENCE = 5


def check(programs, scratch, limits=LIMITS):
    """Measures and prints the ratios; 1 if one is over its limit."""
    with tempfile.TemporaryDirectory(prefix="guard-", dir=_memory_or(scratch)) as directory:
        sessions = [ProgramSession(directory, product, ITEMS, [programs / "release" / product])
                    for product in ("StorePeer", "FloorPeer")]
        try:
            for session in sessions:
                session.fill()
            best = measure(sessions, limits)
        except Failure as failure:
            print(f"the guard could not measure: {failure}")
            return 1
        finally:
            for session in sessions:
                session.close()
    return report(best, limits)


def _memory_or(scratch):
    """A file system in memory, where only the processor counts, if there is room."""
    is_roomy = os.path.isdir("/dev/shm") and shutil.disk_usage("/dev/shm").free > 1 << 28
    return "/dev/shm" if is_roomy and os.access("/dev/shm", os.W_OK) else scratch


def measure(sessions, limits):
    """The best block of each verb of both, over as many rounds as it takes to be under the limits, or all."""
    best = {verb: [float("inf"), float("inf")] for verb in limits}
    for number in range(ROUNDS * PATIENCE):
        # At first all of them, then those that are still too high.
        verbs = [verb for verb in limits if number < ROUNDS or _ratio(best[verb]) > limits[verb][0]]
        for verb in verbs:
            _, times, block, clock = limits[verb]
            for place, session in enumerate(sessions):
                session.ask("clock", clock, 60)
                answer = session.ask(verb, times, 60)
                best[verb][place] = min(best[verb][place], best_block(answer, block))
                if verb == "add":
                    session.ask("delete", times, 60)
    return best


def _ratio(pair):
    ours, floor = pair
    return ours / floor


def report(best, limits):
    is_good = True
    print(f"| {ITEMS:,} items | store | floor | ratio | limit | |\n|---|--:|--:|--:|--:|---|")
    for verb, (limit, *_) in limits.items():
        ratio = _ratio(best[verb])
        is_good = is_good and ratio <= limit
        ours, floor = map(duration, best[verb])
        print(f"| {verb} | {ours} | {floor} | {ratio:.2f} | {limit:.2f} | {'good' if ratio <= limit else 'TOO SLOW'} |")
    return 0 if is_good else 1
