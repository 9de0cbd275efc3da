"""Calls that fail: a full disk, a broken one, and writes that take only a part."""

import json
import shutil

from findings import judge
from programs import Worker

# With a + a call and every later one.
KINDS = ["enospc", "enospc+", "eio", "eio+", "short"]


def all_of(recording):
    """Every fault that can happen to a call of the verb, as the recorder understands it."""
    for number, (writes, takes_room) in enumerate(recording.counted, 1):
        for kind in recording.options.fault_kinds:
            if kind.startswith("enospc") and not takes_room or kind in ("short", "lost") and not writes:
                continue
            yield f"{kind}:{number}"


def run_steps(tools, checker, verb, root, fault, expected):
    """Takes the steps until one fails, lifts the fault, and looks; what is wrong, or None, and the step that failed."""
    log = root.parent / f"{root.name}.log"
    log.unlink(missing_ok=True)
    worker = Worker(tools, verb, root, log, fault)
    acknowledged, error = 0, None
    for step in range(len(expected) - 1):
        answer = worker.ask(step)
        if answer != "done":
            error = answer
            break
        acknowledged += 1
    probe = worker.ask("probe")
    status, words = worker.end()
    if status != 0:
        return f"the process ended with {status} {words.strip().splitlines()[:1]}", acknowledged
    if probe != "done":
        return f"the open store does not recover: {probe}", acknowledged
    states = expected[acknowledged:acknowledged + (2 if error else 1)]
    return judge(checker.check(verb, root, False), [list(lines) for lines in zip(*states)]), acknowledged


def check(tools, checker, recording, fault, scratch, findings):
    root = scratch / "fault"
    shutil.rmtree(root, ignore_errors=True)
    shutil.copytree(recording.ready, root)
    what, step = run_steps(tools, checker, recording.name, root, fault, recording.expected)
    if what is None:
        return

    def save(place):
        shutil.copytree(recording.ready, place / "ready")
        (place / "case.json").write_text(json.dumps({
            "verb": recording.name, "fault": fault, "expected": recording.expected, "what": what}, indent=1))
    findings.add(recording.name, f"after a fault: {what}", f"{fault} in step {step}", save)
