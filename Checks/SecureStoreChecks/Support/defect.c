// Exits with 0 if this SQLite has the WAL-reset defect, and calls its own functions so that tests can meet it.
//
// It forces the order that window.c waits for, over two connections to a new database at the path that is its argument:
// one writes, the other folds the journal, and in the middle of that the first begins the journal again.
#define _GNU_SOURCE
#include <dlfcn.h>
#include <sqlite3.h>
#include <stdio.h>

static sqlite3 *writer;
static int is_folding;

static int run(sqlite3 *database, const char *sql) { return sqlite3_exec(database, sql, NULL, NULL, NULL); }

static int count(void *total, int columns, char **values, char **names) {
    (void)columns, (void)values, (void)names;
    ++*(int *)total;
    return 0;
}

int sqlite3OsUnfetch(sqlite3_file *file, sqlite3_int64 offset, void *page) {
    __typeof__(&sqlite3OsUnfetch) next = dlsym(RTLD_NEXT, "sqlite3OsUnfetch");
    if (is_folding) run(writer, "INSERT INTO t VALUES(1)");
    is_folding = 0;
    return next(file, offset, page);
}

int main(int words, char **word) {
    sqlite3 *folder;
    int rows = 0;
    if (words != 2 || sqlite3_open(word[1], &writer) || sqlite3_open(word[1], &folder)) return 2;
    if (run(writer, "PRAGMA journal_mode = WAL; PRAGMA wal_autocheckpoint = 0; CREATE TABLE t(a)")) return 2;
    if (run(folder, "SELECT * FROM t")) return 2;
    for (int turn = 0; turn < 8; turn++) run(writer, "INSERT INTO t VALUES(1)");
    run(writer, "PRAGMA wal_checkpoint");
    is_folding = 1;
    run(folder, "PRAGMA wal_checkpoint");
    run(writer, "INSERT INTO t VALUES(1)");
    if (is_folding || sqlite3_exec(folder, "SELECT a FROM t", count, &rows, NULL)) return 2;
    printf("%d of 10\n", rows);
    return rows == 10;
}
