// SQLCipher as a program would use it: a table with the attributes in columns, unique by service and account, a commit
// for each write that waits for the disk. The same source for 3.4, which Debian has, and for 4, which comes as a library
// inside of a Python package; see sqlcipher4.py.
#include "peer.h"
#define SQLITE_HAS_CODEC 1
#include <sqlite3.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char by_password[] = "PRAGMA key = 'correct horse'";
static const char by_key[] = "PRAGMA key = \"x'00112233445566778899aabbccddeeff00112233445566778899aabbccddeeff'\"";
static const char table[] =
    "CREATE TABLE item(number INTEGER PRIMARY KEY, service TEXT NOT NULL, account TEXT NOT NULL, label TEXT,"
    " created INTEGER NOT NULL, modified INTEGER NOT NULL, secret BLOB NOT NULL, UNIQUE(service, account))";

typedef struct {
    sqlite3 *db;
    sqlite3_stmt *find, *add, *update, *remove, *list, *begin, *commit;
} Store;

static void close_store(void *pointer) {
    Store *s = pointer;
    sqlite3_stmt *all[] = {s->find, s->add, s->update, s->remove, s->list, s->begin, s->commit};
    for (size_t i = 0; i < sizeof all / sizeof *all; i++) sqlite3_finalize(all[i]);
    sqlite3_close(s->db);
    free(s);
}

static int execute(sqlite3 *db, const char *sql) {
    return sqlite3_exec(db, sql, NULL, NULL, NULL) == SQLITE_OK ? 0 : -1;
}

static sqlite3 *connect_to(const char *directory, const char *name, const char *key) {
    char path[4096];
    sqlite3 *db = NULL;
    snprintf(path, sizeof path, "%s/%s", directory, name);
    int flags = SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE | SQLITE_OPEN_NOMUTEX;
    if (sqlite3_open_v2(path, &db, flags, NULL) == SQLITE_OK && !execute(db, key)
        && !execute(db, "PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; PRAGMA busy_timeout = 5000"))
        return db;
    peer_complain(sqlite3_errmsg(db));
    sqlite3_close(db);
    return NULL;
}

static int create_one(const char *directory, const char *name, const char *key) {
    sqlite3 *db = connect_to(directory, name, key);
    int code = db ? execute(db, table) : -1;
    sqlite3_close(db);
    return code;
}

static int create(const char *directory) {
    return create_one(directory, "items.db", by_key) || create_one(directory, "../locked.db", by_password) ? -1 : 0;
}

static void *open_with(const char *directory, const char *name, const char *key) {
    Store *s = calloc(1, sizeof *s);
    s->db = connect_to(directory, name, key);
    if (!s->db) return NULL;
    const struct { sqlite3_stmt **statement; const char *sql; } all[] = {
        {&s->find, "SELECT label, created, modified, secret FROM item WHERE service = ?1 AND account = ?2"},
        {&s->add, "INSERT INTO item(service, account, secret, label, created, modified)"
                  " VALUES(?1, ?2, ?3, ?2, 1700000000, 1700000000)"},
        {&s->update, "UPDATE item SET secret = ?3, modified = modified + 1 WHERE service = ?1 AND account = ?2"},
        {&s->remove, "DELETE FROM item WHERE service = ?1 AND account = ?2"},
        {&s->list, "SELECT service, account, label, created, modified FROM item"},
        {&s->begin, "BEGIN IMMEDIATE"},
        {&s->commit, "COMMIT"},
    };
    for (size_t i = 0; i < sizeof all / sizeof *all; i++)
        if (sqlite3_prepare_v2(s->db, all[i].sql, -1, all[i].statement, NULL) != SQLITE_OK) {
            peer_complain(sqlite3_errmsg(s->db));
            close_store(s);
            return NULL;
        }
    return s;
}

static void *open_store(const char *directory) { return open_with(directory, "items.db", by_key); }
static void *unlock(const char *directory) { return open_with(directory, "../locked.db", by_password); }

static int find(void *pointer, const PeerItem *item, char *secret) {
    Store *s = pointer;
    sqlite3_bind_text(s->find, 1, item->service, -1, SQLITE_STATIC);
    sqlite3_bind_text(s->find, 2, item->account, -1, SQLITE_STATIC);
    int code = sqlite3_step(s->find), found = code == SQLITE_ROW ? 1 : code == SQLITE_DONE ? 0 : -1;
    if (found == 1 && sqlite3_column_bytes(s->find, 3) == PEER_SECRET)
        memcpy(secret, sqlite3_column_blob(s->find, 3), PEER_SECRET);
    sqlite3_reset(s->find);
    return found;
}

static int change(Store *s, sqlite3_stmt *statement, const PeerItem *item) {
    sqlite3_bind_text(statement, 1, item->service, -1, SQLITE_STATIC);
    sqlite3_bind_text(statement, 2, item->account, -1, SQLITE_STATIC);
    if (statement != s->remove) sqlite3_bind_blob(statement, 3, item->secret, PEER_SECRET, SQLITE_STATIC);
    int code = sqlite3_step(statement);
    sqlite3_reset(statement);
    return code == SQLITE_DONE && sqlite3_changes(s->db) == 1 ? 0 : -1;
}

static int add(void *s, const PeerItem *item) { return change(s, ((Store *)s)->add, item); }
static int update(void *s, const PeerItem *item) { return change(s, ((Store *)s)->update, item); }
static int delete(void *s, const PeerItem *item) { return change(s, ((Store *)s)->remove, item); }

static int run(sqlite3_stmt *statement) {
    int code = sqlite3_step(statement);
    sqlite3_reset(statement);
    return code == SQLITE_DONE ? 0 : -1;
}

static int batch(void *pointer, const PeerItem *items, int64_t count) {
    Store *s = pointer;
    if (run(s->begin)) return -1;
    for (int64_t i = 0; i < count; i++)
        if (add(s, &items[i])) return -1;
    return run(s->commit);
}

static int64_t list(void *pointer) {
    Store *s = pointer;
    int64_t count = 0, bytes = 0;
    while (sqlite3_step(s->list) == SQLITE_ROW) {
        for (int i = 0; i < 3; i++) bytes += (int64_t)strlen((const char *)sqlite3_column_text(s->list, i));
        bytes += sqlite3_column_int64(s->list, 3) + sqlite3_column_int64(s->list, 4);
        count++;
    }
    sqlite3_reset(s->list);
    return bytes > 0 ? count : -1;
}

int sqlcipher_main(int argc, char *argv[]) {
    const Peer peer = {
        .create = create, .open = open_store, .unlock = unlock, .close = close_store, .find = find, .add = add,
        .update = update, .remove = delete, .list = list, .batch = batch,
    };
    return peer_run(&peer, argc, argv);
}

#ifndef IS_LIBRARY
int main(int argc, char *argv[]) { return sqlcipher_main(argc, argv); }
#endif
