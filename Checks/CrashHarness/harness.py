#!/usr/bin/env python3
"""Cuts the power, fills the disk and breaks it at every call of every verb, and looks at what is left.

    run [--points N] [--seed N] [--verb NAME] ... [--names strict|ordered] [--each N] [--keep DIRECTORY]
    run --self-test          shows that the harness notices what it is made for
    run --replay DIRECTORY   looks at a kept state again

Ends with 0 when nothing was found, with 1 when something was.
"""

import argparse
import collections
import json
import os
import queue
import shutil
import subprocess
import sys
import tempfile
import threading
import time
from pathlib import Path

sys.dont_write_bytecode = True  # The folder of the sources stays as it is.

import crashes
import faults
from findings import Findings, judge
from programs import Checker, Tools, write_state

def check_case(tools, checker, case, root, findings):
    what = None
    files = {value[0]: value[1] for value in case.state.values() if value}
    if any(piece in content for content in files.values() for piece in case.gone):
        what = "bytes that were promised to be gone are back"
    else:
        write_state(case.state, root)
        what = judge(checker.check(case.verb, root, case.is_quiet), case.allowed)
    if what is None:
        return

    def save(place):
        write_state(case.state, place / "state")
        (place / "case.json").write_text(json.dumps({
            "verb": case.verb, "kind": case.kind, "moment": case.moment, "allowed": case.allowed,
            "is_quiet": case.is_quiet, "gone": [piece.hex() for piece in case.gone], "what": what}, indent=1))
    findings.add(case.verb, what, f"{case.kind}, {case.moment}", save)


def replay(tools, place):
    """Looks at a kept state, or takes the steps of a kept fault, again."""
    case = json.loads((place / "case.json").read_text())
    root = tools.scratch / "again"
    checker = Checker(tools)
    if "fault" in case:
        shutil.copytree(place / "ready", root)
        what, _ = faults.run_steps(tools, checker, case["verb"], root, case["fault"], case["expected"])
    else:
        # Two names of one file stay that.
        subprocess.run(["cp", "-a", place / "state", root], check=True)
        contents = [path.read_bytes() for path in root.rglob("*") if path.is_file()]
        if any(bytes.fromhex(piece) in content for content in contents for piece in case["gone"]):
            what = "bytes that were promised to be gone are back"
        else:
            what = judge(checker.check(case["verb"], root, case["is_quiet"]), case["allowed"])
    checker.end()
    print(f"{case['verb']}: {what or 'good'}")
    return 1 if what else 0


class Run:
    """One run of the harness over some verbs."""

    def __init__(self, tools, options, findings):
        self.tools, self.options, self.findings = tools, options, findings
        self.counts = collections.defaultdict(collections.Counter)
        self.kinds = collections.Counter()
        self.lock = threading.Lock()

    def run(self, scenarios):
        checker = Checker(self.tools)
        recordings = [crashes.Recording(self.tools, scenario, checker, self.options) for scenario in scenarios]
        checker.end()
        jobs = queue.Queue(maxsize=16)
        failures = []
        threads = [threading.Thread(target=self.work, args=(number, jobs, failures))
                   for number in range(self.options.jobs)]
        for thread in threads:
            thread.start()
        try:
            for recording in recordings:
                print(f"crash harness: {recording.name}", file=sys.stderr, flush=True)
                for job in self.jobs(recording, len(recordings)):
                    if failures:
                        raise failures[0]
                    jobs.put(job)
        finally:
            for _ in threads:
                jobs.put(None)
            for thread in threads:
                thread.join()
        if failures:
            raise failures[0]

    def jobs(self, recording, count):
        """What to do about one verb: its states, handovers and faults; all, or a share of each."""
        name, points = recording.name, self.options.points
        generator = crashes.seed_of(self.options.seed, name)
        calls = recording.calls_that_count()
        part, share = 1.0, 1.0
        if points:
            part = points / count / calls
            share = min(1.0, part / 6)
        self.counts[name]["calls"] = calls
        seen = set()
        for case in recording.cases(generator, part) if "crashes" in self.options.parts else ():
            key = crashes.key_of(case)
            if key not in seen:
                seen.add(key)
                yield "case", case
        if "handovers" in self.options.parts and recording.scenario["hands_over"]:
            for step, number in crashes.handovers(recording, self.tools, share, generator):
                yield "handover", (recording, step, number)
        if "faults" in self.options.parts and recording.scenario["takes_faults"]:
            for fault in faults.all_of(recording):
                if generator.random() < share:
                    yield "fault", (recording, fault)

    def work(self, number, jobs, failures):
        checker = Checker(self.tools)
        scratch = self.tools.scratch / f"worker-{number}"
        scratch.mkdir()
        while (job := jobs.get()) is not None:
            if failures:
                continue
            try:
                self.do(checker, scratch, *job)
            except Exception as error:  # Handed to the thread that waits for it.
                failures.append(error)
        checker.end()

    def do(self, checker, scratch, what, job):
        if what == "case":
            check_case(self.tools, checker, job, scratch / "state", self.findings)
            self.count(job.verb, "states", job.kind)
        elif what == "handover":
            recording, step, number = job
            generator = crashes.seed_of(self.options.seed, recording.name, step, number)
            for case in crashes.killed_and_read(recording, self.tools, checker, scratch, step, number, generator):
                check_case(self.tools, checker, case, scratch / "state", self.findings)
                self.count(case.verb, "handed out", "after a read, any of these")
        else:
            recording, fault = job
            faults.check(self.tools, checker, recording, fault, scratch, self.findings)
            self.count(recording.name, fault.split(":")[0].rstrip("+"))

    def count(self, verb, column, kind=None):
        with self.lock:
            self.counts[verb][column] += 1
            if kind:
                self.kinds[kind] += 1

    def print(self):
        columns = ["calls", "states", "handed out", "enospc", "eio", "short"]
        print(f"{'':<16}" + "".join(f"{column:>12}" for column in columns))
        totals = collections.Counter()
        for name, counts in self.counts.items():
            totals.update(counts)
            print(f"{name:<16}" + "".join(f"{counts[column]:>12}" for column in columns))
        print(f"{'all':<16}" + "".join(f"{totals[column]:>12}" for column in columns))
        print("what was on the disk: " + ", ".join(f"{kind} {count}" for kind, count in sorted(self.kinds.items())))
        return totals


def self_test(tools, options, scenarios):
    """Breaks what the harness relies on, and fails if it does not notice."""
    rows = [
        ("nothing broken", ["add", "transaction", "export"], {}, lambda found: not found),
        ("syncs of files do nothing", ["add", "transaction", "import"], {"ignored_syncs": {"file"}},
         lambda found: {verb for verb, _ in found} == {"add", "transaction", "import"}),
        ("syncs of directories do nothing", ["create", "export", "backup"], {"ignored_syncs": {"directory"}},
         lambda found: {verb for verb, _ in found} == {"create", "export", "backup"}),
        ("what is cut off a journal comes back", ["compact"], {"ignored_syncs": {"file"}},
         lambda found: any("promised to be gone" in what for _, what in found)),
        ("a write is lost and nobody is told", ["export"],
         {"parts": {"faults"}, "points": None, "fault_kinds": ["lost"]}, lambda found: found),
    ]
    failed = 0
    for number, (title, verbs, changes, is_noticed) in enumerate(rows):
        changed = argparse.Namespace(**vars(options) | {"parts": {"crashes"}, "points": 40 * len(verbs)} | changes)
        findings = Findings(options.keep / "self-test")
        part = Tools(tools.worker, tools.recorder, tools.scratch / f"part-{number}")
        part.scratch.mkdir()
        Run(part, changed, findings).run([one for one in scenarios if one["name"] in verbs])
        is_good = is_noticed(findings.found)
        print(f"{'passed' if is_good else 'FAILED'}: {title}: {findings.count} failures noticed",
              flush=True)
        failed += not is_good
    shutil.rmtree(options.keep / "self-test", ignore_errors=True)
    return 1 if failed else 0


def arguments():
    parser = argparse.ArgumentParser(prog="run", description=__doc__.split("\n")[0])
    parser.add_argument("--points", type=int, help="about so many crash states, and a like share of the faults")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--verb", action="append", default=[], help="only this verb; more than once for several")
    parser.add_argument("--names", choices=["strict", "ordered"], default="strict",
                        help="whether names get to the disk each on its own, or in the order of the calls")
    parser.add_argument("--each", type=int, default=6, help="how many states at random of each kind at a call")
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1)
    parser.add_argument("--keep", type=Path, default=Path(".build/crash/kept"))
    parser.add_argument("--worker", type=Path, required=True, help=argparse.SUPPRESS)
    parser.add_argument("--recorder", type=Path, required=True, help=argparse.SUPPRESS)
    parser.add_argument("--self-test", action="store_true")
    parser.add_argument("--replay", type=Path)
    options = parser.parse_args()
    options.ignored_syncs, options.fault_kinds = set(), faults.KINDS
    options.parts = {"crashes", "handovers", "faults"}
    return options


def main():
    options = arguments()
    started = time.monotonic()
    memory = "/dev/shm" if os.access("/dev/shm", os.W_OK) else None
    with tempfile.TemporaryDirectory(prefix="crash-", dir=memory) as scratch:
        tools = Tools(options.worker.resolve(), options.recorder.resolve(), Path(scratch).resolve())
        if options.replay:
            return replay(tools, options.replay)
        scenarios = tools.list()
        if options.self_test:
            return self_test(tools, options, scenarios)
        chosen = [one for one in scenarios if not options.verb or one["name"] in options.verb]
        if unknown := set(options.verb) - {one["name"] for one in scenarios}:
            sys.exit(f"run: no such verb: {', '.join(unknown)}; there are "
                     + ", ".join(one["name"] for one in scenarios))
        shutil.rmtree(options.keep, ignore_errors=True)
        findings = Findings(options.keep)
        run = Run(tools, options, findings)
        run.run(chosen)
        totals = run.print()
        findings.print()
        failed = findings.count
        states = totals["states"] + totals["handed out"]
        injected = totals["enospc"] + totals["eio"] + totals["short"]
        print(f"\ncrash harness: {states} states after a crash, {injected} faults, {failed} failed, "
              f"seed {options.seed}, {time.monotonic() - started:.0f} s")
        return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
