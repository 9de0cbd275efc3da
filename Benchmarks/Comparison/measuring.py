"""Measures some peers at one size, in turn within each round, so that all meet the same minutes of a busy machine."""

import subprocess
import sys
from dataclasses import dataclass

from processes import Failure
from sessions import BATCH, MIXED

# How often at most, in a round.
MOST = {"open": 20, "unlock": 3, "find": 3000, "miss": 3000, "list": 10, "add": 100, "update": 100, "delete": 100,
        "batch": 3}
VERBS = tuple(MOST)
# Who is at work beside a mix: nobody, another such program, or a program that follows the changes.
MIXES = ("alone", "twice", "watched")


@dataclass
class Plan:
    """How much time a verb of a peer may take in a round, and how long one answer may."""
    sizes: list
    rounds: int
    seconds: float
    deadline: float
    # How often at least, unless once takes as long as that.
    least: int = 3
    # How long finds are counted that threads and processes make; 0 for not at all.
    rate_milliseconds: int = 300
    numbers: tuple = (1, 2, 4, 8, 16)
    # What goes on beside a mix of finds and updates.
    mixes: tuple = MIXES


def say(text):
    print(text, file=sys.stderr, flush=True)


class Measurement:
    """A peer at one size: its times by verb, and what else is known of it."""

    def __init__(self, peer, session, plan):
        self.peer, self.session, self.plan = peer, session, plan
        self.times, self.left_out, self.counts = {}, {}, {}
        self.bytes = self.memory = self.rates = None
        # For each of MIXES the times of finds and those of updates.
        self.mixes = {}

    def fill(self):
        self.session.fill()
        self.bytes = self.session.bytes()

    def measure(self, verb):
        """Once to see how long it takes, and then as often as there is time for."""
        if verb == "list" and self.session.count > self.peer.largest_list:
            self.left_out[verb] = f"not asked for beyond {self.peer.largest_list:,} items"
        if verb in self.left_out:
            return
        try:
            if verb not in self.counts:
                self.counts[verb] = self._count(verb)
            if self.counts[verb]:
                answer = self.session.ask(verb, self.counts[verb], self.plan.deadline)
                self.times.setdefault(verb, []).extend(self._per_item(verb, answer))
        except Failure as failure:
            self.left_out[verb] = str(failure)
            say(f"  {self.peer.name}, {verb} at {self.session.count}: left out, {failure}")

    def _count(self, verb):
        """How often in a round; 0 for what the peer cannot do."""
        # As many as were added.
        if verb == "delete" and "add" in self.counts:
            self.session.ask("delete", 1, self.plan.deadline)
            return self.counts["add"]
        answer = self.session.ask(verb, 1, self.plan.deadline)
        if answer is None:
            return 0
        seconds = max(answer[0] / 1e9, 1e-7)
        # One that takes long counts as measured.
        if seconds > self.plan.seconds * self.plan.least:
            self.times[verb] = self._per_item(verb, answer)
            return 1
        return max(self.plan.least, min(MOST[verb], int(self.plan.seconds / seconds)))

    @staticmethod
    def _per_item(verb, answer):
        return [each / BATCH for each in answer] if verb == "batch" else answer

    def measure_rates(self):
        """Finds a second: by threads of one process, where it has any, and by processes."""
        kinds = {"threads": self.plan.numbers if self.peer.has_threads else (), "processes": self.plan.numbers}
        self.rates = {}
        for kind, numbers in kinds.items():
            for number in numbers:
                threads, processes = (number, 1) if kind == "threads" else (1, number)
                try:
                    rate = self.session.rate(threads, processes, self.plan.rate_milliseconds)
                except Failure as failure:
                    self.left_out[f"{number} {kind}"] = str(failure)
                    continue
                self.rates.setdefault(kind, {})[number] = rate

    def measure_mixes(self):
        """Finds with an update after each nineteenth: for about three times as long as a verb has in a round."""
        if not all(self.times.get(verb) for verb in ("find", "update")):
            return
        find, update = (sum(self.times[verb]) / len(self.times[verb]) for verb in ("find", "update"))
        twenty = (find * (MIXED - 1) + update) / 1e9
        times = MIXED * max(10, min(1_000, int(3 * self.plan.seconds / twenty)))
        for beside in self.plan.mixes:
            try:
                answer = self.session.mix(times, None if beside == "alone" else beside, self.plan.deadline)
            except Failure as failure:
                self.left_out[f"mix, {beside}"] = str(failure)
                continue
            if answer is not None:
                updates = answer[MIXED - 1::MIXED]
                del answer[MIXED - 1::MIXED]
                self.mixes[beside] = {"find": answer, "update": updates}


def measure(peers, programs, count, plan, scratch, with_rates):
    """All peers at one size; those whose store cannot be made are left out by name."""
    measurements, left_out = [], {}
    try:
        for peer in peers:
            say(f"{count} items: {peer.name}")
            session = None
            try:
                session = peer.begin(programs, scratch, count)
                measurement = Measurement(peer, session, plan)
                measurement.fill()
                measurements.append(measurement)
            except (Failure, OSError, subprocess.SubprocessError) as failure:
                left_out[peer.name] = str(failure)
                say(f"  left out, {failure}")
                if session:
                    session.close()
        for number in range(plan.rounds):
            say(f"{count} items: round {number + 1} of {plan.rounds}")
            # While others are filled, the system may have dropped the files of the first ones.
            for measurement in measurements:
                measurement.session.read_in()
            for verb in VERBS:
                for measurement in measurements:
                    measurement.measure(verb)
        for measurement in measurements:
            if with_rates and plan.rate_milliseconds:
                measurement.measure_rates()
                measurement.measure_mixes()
            try:
                measurement.memory = measurement.session.memory()
            except Failure as failure:
                measurement.left_out["memory"] = str(failure)
    finally:
        for measurement in measurements:
            measurement.session.close()
    return measurements, left_out
