"""What programs do on the session bus: each function is a scenario, which BusTests runs on a bus of its own.

    bus_client.py SCENARIO SERVICE COMMAND

Other files beside this one have further scenarios.

It starts SERVICE, and ends with 0 if everything was as the scenario says.
"""
import os
import re
import signal
import subprocess
import sys
import time

from jeepney import DBusAddress, HeaderFields, MatchRule, MessageType, new_method_call, new_signal
from jeepney.bus_messages import message_bus
from jeepney.io.blocking import open_dbus_connection
from jeepney.low_level import Endianness

ROOT = '/org/freedesktop/secrets'
LOGIN = ROOT + '/collection/login'
DEFAULT = ROOT + '/aliases/default'
NAME = 'org.freedesktop.secrets'
PREFIX = 'org.freedesktop.Secret.'
SERVICE, COMMAND = sys.argv[2:4]


class Refused(Exception):
    pass


class Client:
    order = Endianness.little

    def __init__(self, **options):
        self.bus = open_dbus_connection('SESSION', **options)
        self.session = None

    def call(self, path, member, signature='', *values, interface='Service', timeout=20):
        name = interface if '.' in interface else PREFIX + interface
        address = DBusAddress(path, bus_name=NAME, interface=name)
        call = new_method_call(address, member, signature, values)
        call.header.endianness = self.order
        reply = self.bus.send_and_get_reply(call, timeout=timeout)
        if reply.header.message_type is MessageType.error:
            raise Refused(reply.header.fields[HeaderFields.error_name])
        return reply.body

    def open(self):
        self.session = self.call(ROOT, 'OpenSession', 'sv', 'plain', ('s', ''))[1]
        return self

    def create(self, attributes, secret=b'secret', replace=True, collection=DEFAULT, kind='text/plain', label='label'):
        properties = {PREFIX + 'Item.Label': ('s', label), PREFIX + 'Item.Attributes': ('a{ss}', attributes)}
        path, prompt = self.call(
            collection, 'CreateItem', 'a{sv}(oayays)b', properties, (self.session, b'', secret, kind), replace,
            interface='Collection')
        assert prompt == '/', prompt
        return path

    def search(self, attributes):
        return self.call(ROOT, 'SearchItems', 'a{ss}', attributes)

    def secret(self, path):
        (_, _, secret, kind), = self.call(path, 'GetSecret', 'o', self.session, interface='Item')
        return secret, kind

    def get(self, path, interface, name):
        return self.call(path, 'Get', 'ss', PREFIX + interface, name, interface='org.freedesktop.DBus.Properties')[0][1]

    def set(self, path, interface, name, value):
        self.call(path, 'Set', 'ssv', PREFIX + interface, name, value, interface='org.freedesktop.DBus.Properties')

    def listen(self):
        rule = MatchRule(type='signal', path_namespace=ROOT)
        self.bus.send_and_get_reply(message_bus.AddMatch(rule), timeout=5)
        return self.bus.filter(rule, bufsize=10_000)

    def heard(self, queue, seconds):
        """The signals that come within this time, as (member, first value)."""
        end, found = time.monotonic() + seconds, []
        while (left := end - time.monotonic()) > 0:
            try:
                message = self.bus.recv_until_filtered(queue, timeout=left)
            except TimeoutError:
                break
            found.append((message.header.fields[HeaderFields.member], message.body[0]))
        return found


def start(told=None, **environment):
    service = subprocess.Popen([SERVICE], stderr=told, env={**os.environ, **environment})
    bus = open_dbus_connection('SESSION')
    end = time.monotonic() + 20
    while not bus.send_and_get_reply(message_bus.NameHasOwner(NAME)).body[0]:
        assert service.poll() is None and time.monotonic() < end, 'the service does not come'
        time.sleep(0.01)
    return service


def command(*words, secret=b'', **environment):
    return subprocess.run(
        [COMMAND, *words], input=secret, capture_output=True, check=True, env={**os.environ, **environment}).stdout


def refused(name, body, *arguments, **named):
    try:
        body(*arguments, **named)
    except Refused as error:
        assert str(error).endswith('.' + name), (str(error), name)
    else:
        raise AssertionError('not refused with ' + name)


# What goes in comes out

def exact():
    start()
    client = Client().open()
    secrets = [b'', b'\0\xff\n', 'Grüße 🐎'.encode(), os.urandom(1 << 20)]
    for number, secret in enumerate(secrets):
        attributes = {'número': str(number), '🐎': '', 'xdg:schema': 'org.example.Test'}
        path = client.create(attributes, secret, kind='application/octet-stream')
        assert client.secret(path) == (secret, 'application/octet-stream')
        assert client.get(path, 'Item', 'Attributes') == attributes
        assert client.search({'número': str(number)}) == ([path], [])
    created, modified = client.get(path, 'Item', 'Created'), client.get(path, 'Item', 'Modified')
    assert abs(time.time() - created) < 60 and modified >= created
    client.call(path, 'SetSecret', '(oayays)', (client.session, b'', b'new', 'text/plain'), interface='Item')
    client.set(path, 'Item', 'Label', ('s', 'Neu'))
    client.set(path, 'Item', 'Attributes', ('a{ss}', {'a': 'b'}))
    assert client.secret(path) == (b'new', 'text/plain') and client.get(path, 'Item', 'Label') == 'Neu'
    assert client.search({'a': 'b'}) == ([path], [])
    secrets = client.call(ROOT, 'GetSecrets', 'aoo', [path, ROOT + '/collection/login/00'], client.session)[0]
    assert list(secrets) == [path] and bytes(secrets[path][2]) == b'new'
    client.call(path, 'Delete', interface='Item')
    refused('NoSuchObject', client.secret, path)
    assert client.call(ROOT, 'Unlock', 'ao', [LOGIN] * 20_000) == ([LOGIN], '/')


def noncharacters():
    """What Unicode has no character for is text, as everywhere on the bus; sd-bus lets nobody send it to a service."""
    command('secret-tool', 'store', '--label=odd \ufffe\U0001ffff', 'both', 'one', 'odd', '\ufdd0', secret=b'odd')
    start()
    client = Client().open()
    client.create({'both': 'one', 'n': '2'})
    odd, = [path for path in client.search({'both': 'one'})[0] if client.secret(path)[0] == b'odd']
    assert client.get(odd, 'Item', 'Label') == 'odd \ufffe\U0001ffff'
    assert client.get(odd, 'Item', 'Attributes') == {'both': 'one', 'odd': '\ufdd0'}
    refused('InvalidArgs', client.search, {'odd': '\ufdd0'})


def otherOrder():
    """A program of the other byte order is served like any other, with at most 2 MiB of bytes in a message."""
    start()
    client = Client()
    client.order = Endianness.big
    client.open()
    client.call(ROOT, 'OpenSession', 'sv', 'dh-ietf1024-sha256-aes128-cbc-pkcs7', ('ay', b'\x03' * 128))
    for size in (0, 1, 6, 1 << 20):
        secret = os.urandom(size)
        path = client.create({'size': str(size)}, secret)
        assert client.search({'size': str(size)}) == ([path], []) and client.secret(path) == (secret, 'text/plain')
    refused('LimitsExceeded', client.create, {}, bytes(1 << 21))
    assert client.secret(path)[0] == secret


def replacing():
    start()
    client = Client().open()
    both = client.create({'a': '1', 'b': '2'}, b'both')
    one, none = client.create({'a': '1'}, b'one'), client.create({}, b'none')
    assert len({both, one, none}) == 3
    assert client.create({'b': '2', 'a': '1'}, b'again') == both and client.secret(both)[0] == b'again'
    twin = client.create({'a': '1'}, b'twin', replace=False)
    # The one that was stored last comes first.
    assert client.search({'a': '1'})[0] == [twin, both, one], client.search({'a': '1'})
    assert client.secret(one)[0] == b'one'


def collections():
    start()
    client = Client().open()
    client.bus.send_and_get_reply(message_bus.Ping() if hasattr(message_bus, 'Ping') else message_bus.GetId())
    assert set(client.get(ROOT, 'Service', 'Collections')) == {LOGIN, ROOT + '/collection/session'}
    made, prompt = client.call(
        ROOT, 'CreateCollection', 'a{sv}s', {PREFIX + 'Collection.Label': ('s', 'Work')}, 'work')
    assert (made, prompt) == (ROOT + '/collection/Work', '/')
    assert client.call(ROOT, 'ReadAlias', 's', 'work') == (made,)
    path = client.create({'a': '1'}, collection=ROOT + '/aliases/work')
    assert path.startswith(made + '/') and client.get(made, 'Collection', 'Items') == [path]
    client.call(ROOT, 'SetAlias', 'so', 'default', made)
    assert client.get(DEFAULT, 'Collection', 'Label') == 'Work'
    client.set(made, 'Collection', 'Label', ('s', 'Office'))
    assert client.get(made, 'Collection', 'Label') == 'Office'
    xml, = client.call(ROOT, 'Introspect', interface='org.freedesktop.DBus.Introspectable')
    names = re.findall('<node name="(.*)"/>', xml)
    assert [ROOT + '/' + name for name in names] == [made, LOGIN, ROOT + '/collection/session'], names
    # Programs that show what there is begin at the root.
    path = ''
    while path != ROOT:
        xml, = client.call(path or '/', 'Introspect', interface='org.freedesktop.DBus.Introspectable')
        path += '/' + re.findall('<node name="(.*)"/>', xml)[-1]
    client.create({'a': '2'}, collection=ROOT + '/collection/session')
    assert client.call(made, 'Delete', interface='Collection') == ('/',)
    refused('NoSuchObject', client.get, made, 'Collection', 'Label')
    assert client.call(ROOT, 'ReadAlias', 's', 'default') == (LOGIN,)
    assert len(client.search({})[0]) == 1
    refused('NotSupported', client.call, LOGIN, 'Delete', interface='Collection')


# Who is whose

def sessions():
    start()
    first, second = Client().open(), Client()
    path = first.create({'a': '1'})
    second.session = first.session
    refused('NoSession', second.secret, path)
    refused('NoSession', second.call, first.session, 'Close', interface='Session')
    # Only the bus itself says that a client is gone.
    forged = new_signal(DBusAddress('/org/freedesktop/DBus', interface='org.freedesktop.DBus'), 'NameOwnerChanged',
                        'sss', (first.bus.unique_name, first.bus.unique_name, ''))
    forged.header.fields[HeaderFields.destination] = NAME
    second.bus.send(forged)
    assert first.secret(path)[0] == b'secret'
    first.bus.close()
    for _ in range(100):
        second.call(ROOT, 'ReadAlias', 's', 'default')
        try:
            second.call(first.session, 'Introspect', interface='org.freedesktop.DBus.Introspectable')
        except Refused:
            break
        time.sleep(0.01)
    else:
        raise AssertionError('a session outlives its client')
    second.open()
    second.call(second.session, 'Close', interface='Session')
    refused('NoSession', second.secret, path)


def wrong():
    start()
    client = Client().open()
    for path in (ROOT, DEFAULT, client.session):
        assert client.call(path, 'Ping', interface='org.freedesktop.DBus.Peer') == ()
    refused('InvalidArgs', client.call, ROOT, 'SearchItems', 's', 'a')
    refused('InvalidArgs', client.call, ROOT, 'OpenSession', 'ss', 'plain', '')
    refused('UnknownMethod', client.call, ROOT, 'Frobnicate')
    refused('UnknownMethod', client.call, ROOT, 'CreateItem', 'a{sv}(oayays)b', {}, ('/', b'', b'', ''), True)
    refused('NoSuchObject', client.call, ROOT + '/collection/none', 'Delete', interface='Collection')
    refused('NoSuchObject', client.call, ROOT + '/collection/login/' + '0' * 32, 'Delete', interface='Item')
    refused('NoSuchObject', client.call, ROOT + '/aliases/none', 'SearchItems', 'a{ss}', {}, interface='Collection')
    refused('NoSuchObject', client.call, ROOT, 'SetAlias', 'so', 'x', ROOT + '/collection/none')
    refused('NotSupported', client.call, ROOT, 'OpenSession', 'sv', 'rot13', ('s', ''))
    refused('UnknownProperty', client.get, LOGIN, 'Collection', 'Colour')
    refused('PropertyReadOnly', client.set, LOGIN, 'Collection', 'Locked', ('b', False))
    refused('InvalidArgs', client.set, LOGIN, 'Collection', 'Label', ('u', 1))
    # A property of another type is none that was left out.
    secret = (client.session, b'', b'', '')
    for name, value in [('Label', ('u', 1)), ('Label', ('v', ('s', ''))), ('Attributes', ('as', [])), ('Attributes', ('s', ''))]:
        refused('InvalidArgs', client.call, LOGIN, 'CreateItem', 'a{sv}(oayays)b', {PREFIX + 'Item.' + name: value}, secret, True,
                interface='Collection')
    refused('InvalidArgs', client.call, ROOT, 'CreateCollection', 'a{sv}s', {PREFIX + 'Collection.Label': ('u', 1)}, '')
    # Of names that are no part of a path, two can look the same.
    for alias in ['caf\u00e9', 'cafe\u0301', '\u212a', 'a/b', 'a b', 'x' * 257]:
        refused('InvalidArgs', client.call, ROOT, 'SetAlias', 'so', alias, LOGIN)
        refused('InvalidArgs', client.call, ROOT, 'CreateCollection', 'a{sv}s', {}, alias)
    refused('NoSession', client.create, {}, collection=LOGIN) if not setattr(client, 'session', '/') else None


def floods():
    service = start()
    client, other = Client(), Client().open()
    path = other.create({'a': '1'})
    refused('LimitsExceeded', lambda: [client.open() for _ in range(5_000)])
    refused('LimitsExceeded', other.create, {str(number): '' for number in range(300)})
    refused('LimitsExceeded', other.create, {'a': 'x' * 70_000})
    refused('LimitsExceeded', other.create, {'big': '1'}, b'x' * (40 << 20))
    refused('LimitsExceeded', other.create, {'a': '1'}, kind='x' * 1_025)
    refused('LimitsExceeded', other.call, path, 'SetSecret', '(oayays)', (other.session, b'', b'', 'x' * 1_025), interface='Item')
    value = ('s', 'x')
    for _ in range(20):
        value = ('v', value)
    refused('InvalidArgs', client.call, ROOT, 'CreateCollection', 'a{sv}s', {'x': value}, '')
    for _ in range(2_000):
        client.bus.send(new_method_call(DBusAddress(ROOT, bus_name=NAME, interface=PREFIX + 'Service'), 'ReadAlias',
                                        's', ('default',)))
    assert other.secret(path)[0] == b'secret'
    assert service.poll() is None


# Others, and other times

def others():
    start()
    client = Client().open()
    # What comes before the items were read first is in the answer to who asks, and no news.
    assert client.search({}) == ([], [])
    queue = client.listen()
    with queue as queue:
        command('secret-tool', 'store', '--label=Mail', 'service', 'mail', secret=b'from the command')
        began = time.monotonic()
        heard = client.heard(queue, 1)
        path, = client.search({'service': 'mail'})[0]
        assert ('ItemCreated', path) in heard, heard
        assert client.secret(path)[0] == b'from the command'
        client.create({'service': 'mail'}, b'from the bus')
        assert ('ItemChanged', path) in client.heard(queue, 0.3)
        assert command('secret-tool', 'lookup', 'service', 'mail') == b'from the bus'
        command('secret-tool', 'clear', 'service', 'mail')
        assert ('ItemDeleted', path) in client.heard(queue, 1)
    assert client.search({'service': 'mail'}) == ([], [])


def restarts():
    service = start()
    client = Client().open()
    client.call(ROOT, 'CreateCollection', 'a{sv}s', {PREFIX + 'Collection.Label': ('s', 'Work')}, 'work')
    paths = [client.create({'n': str(number)}, b'%d' % number) for number in range(20)]
    paths.append(client.create({'n': 'work'}, b'work', collection=ROOT + '/aliases/work'))
    service.send_signal(signal.SIGKILL)
    service.wait()
    command('rotate')
    start()
    client = Client().open()
    assert sorted(client.search({})[0]) == sorted(paths)
    assert client.secret(paths[7])[0] == b'7' and client.secret(paths[20])[0] == b'work'
    assert client.call(ROOT, 'ReadAlias', 's', 'work') == (ROOT + '/collection/Work',)


def locked():
    command('set', 'mail', '--stdin', secret=b'x')
    service = start()
    client = Client().open()
    client.create({'a': '1'})
    service.kill()
    service.wait()
    command('passphrase', 'set', '--stdin', secret=b'right')
    service = start()
    client = Client().open()
    assert client.get(LOGIN, 'Collection', 'Locked') and not client.get(
        ROOT + '/collection/session', 'Collection', 'Locked')
    refused('IsLocked', client.create, {'a': '2'})
    unlocked, prompt = client.call(ROOT, 'Unlock', 'ao', [LOGIN])
    assert unlocked == [] and prompt != '/'
    with client.listen() as queue:
        began = time.monotonic()
        client.call(prompt, 'Prompt', 's', '', interface='Prompt')
        assert ('Completed', True) in client.heard(queue, 5), 'a prompt that nobody can answer ends'
    service.kill()
    service.wait()
    start(SECURESTORE_PASSPHRASE='right')
    client = Client().open()
    assert client.call(ROOT, 'Unlock', 'ao', [LOGIN, DEFAULT]) == ([LOGIN, DEFAULT], '/')
    path, = client.search({'a': '1'})[0]
    assert client.call(ROOT, 'Lock', 'ao', [LOGIN]) == ([LOGIN], '/')
    assert client.search({'a': '1'}) == ([], [path])
    refused('IsLocked', client.secret, path)
    assert client.call(ROOT, 'Unlock', 'ao', [path]) == ([path], '/')
    # The session is the one from before.
    assert client.secret(path)[0] == b'secret'


def opensByItself():
    """Whoever locks a store without a passphrase, or another program, opens it again and asks nobody."""
    start()
    client = Client().open()
    path = client.create({'a': '1'})
    assert client.call(ROOT, 'Lock', 'ao', [LOGIN]) == ([LOGIN], '/')
    refused('IsLocked', client.secret, path)
    assert client.call(ROOT, 'Unlock', 'ao', [path]) == ([path], '/')
    # Not by a key that the kernel would have to keep.
    time.sleep(3)
    assert client.secret(path)[0] == b'secret'


def lockedAtLast():
    """A program that locks and ends at once has locked."""
    command('set', 'mail', '--stdin', secret=b'x')
    command('passphrase', 'set', '--stdin', secret=b'right')
    start(SECURESTORE_PASSPHRASE='right')
    client = Client().open()
    for _ in range(10):
        assert client.call(ROOT, 'Unlock', 'ao', [LOGIN]) == ([LOGIN], '/')
        subprocess.run(
            ['dbus-send', '--type=method_call', '--dest=' + NAME, ROOT, PREFIX + 'Service.Lock', 'array:objpath:' + LOGIN],
            check=True)
        end = time.monotonic() + 5
        while not client.get(LOGIN, 'Collection', 'Locked'):
            assert time.monotonic() < end, 'the lock of a program that has ended is lost'
            time.sleep(0.01)


def together():
    """Of services that start in the same moment, before there is a store, one is left, and the others say so."""
    several = [subprocess.Popen([SERVICE], stderr=subprocess.PIPE, text=True) for _ in range(6)]
    client, end = Client(), time.monotonic() + 20
    while sum(one.poll() is None for one in several) > 1:
        assert time.monotonic() < end, 'several services stay'
        time.sleep(0.01)
    path = client.open().create({'a': '1'})
    for one in several:
        if one.poll() is not None:
            assert one.returncode == 1 and 'belongs to process' in one.stderr.read()
    left, = [one for one in several if one.poll() is None]
    left.kill()
    left.wait()
    start()
    assert Client().open().secret(path)[0] == b'secret'


def second():
    start()
    late = subprocess.run([SERVICE], capture_output=True, timeout=20)
    assert late.returncode == 1 and b'belongs to process' in late.stderr, late


# Programs of others

def libsecret():
    start()
    tool = ['secret-tool']
    subprocess.run([*tool, 'store', '--label=Mail', 'service', 'mail', 'user', 'maria'], input=b'horse', check=True)
    assert subprocess.run([*tool, 'lookup', 'user', 'maria'], capture_output=True, check=True).stdout == b'horse'
    assert command('secret-tool', 'lookup', 'user', 'maria') == b'horse'
    shown = subprocess.run([*tool, 'search', '--all', 'service', 'mail'], capture_output=True, check=True)
    assert b'label = Mail' in shown.stdout and b'secret = horse' in shown.stdout, shown
    subprocess.run([*tool, 'clear', 'user', 'maria'], check=True)
    assert subprocess.run([*tool, 'lookup', 'user', 'maria'], capture_output=True).returncode == 1


def python():
    start()
    import keyring
    from keyring.backends.SecretService import Keyring
    keyring.set_keyring(Keyring())
    for password in ['correct horse', 'Grüße', '']:
        keyring.set_password('mail.example', 'maria', password)
        assert keyring.get_password('mail.example', 'maria') == password
    keyring.delete_password('mail.example', 'maria')
    assert keyring.get_password('mail.example', 'maria') is None
    import secretstorage
    connection = secretstorage.dbus_init()
    collection = secretstorage.get_default_collection(connection)
    item = collection.create_item('label', {'a': '1'}, b'secret', replace=True)
    assert item.get_secret() == b'secret' and not item.is_locked()
    assert [found.item_path for found in secretstorage.search_items(connection, {'a': '1'})] == [item.item_path]
    other = secretstorage.create_collection(connection, 'Other')
    assert other.get_label() == 'Other'
    other.delete()


if __name__ == '__main__':
    globals()[sys.argv[1]]()
