"""Peers that are daemons on a bus: each with a bus, a home and a daemon of its own, and nothing that could prompt."""

import os
import socket
import subprocess
import time

from processes import Failure, end, environment, peak_memory, start, until
from sessions import ProgramSession, account_of, secret_of, service_of

# Without directories of services, so that the bus starts nothing by itself; with the limits of a user's session, as
# those of the system are too low for a list.
BUS = """<busconfig><type>session</type><listen>unix:path={0}/run/bus</listen><policy context="default">
<allow send_destination="*"/><allow receive_sender="*"/><allow own="*"/></policy>
<limit name="max_incoming_bytes">1000000000</limit><limit name="max_outgoing_bytes">1000000000</limit>
<limit name="max_message_size">1000000000</limit><limit name="max_replies_per_connection">50000</limit>
<limit name="max_match_rules_per_connection">50000</limit></busconfig>"""
PASSWORD = "correct horse"


class DaemonSession(ProgramSession):
    """A daemon and its bus; the program asks over the bus."""

    def __init__(self, scratch, name, count, arguments):
        super().__init__(scratch, name, count, arguments)
        (self.home / "bus.conf").write_text(BUS.format(self.home))
        self.bus = start(
            ["dbus-daemon", "--nofork", f"--config-file={self.home}/bus.conf"], self.home, stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        until(10, "dbus-daemon does not listen", (self.home / "run/bus").exists)
        self.daemon = None

    def answers(self):
        try:
            self._once("open 1", 10)
        except Failure:
            if self.daemon.poll() is not None:
                raise Failure(f"the daemon ended with {self.daemon.returncode}") from None
            return False
        return True

    def memory(self):
        return super().memory()[0], peak_memory(self.daemon.pid)

    def stop_daemon(self):
        if self.daemon:
            end(self.daemon)
        self.daemon = None

    def close(self):
        self._stop()
        self.stop_daemon()
        end(self.bus)
        super().close()


class GnomeKeyring(DaemonSession):
    """Filled with a keyring in plain text, which the daemon takes over and encrypts when it first writes."""

    def start_daemon(self):
        self.daemon = start(
            ["gnome-keyring-daemon", "--unlock", "--foreground", "--components=secrets",
             f"--control-directory={self.home}/run/keyring"],
            self.home, stdin=subprocess.PIPE, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        # With nothing to read the daemon would make no keyring, and ask when something is stored.
        self.daemon.stdin.write(PASSWORD.encode())
        self.daemon.stdin.close()
        until(120, "gnome-keyring-daemon does not answer", self.answers)

    def fill(self):
        self.store = self.home / "data/keyrings"
        self.store.mkdir(mode=0o700)
        keyring = self.store / "login.keyring"
        keyring.write_text(self._plain_keyring())
        self.start_daemon()
        for request in ("add 1", "delete 1"):
            super().ask(*request.split(), 120)
        self._stop()
        self.stop_daemon()
        if not keyring.read_bytes().startswith(b"GnomeKeyring"):
            raise Failure("the daemon did not encrypt the keyring that it was given")
        self.start_daemon()

    def ask(self, verb, times, deadline):
        if verb != "unlock":
            return super().ask(verb, times, deadline)
        answers = []
        for _ in range(times):
            self._stop()
            self.stop_daemon()
            begin = time.monotonic_ns()
            self.start_daemon()
            answers.append(time.monotonic_ns() - begin)
        return answers

    def _plain_keyring(self):
        dates = "mtime=1700000000\nctime=1700000000\n"
        parts = [f"[keyring]\ndisplay-name=Login\n{dates}lock-on-idle=false\nlock-after=false\n"]
        for number in range(self.count):
            name = number + 1
            parts.append(f"\n[{name}]\nitem-type=0\ndisplay-name={account_of(number)}\n"
                         f"secret={secret_of(number)}\n{dates}")
            attributes = (("account", account_of(number)), ("service", service_of(number)),
                          ("xdg:schema", "org.example.comparison"))
            for place, (key, value) in enumerate(attributes):
                parts.append(f"\n[{name}:attribute{place}]\nname={key}\ntype=string\nvalue={value}\n")
        return "".join(parts)


class FromStart(DaemonSession):
    """A daemon whose start is measured, too: the client starts it, and waits for its first answer and its first find."""

    def __init__(self, *arguments):
        super().__init__(*arguments)
        # The times to the first answer, in nanoseconds.
        self.starts = []

    def ask(self, verb, times, deadline):
        if verb != "unlock":
            return super().ask(verb, times, deadline)
        (self.home / "start").write_text(self.line + "\n")
        self._stop()
        answers = []
        for _ in range(times):
            self.stop_daemon()
            # The daemon is in the client's group, and ends with it.
            answers += self._once("unlock 1", deadline)
            self.starts.append(int((self.home / "answered").read_text()))
        self.start_daemon()
        return answers


class GnomeKeyringFromStart(FromStart, GnomeKeyring):
    @property
    def line(self):
        return (f"printf %s '{PASSWORD}' | exec gnome-keyring-daemon --unlock --foreground --components=secrets "
                f"--control-directory={self.home}/run/keyring >/dev/null 2>&1")


class SecureStoreService(FromStart):
    """Our own, filled over the bus; its store opens by itself."""

    def __init__(self, scratch, name, count, arguments, program):
        super().__init__(scratch, name, count, arguments)
        self.line = f"exec {program}"
        self.store = self.home / "data/securestore"

    def start_daemon(self):
        self.daemon = start([self.line.removeprefix("exec ")], self.home, stdin=subprocess.DEVNULL,
                            stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        until(30, "securestore-secret-service does not answer", self.answers)

    def fill(self):
        self.start_daemon()
        super().fill()


class KWallet(DaemonSession):
    """Started as at a login: a hash of the password comes through a pipe, the environment through a socket."""

    def fill(self):
        (self.home / "config/kwalletrc").write_text(
            "[Wallet]\nEnabled=true\nFirst Use=false\nPrompt on Open=false\nDefault Wallet=kdewallet\n"
            "[Auto Allow]\nkdewallet=comparison\n")
        self.store = self.home / "data/kwalletd"
        path = f"{self.home}/run/login"
        reading, writing = os.pipe()
        os.write(writing, bytes(range(56)))
        os.close(writing)
        with socket.socket(socket.AF_UNIX) as listening, socket.socket(socket.AF_UNIX) as login:
            listening.bind(path)
            listening.listen(1)
            self.daemon = start(
                ["kwalletd5", "--pam-login", reading, listening.fileno()], self.home,
                pass_fds=(reading, listening.fileno()), extra={"PAM_KWALLET5_LOGIN": path},
                stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
            os.close(reading)
            login.connect(path)
            names = ("DBUS_SESSION_BUS_ADDRESS", "HOME", "PATH", "QT_QPA_PLATFORM", "XDG_CONFIG_HOME",
                     "XDG_DATA_HOME", "XDG_RUNTIME_DIR")
            values = environment(self.home)
            login.sendall("".join(f"{name}={values[name]}\n" for name in names).encode())
        until(30, "kwalletd5 does not answer", self.answers)
        super().fill()
