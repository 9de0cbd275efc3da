#if __has_include(<sqlite3.h>)
#include <sqlite3.h>
#else
#error "SecureStore needs SQLite: install libsqlite3-dev (Debian, Ubuntu), sqlite-devel (Fedora) or sqlite (Homebrew)"
#endif

// A macro with a cast, which Swift does not import: SQLite keeps a copy of the bytes it is handed.
static inline sqlite3_destructor_type securestore_sqlite_transient(void) { return SQLITE_TRANSIENT; }

// Variadic functions are not imported either.
static inline int securestore_sqlite_set_defensive(sqlite3 *db) {
    return sqlite3_db_config(db, SQLITE_DBCONFIG_DEFENSIVE, 1, (int *)0);
}
