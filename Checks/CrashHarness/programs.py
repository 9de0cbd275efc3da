"""The programs that the harness starts: workers that call the library, and checkers that look at what is left."""

import json
import os
import shutil
import sqlite3
import subprocess
from pathlib import Path

PATIENCE = 120


class Tools:
    def __init__(self, worker, recorder, scratch):
        self.worker, self.recorder, self.scratch = str(worker), str(recorder), Path(scratch)

    def environment(self, **more):
        """Without what would lead to the user's own stores, and with temporary files out of the way."""
        kept = {name: value for name, value in os.environ.items()
                if not name.startswith(("SECURESTORE", "XDG_", "CRASH_", "CREDENTIALS"))}
        return kept | {"HOME": str(self.scratch), "TMPDIR": str(self.scratch), "SWIFT_BACKTRACE": "enable=no"} | more

    def list(self):
        lines = subprocess.run([self.worker, "list"], check=True, capture_output=True, text=True).stdout
        return [json.loads(line) for line in lines.splitlines()]

    def prepare(self, scenario, root):
        shutil.rmtree(root, ignore_errors=True)
        os.makedirs(root, mode=0o700)
        done = subprocess.run([self.worker, "prepare", scenario, str(root)], env=self.environment(),
                              capture_output=True, text=True)
        if done.returncode != 0:
            raise RuntimeError(f"{scenario} cannot be prepared: {done.stdout}{done.stderr}")
        if done.stdout.strip():
            database = sqlite3.connect(f"{root}/main")
            database.executescript(done.stdout)
            database.close()


class Worker:
    """A process that takes steps in a directory while everything it does there is written down."""

    def __init__(self, tools, scenario, root, log, fault=""):
        self.process = subprocess.Popen(
            [tools.worker, "work", scenario, str(root)], stdin=subprocess.PIPE, stdout=subprocess.PIPE,
            stderr=subprocess.PIPE, text=True, env=tools.environment(
                LD_PRELOAD=tools.recorder, CRASH_ROOT=str(root), CRASH_LOG=str(log), CRASH_MARKS=f"{log}.marks",
                CRASH_FAULT=fault))

    def ask(self, line):
        """What the process answers; an empty text when it has ended instead."""
        try:
            self.process.stdin.write(f"{line}\n")
            self.process.stdin.flush()
        except BrokenPipeError:
            return ""
        return self.process.stdout.readline().rstrip("\n")

    def end(self):
        """Its exit status, and what it said besides."""
        try:
            _, words = self.process.communicate(timeout=PATIENCE)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.communicate()
            return "did not end", ""
        return self.process.returncode, words


class Checker:
    """A process that looks at one directory after the other."""

    def __init__(self, tools):
        self.tools, self.process = tools, None

    def check(self, scenario, root, is_quiet):
        """Whether the directory is good, and its states or what is wrong."""
        if self.process is None:
            self.process = subprocess.Popen(
                [self.tools.worker, "check"], stdin=subprocess.PIPE, stdout=subprocess.PIPE,
                stderr=subprocess.DEVNULL, text=True, env=self.tools.environment())
        self.process.stdin.write(f"{scenario}\t{root}\t{'quiet' if is_quiet else 'busy'}\n")
        self.process.stdin.flush()
        answer = self.process.stdout.readline().rstrip("\n")
        if not answer:
            self.end()
            return False, ["the process that opened it died"]
        word, *rest = answer.split("\t")
        return word == "good", rest

    def end(self):
        if self.process is not None:
            self.process.communicate()
            self.process = None


def write_state(state, root):
    """Lays a state out as a directory."""
    shutil.rmtree(root, ignore_errors=True)
    os.makedirs(root, mode=0o700)
    first_names = {}
    for name in sorted(state):
        path = f"{root}/{name}"
        if state[name] is None:
            os.mkdir(path, 0o700)
            continue
        number, content = state[name]
        if number in first_names:
            os.link(first_names[number], path)
            continue
        first_names[number] = path
        descriptor = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
        with os.fdopen(descriptor, "wb") as file:
            file.write(content)
