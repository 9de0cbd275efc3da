"""The encrypted files of Python's keyring, in this process: BACKEND DIRECTORY COUNT; requests as in peer.h.

Each call reads and parses the whole file. Items beyond the first few are copies of an encrypted one under names of their
own: they cost what any item costs, and nobody asks for them.
"""

import configparser
import getpass
import random
import sys
import time
from pathlib import Path

PASSWORD = "correct horse"
KNOWN = 8
getpass.getpass = lambda *words, **options: PASSWORD


def opened(backend, path):
    """A backend that has checked the password, or has made the file."""
    if backend == "alt":
        from keyrings.alt.file import EncryptedKeyring as Backend
    else:
        from keyrings.cryptfile.cryptfile import CryptFileKeyring as Backend
    keyring = Backend()
    keyring.file_path = str(path)
    keyring.keyring_key
    return keyring


def names(number):
    return f"com.example.app{number // 100:04d}", f"user{number:08d}@example.com"


def secret(number, generation):
    return f"{generation:032d}{number:032d}"


class Session:
    def __init__(self, backend, directory, count):
        self.backend, self.path, self.count = backend, Path(directory) / "keyring.cfg", count
        self.known, self.added, self.generation = min(KNOWN, count), 0, 0
        self.random = random.Random(7)
        self.keyring = None

    def fill(self):
        keyring = opened(self.backend, self.path)
        for number in range(self.known):
            keyring.set_password(*names(number), secret(number, 0))
        written = configparser.RawConfigParser()
        written.read(self.path)
        section = next(name for name in written.sections() if "com" in name)
        box = written.get(section, written.options(section)[0]).replace("\n", "\n\t")
        with open(self.path, "a") as file:
            for number in range(self.known, self.count):
                if number % 100 == 0 or number == self.known:
                    file.write(f"[copies{number // 100:04d}]\n")
                file.write(f"user{number:08d}_40example_2ecom = {box}\n")
        return "done"

    def repeat(self, verb, times):
        if verb == "unlock":
            return [self.timed(lambda: opened(self.backend, self.path).get_password("com.example", "nobody"))[0]
                    for _ in range(times)]
        self.keyring = self.keyring or opened(self.backend, self.path)
        return [getattr(self, verb)() for _ in range(times)]

    @staticmethod
    def timed(body, *arguments):
        begin = time.monotonic_ns()
        answer = body(*arguments)
        return time.monotonic_ns() - begin, answer

    def find(self):
        number = self.random.randrange(self.known)
        nanoseconds, answer = self.timed(self.keyring.get_password, *names(number))
        assert answer is not None and answer[-32:] == secret(number, 0)[-32:], "a find gave a wrong answer"
        return nanoseconds

    def miss(self):
        nanoseconds, answer = self.timed(self.keyring.get_password, *names(50_000_000 + self.random.randrange(1000)))
        assert answer is None, "something was found that was never stored"
        return nanoseconds

    def put(self, number):
        self.generation += 1
        return self.timed(self.keyring.set_password, *names(number), secret(number, self.generation))[0]

    def add(self):
        self.added += 1
        return self.put(self.count + self.added - 1)

    def update(self):
        return self.put(self.random.randrange(self.known))

    def delete(self):
        self.added -= 1
        return self.timed(self.keyring.delete_password, *names(self.count + self.added))[0]

    def rate(self, milliseconds):
        begin, count = time.monotonic_ns(), 0
        while time.monotonic_ns() - begin < milliseconds * 1_000_000:
            self.find()
            count += 1
        return f"{count} {time.monotonic_ns() - begin}"

    def memory(self):
        for line in Path("/proc/self/status").read_text().splitlines():
            if line.startswith("VmHWM:"):
                return int(line.split()[1]) * 1024

    def perform(self, verb, numbers):
        if verb == "fill":
            return self.fill()
        if verb == "memory":
            return self.memory()
        if verb == "rate":
            self.keyring = self.keyring or opened(self.backend, self.path)
            return self.rate(numbers[1])
        if verb in ("unlock", "find", "miss", "add", "update", "delete"):
            return " ".join(map(str, self.repeat(verb, numbers[0])))
        return "missing"


def main():
    session = Session(sys.argv[1], sys.argv[2], int(sys.argv[3]))
    for line in sys.stdin:
        verb, *numbers = line.split()
        print(session.perform(verb, [int(number) for number in numbers]), flush=True)


main()
