"""The secrets that the desktop's portal gives to applications: scenarios of BusPortalTests, as in bus_client.py."""
import os
import sys
import tempfile

from bus_client import LOGIN, ROOT, Client, command, refused, start
from bus_policy import write

PORTAL = '/org/freedesktop/portal/desktop'
INTERFACE = 'org.freedesktop.impl.portal.Secret'


def retrieve(client, application):
    """The secret of an application, as it comes through a pipe."""
    reading, writing = os.pipe()
    try:
        answer = client.call(PORTAL, 'RetrieveSecret', 'osha{sv}', PORTAL + '/request/1', application, writing, {},
                             interface=INTERFACE)
    finally:
        os.close(writing)
    assert answer == (0, {}), answer
    with os.fdopen(reading, 'rb') as file:
        return file.read()


def portal():
    service = start()
    client = Client(enable_fds=True)
    first, second = retrieve(client, 'org.example.One'), retrieve(client, 'org.example.Two')
    assert len(first) == 64 and first != second and first == retrieve(client, 'org.example.One')
    service.kill()
    service.wait()
    start()
    client = Client(enable_fds=True).open()
    assert retrieve(client, 'org.example.One') == first
    path, = client.search({'app_id': 'org.example.One'})[0]
    assert client.secret(path)[0] == first
    assert client.get(path, 'Item', 'Attributes')['xdg:schema'] == 'org.freedesktop.portal.Secret'
    refused('InvalidArgs', retrieve, client, '')
    refused('InvalidArgs', retrieve, client, 'x' * 256)


def refusals():
    start()
    client = Client(enable_fds=True)
    write('deny flatpak org.example.One\nask flatpak org.example.Three')
    refused('AccessDenied', retrieve, client, 'org.example.One')
    refused('AccessDenied', retrieve, client, 'org.example.Three')
    assert retrieve(client, 'org.example.Two')
    write('deny everyone in login')
    refused('AccessDenied', retrieve, client, 'org.example.Two')


def pipes():
    """Ends of pipes that nobody reads, or that are full, hold up nobody."""
    service = start()
    client = Client(enable_fds=True)
    arguments = (PORTAL, 'RetrieveSecret', 'osha{sv}', '/', 'org.example.One')
    reading, writing = os.pipe()
    os.close(reading)
    refused('InvalidArgs', client.call, *arguments, writing, {}, interface=INTERFACE)
    os.close(writing)
    reading, writing = os.pipe()
    os.write(writing, b'x' * 65_536)
    refused('InvalidArgs', client.call, *arguments, writing, {}, interface=INTERFACE)
    refused('InvalidArgs', client.call, *arguments, reading, {}, interface=INTERFACE)
    # A file may lie with a server that never answers.
    with tempfile.TemporaryFile() as file:
        refused('InvalidArgs', client.call, *arguments, file, {}, interface=INTERFACE)
        assert not file.read()
    assert service.poll() is None and len(retrieve(client, 'org.example.One')) == 64


def locked():
    start().kill()
    command('passphrase', 'set', '--stdin', secret=b'right')
    start()
    client = Client(enable_fds=True)
    refused('IsLocked', retrieve, client, 'org.example.One')


if __name__ == '__main__':
    globals()[sys.argv[1]]()
