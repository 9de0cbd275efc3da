#include <sqlite3.h>

// A macro with a cast, which Swift does not import: SQLite keeps a copy of the bytes it is handed.
static inline sqlite3_destructor_type securestore_sqlite_transient(void) { return SQLITE_TRANSIENT; }

// Variadic functions are not imported either.
static inline int securestore_sqlite_set_defensive(sqlite3 *db) {
    return sqlite3_db_config(db, SQLITE_DBCONFIG_DEFENSIVE, 1, (int *)0);
}

// For the file that SQLite is to find under its name: a rename that replaces nothing, which the system's headers
// only declare for those who ask for extensions.
#include <fcntl.h>
#include <sys/syscall.h>
#include <unistd.h>

static inline int securestore_rename_replacing_nothing(const char *from, const char *to) {
    return (int)syscall(SYS_renameat2, AT_FDCWD, from, AT_FDCWD, to, 1u /* RENAME_NOREPLACE */);
}
