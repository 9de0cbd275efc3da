"""Programs that mean harm to the Secret Service: scenarios of BusHostileTests, as in bus_client.py.

While they are at it, another program has to be served all the time, and the service may not grow without a bound.
"""
import json
import os
import random
import resource
import subprocess
import sys
import time

from jeepney import DBusAddress, MessageFlag, new_method_call

from bus_client import DEFAULT, LOGIN, NAME, PREFIX, ROOT, Client, Refused, command, refused, start
from bus_policy import EMPTY, table, write
from bus_prompts import prepare

SERVICE_INTERFACE = PREFIX + 'Service'


def hostile(scenario, *words):
    """Another process, which does what a function below says, until it is ended."""
    return subprocess.Popen([sys.executable, '-B', __file__, scenario, *sys.argv[2:4], *words], stdout=subprocess.PIPE)


def secret(client, path):
    """The secret that a client asks for, again as long as the bus itself has no room for the call."""
    while True:
        try:
            return client.secret(path)[0]
        except Refused as error:
            if 'LimitsExceeded' not in str(error):
                raise
            time.sleep(0.05)


def served(seconds, path, client=None):
    """Asks for a secret for so many seconds, and ten times at least; the longest time that an answer took."""
    client, longest, count, end = client or Client().open(), 0, 0, time.monotonic() + seconds
    while time.monotonic() < end or count < 10:
        began = time.monotonic()
        assert secret(client, path) == b'secret'
        longest, count = max(longest, time.monotonic() - began), count + 1
    return longest


def resident(service, what='VmRSS'):
    with open(f'/proc/{service.pid}/status') as file:
        return next(int(line.split()[1]) for line in file if line.startswith(what + ':')) // 1024


def while_served(scenario, *words, seconds=3, programs=1, most=96, slowest=2.0):
    """Runs hostile programs beside one that wants a secret; the service stays small, quick and alive."""
    service = start()
    client = Client().open()
    path = client.create({'a': '1'})
    others = [hostile(scenario, *words) for _ in range(programs)]
    try:
        for other in others:
            assert other.stdout.readline() == b'begun\n', 'the hostile program does not begin'
        longest = served(seconds, path, client)
        assert longest < slowest, longest
        assert resident(service) < most, resident(service)
        assert all(other.poll() is None for other in others), 'a hostile program has ended by itself'
    finally:
        for other in others:
            other.kill()
            other.wait()
    assert service.poll() is None
    # What belonged to them went with them, and the next one starts as from new.
    served(0.5, path)


def say():
    print('begun', flush=True)


def send(client, path, interface, member, signature, *values):
    client.bus.send(new_method_call(DBusAddress(path, bus_name=NAME, interface=interface), member, signature, values))


# A thousand sessions, and floods of calls whose answers nobody reads

def sessions():
    while_served('openSessions', programs=20, most=128)


def openSessions():
    client = Client()
    for _ in range(64):
        client.open()
    refused('LimitsExceeded', client.open)
    say()
    while True:
        try:
            client.open()
        except Refused:
            time.sleep(0.001)


def floods():
    while_served('flood', programs=2)


def flood():
    client = Client().open()
    say()
    number = 0
    while True:
        number += 1
        send(client, ROOT, SERVICE_INTERFACE, 'SearchItems', 'a{ss}', {'n': str(number)})
        if number % 500 == 0:
            # The bus drops whoever lets its answers pile up.
            while client.bus.send_and_get_reply(new_method_call(
                    DBusAddress(ROOT, bus_name=NAME, interface=SERVICE_INTERFACE), 'ReadAlias', 's', ('x',))) is None:
                pass


def largeFloods():
    while_served('floodLarge', seconds=8, slowest=8.0)


def floodLarge():
    """Calls that nobody waits for, each as long as is allowed, of objects that there cannot be."""
    client = Client().open()
    call = new_method_call(
        DBusAddress(ROOT + '/' + 'x' * 60_000, bus_name=NAME, interface=SERVICE_INTERFACE), 'ReadAlias', 's', ('',))
    call.header.flags = MessageFlag.no_reply_expected
    say()
    while True:
        client.bus.send(call)


def fillMemory():
    """What lies in memory alone has a bound, at which what is there stays and can be deleted."""
    service, client, place, paths = start(), Client().open(), ROOT + '/collection/session', []
    try:
        while len(paths) < 200:
            paths.append(client.create({'n': str(len(paths))}, os.urandom(1 << 20), collection=place))
    except Refused as error:
        assert str(error).endswith('.Failed'), error
    assert 32 < len(paths) < 64 and resident(service) < 192, (len(paths), resident(service))
    for path in paths[:4]:
        assert len(client.secret(path)[0]) == 1 << 20
        client.call(path, 'Delete', interface='Item')
    assert client.secret(client.create({'after': '1'}, b'1' * (1 << 20), collection=place))[0] == b'1' * (1 << 20)
    assert client.create({'elsewhere': '1'})


def slow():
    while_served('readNothing', programs=2, most=160)


def readNothing():
    client = Client().open()
    path = client.create({'big': str(os.getpid())}, os.urandom(1 << 20))
    say()
    for _ in range(200):
        send(client, path, PREFIX + 'Item', 'GetSecret', 'o', client.session)
    time.sleep(600)


def manySecrets():
    """Secrets that are asked for a thousand times in one call, by one path or by several."""
    service, client = start(), Client().open()
    items = [client.create({'n': str(number)}, os.urandom(1 << 20)) for number in range(24)]
    found, = client.call(ROOT, 'GetSecrets', 'aoo', items[:1] * 1_000, client.session)
    assert list(found) == items[:1]
    paths = [path.replace(LOGIN, ROOT + place) for path in items
             for place in ('/collection/login', '/aliases/login', '/aliases/default')]
    # The bus ends the connection of whoever sends an array of more than 64 MiB, paths and gaps included.
    for most in (72, 64):
        refused('LimitsExceeded', client.call, ROOT, 'GetSecrets', 'aoo', paths[:most], client.session)
    assert len(client.call(ROOT, 'GetSecrets', 'aoo', paths[:48], client.session)[0]) == 48
    assert resident(service, 'VmHWM') < 384, resident(service, 'VmHWM')
    served(0.5, client.create({'a': '1'}), client)


# Files that come with messages

def files():
    """Nobody has to take the files that come with a call, and a program may have few of them open."""
    resource.setrlimit(resource.RLIMIT_NOFILE, (256, 512))
    service = start()
    Client().open()
    assert resource.prlimit(service.pid, resource.RLIMIT_NOFILE) == (512, 512)
    service.kill()
    service.wait()
    while_served('sendFiles')


def sendFiles():
    client = Client(enable_fds=True).open()
    for number in range(1_000):
        client.create({'n': str(number)}, replace=False, collection=ROOT + '/collection/session')
    # While these are served, the others wait.
    for _ in range(1_000):
        send(client, ROOT, SERVICE_INTERFACE, 'SearchItems', 'a{ss}', {})
    file = os.open('/dev/null', os.O_RDONLY)
    for _ in range(400):
        send(client, ROOT, SERVICE_INTERFACE, 'ReadAlias', 'h' * 16, *[file] * 16)
    say()
    time.sleep(600)


# Messages as large as the bus lets through, and values of every other type

def large():
    while_served('sendLarge', seconds=6, most=320, slowest=6.0)


def sendLarge():
    client = Client().open()
    # An array has at most 64 MiB, a message 128.
    secret = (client.session, bytes(60 << 20), bytes(60 << 20), 'text/plain')
    say()
    while True:
        refused('LimitsExceeded', client.call, DEFAULT, 'CreateItem', 'a{sv}(oayays)b', {}, secret, True,
                interface='Collection')


def longPaths():
    service = start()
    path = Client().open().create({'a': '1'})
    other = hostile('sendLongPaths')
    try:
        assert other.stdout.readline() == b'begun\n', 'the hostile program does not begin'
        before, end = resident(service), time.monotonic() + 8
        while time.monotonic() < end:
            # Of 48 MiB, 8 may wait.
            assert resident(service) < before + 16, resident(service)
            time.sleep(0.1)
    finally:
        other.kill()
        other.wait()
    served(0.5, path)


def sendLongPaths():
    client = Client().open()
    for number in range(1_000):
        client.create({'n': str(number)}, replace=False, collection=ROOT + '/collection/session')
    # While these are served, the others wait.
    for _ in range(1_000):
        send(client, ROOT, SERVICE_INTERFACE, 'SearchItems', 'a{ss}', {})
    say()
    for _ in range(800):
        send(client, ROOT + '/' + 'x' * 60_000, SERVICE_INTERFACE, 'ReadAlias', 's', '')
    time.sleep(600)


def wrong():
    service = start()
    client = Client().open()
    item = client.create({'a': '1'})
    random.seed(1)
    for path in (ROOT, LOGIN, item, client.session):
        for interface, member, types, _ in table(client, path):
            for signature in ('', 's', 'o', 'v', 'ay', 'a{ss}', 'a{sv}', '(oayays)', 'aao', 'x', 'a{sv}(oayays)', 'ssssss'):
                if signature != types:
                    values = [wrongValue(one) for one in split(signature)]
                    refused('InvalidArgs', client.call, path, member, signature, *values, interface=interface)
    assert client.secret(item)[0] == b'secret' and service.poll() is None


def split(signature):
    return {'a{sv}(oayays)': ['a{sv}', '(oayays)'], 'ssssss': ['s'] * 6}.get(signature, [signature] if signature else [])


def wrongValue(kind):
    return {**EMPTY, 'ay': b'x', 'aao': [['/']], 'x': 1}[kind]


def garbage():
    """Values of the right type that make no sense, many of them."""
    service = start()
    client = Client().open()
    item = client.create({'a': '1'}, collection=ROOT + '/collection/session')
    random.seed(2)
    for _ in range(4_000):
        path = random.choice((ROOT, LOGIN, item, DEFAULT, client.session, ROOT + '/collection/session'))
        calls = garbage.tables.setdefault(path, table(client, path)) if path != client.session else []
        if not calls:
            continue
        interface, member, types, _ = random.choice(calls)
        if (path, member) == (client.session, 'Close') or member == 'Lock' or member == 'Delete':
            continue
        values = [arbitrary(one, client) for one in EMPTY_TYPES[types]]
        try:
            client.call(path, member, types, *values, interface=interface)
        except Refused as error:
            name = str(error).rsplit('.', 1)[1]
            assert name in ('InvalidArgs', 'NoSuchObject', 'NoSession', 'NotSupported', 'LimitsExceeded', 'IsLocked',
                            'UnknownProperty', 'PropertyReadOnly'), (member, name, values)
    assert service.poll() is None
    assert Client().open().search({'a': '1'})[0] is not None


garbage.tables = {}
EMPTY_TYPES = {
    '': [], 's': ['s'], 'o': ['o'], 'ao': ['ao'], 'a{ss}': ['a{ss}'], 'sv': ['s', 'v'], 'so': ['s', 'o'],
    'a{sv}s': ['a{sv}', 's'], 'aoo': ['ao', 'o'], 'ss': ['s', 's'], 'ssv': ['s', 's', 'v'],
    'a{sv}(oayays)b': ['a{sv}', '(oayays)', 'b'], '(oayays)': ['(oayays)'],
}


def arbitrary(kind, client):
    text = random.choice(('', 'x', 'plain', 'dh-ietf1024-sha256-aes128-cbc-pkcs7', '🐎' * 99, 'a' * 70_000, 'default',
                          PREFIX + 'Item', PREFIX + 'Collection', 'Label', 'Attributes', 'Locked', '\x1b[2J'))
    path = random.choice(('/', ROOT, LOGIN, client.session, LOGIN + '/' + '0' * 32, ROOT + '/prompt/1', ROOT + '/session/999',
                          ROOT + '/collection/session', '/x' * 500))
    if kind == 'v':
        one = random.choice(('s', 'b', 'a{ss}', 'ay', 't', 'v', 'd', 'aas'))
        return (one, {'b': True, 'a{ss}': {text: text}, 'ay': b'\0' * 128, 't': 1 << 63, 'v': ('s', text), 'd': 1.5,
                      'aas': [[text]] * 99}.get(one, text))
    return {
        's': text, 'o': path, 'b': random.random() < 0.5, 'ao': [path] * random.choice((0, 1, 300)),
        'a{ss}': {text + str(number): text for number in range(random.choice((0, 1, 300)))},
        'a{sv}': {PREFIX + 'Item.' + text: ('s', text), PREFIX + 'Item.Attributes': ('a{ss}', {text: ''})},
        '(oayays)': (path, b'', bytes(random.choice((0, 16, 99))), text),
    }[kind]


# Questions that nobody answers

def prompts():
    service, client, _ = prepare(answers='hang', locks=False, DISPLAY=':99')
    for number in range(250):
        client.create({'n': str(number)}, replace=False, collection=ROOT + '/collection/session')
    path = client.create({'a': '1'})
    write('ask everyone in session')
    others = [hostile('beginPrompts') for _ in range(4)]
    for other in others:
        assert other.stdout.readline() == b'begun\n'
    longest = served(2, path, client)
    assert longest < 2 and resident(service) < 128, (longest, resident(service))
    for other in others:
        other.kill()
        other.wait()
    served(0.5, path, client)


def beginPrompts():
    client = Client()
    paths = client.search({})[1] * 32
    for _ in range(16):
        prompt = client.call(ROOT, 'Unlock', 'ao', paths)[1]
        client.call(prompt, 'Prompt', 's', '', interface='Prompt')
    refused('LimitsExceeded', client.call, ROOT, 'Unlock', 'ao', paths)
    say()
    time.sleep(600)


if __name__ == '__main__':
    globals()[sys.argv[1]]()
