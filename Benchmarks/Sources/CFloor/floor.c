#include "floor.h"
#include <sodium.h>
#include <sqlite3.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

// The sizes that the benchmark's item has in the store: record of 128 bytes, secret of 64 padded to 96.
enum { SEAL = 40, RECORD = 128, SECRET = 96, STATE = 128, ELEMENT = 238, DATA = 61 };

static const char *const tables =
    "CREATE TABLE state(one INTEGER PRIMARY KEY CHECK (one = 1), keys INTEGER NOT NULL, sealed BLOB NOT NULL) STRICT;"
    "CREATE TABLE item(number INTEGER PRIMARY KEY, id BLOB NOT NULL, class INTEGER NOT NULL, access INTEGER NOT NULL,"
    " keyset INTEGER NOT NULL, generation INTEGER NOT NULL, identity BLOB NOT NULL, grp BLOB NOT NULL,"
    " variant BLOB NOT NULL, first BLOB, second BLOB, third BLOB, attributes BLOB NOT NULL, seal BLOB, secret BLOB) STRICT;"
    "CREATE UNIQUE INDEX item_id ON item(id);"
    "CREATE UNIQUE INDEX item_identity ON item(identity, grp, variant);"
    "CREATE INDEX item_class ON item(class);"
    "CREATE INDEX item_first ON item(first) WHERE first IS NOT NULL;"
    "CREATE INDEX item_second ON item(second) WHERE second IS NOT NULL;"
    "CREATE INDEX item_third ON item(third) WHERE third IS NOT NULL;"
    "CREATE TABLE bare(k BLOB NOT NULL UNIQUE, v BLOB NOT NULL)";

struct Floor {
    sqlite3 *reader, *writer;
    sqlite3_stmt *find, *attributes, *whole, *list, *begin, *commit, *state, *write_state, *insert, *update, *remove, *bare;
    int64_t next;
    char (*named)[2][64];
};

static unsigned char index_key[32] = {1}, metadata_key[32] = {2}, secret_key[32] = {3}, state_key[32] = {4},
                     integrity_key[32] = {5};

uint64_t floor_now(void) {
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (uint64_t)t.tv_sec * 1000000000u + (uint64_t)t.tv_nsec;
}

static sqlite3_stmt *prepare(sqlite3 *db, const char *sql) {
    sqlite3_stmt *statement = NULL;
    if (sqlite3_prepare_v3(db, sql, -1, SQLITE_PREPARE_PERSISTENT, &statement, NULL) != SQLITE_OK) {
        fprintf(stderr, "%s: %s\n", sql, sqlite3_errmsg(db));
        exit(1);
    }
    return statement;
}

static sqlite3 *connect(const char *path, const char *cache) {
    sqlite3 *db = NULL;
    if (sqlite3_open_v2(path, &db, SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE | SQLITE_OPEN_NOMUTEX, NULL) != SQLITE_OK)
        exit(1);
    sqlite3_busy_timeout(db, 5000);
    sqlite3_exec(db, "PRAGMA synchronous = FULL; PRAGMA secure_delete = ON; PRAGMA temp_store = MEMORY", 0, 0, 0);
    sqlite3_exec(db, cache, 0, 0, 0);
    return db;
}

static void names(int64_t index, char service[64], char account[64]) {
    snprintf(service, 64, "com.example.app%04lld", (long long)(index / 100));
    snprintf(account, 64, "user%08lld@example.com", (long long)index);
}

static void hash16(unsigned char out[16], const void *message, size_t count) {
    crypto_generichash(out, 16, message, count, index_key, 32);
}

static void identity_of(unsigned char out[16], const char *service, const char *account) {
    unsigned char message[160];
    size_t s = strlen(service), a = strlen(account);
    message[0] = 0x49; message[1] = 1;
    memcpy(message + 2, &a, 4); memcpy(message + 6, account, a);
    memcpy(message + 6 + a, &s, 4); memcpy(message + 10 + a, service, s);
    hash16(out, message, 10 + a + s);
}

static void identity(unsigned char out[16], int64_t index) {
    char service[64], account[64];
    names(index, service, account);
    identity_of(out, service, account);
}

static void search(unsigned char out[16], const char *code, const char *value) {
    unsigned char message[96];
    size_t n = strlen(value);
    message[0] = 0x53; message[1] = 1;
    memcpy(message + 2, code, 4); memcpy(message + 6, value, n);
    hash16(out, message, 6 + n);
}

static void seal(unsigned char *box, size_t count, const unsigned char *data, size_t data_count, const unsigned char *key) {
    randombytes_buf(box, 24);
    crypto_aead_xchacha20poly1305_ietf_encrypt_detached(
        box + SEAL, box + 24, NULL, box + SEAL, count, data, data_count, NULL, box, key);
}

static int unseal(unsigned char *out, const unsigned char *box, const unsigned char *text, size_t count,
                  const unsigned char *data, size_t data_count, const unsigned char *key) {
    return crypto_aead_xchacha20poly1305_ietf_decrypt_detached(
        out, NULL, text, count, box + 24, data, data_count, box, key);
}

static void associated(unsigned char data[DATA + 16], const void *id, int64_t number) {
    memset(data, 7, DATA);
    memcpy(data + 22, id, 16);
    memcpy(data + 47, &number, 8);
}

// Opens what the current row of a select holds, with or without its secret.
static int open_row(sqlite3_stmt *row, int with_secret, unsigned char record[RECORD], unsigned char secret[SECRET]) {
    unsigned char data[DATA + 16];
    associated(data, sqlite3_column_blob(row, 2), sqlite3_column_int64(row, 1));
    const unsigned char *box = sqlite3_column_blob(row, 7);
    if (sqlite3_column_bytes(row, 7) != SEAL + RECORD) return -1;
    if (unseal(record, box, box + SEAL, RECORD, data, DATA, metadata_key)) return -1;
    if (!with_secret) return 0;
    memcpy(data + DATA, box + 24, 16);
    if (sqlite3_column_bytes(row, 9) != SECRET) return -1;
    return unseal(secret, sqlite3_column_blob(row, 8), sqlite3_column_blob(row, 9), SECRET, data, DATA + 16, secret_key);
}

static int look(sqlite3_stmt *statement, const unsigned char token[16], int with_secret) {
    unsigned char record[RECORD], secret[SECRET];
    sqlite3_bind_blob(statement, 1, token, 16, SQLITE_TRANSIENT);
    int answer = -1;
    if (sqlite3_step(statement) == SQLITE_ROW) {
        if (sqlite3_column_type(statement, 1) == SQLITE_NULL) answer = 1;
        else answer = open_row(statement, with_secret, record, secret);
        if (answer == 0 && sqlite3_step(statement) != SQLITE_DONE) answer = -1;
    }
    sqlite3_reset(statement);
    sqlite3_clear_bindings(statement);
    return answer;
}

int floor_find(Floor *f, int64_t index) {
    unsigned char token[16];
    identity(token, index);
    return look(f->find, token, 1);
}

void floor_name(Floor *f, const int64_t *indexes, int64_t count) {
    f->named = realloc(f->named, (size_t)count * sizeof *f->named);
    for (int64_t i = 0; i < count; i++) names(indexes[i], f->named[i][0], f->named[i][1]);
}

int floor_find_named(Floor *f, int64_t place, int with_secret) {
    unsigned char token[16];
    identity_of(token, f->named[place][0], f->named[place][1]);
    return look(with_secret ? f->find : f->attributes, token, with_secret);
}

int floor_find_text(Floor *f, const char *service, const char *account) {
    unsigned char token[16];
    identity_of(token, service, account);
    return look(f->find, token, 1);
}

static int run(sqlite3_stmt *statement) {
    int code = sqlite3_step(statement);
    sqlite3_reset(statement);
    return code == SQLITE_DONE ? 0 : -1;
}

static int read_state(Floor *f, unsigned char state[STATE]) {
    if (sqlite3_step(f->state) != SQLITE_ROW) return -1;
    unsigned char data[DATA] = {9};
    const unsigned char *box = sqlite3_column_blob(f->state, 1);
    int code = unseal(state, box, box + SEAL, STATE, data, 30, state_key);
    sqlite3_reset(f->state);
    return code;
}

static int write_state(Floor *f, const unsigned char state[STATE]) {
    unsigned char box[SEAL + STATE], data[DATA] = {9};
    memcpy(box + SEAL, state, STATE);
    seal(box, STATE, data, 30, state_key);
    sqlite3_bind_int64(f->write_state, 1, 1);
    sqlite3_bind_blob(f->write_state, 2, box, sizeof box, SQLITE_TRANSIENT);
    return run(f->write_state);
}

static void element(unsigned char state[STATE], const unsigned char *id, const unsigned char *box) {
    unsigned char message[ELEMENT] = {0}, out[64];
    memcpy(message + 8, id, 16);
    memcpy(message + 150, box, SEAL);
    crypto_generichash(out, 64, message, sizeof message, integrity_key, 32);
    for (int i = 0; i < 64; i++) state[32 + i] += out[i];
}

static int put(Floor *f, sqlite3_stmt *statement, int64_t number, int64_t index, const unsigned char *id, unsigned char state[STATE]) {
    unsigned char tokens[5][16], record[SEAL + RECORD], secret[SEAL + SECRET], data[DATA + 16];
    char service[64], account[64];
    names(index, service, account);
    identity(tokens[0], index);
    hash16(tokens[1], "G\1default", 9);
    hash16(tokens[2], "V\1\0\0\0\0\0\0\0\0\0\0\0\0\0", 15);
    search(tokens[3], "svce", service);
    search(tokens[4], "acct", account);
    memset(record, 'r', sizeof record);
    memset(secret, 's', sizeof secret);
    associated(data, id, number);
    seal(record, RECORD, data, DATA, metadata_key);
    memcpy(data + DATA, record + 24, 16);
    seal(secret, SECRET, data, DATA + 16, secret_key);
    sqlite3_bind_int64(statement, 1, number);
    sqlite3_bind_blob(statement, 2, id, 16, SQLITE_TRANSIENT);
    for (int i = 3; i <= 6; i++) sqlite3_bind_int64(statement, i, 1);
    for (int i = 0; i < 5; i++) sqlite3_bind_blob(statement, 7 + i, tokens[i], 16, SQLITE_TRANSIENT);
    sqlite3_bind_blob(statement, 13, record, sizeof record, SQLITE_TRANSIENT);
    sqlite3_bind_blob(statement, 14, secret, SEAL, SQLITE_TRANSIENT);
    sqlite3_bind_blob(statement, 15, secret + SEAL, SECRET, SQLITE_TRANSIENT);
    element(state, id, record);
    return run(statement);
}

int floor_add_batch(Floor *f, int64_t index, int64_t count) {
    unsigned char state[STATE], id[16];
    if (run(f->begin) || read_state(f, state)) return -1;
    for (int64_t i = 0; i < count; i++) {
        randombytes_buf(id, 16);
        if (put(f, f->insert, f->next, index + i, id, state)) return -1;
        f->next++;
    }
    return write_state(f, state) || run(f->commit) ? -1 : 0;
}

int floor_add(Floor *f, int64_t index) { return floor_add_batch(f, index, 1); }

// Finds the row to change, opens it, and remembers its number and id.
static int find_to_change(Floor *f, int64_t index, int64_t *number, unsigned char id[16], unsigned char state[STATE]) {
    unsigned char token[16], record[RECORD], secret[SECRET];
    identity(token, index);
    sqlite3_bind_blob(f->whole, 1, token, 16, SQLITE_TRANSIENT);
    if (sqlite3_step(f->whole) != SQLITE_ROW || open_row(f->whole, 1, record, secret)) return -1;
    *number = sqlite3_column_int64(f->whole, 1);
    memcpy(id, sqlite3_column_blob(f->whole, 2), 16);
    element(state, id, sqlite3_column_blob(f->whole, 7));
    sqlite3_reset(f->whole);
    return 0;
}

int floor_update(Floor *f, int64_t index) {
    unsigned char state[STATE], id[16];
    int64_t number;
    if (run(f->begin) || read_state(f, state) || find_to_change(f, index, &number, id, state)) return -1;
    return put(f, f->update, number, index, id, state) || write_state(f, state) || run(f->commit) ? -1 : 0;
}

int floor_delete(Floor *f, int64_t index) {
    unsigned char state[STATE], id[16];
    int64_t number;
    if (run(f->begin) || read_state(f, state) || find_to_change(f, index, &number, id, state)) return -1;
    sqlite3_bind_int64(f->remove, 1, number);
    return run(f->remove) || write_state(f, state) || run(f->commit) ? -1 : 0;
}

int64_t floor_list(Floor *f) {
    unsigned char record[RECORD];
    int64_t count = 0;
    sqlite3_bind_int64(f->list, 1, 1);
    sqlite3_bind_int64(f->list, 2, 0);
    while (sqlite3_step(f->list) == SQLITE_ROW) {
        if (open_row(f->list, 0, record, NULL)) { count = -1; break; }
        count++;
    }
    sqlite3_reset(f->list);
    return count;
}

int floor_bare_insert(Floor *f, int64_t index) {
    unsigned char key[32], value[304] = {0};
    memset(key, 0, sizeof key);
    randombytes_buf(key, 16);
    memcpy(key + 16, &index, 8);
    sqlite3_bind_blob(f->bare, 1, key, sizeof key, SQLITE_TRANSIENT);
    sqlite3_bind_blob(f->bare, 2, value, sizeof value, SQLITE_TRANSIENT);
    return run(f->bare);
}

#define HEAD "item.id, item.class, item.access, item.keyset, item.generation, item.attributes, item.seal"
#define FROM " FROM state LEFT JOIN item ON "

static void prepare_all(Floor *f) {
    f->find = prepare(f->reader, "SELECT state.keys, item.number, " HEAD ", item.secret" FROM "item.identity = ?1 WHERE state.one = 1");
    f->attributes = prepare(f->reader, "SELECT state.keys, item.number, " HEAD FROM "item.identity = ?1 WHERE state.one = 1");
    f->list = prepare(f->reader, "SELECT state.keys, item.number, " HEAD FROM
        "item.class = ?1 AND item.number > ?2 WHERE state.one = 1 ORDER BY item.number");
    f->whole = prepare(f->writer, "SELECT state.keys, item.number, " HEAD ", item.secret, item.identity, item.grp, item.variant,"
        " item.first, item.second, item.third" FROM "item.identity = ?1 WHERE state.one = 1");
    f->begin = prepare(f->writer, "BEGIN IMMEDIATE");
    f->commit = prepare(f->writer, "COMMIT");
    f->state = prepare(f->writer, "SELECT keys, sealed FROM state WHERE one = 1");
    f->write_state = prepare(f->writer, "UPDATE state SET keys = ?1, sealed = ?2 WHERE one = 1");
    f->insert = prepare(f->writer, "INSERT INTO item(number, id, class, access, keyset, generation, identity, grp, variant,"
        " first, second, third, attributes, seal, secret) VALUES(?1,?2,?3,?4,?5,?6,?7,?8,?9,?10,?11,?12,?13,?14,?15)");
    f->update = prepare(f->writer, "UPDATE item SET id = ?2, class = ?3, access = ?4, keyset = ?5, generation = ?6, identity = ?7,"
        " grp = ?8, variant = ?9, first = ?10, second = ?11, third = ?12, attributes = ?13, seal = ?14, secret = ?15 WHERE number = ?1");
    f->remove = prepare(f->writer, "DELETE FROM item WHERE number = ?1");
    f->bare = prepare(f->writer, "INSERT INTO bare(k, v) VALUES(?1, ?2)");
}

Floor *floor_create(const char *path, int64_t count) {
    if (sodium_init() < 0) return NULL;
    Floor *f = calloc(1, sizeof *f);
    f->next = 1;
    f->writer = connect(path, "PRAGMA cache_size = -16384");
    sqlite3_exec(f->writer, "PRAGMA journal_mode = WAL", 0, 0, 0);
    if (sqlite3_exec(f->writer, tables, 0, 0, 0) != SQLITE_OK) return NULL;
    sqlite3_exec(f->writer, "INSERT INTO state VALUES(1, 1, zeroblob(168))", 0, 0, 0);
    f->reader = connect(path, "PRAGMA query_only = ON; PRAGMA cache_size = -8192; PRAGMA mmap_size = 1073741824");
    prepare_all(f);
    unsigned char state[STATE] = {0};
    if (write_state(f, state)) return NULL;
    for (int64_t i = 0; i < count; i += 1000)
        if (floor_add_batch(f, i, count - i < 1000 ? count - i : 1000)) return NULL;
    return f;
}

Floor *floor_attach(const char *path) {
    if (sodium_init() < 0) return NULL;
    Floor *f = calloc(1, sizeof *f);
    f->writer = connect(path, "PRAGMA cache_size = -16384");
    f->reader = connect(path, "PRAGMA query_only = ON; PRAGMA cache_size = -8192; PRAGMA mmap_size = 1073741824");
    prepare_all(f);
    sqlite3_stmt *last = prepare(f->writer, "SELECT coalesce(max(number), 0) + 1 FROM item");
    f->next = sqlite3_step(last) == SQLITE_ROW ? sqlite3_column_int64(last, 0) : 0;
    sqlite3_finalize(last);
    if (f->next > 0) return f;
    floor_close(f);
    return NULL;
}

int floor_checkpoint(Floor *f) {
    return sqlite3_exec(f->writer, "PRAGMA wal_checkpoint(RESTART)", 0, 0, 0) == SQLITE_OK ? 0 : -1;
}

int floor_open(const char *path) {
    sqlite3 *db = connect(path, "PRAGMA cache_size = -8192");
    sqlite3_stmt *s = prepare(db, "SELECT keys, sealed FROM state WHERE one = 1");
    int code = sqlite3_step(s) == SQLITE_ROW ? 0 : -1;
    sqlite3_finalize(s);
    sqlite3_close(db);
    return code;
}

void floor_close(Floor *f) {
    sqlite3_stmt *all[] = {f->find, f->attributes, f->whole, f->list, f->begin, f->commit, f->state, f->write_state, f->insert, f->update, f->remove, f->bare};
    for (size_t i = 0; i < sizeof all / sizeof *all; i++) sqlite3_finalize(all[i]);
    sqlite3_close(f->reader);
    sqlite3_close(f->writer);
    free(f->named);
    free(f);
}
