"""Calls to a service that has opened its store only to be read, and has to open it again for a change: a scenario of
BusFaultTests, as in bus_faults.py."""
import os
import subprocess
import sys

from bus_client import PREFIX, ROOT, Client, command, start
from bus_portal import retrieve
from bus_programs import ending

PLACE = os.environ['HOME'] + '/.local/share/securestore'
WORK = ROOT + '/collection/Work'


def begin(client):
    """The items that each change begins with."""
    client.call(ROOT, 'CreateCollection', 'a{sv}s', {PREFIX + 'Collection.Label': ('s', 'Work')}, 'work')
    client.create({'b': '1'}, b'in work', collection=WORK)
    return client.create({'a': '1'}, b'old')


CHANGES = {
    'CreateCollection': lambda client, path: client.call(
        ROOT, 'CreateCollection', 'a{sv}s', {PREFIX + 'Collection.Label': ('s', 'Home')}, 'home'),
    'CreateCollection without an alias': lambda client, path: client.call(
        ROOT, 'CreateCollection', 'a{sv}s', {PREFIX + 'Collection.Label': ('s', 'Work')}, ''),
    'SetAlias': lambda client, path: client.call(ROOT, 'SetAlias', 'so', 'home', WORK),
    'SetAlias to none': lambda client, path: client.call(ROOT, 'SetAlias', 'so', 'work', '/'),
    'Collection.Delete': lambda client, path: client.call(WORK, 'Delete', interface='Collection'),
    'Collection.Label': lambda client, path: client.set(WORK, 'Collection', 'Label', ('s', 'Office')),
    'CreateItem': lambda client, path: client.create({'a': '2'}, b'new'),
    'CreateItem that replaces': lambda client, path: client.create({'a': '1'}, b'new'),
    'CreateItem of a twin': lambda client, path: client.create({'a': '1'}, b'new', replace=False),
    'Item.Delete': lambda client, path: client.call(path, 'Delete', interface='Item'),
    'Item.SetSecret': lambda client, path: client.call(
        path, 'SetSecret', '(oayays)', (client.session, b'', b'new', 'text/plain'), interface='Item'),
    'Item.Attributes': lambda client, path: client.set(path, 'Item', 'Attributes', ('a{ss}', {'a': '3'})),
    'Item.Label': lambda client, path: client.set(path, 'Item', 'Label', ('s', 'new')),
    'RetrieveSecret': lambda client, path: len(retrieve(client, 'org.example.One')),
}


def state(client):
    """All that the store shows, without the names that it makes itself."""
    collections = client.get(ROOT, 'Service', 'Collections')
    aliases = [client.call(ROOT, 'ReadAlias', 's', name)[0] for name in ['default', 'work', 'home']]
    items = [
        (path.rsplit('/', 1)[0], sorted(client.get(path, 'Item', 'Attributes').items()),
         client.get(path, 'Item', 'Label'), client.secret(path)[0]) for path in client.search({})[0]]
    # The portal's secrets are made by chance.
    items = [found[:3] + (len(found[3]) if len(found[3]) == 64 else found[3],) for found in items]
    return sorted((path, client.get(path, 'Collection', 'Label')) for path in collections), aliases, sorted(items)


def remount(mode):
    subprocess.run(['mount', '-o', 'remount,' + mode, PLACE], check=True)


def run(change, isReopened, hasRead):
    """The state before and after a change, and the signals that told of it."""
    for name in os.listdir(PLACE):
        os.unlink(PLACE + '/' + name)
    command('init', '--forget')
    service = start()
    path = begin(Client().open())
    service.terminate()
    service.wait()
    if isReopened:
        remount('ro')
    service = start()
    client = Client(enable_fds=True).open()
    before = state(client) if hasRead else None
    remount('rw')
    queue = client.listen()
    with queue as heard:
        change(client, path)
        signals = client.heard(heard, 0.1)
    after = state(client)
    assert service.poll() is None
    service.terminate()
    service.wait()
    names = sorted((member, '/'.join(str(value).split('/')[:6])) for member, value in signals)
    return after, names, before


def once():
    """No change is made or told twice."""
    os.makedirs(PLACE, 0o700)
    subprocess.run(['mount', '-t', 'tmpfs', '-o', 'size=4m,mode=700', 'none', PLACE], check=True)
    failures = []
    for name, change in CHANGES.items():
        for hasRead in (True, False):
            usual, again = (run(change, isReopened, hasRead) for isReopened in (False, True))
            if usual != again or usual[0] == usual[2]:
                failures.append(f'{name}, {hasRead}:\n  {usual}\n  {again}')
    assert not failures, '\n'.join(failures)


if __name__ == '__main__':
    ending(globals()[sys.argv[1]])
