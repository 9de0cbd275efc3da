"""A service manager: notify.py ADDRESS COUNT SECONDS COMMAND..., which runs a command and prints what it says.

After so many messages, or so many seconds, it sends SIGTERM. The last line is the exit code, and whether it came within a second.
`{silent}` in a word is a port of the loopback where somebody listens and never answers. With FULL=1 there is no room for
a message in the first two seconds.
"""

import os
import signal
import socket
import subprocess
import sys
import time

address, count, seconds = sys.argv[1], int(sys.argv[2]), float(sys.argv[3])
hearer = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
hearer.bind("\0" + address[1:] if address.startswith("@") else address)
fill = 0
if os.environ.pop("FULL", None):
    filler = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
    filler.setblocking(False)
    try:
        while True:
            filler.sendto(b"full", hearer.getsockname())
            fill += 1
    except BlockingIOError:
        pass
silent = socket.create_server(("127.0.0.1", 0))
words = [word.replace("{silent}", str(silent.getsockname()[1])) for word in sys.argv[4:]]
child = subprocess.Popen(words, env={**os.environ, "NOTIFY_SOCKET": address}, start_new_session=True)
end = time.monotonic() + seconds

if fill > 0:
    time.sleep(2)
    for _ in range(fill):
        hearer.recv(4096)


def hear(until):
    hearer.settimeout(max(0.001, until - time.monotonic()))
    try:
        print(hearer.recv(4096).decode().replace("\n", " | "), flush=True)
    except TimeoutError:
        return False
    return True


while count > 0 and time.monotonic() < end and hear(end):
    count -= 1
child.send_signal(signal.SIGTERM)
asked = time.monotonic()
while hear(asked + 0.5):
    pass
code = child.wait(10)
print(f"exit {code}" + ("" if time.monotonic() - asked < 1 else ", late"))
