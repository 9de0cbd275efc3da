"""Runs a program at a terminal of its own and answers its questions.

Usage: terminal.py [--clock LIBRARY] [TEXT ANSWER]... -- PROGRAM [ARGUMENT]...

Waits for each TEXT in what the terminal shows and then types ANSWER; ANSWER `^X` is a control character, `SIGNAL name`
sends a signal, `RUN command` types nothing and runs a line of the shell. At the end it prints what was shown, and the exit code, negative for a signal. Whether the terminal
would show what is typed is noted at each question and at the end. With `--clock` the program has the clock of a
library that is loaded in front of the others.
"""
import os
import pty
import select
import signal
import subprocess
import sys
import termios
import time

PATIENCE = 60


def shows_typing(terminal):
    return bool(termios.tcgetattr(terminal)[3] & termios.ECHO)


def main():
    split = sys.argv.index("--")
    pairs = sys.argv[1:split]
    environment = dict(os.environ)
    if pairs and pairs[0] == "--clock":
        environment["LD_PRELOAD"], pairs = pairs[1], pairs[2:]
    child, terminal = pty.fork()
    if child == 0:
        # Whoever runs the tests may ignore them, as what a script starts in the background does.
        for ignored in (signal.SIGHUP, signal.SIGINT, signal.SIGQUIT):
            signal.signal(ignored, signal.SIG_DFL)
        os.execvpe(sys.argv[split + 1], sys.argv[split + 1:], environment)
    shown, notes = b"", []
    end = time.monotonic() + PATIENCE

    def read():
        nonlocal shown
        if not select.select([terminal], [], [], max(0, end - time.monotonic()))[0]:
            os.kill(child, signal.SIGKILL)
            raise SystemExit("the program did not end: " + repr(shown))
        try:
            part = os.read(terminal, 65536)
        except OSError:
            part = b""
        shown += part
        return part

    seen = 0
    for text, answer in zip(pairs[::2], pairs[1::2]):
        while shown.find(text.encode(), seen) < 0:
            if not read():
                raise SystemExit("it never said " + text + ": " + repr(shown))
        seen = shown.find(text.encode(), seen) + len(text)
        notes.append("shown" if shows_typing(terminal) else "hidden")
        if answer.startswith("SIGNAL "):
            os.kill(child, getattr(signal, answer.split()[1]))
        elif answer.startswith("RUN "):
            subprocess.run(["/bin/sh", "-c", answer[4:]], check=True, env=environment)
        elif len(answer) == 2 and answer[0] == "^":
            os.write(terminal, bytes([ord(answer[1]) & 31]))
        else:
            os.write(terminal, answer.encode() + b"\n")
    while read():
        pass
    notes.append("shown" if shows_typing(terminal) else "hidden")
    status = os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])
    sys.stdout.write(shown.decode(errors="replace").replace("\r\n", "\n"))
    sys.stdout.write("\n--\nexit %d, typing %s\n" % (status, " ".join(notes)))


main()
