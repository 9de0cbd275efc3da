"""Who is compared: what each needs on the machine, and how a session with it begins."""

import shutil
import subprocess
from dataclasses import dataclass, field
from pathlib import Path

from commands import Age, KeePassXC, Pass, SecureStoreCommand
from daemons import GnomeKeyring, KWallet
from sessions import ProgramSession

ROOT = Path(__file__).resolve().parent.parent.parent
BUILT = ROOT / ".build/comparison"
PYTHON = BUILT / "venv/bin/python"


@dataclass
class Peer:
    key: str
    name: str
    begin: object
    # Debian's packages, with the programs or the libraries of pkg-config that show that they are there; one without
    # such signs comes with the others.
    packages: dict = field(default_factory=dict)
    # Modules of Python, by the packages of PyPI that have them.
    modules: dict = field(default_factory=dict)
    largest: int = 10_000
    largest_list: int = 1_000_000
    has_threads: bool = False

    def missing(self):
        """What is not installed, as words for `--install` and for people."""
        packages = [package for package, signs in self.packages.items() if not all(map(_is_there, signs))]
        return packages, [name for name, module in self.modules.items() if not _has_module(module)]


def _is_there(sign):
    if sign.startswith("lib:"):
        return shutil.which("pkg-config") is not None and subprocess.run(
            ["pkg-config", "--exists", sign[4:]], stderr=subprocess.DEVNULL).returncode == 0
    return shutil.which(sign) is not None


def _has_module(module):
    return any((BUILT / "venv").glob(f"lib/python3*/site-packages/{module}"))


# --- Programs of C

def compile_peer(output, source, *libraries, options=()):
    """Compiles a peer, unless that was done after its source was changed."""
    sources = [ROOT / "Benchmarks/Sources/CPeer/peer.c", ROOT / "Benchmarks/Comparison/Peers" / source]
    target = BUILT / output
    if not target.exists() or any(file.stat().st_mtime > target.stat().st_mtime for file in sources):
        BUILT.mkdir(parents=True, exist_ok=True)
        flags = _library_flags(libraries) if libraries else []
        compiler = shutil.which("gcc") or "clang"
        subprocess.run([compiler, "-O2", "-Wall", "-Wextra", "-o", target, *options,
                        f"-I{ROOT}/Benchmarks/Sources/CPeer/include", *sources, *flags, "-lpthread"], check=True)
    return target


def _library_flags(libraries):
    asked = ["pkg-config", "--cflags", "--libs", *libraries]
    return subprocess.run(asked, capture_output=True, text=True, check=True).stdout.split()


def _program(folder, product):
    return folder / "release" / product


# --- The peers: each begins with the folder of the Swift programs, a directory and the number of items

def _store(programs, scratch, count):
    return ProgramSession(scratch, "typed", count, [_program(programs, "StorePeer")])


def _keychain(programs, scratch, count):
    return ProgramSession(scratch, "apple", count, [_program(programs, "KeychainPeer")],
                          [_program(programs, "StorePeer")])


def _command(programs, scratch, count):
    session = SecureStoreCommand(scratch, "command", count, _program(programs, "securestore"),
                                 [_program(programs, "StorePeer")])
    session.peak = compile_peer("peak", "peak.c")
    return session


def _floor(programs, scratch, count):
    return ProgramSession(scratch, "floor", count, [_program(programs, "FloorPeer")])


def _sqlcipher3(_, scratch, count):
    return ProgramSession(scratch, "sqlcipher3", count, [compile_peer("sqlcipher3", "sqlcipher.c", "sqlcipher")])


def _sqlcipher4(_, scratch, count):
    # The symbols come from the package of Python, so nothing is linked.
    library = compile_peer("sqlcipher4.so", "sqlcipher.c", options=("-DIS_LIBRARY", "-fPIC", "-shared"))
    return ProgramSession(scratch, "sqlcipher4", count,
                          [PYTHON, ROOT / "Benchmarks/Comparison/Peers/sqlcipher4.py", library])


def _gnome_keyring(_, scratch, count):
    return GnomeKeyring(scratch, "gnome", count, [compile_peer("secret_service", "secret_service.c", "libsecret-1")])


def _kwallet(_, scratch, count):
    return KWallet(scratch, "kwallet", count, [compile_peer("kwallet", "kwallet.c", "gio-2.0")])


def _pass(has_passphrase):
    def begin(_, scratch, count):
        session = Pass(scratch, "pass-locked" if has_passphrase else "pass", count, has_passphrase)
        session.peak = compile_peer("peak", "peak.c")
        return session
    return begin


def _age(_, scratch, count):
    session = Age(scratch, "age", count)
    session.peak = compile_peer("peak", "peak.c")
    return session


def _keepassxc(_, scratch, count):
    session = KeePassXC(scratch, "keepassxc", count)
    session.peak = compile_peer("peak", "peak.c")
    return session


def _python_keyring(backend):
    def begin(_, scratch, count):
        program = [PYTHON, ROOT / "Benchmarks/Comparison/Peers/python_keyring.py", backend]
        return ProgramSession(scratch, f"python-{backend}", count, program)
    return begin


_C = {"gcc": ["gcc"], "pkg-config": ["pkg-config"]}
_BUS = {"dbus-daemon": ["dbus-daemon"]}
_PYTHON = {"python3-venv": ["python3"]}
_PASS = {**_C, "pass": ["pass"], "gnupg": ["gpg", "gpg-connect-agent"], "gpg-agent": ["gpg-agent"]}

ALL = [
    Peer("typed", "SecureStore, typed", _store, largest=1_000_000, has_threads=True),
    # Its list is an array of dictionaries.
    Peer("apple", "SecureStore, Apple's names", _keychain, largest=1_000_000, largest_list=100_000, has_threads=True),
    Peer("command", "SecureStore, command", _command, _C, largest=1_000_000),
    Peer("floor", "Floor: SQLite + libsodium", _floor, largest=1_000_000, has_threads=True),
    Peer("sqlcipher3", "SQLCipher 3.4", _sqlcipher3, {**_C, "libsqlcipher-dev": ["lib:sqlcipher"]}, largest=1_000_000,
         has_threads=True),
    Peer("sqlcipher4", "SQLCipher 4", _sqlcipher4, {**_C, **_PYTHON, "libsqlite3-dev": ["lib:sqlite3"]},
         {"sqlcipher3-binary==0.6.0": "sqlcipher3"}, largest=1_000_000, has_threads=True),
    # A list of more through libsecret fails with "No such secret item", and keeps the daemon busy for minutes.
    Peer("gnome", "gnome-keyring", _gnome_keyring,
         {**_C, **_BUS, "gnome-keyring": ["gnome-keyring-daemon"], "libsecret-1-dev": ["lib:libsecret-1"]},
         largest_list=1_000),
    Peer("kwallet", "KWallet", _kwallet,
         {**_C, **_BUS, "libkf5wallet-bin": ["kwalletd5"], "libglib2.0-dev": ["lib:gio-2.0"],
          "libqca-qt5-2-plugins": []}),
    Peer("pass", "pass", _pass(False), _PASS),
    Peer("pass-locked", "pass, passphrase", _pass(True), _PASS),
    Peer("age", "age", _age, {**_C, "age": ["age", "age-keygen"]}),
    Peer("keepassxc", "KeePassXC, command", _keepassxc, {**_C, "keepassxc": ["keepassxc-cli"]}),
    Peer("alt", "keyrings.alt", _python_keyring("alt"), _PYTHON,
         {"keyrings.alt==5.0.2": "keyrings/alt", "pycryptodome": "Crypto"}),
    Peer("cryptfile", "keyrings.cryptfile", _python_keyring("cryptfile"), _PYTHON,
         {"keyrings.cryptfile==1.3.9": "keyrings/cryptfile", "pycryptodome": "Crypto"}),
]
