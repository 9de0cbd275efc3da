#include <sodium.h>
#include <sqlite3.h>
