#if !__has_include(<sqlite3.h>)
#error "SecureStore needs SQLite: install libsqlite3-dev (Debian, Ubuntu), sqlite-devel (Fedora) or sqlite (Homebrew)"
#else
#include <sqlite3.h>

// A macro with a cast, which Swift does not import: SQLite keeps a copy of the bytes it is handed.
static inline sqlite3_destructor_type securestore_sqlite_transient(void) { return SQLITE_TRANSIENT; }

// Variadic functions are not imported either.
static inline int securestore_sqlite_set_defensive(sqlite3 *db) {
    return sqlite3_db_config(db, SQLITE_DBCONFIG_DEFENSIVE, 1, (int *)0);
}

// Whether closing this connection leaves the journal, also if it is the last one: neither folded nor removed.
static inline int securestore_sqlite_keep_journal(sqlite3 *db, int is_kept) {
    return sqlite3_db_config(db, SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, is_kept, (int *)0);
}

// The last error of the system with the database's file, or else with its journal; 0 if there was none.
static inline int securestore_sqlite_last_errno(sqlite3 *db) {
    const int kinds[] = {SQLITE_FCNTL_FILE_POINTER, SQLITE_FCNTL_JOURNAL_POINTER};
    int number = 0;
    for (int i = 0; i < 2 && number == 0; i++) {
        sqlite3_file *file = (sqlite3_file *)0;
        if (sqlite3_file_control(db, "main", kinds[i], &file) != SQLITE_OK || !file || !file->pMethods) continue;
        if (file->pMethods->xFileControl(file, SQLITE_FCNTL_LAST_ERRNO, &number) != SQLITE_OK) number = 0;
    }
    return number;
}

// The header of SQLite's index of the journal. Two copies of it begin memory that other processes write to: hence
// atomic loads, and the fences. A writer changes the second copy first.
typedef struct {
    unsigned words[12];
} securestore_journal_header;

// Whether both copies are this header.
static inline int securestore_is_journal_header(const void *index, const securestore_journal_header *header) {
    const unsigned *shared = (const unsigned *)index;
    unsigned difference = 0;
    __atomic_thread_fence(__ATOMIC_SEQ_CST);
    for (int i = 0; i < 24; i++)
        difference |= header->words[i % 12] ^ __atomic_load_n(shared + i, __ATOMIC_RELAXED);
    __atomic_thread_fence(__ATOMIC_SEQ_CST);
    return difference == 0;
}

// Reads the header; 0 while its copies differ.
static inline int securestore_read_journal_header(const void *index, securestore_journal_header *header) {
    const unsigned *shared = (const unsigned *)index;
    __atomic_thread_fence(__ATOMIC_SEQ_CST);
    for (int i = 0; i < 12; i++) header->words[i] = __atomic_load_n(shared + i, __ATOMIC_RELAXED);
    return securestore_is_journal_header(index, header);
}
#endif
