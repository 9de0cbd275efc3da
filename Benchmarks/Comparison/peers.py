"""Who is compared: what each does for its answer, what it needs on the machine, and how a session with it begins."""

import shutil
import subprocess
from dataclasses import dataclass, field
from pathlib import Path

from commands import KeePassXC, Pass, SecureStoreCommand
from daemons import GnomeKeyring, KWallet
from sessions import ProgramSession

ROOT = Path(__file__).resolve().parent.parent.parent
BUILT = ROOT / ".build/comparison"
PYTHON = BUILT / "venv/bin/python"


@dataclass
class Peer:
    key: str
    name: str
    # For the README: what protects the items, and who has the key when they are read.
    protection: str
    begin: object
    # Debian's packages, with the programs or the libraries of pkg-config that show that they are there.
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

def _compile(output, source, *libraries, options=()):
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
    session.peak = _compile("peak", "peak.c")
    return session


def _floor(programs, scratch, count):
    return ProgramSession(scratch, "floor", count, [_program(programs, "FloorPeer")])


def _sqlcipher3(_, scratch, count):
    return ProgramSession(scratch, "sqlcipher3", count, [_compile("sqlcipher3", "sqlcipher.c", "sqlcipher")])


def _sqlcipher4(_, scratch, count):
    # The symbols come from the package of Python, so nothing is linked.
    library = _compile("sqlcipher4.so", "sqlcipher.c", options=("-DIS_LIBRARY", "-fPIC", "-shared"))
    return ProgramSession(scratch, "sqlcipher4", count,
                          [PYTHON, ROOT / "Benchmarks/Comparison/Peers/sqlcipher4.py", library])


def _gnome_keyring(_, scratch, count):
    return GnomeKeyring(scratch, "gnome", count, [_compile("secret_service", "secret_service.c", "libsecret-1")])


def _kwallet(_, scratch, count):
    return KWallet(scratch, "kwallet", count, [_compile("kwallet", "kwallet.c", "gio-2.0")])


def _pass(has_passphrase):
    def begin(_, scratch, count):
        session = Pass(scratch, "pass-locked" if has_passphrase else "pass", count, has_passphrase)
        session.peak = _compile("peak", "peak.c")
        return session
    return begin


def _keepassxc(_, scratch, count):
    session = KeePassXC(scratch, "keepassxc", count)
    session.peak = _compile("peak", "peak.c")
    return session


def _python_keyring(backend):
    def begin(_, scratch, count):
        program = [PYTHON, ROOT / "Benchmarks/Comparison/Peers/python_keyring.py", backend]
        return ProgramSession(scratch, f"python-{backend}", count, program)
    return begin


_C = {"gcc": ["gcc"], "pkg-config": ["pkg-config"]}
_BUS = {"dbus-daemon": ["dbus-daemon"]}

ALL = [
    Peer("typed", "SecureStore, typed",
         "each item sealed (XChaCha20-Poly1305) and each answer proven against the file's state; the device key is in a"
         " file; no daemon", _store, largest=1_000_000, has_threads=True),
    Peer("apple", "SecureStore, Apple's names", "the same file through `SecItemAdd` and the like, with Foundation's"
         " conversions", _keychain, largest=1_000_000, largest_list=100_000, has_threads=True),
    Peer("command", "SecureStore, command", "the same file through `securestore`: a process for each call",
         _command, _C, largest=1_000_000),
    Peer("floor", "Floor: SQLite + libsodium", "the same statements and the same cryptography called from C, nothing"
         " proven and nothing checked; no store to use", _floor, largest=1_000_000, has_threads=True),
    Peer("sqlcipher3", "SQLCipher 3.4", "pages of the file encrypted (AES-256-CBC, HMAC-SHA1); decrypted pages stay in"
         " the process's cache; raw key at hand; no daemon", _sqlcipher3,
         {**_C, "libsqlcipher-dev": ["lib:sqlcipher"]}, largest=1_000_000, has_threads=True),
    Peer("sqlcipher4", "SQLCipher 4", "as 3.4, with HMAC-SHA512", _sqlcipher4,
         {**_C, "libsqlite3-dev": ["lib:sqlite3"], "python3-venv": ["python3"]}, {"sqlcipher3-binary==0.6.0": "sqlcipher3"},
         largest=1_000_000, has_threads=True),
    Peer("gnome", "gnome-keyring", "one file encrypted as a whole (AES-128-CBC), decrypted in the daemon's memory while"
         " it is unlocked; answers encrypted on the bus; asked through libsecret", _gnome_keyring,
         {**_C, **_BUS, "gnome-keyring": ["gnome-keyring-daemon"], "libsecret-1-dev": ["lib:libsecret-1"]}),
    Peer("kwallet", "KWallet", "one file encrypted as a whole (Blowfish-CBC), decrypted in the daemon's memory while it"
         " is open; answers in plain text on the bus", _kwallet,
         {**_C, **_BUS, "libkf5wallet-bin": ["kwalletd5"], "libglib2.0-dev": ["lib:gio-2.0"],
          "libqca-qt5-2-plugins": []}),
    Peer("pass", "pass", "a file for each item, encrypted by GnuPG (RSA-3072, AES); the key without a passphrase;"
         " an agent; nothing is synced to the disk", _pass(False),
         {"pass": ["pass"], "gnupg": ["gpg", "gpg-agent", "gpg-connect-agent"]}),
    Peer("pass-locked", "pass, passphrase", "the same, the key with a passphrase that the agent remembers, and derives"
         " the key from at each call", _pass(True),
         {"pass": ["pass"], "gnupg": ["gpg", "gpg-agent", "gpg-connect-agent"]}),
    Peer("keepassxc", "KeePassXC, command", "one file encrypted as a whole (AES-256), its key derived from the password"
         " at each call; a process for each call; no daemon", _keepassxc, {"keepassxc": ["keepassxc-cli"]}),
    Peer("alt", "keyrings.alt", "Python keyring's `EncryptedKeyring`: each secret encrypted (AES-CFB) and not"
         " authenticated, names in plain text; the file is parsed at each call, and not synced", _python_keyring("alt"),
         {"python3-venv": ["python3"]}, {"keyrings.alt==5.0.2": "keyrings/alt", "pycryptodome": "Crypto"}),
    Peer("cryptfile", "keyrings.cryptfile", "each secret encrypted (AES-GCM) under a key derived with Argon2 at each"
         " call; names in plain text, not synced", _python_keyring("cryptfile"),
         {"python3-venv": ["python3"]}, {"keyrings.cryptfile==1.3.9": "keyrings/cryptfile", "pycryptodome": "Crypto"}),
]
