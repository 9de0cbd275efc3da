"""What the user's policy lets programs have: scenarios of BusPolicyTests, as in bus_client.py."""
import ctypes
import json
import os
import re
import shutil
import socket
import stat
import struct
import subprocess
import sys
import tempfile
import time
import xml.etree.ElementTree as ElementTree

from jeepney.bus_messages import message_bus
from jeepney.io.blocking import open_dbus_connection

from bus_client import DEFAULT, LOGIN, NAME, PREFIX, ROOT, SERVICE, Client, Refused, refused, start

CONFIGURATION = os.path.expanduser('~/.config/securestore/secret-service.conf')
WORK = ROOT + '/collection/Work'
STANDARD = 'org.freedesktop.DBus.'
EMPTY = {'s': '', 'o': '/', 'b': False, 'v': ('s', ''), 'a{ss}': {}, 'a{sv}': {}, 'ao': [], '(oayays)': ('/', b'', b'', '')}


def write(text, mode=0o600):
    os.makedirs(os.path.dirname(CONFIGURATION), mode=0o700, exist_ok=True)
    with open(CONFIGURATION + '.new', 'w') as file:
        file.write(text)
    os.chmod(CONFIGURATION + '.new', mode)
    os.replace(CONFIGURATION + '.new', CONFIGURATION)


def prepare(text='# no rules', told=None):
    """A service, a client, and a collection Work with an item, under these rules."""
    write('# no rules')
    service = start(told=told)
    client = Client().open()
    client.call(ROOT, 'CreateCollection', 'a{sv}s', {PREFIX + 'Collection.Label': ('s', 'Work')}, 'work')
    item = client.create({'a': 'attribute-text'}, b'secret-text', collection=WORK, label='label-text')
    # Before any rule is there: objects say what they have.
    tables = {path: table(client, path) for path in (ROOT, WORK, item)}
    write(text)
    return service, client, item, tables


def table(client, path):
    """Every method of an object with arguments that make no sense, and every property, read and written."""
    xml, = client.call(path, 'Introspect', interface=STANDARD + 'Introspectable')
    calls = []
    for interface in ElementTree.fromstring(xml).iter('interface'):
        name = interface.get('name')
        if name == STANDARD + 'Properties':
            continue
        for method in interface.iter('method'):
            types = [argument.get('type') for argument in method.iter('arg') if argument.get('direction') == 'in']
            calls.append((name, method.get('name'), ''.join(types), [EMPTY[one] for one in types]))
        for member in interface.iter('property'):
            words = [name, member.get('name')]
            calls.append((STANDARD + 'Properties', 'Get', 'ss', words))
            if member.get('access') == 'readwrite':
                kind = member.get('type')
                calls.append((STANDARD + 'Properties', 'Set', 'ssv', [*words, (kind, EMPTY[kind])]))
        if name.startswith(PREFIX):
            calls.append((STANDARD + 'Properties', 'GetAll', 's', [name]))
    assert len(calls) > 2, calls
    return calls


def outcomes(client, path, calls):
    """What each call ends with: the last word of an error's name, or OK with what came."""
    found = {}
    for interface, member, types, values in calls:
        key = '.'.join([member, *([values[1]] if member in ('Get', 'Set') else [])])
        try:
            found[key] = ['OK', repr(client.call(path, member, types, *values, interface=interface))]
        except Refused as error:
            found[key] = [str(error).rsplit('.', 1)[1], '']
    return found


def names(found):
    return {name for name, _ in found.values()}


def probe():
    """What another program is answered: started by the scenarios below, as `bus_policy.py probe`."""
    path, calls = json.loads(sys.stdin.read())
    print(json.dumps(outcomes(Client(), path, calls)))


def other(path, calls, *wrapper):
    """The outcomes for a program of another path than this one, inside of `wrapper`."""
    calls = [[*call[:3], [value for value in call[3]]] for call in calls if '(oayays)' not in call[2]]
    program = os.path.join(os.path.expanduser('~'), 'another')
    if not os.path.exists(program):
        shutil.copy(os.path.realpath(sys.executable), program)
    done = subprocess.run(
        [*wrapper, program, '-B', __file__, 'probe', *sys.argv[2:4]], input=json.dumps([path, calls]).encode(),
        capture_output=True, env={**os.environ, 'PYTHONHOME': sys.prefix})
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)


# What rules mean for every call

def denied():
    _, client, item, tables = prepare('deny everyone')
    for path, calls in tables.items():
        found = outcomes(client, path, calls)
        assert names(found) == {'AccessDenied'}, (path, found)


def deniedCollection():
    _, client, item, tables = prepare('deny everyone in Work')
    for path in (WORK, item):
        found = outcomes(client, path, tables[path])
        assert names(found) == {'AccessDenied'}, (path, found)
    assert not reaches(client, item), 'a call of the service leads into the collection'
    refused('AccessDenied', client.call, ROOT, 'SetAlias', 'so', 'mine', WORK)
    refused('AccessDenied', client.call, ROOT, 'SetAlias', 'so', 'work', '/')
    refused('AccessDenied', client.call, ROOT, 'CreateCollection', 'a{sv}s', {}, 'work')
    assert client.create({'b': '1'}, collection=LOGIN)


def reaches(client, item):
    """True if any call of the service gives a program something of an item or its collection."""
    client.open()
    answers = [
        client.search({}), client.search({'a': 'attribute-text'}),
        client.call(ROOT, 'GetSecrets', 'aoo', everywhere(item), client.session),
        client.call(ROOT, 'Unlock', 'ao', [item, WORK, ROOT + '/aliases/work']),
        client.call(ROOT, 'Lock', 'ao', [item, WORK]), client.call(ROOT, 'ReadAlias', 's', 'work'),
        client.get(ROOT, 'Service', 'Collections'),
        client.call(ROOT, 'GetAll', 's', '', interface=STANDARD + 'Properties'),
    ]
    return any(word in repr(answers) for word in ('Work', 'secret-text'))


def everywhere(item):
    """The paths that an item has, and would have in other collections."""
    name = item.rsplit('/', 1)[1]
    return [item] + [f'{place}/{name}' for place in (LOGIN, DEFAULT, ROOT + '/aliases/work', ROOT + '/collection/session')]


def asked():
    _, client, item, tables = prepare('ask everyone in Work')
    client.open()
    open_, answers = {'Introspect', 'SearchItems', 'GetAll'}, {}
    for path in (WORK, item):
        calls = [(*call[:3], [client.session if value == '/' else value for value in call[3]]) for call in tables[path]]
        calls = [call for call in calls if '(oayays)' not in call[2]]
        found = outcomes(client, path, calls)
        for key, (name, answer) in found.items():
            reads = key in open_ or key.startswith('Get.')
            assert name == ('OK' if reads else 'IsLocked'), (key, name)
            assert not any(word in answer for word in ('secret-text', 'attribute-text', 'label-text')), answer
    assert client.get(WORK, 'Collection', 'Locked') and client.get(item, 'Item', 'Locked')
    assert client.search({'a': 'attribute-text'}) == ([], [item])
    assert client.call(ROOT, 'GetSecrets', 'aoo', everywhere(item), client.session) == ({},)
    refused('IsLocked', client.create, {'b': '1'}, collection=WORK)
    refused('IsLocked', client.call, item, 'SetSecret', '(oayays)', (client.session, b'', b'', ''), interface='Item')


def hidden():
    _, client, item, tables = prepare('hide Work')
    client.open()
    for path in (WORK, item):
        found = outcomes(client, path, tables[path])
        assert names(found) == {'NoSuchObject'}, (path, found)
    assert not reaches(client, item)
    refused('NoSuchObject', client.call, ROOT, 'SetAlias', 'so', 'mine', WORK)


# Who a rule is about

def programs():
    _, client, item, tables = prepare()
    calls = tables[item]
    mine, another = os.path.realpath(sys.executable), os.path.join(os.path.expanduser('~'), 'another')
    write(f'deny executable "{another}"\n')
    assert names(other(item, calls)) == {'AccessDenied'}
    assert client.secret(item)[0] == b'secret-text'
    write(f'allow executable {mine}\ndeny everyone\n')
    assert names(other(item, calls)) == {'AccessDenied'}
    assert client.secret(item)[0] == b'secret-text'
    write(f'allow executable {os.path.dirname(another)}/*\ndeny everyone\n')
    assert 'AccessDenied' not in names(other(item, calls))
    refused('AccessDenied', client.secret, item)


def sandboxes():
    _, client, item, tables = prepare()
    reading = [call for call in tables[item] if call[1] == 'Get']
    mounts = ['unshare', '--mount'] if os.geteuid() == 0 else ['unshare', '--user', '--map-current-user']
    assert names(other(item, reading)) == {'OK'}
    assert names(other(item, reading, *mounts)) == {'AccessDenied'}
    write('allow everyone')
    assert names(other(item, reading, *mounts)) == {'AccessDenied'}
    write('allow sandbox')
    assert names(other(item, reading, *mounts)) == {'OK'}


def applications():
    """A name in the file of a sandbox counts where the file is in memory, as in those of Flatpak."""
    _, client, item, _ = prepare('allow flatpak org.example.One')
    for kind, answer in [('tmpfs', 'OK'), ('disk', 'AccessDenied'), ('diskFile', 'AccessDenied')]:
        assert confined(kind, item).communicate(timeout=20)[0] == f'begun\n{answer}\n', kind


def frozen():
    """A program whose file system never answers is refused, and keeps nobody waiting."""
    _, client, item, _ = prepare()
    for kind in ('frozen', 'frozenFile'):
        one = confined(kind, item)
        assert one.stdout.readline() == 'begun\n'
        end = time.monotonic() + 20
        while one.poll() is None:
            began = time.monotonic()
            assert client.secret(item)[0] == b'secret-text'
            assert time.monotonic() - began < 2 and time.monotonic() < end, kind
        assert one.stdout.read() == 'AccessDenied\n', kind


def confined(kind, item):
    """A program with another root, which calls from there."""
    root = tempfile.mkdtemp(dir=os.path.expanduser('~'))
    return subprocess.Popen(
        ['unshare', '--mount', sys.executable, '-B', __file__, 'confine', *sys.argv[2:4], kind, root, item],
        stdout=subprocess.PIPE, text=True)


def confine():
    kind, root, item = sys.argv[4:]
    client, info = Client(), root + '/.flatpak-info'
    if kind == 'tmpfs' or kind.endswith('File'):
        mount('tmpfs', root)
    if kind == 'frozen':
        freeze(root, 0o40755)
    else:
        with open(info, 'w') as file:
            file.write('[Application]\nname=org.example.One\n')
    if kind == 'frozenFile':
        freeze(info, 0o100444)
    elif kind == 'diskFile':
        mount(__file__, info, 4096)
    # Nobody asks what is in there, which would not be answered.
    os.chroot(root)
    print('begun', flush=True)
    try:
        client.get(item, 'Item', 'Locked')
        print('OK')
    except Refused as error:
        print(str(error).rsplit('.', 1)[1])


def mount(kind, path, flags=0, options=''):
    words = [word.encode() for word in (kind, path, kind, options)]
    if ctypes.CDLL(None, use_errno=True).mount(*words[:3], flags, words[3]) != 0:
        raise OSError(ctypes.get_errno(), 'mount')


def freeze(path, mode):
    """Mounts a file system that says who it is, lets everybody in, and answers nothing else."""
    device = os.open('/dev/fuse', os.O_RDWR)
    mount('fuse', path, 0, f'fd={device},rootmode={mode:o},user_id=0,group_id=0,allow_other')
    if os.fork():
        # Whoever waits for it is freed with the last one who has this.
        os.close(device)
        return
    ctypes.CDLL(None).prctl(1, 9)  # PR_SET_PDEATHSIG
    os.close(1)
    while True:
        request = os.read(device, 1 << 17)
        operation, number = struct.unpack_from('=IQ', request, 4)
        answer = {26: struct.pack('=IIIIHHIIHHI28x', 7, 31, 0, 0, 12, 9, 4096, 1, 1, 0, 0), 34: b''}.get(operation)
        if answer is not None:
            os.write(device, struct.pack('=IiQ', 16 + len(answer), 0, number) + answer)


def strangers():
    """Root on the bus of another user, which lets everybody in as no session's does."""
    # Where the other user can go, with a program that it can run.
    folder = tempfile.mkdtemp(dir='/tmp')
    program = shutil.copy(SERVICE, folder)
    with open(folder + '/bus.conf', 'w') as file:
        file.write(f'''<busconfig><type>session</type><listen>unix:dir={folder}</listen><policy context="default">
            <allow user="*"/><allow send_destination="*"/><allow receive_sender="*"/><allow own="*"/>
            </policy></busconfig>''')
    os.chown(folder, 65534, 65534)
    another = {'user': 65534, 'group': 65534, 'extra_groups': []}
    bus = subprocess.Popen(
        ['dbus-daemon', '--nofork', '--print-address=1', f'--config-file={folder}/bus.conf'], stdout=subprocess.PIPE,
        cwd='/', **another)
    address = os.environ['DBUS_SESSION_BUS_ADDRESS'] = bus.stdout.readline().decode().strip()
    refusal = subprocess.run([SERVICE], capture_output=True, timeout=20)
    assert refusal.returncode == 1 and b'the bus belongs to another user' in refusal.stderr, refusal
    service = subprocess.Popen(
        [program], cwd='/', env={'HOME': folder, 'DBUS_SESSION_BUS_ADDRESS': address}, **another)
    until_named()
    refused('AccessDenied', Client().call, ROOT, 'ReadAlias', 's', 'default')
    refused('AccessDenied', Client().open)
    for process in (service, bus):
        process.kill()
        process.wait()
    shutil.rmtree(folder)


def until_named():
    bus, end = open_dbus_connection('SESSION'), time.monotonic() + 20
    while not bus.send_and_get_reply(message_bus.NameHasOwner(NAME)).body[0]:
        assert time.monotonic() < end, 'the service does not come'
        time.sleep(0.01)


# The file itself

def files():
    told = tempfile.TemporaryFile()
    _, client, item, tables = prepare(told=told)
    for text, mode in [('allow everyone\ndeny nobody\n', 0o600), ('allow everyone', 0o622), ('allow everyone', 0o660)]:
        write(text, mode)
        refused('AccessDenied', client.secret, item)
        refused('AccessDenied', client.call, ROOT, 'ReadAlias', 's', 'default')
    write('allow everyone', 0o644)
    assert client.secret(item)[0] == b'secret-text'
    os.rename(CONFIGURATION, CONFIGURATION + '.old')
    os.symlink(CONFIGURATION + '.old', CONFIGURATION)
    refused('AccessDenied', client.secret, item)
    os.remove(CONFIGURATION)
    os.mkdir(CONFIGURATION)
    refused('AccessDenied', client.secret, item)
    os.rmdir(CONFIGURATION)
    write('x' * 70_000)
    refused('AccessDenied', client.secret, item)
    write('# no rules')
    assert client.secret(item)[0] == b'secret-text'
    folder = os.path.dirname(CONFIGURATION)
    # In a directory in which somebody else could have made it.
    write('# none')
    os.chmod(folder, 0o777)
    refused('AccessDenied', client.secret, item)
    os.chmod(folder, 0o700)
    assert client.secret(item)[0] == b'secret-text'
    told.seek(0)
    words = told.read().decode()
    assert re.search(r'secret-service\.conf, line 2: deny is followed by one of', words), words
    assert words.count('can be written by others') == 1, words
    assert 'mode 622' in words and 'symbolic link' in words, words


def halfWritten():
    """Editors empty the file, or move it away, before they write it."""
    told = tempfile.TemporaryFile()
    _, client, item, _ = prepare('allow everyone', told=told)
    for state, change in [('empty', lambda: os.truncate(CONFIGURATION, 0)), ('gone', lambda: os.remove(CONFIGURATION))]:
        assert client.secret(item)[0] == b'secret-text'
        change()
        refused('AccessDenied', client.secret, item)
        told.seek(0)
        assert f'secret-service.conf is {state}' in told.read().decode(), state
        write('allow everyone')
    os.remove(CONFIGURATION)
    refused('AccessDenied', client.secret, item)


def strangeFiles():
    """Whatever lies in the place of the file is refused by name and at once, and nobody is let in."""
    told = tempfile.TemporaryFile()
    _, client, item, _ = prepare(told=told)
    os.remove(CONFIGURATION)
    for kind in (fifo, waitingFifo, device, linked, huge, endpoint, anothers):
        said, _kept = told.tell(), kind()
        began = time.monotonic()
        refused('AccessDenied', client.secret, item)
        assert time.monotonic() - began < 4, kind
        assert reason(told, said), kind
        os.remove(CONFIGURATION)
        write('# no rules')
        assert client.secret(item)[0] == b'secret-text'
        os.remove(CONFIGURATION)


def reason(told, place):
    told.seek(place)
    return b'nobody is given anything, since the policy cannot be read' in told.read()


def fifo():
    os.mkfifo(CONFIGURATION, 0o600)


def waitingFifo():
    fifo()
    return os.open(CONFIGURATION, os.O_RDWR)


def device():
    if os.geteuid() == 0:
        os.mknod(CONFIGURATION, stat.S_IFCHR | 0o600, os.makedev(1, 5))
    else:
        fifo()


def linked():
    os.symlink('/dev/zero', CONFIGURATION)


def huge():
    write('# no rules')
    os.truncate(CONFIGURATION, 1 << 30)


def endpoint():
    socket.socket(socket.AF_UNIX).bind(CONFIGURATION)


def anothers():
    write('allow everyone')
    if os.geteuid() == 0:
        os.chown(CONFIGURATION, 65534, 65534)
    else:
        os.chmod(CONFIGURATION, 0)


def logged():
    told = tempfile.TemporaryFile()
    _, client, item, _ = prepare('log\ndeny everyone in Work', told)
    path = client.create({'b': 'attribute-text'}, b'secret-text', label='label-text')
    client.secret(path)
    client.call(ROOT, 'GetSecrets', 'aoo', [path, item], client.session)
    refused('AccessDenied', client.secret, item)
    refused('UnknownProperty', client.get, LOGIN, 'Item', 'x\nforged\x1b[2J' + 'x' * 100_000)
    time.sleep(0.1)
    told.seek(0)
    words = told.read().decode()
    assert '\nforged' not in words and '\x1b' not in words and len(words) < 10_000, words
    me = f'{os.path.realpath(sys.executable)} (process {os.getpid()}'
    for line in [f'GetSecret {path}\n', f'GetSecrets {path}\n', f'GetSecret {item}, refused: ', f'CreateItem {DEFAULT}\n']:
        assert re.search(re.escape(me) + '[^:]*: ' + re.escape(line), words), (line, words)
    assert 'secret-text' not in words and 'attribute-text' not in words and 'label-text' not in words


if __name__ == '__main__':
    globals()[sys.argv[1]]()
