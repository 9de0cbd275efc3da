// Waits in the middle of SQLite's checkpoints, where its WAL-reset defect is. To be loaded in front of SQLite, in processes
// that tests start. It needs a library that calls its own functions through its linkage table, as Debian's does.
//
// A checkpoint locks byte 1 of the journal's index, and reads there how long the journal is. If that has changed since its
// last look, it calls sqlite3OsUnfetch. Only then does it read how much of the journal is folded. Whoever begins the
// journal again in between makes it mark as folded what is not written yet.
//
// WINDOW_GATES: the first checkpoint of a long journal says "checkpoint" before that lock and "window" in the middle, each
// in a line of the standard output, and waits both times until there is a file whose path is this and the word.
// WINDOW_SKIP: so many checkpoints of a long journal go on before the one that does so.
// WINDOW_PAUSE: each checkpoint waits at the same places for up to so many milliseconds.
// WINDOW_REST: each writer waits after its turn for up to so many milliseconds.
// WINDOW_FREE: how many bytes of the disk seem to be free.
#define _GNU_SOURCE
#include <dlfcn.h>
#include <limits.h>
#include <sqlite3.h>
#include <stdatomic.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/statvfs.h>
#include <unistd.h>

enum { write_lock = 0, checkpoint_lock = 1 };
// Words of the index, which begins with a header: see SQLite's page on the format of the journal.
enum { changes = 2, frames = 4, salt = 8, words_of_header = 12 };
// What a long journal has, and for how many milliseconds a gate may stay closed. It is shorter while this process has the
// write lock: whoever should open the gate may wait for that.
enum { many_frames = 100, patience = 20000, patience_of_writer = 100 };

typedef volatile uint32_t word;

static atomic_int writers;
static atomic_long folds;
static _Thread_local uint32_t *journal;
static _Thread_local int is_folding, has_gates, has_written;

int sqlite3OsShmLock(sqlite3_file *file, int offset, int count, int flags);
#define NEXT(name) ((__typeof__(&name))dlsym(RTLD_NEXT, #name))

static long number(const char *name) {
    const char *text = getenv(name);
    return text ? atol(text) : 0;
}

static void say(const char *line) {
    if (dprintf(STDOUT_FILENO, "%s\n", line) < 0) abort();
}

static void wait_at_gate(const char *name) {
    char path[PATH_MAX];
    snprintf(path, sizeof path, "%s%s", getenv("WINDOW_GATES"), name);
    say(name);
    for (int time = 0; time < (writers > 0 ? patience_of_writer : patience) && access(path, F_OK); time++) usleep(1000);
}

static void pause_at_random(const char *name) {
    static atomic_flag has_begun = ATOMIC_FLAG_INIT;
    long most = 1000 * number(name);
    if (most == 0) return;
    if (!atomic_flag_test_and_set(&has_begun)) srandom((unsigned)getpid());
    if (random() % 2) usleep((useconds_t)(random() % most));
}

static word *index_of(sqlite3_file *file) {
    void volatile *start = NULL;
    return file->pMethods->xShmMap(file, 0, 32768, 0, &start) == SQLITE_OK ? (word *)start : NULL;
}

// Makes SQLite find the index changed, as if another process had committed since this one's last look: otherwise it does
// not call the function that waits. What it knows of the index is a copy of the header.
static void forget(word *index) {
    for (int place = 0; journal && place + words_of_header <= 32; place++) {
        if (memcmp(journal + place, (const void *)index, 4 * words_of_header)) continue;
        journal[place + changes]++;
        return;
    }
}

int sqlite3WalCheckpoint(
    void *wal, void *db, int mode, int (*busy)(void *), void *context, int sync, int size, void *page, int *all,
    int *done) {
    journal = wal;
    int code = NEXT(sqlite3WalCheckpoint)(wal, db, mode, busy, context, sync, size, page, all, done);
    journal = NULL;
    return code;
}

static int lock_for_checkpoint(sqlite3_file *file, int flags) {
    word *index = index_of(file);
    has_gates = index && index[frames] >= many_frames && getenv("WINDOW_GATES")
        && atomic_fetch_add(&folds, 1) == number("WINDOW_SKIP");
    if (has_gates) wait_at_gate("checkpoint");
    pause_at_random("WINDOW_PAUSE");
    int code = NEXT(sqlite3OsShmLock)(file, checkpoint_lock, 1, flags);
    is_folding = code == SQLITE_OK;
    if (is_folding && index) forget(index);
    return code;
}

int sqlite3OsShmLock(sqlite3_file *file, int offset, int count, int flags) {
    int is_locking = flags == (SQLITE_SHM_LOCK | SQLITE_SHM_EXCLUSIVE);
    if (offset == checkpoint_lock && count == 1 && is_locking) return lock_for_checkpoint(file, flags);
    if (offset == checkpoint_lock) is_folding = 0;
    int code = NEXT(sqlite3OsShmLock)(file, offset, count, flags);
    if (offset == write_lock && code == SQLITE_OK) {
        atomic_fetch_add(&writers, is_locking ? 1 : -1);
        has_written = !is_locking;
    }
    // Not before: whoever reads keeps others from folding all of the journal.
    if (has_written && flags == (SQLITE_SHM_UNLOCK | SQLITE_SHM_SHARED)) {
        has_written = 0;
        pause_at_random("WINDOW_REST");
    }
    return code;
}

int sqlite3OsUnfetch(sqlite3_file *file, sqlite3_int64 offset, void *page) {
    word *index = is_folding ? index_of(file) : NULL;
    if (index && has_gates) {
        has_gates = 0;
        uint32_t before = index[salt];
        wait_at_gate("window");
        say(index[salt] == before ? "left alone" : "begun again");
    }
    if (index) pause_at_random("WINDOW_PAUSE");
    return NEXT(sqlite3OsUnfetch)(file, offset, page);
}

int statvfs(const char *path, struct statvfs *facts) {
    int code = NEXT(statvfs)(path, facts);
    if (code == 0 && number("WINDOW_FREE")) facts->f_bavail = (fsblkcnt_t)number("WINDOW_FREE") / facts->f_frsize;
    return code;
}
