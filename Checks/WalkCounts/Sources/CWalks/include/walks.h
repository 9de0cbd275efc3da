#include <stdint.h>

// Where a walk begins and ends, for gdb and callgrind, which know both by their names.
void walk_begins(void);
void walk_ends(void);

// Gives libsodium numbers that follow from a seed, so that the same walk costs the same each time. Call it
// before anything else; no two processes that work on the same store may have the same seed.
void walk_has_seed(uint64_t seed);
