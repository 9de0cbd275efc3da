"""A filled store of one peer, ready to be asked. `ask` answers nanoseconds, or None for what the peer cannot do."""

import shutil

from processes import Failure, Program, bytes_on_disk, make_home, read_files


class Session:
    """What all peers have. The directory `store` is what counts as bytes on disk."""

    def __init__(self, scratch, name, count):
        self.home, self.count = make_home(scratch, name), count
        self.store = self.home / "store"

    def fill(self):
        raise NotImplementedError

    def ask(self, verb, times, deadline):
        raise NotImplementedError

    def rate(self, threads, processes, milliseconds):
        """Finds a second of several threads or processes together, or None."""
        return None

    def mix(self, times, beside, deadline):
        """Nanoseconds of calls of which each twentieth is an update, or None; `beside` names who is at work meanwhile."""
        return None

    def memory(self):
        """The peak of the process that asks, and of a daemon."""
        raise NotImplementedError

    def bytes(self):
        return bytes_on_disk(self.store)

    def read_in(self):
        """Brings the files into memory, where a store that is in use has them."""
        read_files(self.store)

    def close(self):
        shutil.rmtree(self.home, ignore_errors=True)


class ProgramSession(Session):
    """A program that answers requests, see peer.h: one fills, one opens, and one does the rest."""

    def __init__(self, scratch, name, count, arguments, filler=None):
        super().__init__(scratch, name, count)
        self.arguments = [*arguments, self.store, count]
        self.filler = filler
        self.program = None

    def fill(self):
        fill_once([*self.filler, self.store, self.count] if self.filler else self.arguments, self.home)

    def ask(self, verb, times, deadline):
        request = f"batch {times} {BATCH}" if verb == "batch" else f"{verb} {times}"
        # Openings leave more memory behind than look-ups need, above all those from a password.
        if verb in ("open", "unlock"):
            return self._once(request, deadline)
        if self.program is None:
            self.program = Program(self.arguments, self.home)
        try:
            return self.program.ask(request, deadline)
        except Failure:
            self._stop()
            raise

    def rate(self, threads, processes, milliseconds):
        programs = [Program(self.arguments, self.home) for _ in range(processes)]
        try:
            for program in programs:
                program.ask("find 1", 30)
            for program in programs:
                program.send(f"rate {threads} {milliseconds}")
            answers = [program.receive(milliseconds / 1000 + 60) for program in programs]
        finally:
            for program in programs:
                program.end()
        return sum(finds * 1e9 / nanoseconds for finds, nanoseconds in answers)

    def mix(self, times, beside, deadline):
        programs = [Program(self.arguments, self.home) for _ in range(1 + bool(beside))]
        first, other = programs[0], programs[-1]
        try:
            for program in programs:
                program.ask("find 1", deadline)
            if beside == "watched" and other.ask("watch", deadline) is None:
                return None
            if beside == "twice":
                other.send(f"mix {times}")
            first.send(f"mix {times}")
            answers = [first.receive(deadline)]
            if beside == "twice":
                answers.append(other.receive(deadline))
            if beside == "watched" and other.ask("watch", deadline) == [0]:
                raise Failure("the watcher saw no change")
            return None if None in answers else sum(answers, [])
        finally:
            for program in programs:
                program.end()

    def memory(self):
        return self.program.ask("memory", 10)[0] if self.program else None, None

    def close(self):
        self._stop()
        super().close()

    def _once(self, request, deadline):
        program = Program(self.arguments, self.home)
        try:
            return program.ask(request, deadline)
        finally:
            program.end()

    def _stop(self):
        if self.program:
            self.program.end()
        self.program = None


def fill_once(arguments, home):
    program = Program(arguments, home)
    try:
        if program.ask("fill", 900) is None:
            raise Failure("it cannot fill a store")
    finally:
        program.end()


# Items of a batch, and of how many calls of a mix one is an update, which is the last.
BATCH, MIXED = 1000, 20


def service_of(number):
    return f"com.example.app{number // 100:04d}"


def account_of(number):
    return f"user{number:08d}@example.com"


def secret_of(number, generation=0):
    """As in peer.c."""
    return f"{generation:032d}{number:032d}"
