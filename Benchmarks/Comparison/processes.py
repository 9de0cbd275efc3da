"""Processes that end in time, and that end with this one: each has a deadline, a home of its own and no terminal."""

import contextlib
import ctypes
import os
import select
import signal
import subprocess
import time
from pathlib import Path

_libc = ctypes.CDLL(None)
_END_WITH_PARENT, _ADOPT_ORPHANS = 1, 36  # PR_SET_PDEATHSIG, PR_SET_CHILD_SUBREAPER


class Failure(Exception):
    """A peer did not do what it was asked; the text says why, for people."""


def environment(home):
    """All that a peer sees of this session: a home, and a bus that is not the user's."""
    return {
        "PATH": os.environ["PATH"], "LC_ALL": "C", "HOME": str(home), "XDG_DATA_HOME": f"{home}/data",
        "XDG_CONFIG_HOME": f"{home}/config", "XDG_STATE_HOME": f"{home}/state", "XDG_CACHE_HOME": f"{home}/cache",
        "XDG_RUNTIME_DIR": f"{home}/run", "DBUS_SESSION_BUS_ADDRESS": f"unix:path={home}/run/bus",
        "GNUPGHOME": f"{home}/gnupg", "PASSWORD_STORE_DIR": f"{home}/pass", "QT_QPA_PLATFORM": "offscreen",
        "PYTHONDONTWRITEBYTECODE": "1",
    }


def make_home(parent, name):
    """The directories that `environment` names."""
    home = Path(parent) / name
    for directory in (home, *(home / part for part in ("data", "config", "state", "cache", "run", "gnupg", "store"))):
        directory.mkdir(mode=0o700)
    return home


def start(arguments, home, **options):
    """Starts a process that lives until `end`, and no longer than this one."""
    return subprocess.Popen(
        [str(argument) for argument in arguments], env={**environment(home), **options.pop("extra", {})}, cwd=home,
        start_new_session=True, preexec_fn=lambda: _libc.prctl(_END_WITH_PARENT, signal.SIGKILL), **options)


def adopt_orphans():
    """Makes this process the parent of what its children leave behind, so that it sees the end of that, too."""
    _libc.prctl(_ADOPT_ORPHANS, 1)


def end(process):
    """Ends a process and all of its group, at first politely."""
    for sign in (signal.SIGTERM, signal.SIGKILL):
        with contextlib.suppress(ProcessLookupError):
            os.killpg(process.pid, sign)
        if _is_gone(process, 5):
            return


def _is_gone(process, patience):
    last = time.monotonic() + patience
    while time.monotonic() < last:
        process.poll()
        with contextlib.suppress(ChildProcessError):
            os.waitpid(-process.pid, os.WNOHANG)
        try:
            os.killpg(process.pid, 0)
        except ProcessLookupError:
            return True
        time.sleep(0.005)
    return False


def command(arguments, home, text="", deadline=30, check=True):
    """Runs a command to its end and returns what it printed."""
    # Without a function between fork and exec, which would make the start of every command slower.
    process = subprocess.Popen(
        [str(argument) for argument in arguments], env=environment(home), cwd=home, start_new_session=True,
        stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    try:
        output, errors = process.communicate(text.encode(), deadline)
    except BaseException as error:
        with contextlib.suppress(ProcessLookupError):
            os.killpg(process.pid, signal.SIGKILL)
        process.communicate()
        if isinstance(error, subprocess.TimeoutExpired):
            raise Failure(f"{Path(arguments[0]).name} took longer than {deadline} s") from None
        raise
    if check and process.returncode != 0:
        raise Failure(f"{Path(arguments[0]).name} ended with {process.returncode}: {last_line(errors)}")
    return output.decode()


def last_line(errors):
    lines = errors.decode(errors="replace").strip().splitlines()
    return lines[-1][:200] if lines else "no reason given"


class Program:
    """A program that answers requests, one a line; see peer.h."""

    def __init__(self, arguments, home):
        self.errors = home / "errors"
        with open(self.errors, "wb") as errors:
            self.process = start(
                arguments, home, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=errors, bufsize=0)
        self.buffer = b""
        self.is_stuck = False

    def send(self, request):
        try:
            self.process.stdin.write(request.encode() + b"\n")
        except BrokenPipeError:
            raise Failure(last_line(self.errors.read_bytes())) from None

    def receive(self, deadline):
        """The numbers of the next line; None if the program cannot do what it was asked."""
        last = time.monotonic() + deadline
        while b"\n" not in self.buffer:
            if not select.select([self.process.stdout], [], [], max(0, last - time.monotonic()))[0]:
                self.is_stuck = True
                raise Failure(f"no answer within {deadline} s")
            more = os.read(self.process.stdout.fileno(), 1 << 20)
            if not more:
                raise Failure(last_line(self.errors.read_bytes()))
            self.buffer += more
        line, _, self.buffer = self.buffer.partition(b"\n")
        answer = line.decode().strip()
        if answer == "missing":
            return None
        if answer == "done":
            return []
        try:
            return [int(word) for word in answer.split()]
        except ValueError:
            raise Failure(f"{answer}: {last_line(self.errors.read_bytes())}") from None

    def ask(self, request, deadline):
        self.send(request)
        return self.receive(deadline)

    def end(self):
        self.process.stdin.close()
        # Time to close what it has open.
        with contextlib.suppress(subprocess.TimeoutExpired):
            self.process.wait(0 if self.is_stuck else 20)
        end(self.process)
        self.process.stdout.close()


def peak_memory(pid):
    """The most memory that a process had, in bytes."""
    for line in Path(f"/proc/{pid}/status").read_text().splitlines():
        if line.startswith("VmHWM:"):
            return int(line.split()[1]) * 1024
    return 0


def files_of(path):
    """The files in a directory, or the one file."""
    return [path] if path.is_file() else [file for file in path.rglob("*") if file.is_file()]


def bytes_on_disk(path):
    """What the files in a directory take of the disk, or the one file."""
    return sum(file.stat().st_blocks * 512 for file in files_of(path))


def read_files(path):
    """Reads the files in a directory, or the one file, and keeps nothing of them."""
    for name in files_of(path):
        with open(name, "rb") as file:
            while file.read(1 << 20):
                pass


def until(deadline, what, body):
    """Repeats something until it holds, or says that it does not."""
    last = time.monotonic() + deadline
    while not body():
        if time.monotonic() > last:
            raise Failure(f"{what} within {deadline} s")
        time.sleep(0.005)
