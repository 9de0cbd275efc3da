"""Peers that are commands: each call starts a process, which is part of its time."""

import random
import subprocess
import threading
import time

from processes import Failure, command, end, peak_memory, start, until
from sessions import Session, account_of, fill_once, secret_of, service_of

PASSWORD = "correct horse"
STRANGER = 50_000_000


class CommandSession(Session):
    """Verbs become commands; `find` returns the secret that was printed, or nothing."""

    peak = None

    def __init__(self, scratch, name, count):
        super().__init__(scratch, name, count)
        self.random, self.added, self.generation = random.Random(7), 0, 0
        # The items that finds and updates ask for.
        self.known = count

    def run(self, *arguments, text="", check=True):
        return command(arguments, self.home, text, deadline=60, check=check)

    def ask(self, verb, times, deadline):
        body = getattr(self, f"_{verb}", None)
        if body is None:
            return None
        last, answers = time.monotonic() + deadline, []
        for _ in range(times):
            answers.append(body())
            if time.monotonic() > last:
                raise Failure(f"no answer within {deadline} s")
        return answers

    def rate(self, threads, processes, milliseconds):
        last = time.monotonic() + milliseconds / 1000
        counts, places = [0] * processes, [random.Random(seed) for seed in range(processes)]

        def work(index):
            while time.monotonic() < last:
                number = places[index].randrange(self.known)
                if self.find(number).strip()[-32:] == secret_of(number)[-32:]:
                    counts[index] += 1

        workers = [threading.Thread(target=work, args=(index,)) for index in range(processes)]
        begin = time.monotonic()
        for worker in workers:
            worker.start()
        for worker in workers:
            worker.join()
        return sum(counts) / (time.monotonic() - begin)

    def memory(self):
        if self.peak is None:
            return None, None
        return int(self.run(self.peak, *self.find_command(0), text=self.find_input)), None

    find_input = ""

    def fill_with_copies(self):
        """Fills a store of files. All after the first few are copies: what is in a file does not change what it costs."""
        self.known = min(self.count, 20)
        for number in range(self.known):
            self.add(number, secret_of(number))
        box = self._file(0).read_bytes()
        for number in range(self.known, self.count):
            self._file(number).parent.mkdir(mode=0o700, exist_ok=True)
            self._file(number).write_bytes(box)

    def find(self, number):
        return self.run(*self.find_command(number), text=self.find_input, check=False)

    def _timed(self, body, *arguments):
        begin = time.monotonic_ns()
        answer = body(*arguments)
        return time.monotonic_ns() - begin, answer

    def _find(self):
        number = self.random.randrange(self.known)
        nanoseconds, answer = self._timed(self.find, number)
        # Updates change the generation, never the number.
        if answer.strip()[-32:] != secret_of(number)[-32:]:
            raise Failure("a find gave a wrong answer")
        return nanoseconds

    def _miss(self):
        nanoseconds, answer = self._timed(self.find, STRANGER + self.random.randrange(self.known))
        if answer.strip():
            raise Failure("something was found that was never stored")
        return nanoseconds

    def _add(self):
        self.added += 1
        self.generation += 1
        number = self.count + self.added - 1
        return self._timed(self.add, number, secret_of(number, self.generation))[0]

    def _delete(self):
        self.added -= 1
        return self._timed(self.delete, self.count + self.added)[0]

    def _update(self):
        self.generation += 1
        number = self.random.randrange(self.known)
        return self._timed(self.update, number, secret_of(number, self.generation))[0]

    def _list(self):
        nanoseconds, count = self._timed(self.list)
        if count < self.count:
            raise Failure("a list has not all items")
        return nanoseconds


class SecureStoreCommand(CommandSession):
    """Ours: a process a call, the device key in a file, no daemon. Filled by the program of the typed calls."""

    def __init__(self, scratch, name, count, program, filler):
        super().__init__(scratch, name, count)
        self.program, self.filler = program, filler
        self.path = f"{self.store}/keychain.store"

    def fill(self):
        fill_once([*self.filler, self.store, self.count], self.home)

    def find_command(self, number):
        return self.program, "get", service_of(number), account_of(number), "--store", self.path

    def add(self, number, secret):
        names = (service_of(number), account_of(number))
        self.run(self.program, "set", *names, "--stdin", "--store", self.path, text=secret)

    update = add

    def delete(self, number):
        self.run(self.program, "delete", service_of(number), account_of(number), "--store", self.path)

    def list(self):
        return self.run(self.program, "list", "--store", self.path).count("@example.com")


class Pass(CommandSession):
    """A file an item, encrypted by GnuPG; the agent keeps the key, and its passphrase if it has one."""

    def __init__(self, scratch, name, count, has_passphrase):
        super().__init__(scratch, name, count)
        self.has_passphrase, self.agent = has_passphrase, None
        self.store = self.home / "pass"

    def fill(self):
        (self.home / "gnupg/gpg-agent.conf").write_text(
            "default-cache-ttl 86400\nmax-cache-ttl 86400\ndisable-scdaemon\nallow-loopback-pinentry\n")
        (self.home / "password").write_text(PASSWORD)
        self._start_agent()
        protection = f"Passphrase: {PASSWORD}" if self.has_passphrase else "%no-protection"
        self.run("gpg", "--batch", "--quiet", "--pinentry-mode", "loopback", "--gen-key",
                 text="Key-Type: default\nSubkey-Type: default\nName-Email: somebody@mail.example\n"
                 f"Expire-Date: 0\n{protection}\n%commit\n")
        self.run("pass", "init", "somebody@mail.example")
        self.fill_with_copies()
        self._decrypt()

    def find_command(self, number):
        return "pass", "show", f"{service_of(number)}/{account_of(number)}"

    def add(self, number, secret):
        name = f"{service_of(number)}/{account_of(number)}"
        self.run("pass", "insert", "--force", "--echo", name, text=secret + "\n")

    update = add

    def delete(self, number):
        self.run("pass", "rm", "--force", f"{service_of(number)}/{account_of(number)}")

    def list(self):
        return self.run("pass", "ls").count("@example.com")

    def memory(self):
        answer = self.run("gpg-connect-agent", "--no-autostart", "getinfo pid", "/bye")
        return super().memory()[0], peak_memory(answer.split()[1])

    def close(self):
        if self.agent:
            end(self.agent)
        super().close()

    def _file(self, number):
        return self.store / service_of(number) / f"{account_of(number)}.gpg"

    def _start_agent(self):
        if self.agent:
            end(self.agent)
        # The agent goes on beside the command that it is given, and ends when that has ended.
        self.agent = start(["gpg-agent", "--daemon", "--no-detach", "sleep", "1d"], self.home, stdin=subprocess.DEVNULL,
                           stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        until(10, "gpg-agent does not listen", (self.home / "gnupg/S.gpg-agent").exists)

    def _decrypt(self):
        """Tells the agent the passphrase, if there is one: it asks nobody."""
        self.run("gpg", "--batch", "--quiet", "--pinentry-mode", "loopback", "--passphrase-file",
                 self.home / "password", "--decrypt", self._file(0))

    def _unlock(self):
        def unlock():
            self._start_agent()
            self._decrypt()

        return self._timed(unlock)[0]


class Age(CommandSession):
    """A file an item, encrypted by age to the key of a file, and no program that keeps them."""

    def fill(self):
        self.key = self.home / "key"
        self.run("age-keygen", "-o", self.key)
        self.recipient = self.run("age-keygen", "-y", self.key).strip()
        self.fill_with_copies()

    def find_command(self, number):
        return "age", "--decrypt", "-i", self.key, self._file(number)

    def add(self, number, secret):
        self._file(number).parent.mkdir(mode=0o700, exist_ok=True)
        self.run("age", "-r", self.recipient, "-o", self._file(number), text=secret)

    update = add

    def delete(self, number):
        self.run("rm", self._file(number))

    def list(self):
        return self.run("ls", "-R", self.store).count("@example.com")

    def _file(self, number):
        return self.store / service_of(number) / f"{account_of(number)}.age"


class KeePassXC(CommandSession):
    """A file that each call derives the key for, reads as a whole, and writes as a whole."""

    find_input = PASSWORD + "\n"

    def fill(self):
        self.path = self.store / "items.kdbx"
        listed = self.home / "items.xml"
        with open(listed, "w") as file:
            file.write("<?xml version='1.0' encoding='UTF-8'?><KeePassFile><Meta>"
                       "<RecycleBinEnabled>False</RecycleBinEnabled></Meta><Root><Group>"
                       "<UUID>AAAAAAAAAAAAAAAAAAAAAQ==</UUID><Name>Root</Name>")
            for first in range(0, self.count, 100):
                entries = (self._entry(number) for number in range(first, min(self.count, first + 100)))
                file.write(f"<Group><Name>{service_of(first)}</Name>{''.join(entries)}</Group>")
            file.write("</Group></Root></KeePassFile>")
        self.run("keepassxc-cli", "import", "-q", "-p", listed, self.path, text=2 * self.find_input)
        listed.unlink()

    def find_command(self, number):
        return ("keepassxc-cli", "show", "-q", "-s", "-a", "Password", self.path,
                f"{service_of(number)}/{account_of(number)}")

    def add(self, number, secret):
        # Into a group that is there, as the entries of a new service need a command more.
        self.run("keepassxc-cli", "add", "-q", "-u", account_of(number), "-p", self.path,
                 f"{service_of(0)}/{account_of(number)}", text=f"{self.find_input}{secret}\n")

    def update(self, number, secret):
        self.run("keepassxc-cli", "edit", "-q", "-p", self.path, f"{service_of(number)}/{account_of(number)}",
                 text=f"{self.find_input}{secret}\n")

    def delete(self, number):
        self.run("keepassxc-cli", "rm", "-q", self.path, f"{service_of(0)}/{account_of(number)}",
                 text=self.find_input)

    def list(self):
        return self.run("keepassxc-cli", "ls", "-q", "-R", "-f", self.path, text=self.find_input).count("@example.com")

    def _unlock(self):
        return self._timed(lambda: self.run("keepassxc-cli", "db-info", "-q", self.path, text=self.find_input))[0]

    def _entry(self, number):
        fields = (("Title", account_of(number)), ("UserName", account_of(number)), ("Password", secret_of(number)))
        strings = (f"<String><Key>{key}</Key><Value>{value}</Value></String>" for key, value in fields)
        return f"<Entry>{''.join(strings)}</Entry>"
