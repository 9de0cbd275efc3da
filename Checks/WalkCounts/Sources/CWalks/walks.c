#include "walks.h"

#include <sodium.h>
#include <string.h>

// The empty assembly keeps the calls, which a compiler could leave out.
__attribute__((noinline)) void walk_begins(void) { __asm__ volatile(""); }
__attribute__((noinline)) void walk_ends(void) { __asm__ volatile(""); }

static uint64_t state;

// SplitMix64.
static uint64_t next(void) {
    uint64_t z = __atomic_add_fetch(&state, 0x9e3779b97f4a7c15, __ATOMIC_RELAXED);
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9;
    z = (z ^ (z >> 27)) * 0x94d049bb133111eb;
    return z ^ (z >> 31);
}

static const char *name(void) { return "walks"; }
static uint32_t number(void) { return (uint32_t)next(); }

static void fill(void *bytes, size_t count) {
    for (size_t offset = 0; offset < count; offset += 8) {
        uint64_t word = next();
        memcpy((char *)bytes + offset, &word, count - offset < 8 ? count - offset : 8);
    }
}

void walk_has_seed(uint64_t seed) {
    static randombytes_implementation implementation = {name, number, NULL, NULL, fill, NULL};
    state = seed;
    randombytes_set_implementation(&implementation);
}
