"""Runs a program at a terminal of its own and answers its questions.

Usage: terminal.py [--slowly TEXT] [TEXT ANSWER]... -- PROGRAM [ARGUMENT]...

Waits for each TEXT in what the terminal shows and then types ANSWER; ANSWER `^X` is a control character, `SIGNAL name`
sends a signal. At the end it prints what was shown, and the exit code, negative for a signal. Whether the terminal
would show what is typed is noted at each question and at the end. Until it has shown the TEXT behind `--slowly`, the
program runs for a sixth of the time only, so that work takes long which otherwise would not.
"""
import os
import pty
import select
import signal
import sys
import termios
import threading
import time

PATIENCE = 60
RUN, REST = 0.008, 0.042


def shows_typing(terminal):
    return bool(termios.tcgetattr(terminal)[3] & termios.ECHO)


def slow_down(child, is_over):
    while not is_over.wait(RUN):
        os.kill(child, signal.SIGSTOP)
        is_over.wait(REST)
        os.kill(child, signal.SIGCONT)


def main():
    split = sys.argv.index("--")
    pairs = sys.argv[1:split]
    child, terminal = pty.fork()
    if child == 0:
        os.execvp(sys.argv[split + 1], sys.argv[split + 1:])
    slow_until, is_over = b"", threading.Event()
    slowness = threading.Thread(target=slow_down, args=(child, is_over), daemon=True)
    if pairs and pairs[0] == "--slowly":
        slow_until, pairs = pairs[1].encode(), pairs[2:]
        slowness.start()
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
        if slow_until in shown or not part:
            is_over.set()
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
        elif len(answer) == 2 and answer[0] == "^":
            os.write(terminal, bytes([ord(answer[1]) & 31]))
        else:
            os.write(terminal, answer.encode() + b"\n")
    while read():
        pass
    notes.append("shown" if shows_typing(terminal) else "hidden")
    if slow_until:
        slowness.join()
    status = os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])
    sys.stdout.write(shown.decode(errors="replace").replace("\r\n", "\n"))
    sys.stdout.write("\n--\nexit %d, typing %s\n" % (status, " ".join(notes)))


main()
