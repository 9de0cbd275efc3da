"""What goes wrong with the service, its clients and its store: each function is a scenario, which BusFaultTests runs on
a bus of its own.

    bus_faults.py SCENARIO SERVICE COMMAND

It ends with 0 if everything was as the scenario says.
"""
import contextlib
import errno
import os
import random
import resource
import signal
import socket
import sqlite3
import subprocess
import sys
import threading
import time

import secretstorage
from jeepney.bus import get_bus
from jeepney.io.blocking import open_dbus_connection
from jeepney.low_level import Endianness

from bus_client import COMMAND, DEFAULT, LOGIN, PREFIX, ROOT, SERVICE, Client, Refused, command, refused, start
from bus_programs import bus_that_starts, ending, owner, services, until

STORE = os.environ['HOME'] + '/.local/share/securestore/default.securestore'


def kills():
    """Killed at any moment while four clients add and replace, the service has lost nothing that it acknowledged."""
    bus_that_starts()
    command('secret-service', 'enable')
    known, unsure, stop = {}, set(), threading.Event()

    def work(name):
        number, client = 0, None
        while not stop.is_set():
            key, secret = f'{name}-{number // 2}', f'{name}-{number}'.encode() * 50
            try:
                client = client or Client().open()
                unsure.add(key)
                client.create({'key': key}, secret)
                known[key] = secret
                unsure.discard(key)
                number += 1
            except (Refused, TimeoutError, ConnectionError):
                # Whether this one was stored is not known; the next one is another.
                client, number = None, number + 2 - number % 2
                time.sleep(0.005)

    workers = [threading.Thread(target=work, args=(name,), daemon=True) for name in 'abcd']
    for worker in workers:
        worker.start()
    for _ in range(int(os.environ.get('KILLS', 8))):
        until(lambda: services())
        time.sleep(random.uniform(0.05, 0.6))
        for service in services():
            os.kill(service, signal.SIGKILL)
    time.sleep(1)
    stop.set()
    for worker in workers:
        worker.join(30)
    client = Client().open()
    found = {}
    for path in client.search({})[0]:
        key = client.get(path, 'Item', 'Attributes')['key']
        assert key not in found, f'{key} is there twice'
        found[key] = client.secret(path)[0]
    assert len(known) > 20, known
    for key, secret in known.items():
        assert found.get(key) == secret or key in unsure and found[key].startswith(secret[:2]), key
    assert set(found) <= set(known) | unsure and all(found.values())


def halves():
    """A client that is killed in the middle of a call leaves nothing, and keeps nobody waiting."""
    start()
    other = Client().open()
    for share in range(1, 20):
        client = Client().open()
        sock = client.bus.sock
        call = client.bus.send_message if hasattr(client.bus, 'send_message') else client.bus.send
        whole = []
        sock_send, client.bus.sock = sock, type('Sink', (), {
            'sendall': lambda self, data: whole.append(bytes(data)), 'fileno': lambda self: sock.fileno(),
            'settimeout': lambda self, time: None, 'close': lambda self: sock.close()})()
        from jeepney import DBusAddress, new_method_call
        properties = {PREFIX + 'Item.Label': ('s', 'half'), PREFIX + 'Item.Attributes': ('a{ss}', {'half': 'yes'})}
        call(new_method_call(
            DBusAddress(DEFAULT, bus_name='org.freedesktop.secrets', interface=PREFIX + 'Collection'), 'CreateItem',
            'a{sv}(oayays)b', (properties, (client.session, b'', b'half', 'text/plain'), True)))
        data = b''.join(whole)
        sock_send.sendall(data[:len(data) * share // 20])
        sock_send.shutdown(socket.SHUT_RDWR)
        sock_send.close()
        assert other.search({'half': 'yes'}) == ([], [])
    # One that is gone before its answer: all of it, or nothing.
    for number in range(20):
        words = (f'import sys; sys.path.insert(0, {os.path.dirname(__file__)!r}); import os, signal, threading;'
                 f'sys.argv = ["", "", {SERVICE!r}, {COMMAND!r}]; import bus_client; client = bus_client.Client().open();'
                 f'threading.Timer({number / 4000}, os.kill, (os.getpid(), signal.SIGKILL)).start();'
                 f'client.create({{"gone": "{number}"}}, b"all of it")')
        assert subprocess.run([sys.executable, '-B', '-c', words], timeout=20).returncode in (0, -signal.SIGKILL)
    for path in other.search({})[0]:
        assert other.secret(path)[0] == b'all of it' and other.get(path, 'Item', 'Label') == 'label'
    assert other.secret(other.create({'a': '1'}))[0] == b'secret'


def limited():
    resource.setrlimit(resource.RLIMIT_FSIZE, (200_000, resource.RLIM_INFINITY))
    # Otherwise a write beyond the limit ends the process, which a full disk does not.
    signal.signal(signal.SIGXFSZ, signal.SIG_IGN)


def full():
    """No room on the disk is an error of that call: what is there answers, and later calls work again."""
    start().kill()
    until(lambda: 'nobody' in owner())
    service = subprocess.Popen([SERVICE], preexec_fn=limited, restore_signals=False)
    until(lambda: 'process' in owner())
    client = Client().open()
    stored = []
    try:
        for number in range(100):
            stored.append((client.create({'n': str(number)}, os.urandom(10_000)), number))
        raise AssertionError('the disk is not full')
    except Refused as error:
        assert str(error).endswith('.Failed'), error
    assert stored
    for path, number in stored:
        assert client.search({'n': str(number)})[0] == [path] and len(client.secret(path)[0]) == 10_000
    client.create({'in': 'memory'}, collection=ROOT + '/collection/session')
    resource.prlimit(service.pid, resource.RLIMIT_FSIZE, (resource.RLIM_INFINITY, resource.RLIM_INFINITY))
    assert client.secret(client.create({'n': 'again'}))[0] == b'secret'
    assert len(client.search({})[0]) == len(stored) + 2 and service.poll() is None


def room():
    """The same on a file system without a byte left: each change is refused, and what was acknowledged stays.

    It mounts one, and expects to have the mounts of this system for itself."""
    place = os.path.dirname(STORE)
    os.makedirs(place, 0o700)
    subprocess.run(['mount', '-t', 'tmpfs', '-o', 'size=1m,mode=700', 'none', place], check=True)
    service = start()
    client = Client().open()
    other = client.call(ROOT, 'CreateCollection', 'a{sv}s', {PREFIX + 'Collection.Label': ('s', 'other')}, 'name')[0]
    stored = {client.create({'n': str(number)}, b'%d' % number * 1000): b'%d' % number * 1000 for number in range(20)}
    path = list(stored)[0]
    with open(place + '/filler', 'wb', buffering=0) as filler:
        try:
            while filler.write(bytes(4096)):
                pass
        except OSError as error:
            assert error.errno == errno.ENOSPC, error
    # As long as its journal has room for it, a change is made.
    for number in range(1000):
        try:
            stored[client.create({'more': str(number)}, b'more' * 1000)] = b'more' * 1000
        except Refused:
            break
    secret = (client.session, b'', os.urandom(100_000), 'text/plain')
    for change in [
        lambda: client.create({'n': '0'}, secret[2]), lambda: client.create({'new': '1'}, secret[2]),
        lambda: client.call(path, 'SetSecret', '(oayays)', secret, interface='Item'),
        lambda: client.set(path, 'Item', 'Label', ('s', 'other' * 10_000)),
        lambda: client.set(path, 'Item', 'Attributes', ('a{ss}', {'a': 'b' * 50_000})),
        lambda: client.set(other, 'Collection', 'Label', ('s', 'label' * 10_000)),
        lambda: client.call(ROOT, 'CreateCollection', 'a{sv}s', {PREFIX + 'Collection.Label': ('s', 'l' * 50_000)}, ''),
    ]:
        refused('Failed', change)

    def examine():
        assert {path: client.secret(path)[0] for path in client.search({})[0]} == stored
        assert client.get(path, 'Item', 'Label') == 'label' and client.get(other, 'Collection', 'Label') == 'other'

    examine()
    client.create({'in': 'memory'}, collection=ROOT + '/collection/session')
    service.kill()
    service.wait()
    service = start()
    client = Client().open()
    examine()
    os.unlink(place + '/filler')
    stored[client.create({'n': '0'}, b'again')] = b'again'
    client.call(list(stored)[1], 'Delete', interface='Item')
    del stored[list(stored)[1]]
    examine()
    assert service.poll() is None


def onlyRead():
    """A store that takes no change when the service starts is read; a change is refused, until the store takes it.

    It mounts one, and expects to have the mounts of this system for itself."""
    place = os.path.dirname(STORE)
    os.makedirs(place, 0o700)
    subprocess.run(['mount', '-t', 'tmpfs', '-o', 'size=1m,mode=700', 'none', place], check=True)
    service = start()
    path = Client().open().create({'a': '1'})
    service.terminate()
    service.wait()
    subprocess.run(['mount', '-o', 'remount,ro', place], check=True)
    service = start()
    client = Client().open()
    for _ in range(2):
        assert client.search({'a': '1'}) == ([path], []) and client.secret(path)[0] == b'secret'
        refused('Failed', client.create, {'a': '2'})
        refused('Failed', client.call, path, 'Delete', interface='Item')
    client.create({'in': 'memory'}, collection=ROOT + '/collection/session')
    subprocess.run(['mount', '-o', 'remount,rw', place], check=True)
    other = client.create({'a': '2'})
    assert client.secret(other)[0] == b'secret' and client.secret(path)[0] == b'secret' and service.poll() is None


def damaged():
    """An item that cannot be opened is an error of its own calls."""
    service = start()
    client = Client().open()
    paths = [client.create({'n': str(number)}, b'%d' % number) for number in range(5)]
    service.terminate()
    service.wait()
    with sqlite3.connect(STORE) as store:
        number, secret = store.execute("SELECT number, secret FROM item WHERE secret IS NOT NULL LIMIT 1").fetchone()
        store.execute("UPDATE item SET secret = ? WHERE number = ?", (secret[:-1] + bytes([secret[-1] ^ 1]), number))
    store.close()
    start()
    client = Client().open()
    secrets = []
    for path in paths:
        try:
            secrets.append(client.secret(path)[0])
        except Refused as error:
            assert str(error).endswith('.Failed'), error
    assert len(secrets) == 4, secrets
    answer = client.call(ROOT, 'GetSecrets', 'aoo', paths, client.session)[0]
    assert len(answer) == 4
    assert client.secret(client.create({'n': 'new'}))[0] == b'secret'


def unreadable():
    """Changes that cannot be read are an error, and what came with them is not missing; the other store goes on."""
    service = start()
    client, session = Client().open(), ROOT + '/collection/session'
    client.create({'a': '1'})
    service.send_signal(signal.SIGSTOP)
    command('secret-tool', 'store', '--label=Mail', 'a', '2', secret=b'secret')
    database = sqlite3.connect(STORE, isolation_level=None)
    nodes = database.execute('SELECT content, number FROM node').fetchall()
    database.execute('UPDATE node SET content = zeroblob(8)')
    service.send_signal(signal.SIGCONT)
    for _ in range(2):
        refused('Failed', client.search, {'a': '2'})
        refused('Failed', client.create, {'a': '2'})
        refused('Failed', client.get, LOGIN, 'Collection', 'Items')
        path = client.create({'a': '2'}, collection=session)
        assert client.call(session, 'SearchItems', 'a{ss}', {'a': '2'}, interface='Collection') == ([path],)
    database.executemany('UPDATE node SET content = ? WHERE number = ?', nodes)
    assert len(client.search({'a': '2'})[0]) == 2 and service.poll() is None


def gone():
    """A store that is moved away is an error of calls that need it, and counts again when it is back."""
    service = start()
    client = Client().open()
    path = client.create({'a': '1'})
    names = [STORE + end for end in ['', '-wal', '-shm'] if os.path.exists(STORE + end)]
    for name in names:
        os.rename(name, name + '.away')
    # It has the file open, and reads it wherever that is.
    assert client.secret(path)[0] == b'secret'
    refused('Failed', client.create, {'a': '2'})
    kept = client.create({'in': 'memory'}, collection=ROOT + '/collection/session')
    assert client.secret(kept)[0] == b'secret' and client.get(LOGIN, 'Collection', 'Label') == 'Login'
    for name in names:
        os.rename(name + '.away', name)
    until(lambda: client.search({'a': '1'})[0] == [path])
    assert client.secret(path)[0] == b'secret' and service.poll() is None


def passOn(listener, ends):
    """A bus before the bus, which passes everything on."""
    def copy(source, sink):
        with contextlib.suppress(OSError):
            while data := source.recv(1 << 16):
                sink.sendall(data)
            sink.shutdown(socket.SHUT_RDWR)

    with contextlib.suppress(OSError):
        while True:
            near, far = listener.accept()[0], socket.socket(socket.AF_UNIX)
            far.connect(get_bus('SESSION'))
            ends.append(near)
            for pair in [(near, far), (far, near)]:
                threading.Thread(target=copy, args=pair, daemon=True).start()


def cut():
    """The service fails when the bus ends its connection and goes on; the end of the bus is no failure."""
    for name, code in [('goes-on', 53), ('ends', 0)]:
        listener, ends = socket.socket(socket.AF_UNIX), []
        listener.bind(os.environ['TMPDIR'] + '/' + name)
        listener.listen()
        threading.Thread(target=passOn, args=(listener, ends), daemon=True).start()
        service = start(DBUS_SESSION_BUS_ADDRESS='unix:path=' + listener.getsockname())
        # The bus knows the name before the service has read that it has it.
        Client().open()
        if name == 'ends':
            listener.shutdown(socket.SHUT_RDWR)
        # Not those that come meanwhile: the service looks whether the bus goes on.
        for end in list(ends):
            end.shutdown(socket.SHUT_RDWR)
        assert service.wait(20) == code, (name, service.returncode)
        until(lambda: 'nobody' in owner())


# What is left in memory

def wiped():
    """No secret is left in the service's memory once it was answered, in both kinds of session."""
    service, client = start(), Client().open()
    agreed = secretstorage.get_default_collection(open_dbus_connection('SESSION'))
    other = Client()
    other.order = Endianness.big
    other.open()
    # Of attributes some do stay, though not of each call: what is looked for is found.
    until(lambda: client.create({'a': 'attribute-text'}) and b'attribute-text' in memory(service))
    for size in (40, 700, 5_000, 100_000, 1 << 20):
        mark = b'secret-' + os.urandom(8).hex().encode()
        secret = (mark * (size // len(mark) + 1))[:size]
        paths = [client.create({'size': str(size), 'n': str(number)}, secret) for number in range(8)]
        assert client.secret(paths[0])[0] == secret
        assert len(client.call(ROOT, 'GetSecrets', 'aoo', paths[:1], client.session)[0]) == 1
        until(lambda: mark not in memory(service))
        other.create({'size': str(size), 'n': 'other'}, secret)
        until(lambda: mark not in memory(service))
        item = agreed.create_item('label', {'agreed': str(size)}, secret)
        assert item.get_secret() == secret
        until(lambda: mark not in memory(service))


def memory(service):
    """All that the process could read and write."""
    found = b''
    with open(f'/proc/{service.pid}/maps') as maps, open(f'/proc/{service.pid}/mem', 'rb') as file:
        for words in map(str.split, maps):
            if words[1].startswith('rw'):
                start, end = (int(number, 16) for number in words[0].split('-'))
                file.seek(start)
                with contextlib.suppress(OSError):
                    found += file.read(end - start)
    return found


if __name__ == '__main__':
    ending(globals()[sys.argv[1]])
