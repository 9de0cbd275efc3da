// What the store's work costs at the least: its SQLite statements and its libsodium calls, made directly from C
// on a database of the same tables, with keys at hand and nothing checked that the store checks in between.
#ifndef FLOOR_H
#define FLOOR_H
#include <stdint.h>

typedef struct Floor Floor;

// Makes the database and fills it with `count` items.
Floor *floor_create(const char *path, int64_t count);
// Opens one that was made before.
Floor *floor_attach(const char *path);
void floor_close(Floor *floor);

// Each returns 0, or -1 when something went wrong; `index` numbers the items.
int floor_find(Floor *floor, int64_t index);        // 1 when there is no such item
int floor_find_text(Floor *floor, const char *service, const char *account);
// Makes the names of items beforehand; the call finds the item of the name at a place.
void floor_name(Floor *floor, const int64_t *indexes, int64_t count);
int floor_find_named(Floor *floor, int64_t place, int with_secret);
int floor_add(Floor *floor, int64_t index);
int floor_add_batch(Floor *floor, int64_t index, int64_t count);
int floor_update(Floor *floor, int64_t index);
int floor_delete(Floor *floor, int64_t index);
int64_t floor_list(Floor *floor);                   // the number of items
int floor_open(const char *path);
int floor_checkpoint(Floor *floor);

// A bare durable insert of one row of the same size: no cryptography, one index.
int floor_bare_insert(Floor *floor, int64_t index);

uint64_t floor_now(void);                           // nanoseconds
#endif
