"""How people are asked for the Secret Service: scenarios of BusPromptTests, as in bus_client.py."""
import os
import pty
import re
import select
import signal
import socket
import subprocess
import sys
import tempfile
import termios
import threading
import time

from jeepney.bus_messages import message_bus

from bus_client import COMMAND, LOGIN, NAME, PREFIX, ROOT, Client, command, refused, start
from bus_policy import WORK, write

HOME = os.environ['HOME']
STORE = os.path.join(HOME, '.local/share/securestore/default.securestore')
LOG = os.path.join(HOME, 'pinentry.log')

# A pinentry that does what the first line of a file says: an answer, `hang`, or nothing to refuse.
PINENTRY = r'''#!/usr/bin/python3
import os, signal, sys, time
log = open(os.path.join(os.environ['HOME'], 'pinentry.log'), 'a', buffering=1)
print('start', os.getpid(), *sys.argv[1:], file=log)
print('OK Pleased to meet you', flush=True)
tries = 0
for line in sys.stdin:
    print(line.strip(), file=log)
    answers = open(os.path.join(os.environ['HOME'], 'answers')).read().split('\n')
    if line.startswith(('GETPIN', 'CONFIRM')):
        answer = answers[min(tries, len(answers) - 1)]
        tries += 1
        if answer == 'hang':
            signal.signal(signal.SIGTERM, signal.SIG_IGN)
            time.sleep(600)
        if answer == 'stay':
            time.sleep(600)
        if answer == 'both':
            print('ERR 83886194 Not confirmed <Pinentry>\nOK', flush=True)
            continue
        if not answer:
            print('ERR 83886179 Operation cancelled <Pinentry>', flush=True)
            continue
        if line.startswith('GETPIN'):
            print('# a comment\nS STATUS', flush=True)
            for part in (answer[:2], answer[2:]):
                print('D ' + part.replace('%', '%25'), flush=True)
    print('OK' if not line.startswith('OPTION') else 'ERR 83886254 Unknown option <Pinentry>', flush=True)
'''


def prepare(rules='# no rules', answers='right 100%', locks=True, **environment):
    """A locked store with an item, a service over it, and a pinentry with these answers."""
    os.makedirs(os.path.join(HOME, 'bin'))
    with open(os.path.join(HOME, 'bin/pinentry'), 'w') as file:
        file.write(PINENTRY)
    os.chmod(file.name, 0o755)
    os.chmod(os.environ.setdefault('XDG_RUNTIME_DIR', HOME), 0o700)
    answering(answers)
    command('secret-tool', 'store', '--label=Mail', 'a', '1', secret=b'secret')
    if locks:
        command('passphrase', 'set', '--stdin', secret=b'right 100%')
    write(rules)
    told = tempfile.NamedTemporaryFile()
    path = os.path.join(HOME, 'bin') + ':' + os.environ['PATH']
    service = start(told=told, PATH=path, **environment)
    return service, Client().open(), told


def answering(text):
    with open(os.path.join(HOME, 'answers'), 'w') as file:
        file.write(text)


def logged():
    return open(LOG).read() if os.path.exists(LOG) else ''


def until(body, what, seconds=10):
    end = time.monotonic() + seconds
    while not (found := body()):
        assert time.monotonic() < end, what
        time.sleep(0.01)
    return found


def begin(client, *paths):
    """Begins a prompt for what is locked, and returns its path."""
    unlocked, prompt = client.call(ROOT, 'Unlock', 'ao', list(paths) or [LOGIN])
    assert unlocked == [] and prompt != '/', (unlocked, prompt)
    client.call(prompt, 'Prompt', 's', '', interface='Prompt')
    return prompt


def completed(client, *paths, seconds=60):
    """True if the prompt for these was dismissed."""
    with client.listen() as queue:
        begin(client, *paths)
        return waited(client, queue, seconds)


def waited(client, queue, seconds=60):
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        for member, dismissed in client.heard(queue, 0.1):
            if member == 'Completed':
                return dismissed
    raise AssertionError('the prompt does not complete')


def read(told):
    return open(told.name).read()


# Pinentry

def pinentry():
    _, client, told = prepare(answers='wrong\nright 100%', GPG_TTY='/dev/null', TERM='dumb')
    assert completed(client) is False
    assert client.get(LOGIN, 'Collection', 'Locked') is False
    path, = client.search({'a': '1'})[0]
    assert client.secret(path)[0] == b'secret'
    words = logged()
    assert words.count('GETPIN') == 2 and 'SETERROR that is not it' in words, words
    assert f'SETDESC {os.path.realpath(sys.executable)} (process {os.getpid()}) waits' in words, words
    assert 'OPTION ttyname=/dev/null' in words and re.search(r'start \d+\n', words), words
    assert 'right' not in words and 'right' not in read(told)


def curses():
    """Debian's own pinentry at a terminal."""
    master, slave = pty.openpty()
    command('secret-tool', 'store', '--label=Mail', 'a', '1', secret=b'secret')
    command('passphrase', 'set', '--stdin', secret=b'right')
    start(GPG_TTY=os.ttyname(slave), TERM='xterm', DISPLAY='')
    client = Client().open()
    with client.listen() as queue:
        begin(client)
        shown(master, 'Passphrase')
        os.write(master, b'right\r')
        assert waited(client, queue) is False
    assert client.secret(client.search({'a': '1'})[0][0])[0] == b'secret'


def astray():
    """A refusal with another word behind it does not agree."""
    _, client, told = prepare(rules='ask everyone', answers='both', locks=False, DISPLAY=':99')
    assert completed(client) is True
    until(lambda: 'pinentry says what it was not asked for' in read(told), 'nothing is told')


def beside():
    """A pinentry that asks ends with the program that the service is beside."""
    service, _, _ = prepare(answers='stay')
    service.kill()
    service.wait()
    environment = {**os.environ, 'PATH': os.path.join(HOME, 'bin') + ':' + os.environ['PATH'], 'DISPLAY': ':99'}
    del environment['DBUS_SESSION_BUS_ADDRESS']
    script = 'secret-tool lookup a 1 & until grep -qs GETPIN "$HOME/pinentry.log"; do sleep 0.1; done'
    subprocess.run([COMMAND, 'with-keyring', '--', 'sh', '-c', script], env=environment, check=True, timeout=120)
    number, = re.findall(r'start (\d+)', logged())
    gone(number)


def dismissed():
    _, client, told = prepare(answers='', DISPLAY=':99')
    assert completed(client) is True
    asked = logged().count('GETPIN')
    began = time.monotonic()
    assert completed(client) is True and time.monotonic() - began < 2
    assert logged().count('GETPIN') == asked == 1, 'the same program is asked for again'
    assert 'not asked for again so soon' in read(told)


def ended():
    _, client, _ = prepare(answers='hang', DISPLAY=':99')
    with client.listen() as queue:
        prompt = begin(client)
        until(lambda: 'GETPIN' in logged(), 'nobody is asked')
        first = re.findall(r'start (\d+)', logged())
        other = Client()
        refused('NoSuchObject', other.call, prompt, 'Dismiss', interface='Prompt')
        client.call(prompt, 'Dismiss', interface='Prompt')
        assert waited(client, queue) is True
    gone(first[0])
    # A client that goes away takes its question with it, and the next one is asked.
    leaving = Client()
    begin(leaving)
    second = until(lambda: re.findall(r'start (\d+)', logged())[1:], 'nobody is asked')
    until(lambda: logged().count('GETPIN') == 2, 'nobody is asked')
    with client.listen() as queue:
        begin(client)
        answering('right 100%')
        leaving.bus.close()
        assert waited(client, queue) is False
    gone(second[0])


def gone(process):
    until(lambda: not os.path.exists(f'/proc/{process}'), 'pinentry goes on, or nobody has taken notice of its end')


def late():
    _, client, told = prepare(answers='hang', DISPLAY=':99', SECURESTORE_PROMPT_TIMEOUT='2')
    began = time.monotonic()
    assert completed(client) is True
    assert 1 < time.monotonic() - began < 6
    until(lambda: 'service: pinentry ended without an answer\n' in read(told), 'nothing is told, or too much')


def relative():
    service, _, _ = prepare()
    service.kill()
    service.wait()
    os.chdir(HOME)
    start(PATH='bin:' + os.environ['PATH'], DISPLAY=':99', SECURESTORE_PROMPT_TIMEOUT='5')
    assert completed(Client()) is True
    assert not logged(), 'a program of the current folder gets the passphrase'


def bounds():
    _, client, _ = prepare(answers='hang', DISPLAY=':99')
    for _ in range(16):
        begin(client)
    refused('LimitsExceeded', client.call, ROOT, 'Unlock', 'ao', [LOGIN])
    until(lambda: 'GETPIN' in logged(), 'nobody is asked')
    assert logged().count('start') == 1, 'one question at a time'
    assert client.call(ROOT, 'ReadAlias', 's', 'default') == (LOGIN,)


def takenBack():
    """A program that takes its questions back gets them one after the other, however it goes on."""
    _, client, _ = prepare(answers='stay', DISPLAY=':99')
    begun, end = 0, time.monotonic() + 4
    while time.monotonic() < end:
        for leaves in False, True:
            other = Client()
            prompt = begin(other)
            time.sleep(0.02)
            other.bus.close() if leaves else other.call(prompt, 'Dismiss', interface='Prompt')
            begun += 1
    assert begun > 20 and logged().count('start') <= 3, (begun, logged().count('start'))
    # The next question waits for its time, and is asked then.
    answering('right 100%')
    assert completed(client, seconds=10) is False


# The policy's questions

def asks():
    _, client, _ = prepare(rules='ask everyone', answers='yes', locks=False, DISPLAY=':99')
    other = Client().open()
    path, = client.search({'a': '1'})[1]
    with client.listen() as queue:
        begin(client, path)
        heard = client.heard(queue, 2)
    assert ('Completed', False) in heard, heard
    assert 'wants to use the collection login' in logged() and 'GETPIN' not in logged()
    assert client.secret(path)[0] == b'secret' and client.search({'a': '1'}) == ([path], [])
    refused('IsLocked', other.secret, path)
    assert other.get(LOGIN, 'Collection', 'Locked') and not client.get(LOGIN, 'Collection', 'Locked')
    # What somebody refuses stays closed, and a lock ends what was allowed.
    answering('')
    assert completed(other, LOGIN) is True
    refused('IsLocked', other.secret, path)
    client.call(ROOT, 'Lock', 'ao', [LOGIN])
    refused('IsLocked', client.secret, path)


def asksForEach():
    """What a person allows is what was shown, whatever else is in the same call."""
    _, client, _ = prepare(answers='yes', locks=False, DISPLAY=':99')
    client.call(ROOT, 'CreateCollection', 'a{sv}s', {PREFIX + 'Collection.Label': ('s', 'Work')}, '')
    write('ask everyone')
    assert completed(client, LOGIN, WORK) is False
    assert questions() == ['CONFIRM', 'CONFIRM'], logged()
    assert all(f'wants to use the collection {name}' in logged() for name in ('login', 'Work')), logged()


def asksAfterPassphrase():
    _, client, _ = prepare(rules='ask everyone', answers='right 100%', DISPLAY=':99')
    assert completed(client) is False
    assert questions() == ['GETPIN', 'CONFIRM'], logged()


def asksBesideLocked():
    """An answer for a collection counts whatever another store's lock is."""
    _, client, _ = prepare(rules='ask everyone in session', answers='yes', DISPLAY=':99')
    assert completed(client, ROOT + '/collection/session', seconds=10) is False
    assert questions() == ['CONFIRM'] and client.get(LOGIN, 'Collection', 'Locked'), logged()


def asksAgain():
    """What a person allows ends with the collection, whatever the next one of its name is."""
    _, client, _ = prepare(answers='yes', locks=False, DISPLAY=':99')
    make('Work', client)
    write('ask everyone in Work')
    assert completed(client, WORK) is False
    client.call(WORK, 'Delete', interface='Collection')
    write('# no rules')
    make('Work', client)
    path = client.create({'a': '1'}, collection=WORK)
    write('ask everyone in Work')
    refused('IsLocked', client.secret, path)


def asksAfterAnyLock():
    """What a person allows ends with a lock, also with one that new keys from elsewhere make."""
    _, client, _ = prepare(rules='ask everyone', answers='yes', locks=False, DISPLAY=':99')
    path, = client.search({'a': '1'})[1]
    assert completed(client) is False and client.secret(path)[0] == b'secret'
    command('passphrase', 'set', '--stdin', secret=b'right')
    command('rotate', SECURESTORE_PASSPHRASE='right')
    refused('IsLocked', client.secret, path)
    answering('right')
    assert completed(client) is False
    assert questions() == ['CONFIRM', 'GETPIN', 'CONFIRM'], logged()


def asksForAnotherStore():
    """What a person allows is not for another store that comes in the place of the first one."""
    _, client, _ = prepare(rules='ask everyone', answers='yes', locks=False, DISPLAY=':99')
    assert completed(client) is False
    answering('')
    for end in ['', '-wal', '-shm']:
        if os.path.exists(STORE + end):
            os.rename(STORE + end, STORE + '.old' + end)
    command('init', '--forget')
    command('secret-tool', 'store', '--label=New', 'a', '2', secret=b'new')
    until(lambda: client.search({'a': '2'}) != ([], []), 'the other store is not seen')
    refused('IsLocked', client.secret, client.search({'a': '2'})[1][0])


def asksForNothing():
    """Nobody is asked about a collection that is gone, and a question about it ends."""
    _, client, _ = prepare(answers='hang', locks=False, DISPLAY=':99')

    def leaves():
        write('# no rules')
        client.call(WORK, 'Delete', interface='Collection')
        write('ask everyone in Work')

    make('Work', client)
    write('ask everyone in Work')
    with client.listen() as queue:
        begin(client, WORK)
        until(lambda: 'CONFIRM' in logged(), 'nobody is asked')
        leaves()
        assert waited(client, queue, 10) is False
        answering('yes')
        write('# no rules')
        make('Work', client)
        write('ask everyone in Work')
        prompt = client.call(ROOT, 'Unlock', 'ao', [WORK, LOGIN])[1]
        leaves()
        client.call(prompt, 'Prompt', 's', '', interface='Prompt')
        assert waited(client, queue, 10) is False
    assert questions() == ['CONFIRM'], logged()


def make(label, client):
    client.call(ROOT, 'CreateCollection', 'a{sv}s', {PREFIX + 'Collection.Label': ('s', label)}, '')


def toldAlone():
    """The program that asked hears of its prompt, and no other."""
    _, client, _ = prepare(rules='ask everyone', answers='yes', locks=False, DISPLAY=':99')
    other = Client()
    with other.listen() as others:
        assert completed(client) is False
        assert other.heard(others, 0.5) == []


def unreadable():
    """Nobody is asked for the passphrase of a store that could not be read."""
    service, _, _ = prepare(answers='right')
    service.kill()
    service.wait()
    with open(os.path.join(HOME, 'store'), 'wb') as file:
        file.write(b'no store' * 1_000)
    os.chmod(file.name, 0o600)
    told = tempfile.NamedTemporaryFile()
    path = os.path.join(HOME, 'bin') + ':' + os.environ['PATH']
    start(told, PATH=path, DISPLAY=':99', SECURESTORE_PATH=file.name)
    assert completed(Client(), seconds=10) is True
    assert 'is not a store' in read(told) and not logged(), (read(told), logged())


def questions():
    return re.findall('^(?:GETPIN|CONFIRM)', logged(), re.MULTILINE)


# The terminal of `securestore unlock`

class Terminal:
    """A command at a terminal of its own."""

    def __init__(self, *words):
        self.process, self.master = pty.fork()
        if self.process == 0:
            os.execv(COMMAND, [COMMAND, *words])

    def expect(self, text):
        shown(self.master, text)

    def type(self, text):
        os.write(self.master, text.encode() + b'\n')

    def wait(self):
        end = time.monotonic() + 15
        while time.monotonic() < end:
            if select.select([self.master], [], [], 0)[0]:
                try:
                    os.read(self.master, 4096)
                except OSError:
                    pass
            done, status = os.waitpid(self.process, os.WNOHANG)
            if done:
                return os.waitstatus_to_exitcode(status)
            time.sleep(0.01)
        raise AssertionError('the command does not end')


def shown(master, text):
    found, end = b'', time.monotonic() + 10
    while text.encode() not in found:
        assert time.monotonic() < end, (text, found)
        if select.select([master], [], [], 0.1)[0]:
            found += os.read(master, 4096)


def unlocking():
    _, client, told = prepare()
    assert completed(client) is True, 'nobody can be asked yet'
    assert 'nobody can be asked' in read(told) and f'process {os.getpid()}' in read(told)
    terminal = Terminal('unlock')
    terminal.expect('passphrase of')
    with client.listen() as queue:
        begin(client)
        terminal.expect(f'(process {os.getpid()}) waits for the store to be unlocked')
        terminal.type('right 100%')
        assert waited(client, queue) is False
    assert terminal.wait() == 0
    path, = client.search({'a': '1'})[0]
    assert client.secret(path)[0] == b'secret'
    command('lock')
    refused('IsLocked', client.secret, path)
    terminal = Terminal('unlock')
    terminal.expect('passphrase of')
    terminal.type('right 100%')
    assert terminal.wait() == 0
    # Nobody had to call Unlock.
    assert client.secret(path)[0] == b'secret'
    command('lock')


def unread():
    """A service that cannot read which store it has open locks it, whichever is meant."""
    _, client, _ = prepare()
    terminal = Terminal('unlock')
    terminal.expect('passphrase of')
    terminal.type('right 100%')
    assert terminal.wait() == 0
    path, = client.search({'a': '1'})[0]
    copy = os.path.join(HOME, 'copy')
    command('backup', copy)
    with open(STORE, 'r+b') as file:
        contents = file.read()
        os.pwrite(file.fileno(), bytes(len(contents)), 0)
        command('lock', '--store', copy)
        os.pwrite(file.fileno(), contents, 0)
    refused('IsLocked', client.secret, path)


def tellsEach():
    """Also somebody who comes in the place of another who has gone."""
    _, client, _ = prepare()
    first, second = Terminal('unlock'), Terminal('unlock')
    for terminal in first, second:
        terminal.expect('passphrase of')
    with client.listen() as queue:
        begin(client)
        for terminal in first, second:
            terminal.expect('waits for the store to be unlocked')
        os.write(first.master, b'\x03')
        first.wait()
        third = Terminal('unlock')
        third.expect('waits for the store to be unlocked')
        second.type('right 100%')
        assert waited(client, queue) is False
    assert second.wait() == 0
    os.write(third.master, b'\x03')
    third.wait()


def tellsOnce():
    """Of a program that waits again and again, the person at the terminal is told once."""
    _, client, _ = prepare()
    terminal = Terminal('unlock')
    terminal.expect('passphrase of')
    for _ in range(100):
        client.call(begin(client), 'Dismiss', interface='Prompt')
    time.sleep(0.5)
    assert os.read(terminal.master, 1 << 16).count(b'waits for the store') == 1
    terminal.type('right 100%')
    assert terminal.wait() == 0


def elsewhere():
    """The service has nothing to say about a store that is not its own."""
    prepare()
    other = os.path.join(HOME, 'other')
    command('init', '--store', other)
    command('passphrase', 'set', '--stdin', '--store', other, secret=b'other')
    terminal = Terminal('unlock', '--store', other)
    terminal.expect('passphrase of')
    terminal.type('other')
    assert terminal.wait() == 0


def leaving():
    _, client, _ = prepare()
    terminal = Terminal('unlock')
    terminal.expect('passphrase of')
    with client.listen() as queue:
        begin(client)
        terminal.expect('waits for the store')
        os.write(terminal.master, b'\x03')
        assert terminal.wait() == -signal.SIGINT
        assert termios.tcgetattr(terminal.master)[3] & termios.ECHO, 'it shows what is typed'
        assert waited(client, queue) is True


def still():
    """An unlock does not wait for a service that does not answer."""
    service, _, _ = prepare()
    service.send_signal(signal.SIGSTOP)
    start = time.monotonic()
    command('unlock', SECURESTORE_PASSPHRASE='right 100%')
    assert time.monotonic() - start < 20
    service.send_signal(signal.SIGCONT)


def crowded():
    _, client, _ = prepare()
    path = os.path.join(os.environ['XDG_RUNTIME_DIR'], 'securestore-secret-service')

    def unlock():
        terminal = Terminal('unlock')
        terminal.expect('passphrase of')
        terminal.type('right 100%')
        assert terminal.wait() == 0
        return client.search({'a': '1'})[0][0]

    def crowd(word, count):
        for guest in (guests := [socket.socket(socket.AF_UNIX) for _ in range(count)]):
            guest.connect(path)
            guest.send(word)
            time.sleep(0.05)
        return guests

    item = unlock()
    silent = crowd(b'unl', 20)
    command('lock')
    refused('IsLocked', client.secret, item)
    for guest in silent:
        guest.close()
    # Those that speak and stay make room, too.
    item = unlock()
    guests = crowd(b'hello\n', 12)
    command('lock')
    refused('IsLocked', client.secret, item)
    with client.listen() as queue:
        crowd(b'hello\n', 12)
        terminal = Terminal('unlock')
        terminal.expect('passphrase of')
        begin(client)
        terminal.expect('waits for the store')
        terminal.type('right 100%')
        assert terminal.wait() == 0 and waited(client, queue) is False
    assert len(guests) == 12


def unreached():
    """A service whose socket is gone, or is something else, is not taken for one that has locked."""
    service, _, _ = prepare(locks=False)
    path = os.path.join(os.environ['XDG_RUNTIME_DIR'], 'securestore-secret-service')

    def left():
        with socket.socket(socket.AF_UNIX) as file:
            file.bind(path)

    def lock():
        done = subprocess.run([COMMAND, 'lock'], capture_output=True, timeout=20)
        said = b'does not say that it has locked the store' in done.stderr
        assert done.returncode == int(said), done
        return done.returncode == 0

    def lock_with_bus_at(address):
        usual, os.environ['DBUS_SESSION_BUS_ADDRESS'] = os.environ['DBUS_SESSION_BUS_ADDRESS'], address
        try:
            return lock()
        finally:
            os.environ['DBUS_SESSION_BUS_ADDRESS'] = usual

    assert lock()
    os.unlink(path)
    assert not lock(), 'it is gone'
    full = os.path.join(HOME, 'full')
    with socket.socket(socket.AF_UNIX) as bus, socket.socket(socket.AF_UNIX) as one:
        bus.bind(full)
        bus.listen(0)
        one.connect(full)
        assert not lock_with_bus_at('unix:path=' + full), 'the bus does not answer'
    assert lock_with_bus_at('unix:path=' + full), 'nobody is at that address any more'
    os.unlink(full)
    assert lock_with_bus_at('unix:path=' + full), 'nothing is there'
    for plant in [lambda: open(path, 'w').close(), lambda: os.symlink(path, path), left]:
        plant()
        assert not lock(), plant
        os.unlink(path)
    with socket.socket(socket.AF_UNIX) as listener:
        listener.bind(path)
        listener.listen()
        guests = []
        threading.Thread(target=lambda: guests.append(listener.accept()[0]) or guests[0].send(b'd')).start()
        assert not lock(), 'it says a byte and no more'
    service.kill()
    service.wait()
    assert lock(), 'nobody listens there any more, and nobody has the name'
    os.unlink(path)
    assert lock()


def unknown():
    """A lock that knows neither the directory of the service's socket nor its bus does not pass it over."""
    service, client, _ = prepare(locks=False)
    assert client.get(LOGIN, 'Collection', 'Locked') is False
    bare = {name: os.environ[name] for name in os.environ if name not in ('XDG_RUNTIME_DIR', 'DBUS_SESSION_BUS_ADDRESS')}

    def lock(**environment):
        return subprocess.run([COMMAND, 'lock'], capture_output=True, timeout=20, env={**bare, **environment})

    done = lock()
    assert done.returncode == 1 and b'does not say that it has locked the store' in done.stderr, done
    other = os.path.join(HOME, 'other')
    os.mkdir(other)
    subprocess.run([COMMAND, 'init'], check=True, capture_output=True, env={**bare, 'HOME': other})
    assert lock(HOME=other).returncode == 0, 'that service is of another home'
    service.kill()
    service.wait()
    assert lock().returncode == 0, 'none runs'


def asksThere():
    _, client, _ = prepare(rules='ask everyone')
    for answer, isDismissed in [('y', False), ('n', True)]:
        terminal = Terminal('unlock')
        terminal.expect('passphrase of')
        with client.listen() as queue:
            begin(client)
            terminal.expect('waits for the store')
            terminal.type('right 100%')
            terminal.expect('wants to use the collection login: allow it? [y/N]')
            terminal.type(answer)
            assert waited(client, queue) is isDismissed
        assert terminal.wait() == 0
        assert client.get(LOGIN, 'Collection', 'Locked') is isDismissed
        command('lock')


def asksThereInTurn():
    """An answer counts for the question that was shown, though its program has gone meanwhile."""
    _, client, _ = prepare(rules='ask everyone')
    first, terminal = Client(), Terminal('unlock')
    terminal.expect('passphrase of')
    with client.listen() as queue:
        begin(first)
        terminal.expect('waits for the store')
        terminal.type('right 100%')
        terminal.expect('allow it? [y/N]')
        begin(client)
        first.bus.close()
        until(lambda: not there(first), 'the first one stays')
        terminal.type('y')
        terminal.expect('allow it? [y/N]')
        assert client.get(LOGIN, 'Collection', 'Locked')
        terminal.type('n')
        assert waited(client, queue) is True
    assert terminal.wait() == 0


def takenBackThere():
    """A refusal counts though its program has taken the question back meanwhile."""
    _, client, _ = prepare(rules='ask everyone')
    terminal = Terminal('unlock')
    terminal.expect('passphrase of')
    with client.listen() as queue:
        prompt = begin(client)
        terminal.expect('waits for the store')
        terminal.type('right 100%')
        terminal.expect('allow it? [y/N]')
        client.call(prompt, 'Dismiss', interface='Prompt')
        assert waited(client, queue) is True
        begin(client)
        terminal.type('n')
        assert waited(client, queue, 10) is True
    assert terminal.wait() == 0


def there(client):
    return Client().bus.send_and_get_reply(message_bus.NameHasOwner(client.bus.unique_name)).body[0]


# A store that nobody has opened yet

def unopened():
    _, client, _ = prepare(answers='right 100%', DISPLAY=':99')
    unlocked, found = client.search({'a': '1'})
    assert unlocked == [] and len(found) == 1, (unlocked, found)
    assert client.search({'a': '1'})[1] == found and client.search({'a': '2'})[1] != found
    nothing, = client.search({'a': '2'})[1]
    assert client.get(found[0], 'Item', 'Locked') and client.get(found[0], 'Item', 'Attributes') == {}
    refused('IsLocked', client.secret, found[0])
    assert completed(client, found[0]) is False
    secrets, = client.call(ROOT, 'GetSecrets', 'aoo', [*found, nothing], client.session)
    assert list(secrets) == found and bytes(secrets[found[0]][2]) == b'secret'
    assert client.secret(found[0])[0] == b'secret' and client.get(found[0], 'Item', 'Label') == 'Mail'
    refused('NoSuchObject', client.secret, nothing)
    assert client.search({'a': '1'})[0] != found


def unopenedElsewhere():
    """An item of another collection is found, too, in a store that was locked at the start."""
    service, client, _ = prepare(locks=False)
    make('Work', client)
    client.create({'in': 'work'}, b'hers', collection=WORK)
    service.kill()
    service.wait()
    command('passphrase', 'set', '--stdin', secret=b'right 100%')
    start(DISPLAY=':99', PATH=os.path.join(HOME, 'bin') + ':' + os.environ['PATH'])
    client = Client().open()
    found, = client.search({'in': 'work'})[1]
    assert completed(client, found) is False and client.secret(found)[0] == b'hers'
    assert client.search({'in': 'work'})[0][0].startswith(WORK)


def openedForATime():
    """What the kernel's key has opened is open as long as the kernel has it; what a person has opened stays open."""
    _, client, _ = prepare(DISPLAY=':99')
    command('unlock', '--for', '2s', SECURESTORE_PASSPHRASE='right 100%')
    path, = client.search({'a': '1'})[0]
    assert client.secret(path)[0] == b'secret'
    with client.listen() as queue:
        heard = client.heard(queue, 10)
    assert 'PropertiesChanged' in [member for member, _ in heard], 'nobody is told that the time of the key is over'
    assert client.get(LOGIN, 'Collection', 'Locked'), 'the time of the key is over, and the service open'
    refused('IsLocked', client.secret, path)
    assert completed(client) is False
    time.sleep(0.5)
    assert client.secret(path)[0] == b'secret'


def lockedByEach():
    """Each command that locks the keychain locks the service, and fails beside one that it does not reach."""
    service, client, _ = prepare(DISPLAY=':99')
    for words in (['secret-tool', 'lock'], ['security', 'lock-keychain'], ['security', 'lock-keychain', '-a'], ['lock']):
        assert completed(client) is False
        command(*words)
        assert client.get(LOGIN, 'Collection', 'Locked'), words
    # A store that is the service's own default, and not the one of the shell.
    assert completed(client) is False
    elsewhere = {'SECURESTORE_PATH': HOME + '/another.store'}
    command('init', **elsewhere)
    command('lock', '--store', STORE, **elsewhere)
    assert client.get(LOGIN, 'Collection', 'Locked'), 'a store by its path'
    # At the socket is another service, of another bus.
    assert completed(client) is False
    os.unlink(HOME + '/securestore-secret-service')
    listener = socket.socket(socket.AF_UNIX)
    listener.bind(HOME + '/securestore-secret-service')
    listener.listen()
    threading.Thread(target=lambda: listener.accept()[0].sendall(b'done\n'), daemon=True).start()
    ended = subprocess.run([COMMAND, 'lock'], capture_output=True, text=True)
    assert ended.returncode == 1 and 'does not say that it has locked' in ended.stderr, ended
    assert not client.get(LOGIN, 'Collection', 'Locked')


if __name__ == '__main__':
    globals()[sys.argv[1]]()
