"""Programs of others that keep their secrets on the session bus: each function is a scenario, which BusClientTests runs
on a bus of its own, once with our service and once with gnome-keyring.

    bus_clients.py SCENARIO[@gnome-keyring] SERVICE COMMAND

It ends with 0 if everything was as the scenario says.
"""
import http.server
import json
import os
import subprocess
import sys
import threading

from bus_client import LOGIN, ROOT, Client, command, start
from bus_programs import ending, gnome_keyring, told, until

TEMPORARY = os.environ['TMPDIR']


def secret_tool():
    subprocess.run(['secret-tool', 'store', '--label=Mail', 'service', 'mail'], input=b'horse', check=True)
    assert told('secret-tool', 'lookup', 'service', 'mail') == 'horse'
    assert 'secret = horse' in told('secret-tool', 'search', 'service', 'mail')
    told('secret-tool', 'clear', 'service', 'mail')
    told('secret-tool', 'lookup', 'service', 'mail', code=1)


def introspected():
    """libsecret as programs of GNOME use it: its calls that wait, those that do not, and what it signals."""
    import gi
    gi.require_version('Secret', '1')
    from gi.repository import GLib, Secret
    schema = Secret.Schema.new('org.example.Mail', Secret.SchemaFlags.NONE, {'user': Secret.SchemaAttributeType.STRING})
    maria, otto = {'user': 'maria'}, {'user': 'otto'}
    assert Secret.password_store_sync(schema, maria, Secret.COLLECTION_DEFAULT, 'Mail', 'horse', None)
    assert Secret.password_lookup_sync(schema, maria, None) == 'horse'
    loop = GLib.MainLoop()
    answers = []

    def answered(_, result, finish):
        answers.append(finish(result))
        loop.quit()

    def awaited(call, *arguments, finish):
        call(*arguments, None, answered, finish)
        loop.run()
        return answers.pop()

    assert awaited(Secret.password_store, schema, otto, Secret.COLLECTION_SESSION, 'Mail', 'staple',
                   finish=Secret.password_store_finish)
    assert awaited(Secret.password_lookup, schema, otto, finish=Secret.password_lookup_finish) == 'staple'
    service = Secret.Service.get_sync(Secret.ServiceFlags.OPEN_SESSION | Secret.ServiceFlags.LOAD_COLLECTIONS, None)
    collection = Secret.Collection.for_alias_sync(
        service, Secret.COLLECTION_DEFAULT, Secret.CollectionFlags.LOAD_ITEMS, None)
    assert [item.get_attributes()['user'] for item in collection.get_items()] == ['maria']
    assert collection.get_label() and not collection.get_locked(), collection
    # Those of earlier changes may come as well.
    collection.connect('notify::items', lambda *_: len(collection.get_items()) == 2 and loop.quit())
    GLib.timeout_add_seconds(10, lambda: answers.append('nothing is signalled') or loop.quit())
    Client().open().create({'user': 'eva', 'xdg:schema': 'org.example.Mail'}, b'battery')
    loop.run()
    assert not answers, answers
    found = Secret.password_search_sync(schema, {'user': 'eva'}, Secret.SearchFlags.LOAD_SECRETS, None)
    assert [item.get_secret().get_text() for item in found if item.get_secret()] == ['battery']
    item, = [item for item in collection.get_items() if item.get_attributes()['user'] == 'maria']
    assert item.set_label_sync('Post', None) and item.load_secret_sync(None)
    assert item.get_label() == 'Post' and item.get_secret().get() == b'horse'
    assert item.set_secret_sync(Secret.Value.new('donkey', -1, 'text/plain'), None)
    assert item.delete_sync(None) and Secret.password_lookup_sync(schema, maria, None) is None
    assert Secret.password_clear_sync(schema, otto, None)


def go():
    """The calls of go-keyring, as gh and many other programs of Go make them: plain, the path of login, then an alias."""
    for password in ['correct horse', 'Grüße', '']:
        client = Client().open()
        assert LOGIN in client.get(ROOT, 'Service', 'Collections')
        unlocked, prompt = client.call(ROOT, 'Unlock', 'ao', [LOGIN])
        assert (unlocked, prompt) == ([LOGIN], '/')
        wanted = {'username': 'maria', 'service': 'gh:github.com'}
        client.create(wanted, password.encode(), collection=LOGIN, kind='text/plain; charset=utf8', label='Password')
        client.call(client.session, 'Close', interface='Session')
        client = Client().open()
        found, = client.call(LOGIN, 'SearchItems', 'a{ss}', wanted, interface='Collection')
        assert client.call(ROOT, 'Unlock', 'ao', found) == (found, '/') and len(found) == 1
        assert client.secret(found[0])[0] == password.encode()
    assert client.call(found[0], 'Delete', interface='Item') == ('/',)
    assert client.call(LOGIN, 'SearchItems', 'a{ss}', wanted, interface='Collection') == ([],)


def docker():
    helper = 'docker-credential-secretservice'
    login = {'ServerURL': 'https://registry.example/v1', 'Username': 'maria', 'Secret': 'correct horse'}
    told(helper, 'store', input=json.dumps(login))
    assert json.loads(told(helper, 'get', input=login['ServerURL'])) == login
    assert json.loads(told(helper, 'list')) == {login['ServerURL']: 'maria'}
    told(helper, 'erase', input=login['ServerURL'])
    assert 'credentials not found' in told(helper, 'get', input=login['ServerURL'], code=1)


def git():
    """git's own helper, which Debian has as a source."""
    helper = f'{TEMPORARY}/git-credential-libsecret'
    flags = told('pkg-config', '--cflags', '--libs', 'glib-2.0', 'libsecret-1').split()
    told('gcc', '-o', helper, '/usr/share/doc/git/contrib/credential/libsecret/git-credential-libsecret.c', *flags)
    place = 'protocol=https\nhost=git.example\nusername=maria\n'
    told(helper, 'store', input=place + 'password=correct horse\n\n')
    assert 'password=correct horse\n' in told(helper, 'get', input='protocol=https\nhost=git.example\n\n')
    told(helper, 'store', input=place + 'password=battery\n\n')
    assert 'password=battery\n' in told(helper, 'get', input=place + '\n')
    told(helper, 'erase', input=place + '\n')
    assert 'password' not in told(helper, 'get', input=place + '\n')


QT = r'''#include <qt5keychain/keychain.h>
#include <QCoreApplication>
#include <cstdio>
template <class Job> Job *done(Job *job) {
    QEventLoop loop;
    job->setAutoDelete(false);
    QObject::connect(job, &QKeychain::Job::finished, &loop, &QEventLoop::quit);
    job->setKey("maria");
    job->start();
    loop.exec();
    return job;
}
int main(int argc, char **argv) {
    QCoreApplication program(argc, argv);
    auto write = new QKeychain::WritePasswordJob("example");
    write->setBinaryData(QByteArray("horse\0\xff", 7));
    if (done(write)->error()) return puts(qPrintable(write->errorString())), 1;
    auto read = done(new QKeychain::ReadPasswordJob("example"));
    if (read->error() || read->binaryData() != QByteArray("horse\0\xff", 7)) return 2;
    if (done(new QKeychain::DeletePasswordJob("example"))->error()) return 3;
    return done(new QKeychain::ReadPasswordJob("example"))->error() == QKeychain::EntryNotFound ? 0 : 4;
}
'''


def qt():
    """A program with qtkeychain, which looks at the desktop before it looks at the bus."""
    source, program = f'{TEMPORARY}/program.cpp', f'{TEMPORARY}/program'
    with open(source, 'w') as file:
        file.write(QT)
    flags = told('pkg-config', '--cflags', '--libs', 'Qt5Core').split()
    told('g++', '-fPIC', '-o', program, source, *flags, '-lqt5keychain')
    told(program, env={**os.environ, 'XDG_CURRENT_DESKTOP': 'GNOME'})


class Page(http.server.BaseHTTPRequestHandler):
    """Shows the cookie that came, and sets one."""

    def do_GET(self):
        self.send_response(200)
        self.send_header('Set-Cookie', 'kept=correct-horse; Max-Age=100000')
        self.end_headers()
        self.wfile.write(f'<p>came: {self.headers["Cookie"]}'.encode())

    def log_message(self, *_):
        pass


def chromium():
    """Its key stays the same across starts, so that it can read its own cookies."""
    server = http.server.ThreadingHTTPServer(('127.0.0.1', 0), Page)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    words = ['chromium', '--headless', '--no-sandbox', '--disable-gpu', '--password-store=gnome-libsecret',
             f'--user-data-dir={TEMPORARY}/profile', '--dump-dom', '--timeout=2000',
             f'http://127.0.0.1:{server.server_port}/']
    client = Client().open()

    def visit():
        shown = subprocess.run(words, capture_output=True, text=True, timeout=100).stdout
        path, = client.search({'application': 'chromium'})[0]
        return shown, client.get(path, 'Item', 'Label'), client.secret(path)[0]

    first, second = visit(), visit()
    assert 'came: None' in first[0] and first[1] in ('Chromium Safe Storage', 'Chrome Safe Storage'), first[:2]
    assert first[1:] == second[1:] and len(first[2]) >= 16
    import sqlite3
    cookies = sqlite3.connect(f'{TEMPORARY}/profile/Default/Cookies')
    (sealed,), = cookies.execute("SELECT encrypted_value FROM cookies WHERE name = 'kept'")
    # With the key of the keyring; v10 would be the one that everybody knows.
    assert sealed[:3] == b'v11', sealed[:3]
    assert 'came: kept=correct-horse' in second[0], second[0]


if __name__ == '__main__':
    name, _, other = sys.argv[1].partition('@')
    gnome_keyring() if other else start()
    ending(globals()[name])
