#define _GNU_SOURCE
#include "peer.h"
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

// Numbers of items that are nowhere. One of MIXED calls of a mix is an update.
enum { STRANGER = 50000000, FILL = 5000, RING = 5000, MIXED = 20 };

typedef struct {
    const Peer *peer;
    const char *directory;
    int64_t count, added, generation;
    void *store;
    uint64_t random;
} Session;

static clockid_t used_clock = CLOCK_MONOTONIC;

static uint64_t now(void) {
    struct timespec t;
    clock_gettime(used_clock, &t);
    return (uint64_t)t.tv_sec * 1000000000u + (uint64_t)t.tv_nsec;
}

static uint64_t next_random(uint64_t *state) { // splitmix64
    uint64_t z = (*state += 0x9e3779b97f4a7c15u);
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
    return z ^ (z >> 31);
}

void peer_item(PeerItem *item, int64_t number, int64_t generation) {
    item->number = number;
    snprintf(item->service, sizeof item->service, "com.example.app%04lld", (long long)(number / 100));
    snprintf(item->account, sizeof item->account, "user%08lld@example.com", (long long)number);
    snprintf(item->secret, sizeof item->secret, "%032lld%032lld", (long long)generation, (long long)number);
}

void peer_complain(const char *why) { fprintf(stderr, "%s\n", why); }

static int failed(const char *why) {
    printf("failed %s\n", why);
    return -1;
}

static void make(const Peer *peer, PeerItem *item, int64_t number, int64_t generation) {
    peer_item(item, number, generation);
    item->made = peer->make ? peer->make(item) : NULL;
}

static void unmake(const Peer *peer, PeerItem *items, int64_t count) {
    for (int64_t i = 0; i < count && peer->unmake; i++) peer->unmake(items[i].made);
}

// Some items that are there, in random order.
static PeerItem *some_items(Session *s, int64_t count, int64_t shift) {
    PeerItem *items = calloc((size_t)count, sizeof *items);
    s->generation++;
    for (int64_t i = 0; items && i < count; i++)
        make(s->peer, &items[i], shift + (int64_t)(next_random(&s->random) % (uint64_t)s->count), s->generation);
    return items;
}

static PeerItem *new_items(Session *s, int64_t first, int64_t count) {
    PeerItem *items = calloc((size_t)count, sizeof *items);
    s->generation++;
    for (int64_t i = 0; items && i < count; i++) make(s->peer, &items[i], first + i, s->generation);
    return items;
}

static void free_items(const Peer *peer, PeerItem *items, int64_t count) {
    unmake(peer, items, count);
    free(items);
}

static int find_right(const Peer *peer, void *store, const PeerItem *item) {
    char secret[PEER_SECRET] = {0};
    int found = peer->find(store, item, secret);
    if (found != 1 || peer->keeps_secret) return found;
    // Updates change the generation, never the number.
    return memcmp(secret + 32, item->secret + 32, 32) ? -1 : 1;
}

static int fill(Session *s) {
    const Peer *peer = s->peer;
    if (!peer->create) return printf("missing\n");
    if (peer->create(s->directory)) return failed("create");
    void *store = peer->open(s->directory);
    if (!store) return failed("open");
    int (*several)(void *, const PeerItem *, int64_t) = peer->fill ? peer->fill : peer->batch;
    int64_t step = several ? FILL : 1;
    for (int64_t i = 0; i < s->count; i += step) {
        int64_t count = s->count - i < step ? s->count - i : step;
        PeerItem *items = new_items(s, i, count);
        int code = several ? several(store, items, count) : peer->add(store, items);
        free_items(peer, items, count);
        if (code) return failed("fill");
    }
    peer->close(store);
    return printf("done\n");
}

static int open_often(Session *s, int64_t times, void *(*open)(const char *)) {
    PeerItem stranger;
    if (!open) return printf("missing\n");
    make(s->peer, &stranger, STRANGER, 0);
    for (int64_t i = 0; i < times; i++) {
        char secret[PEER_SECRET];
        uint64_t start = now();
        void *store = open(s->directory);
        int found = store ? s->peer->find(store, &stranger, secret) : -1;
        uint64_t end = now();
        if (store) s->peer->close(store);
        if (found != 0) return failed("open");
        printf("%llu ", (unsigned long long)(end - start));
    }
    unmake(s->peer, &stranger, 1);
    return printf("\n");
}

// One item at a time: names are made before the clock starts, answers are checked after it has stopped.
static int repeat(Session *s, const char *verb, int64_t times) {
    const Peer *peer = s->peer;
    int is_find = !strcmp(verb, "find"), is_miss = !strcmp(verb, "miss"), is_update = !strcmp(verb, "update");
    int is_add = !strcmp(verb, "add"), is_delete = !strcmp(verb, "delete");
    if (is_delete && s->added < times) return failed("delete: not so many were added");
    if (is_delete) s->added -= times;
    PeerItem *items = is_find || is_update ? some_items(s, times, 0)
        : is_miss ? some_items(s, times, STRANGER) : new_items(s, s->count + s->added, times);
    if (!items) return failed("memory");
    if (is_add) s->added += times;
    int good = 1;
    for (int64_t i = 0; i < times && good; i++) {
        char secret[PEER_SECRET] = {0};
        int code;
        uint64_t start = now();
        if (is_find || is_miss) code = peer->find(s->store, &items[i], secret);
        else if (is_add) code = peer->add(s->store, &items[i]);
        else if (is_update) code = peer->update(s->store, &items[i]);
        else code = peer->remove(s->store, &items[i]);
        uint64_t end = now();
        good = code == is_find
            && (!is_find || peer->keeps_secret || !memcmp(secret + 32, items[i].secret + 32, 32));
        if (good) printf("%llu ", (unsigned long long)(end - start));
    }
    free_items(peer, items, times);
    return good ? printf("\n") : (printf("\n"), failed(verb));
}

static int mix(Session *s, int64_t times) {
    const Peer *peer = s->peer;
    PeerItem *items = some_items(s, times, 0);
    if (!items) return failed("memory");
    int good = 1;
    for (int64_t i = 0; i < times && good; i++) {
        int is_update = i % MIXED == MIXED - 1;
        uint64_t start = now();
        int code = is_update ? peer->update(s->store, &items[i]) : find_right(peer, s->store, &items[i]);
        uint64_t end = now();
        good = code == !is_update;
        if (good) printf("%llu ", (unsigned long long)(end - start));
    }
    free_items(peer, items, times);
    return good ? printf("\n") : (printf("\n"), failed("mix"));
}

static int list(Session *s, int64_t times) {
    if (!s->peer->list) return printf("missing\n");
    for (int64_t i = 0; i < times; i++) {
        uint64_t start = now();
        int64_t count = s->peer->list(s->store);
        uint64_t end = now();
        if (count < s->count) return failed("list");
        printf("%llu ", (unsigned long long)(end - start));
    }
    return printf("\n");
}

static int batch(Session *s, int64_t times, int64_t size) {
    if (!s->peer->batch) return printf("missing\n");
    for (int64_t i = 0; i < times; i++) {
        PeerItem *items = new_items(s, 2 * STRANGER + size * s->generation, size);
        if (!items) return failed("memory");
        uint64_t start = now();
        int code = s->peer->batch(s->store, items, size);
        uint64_t end = now();
        for (int64_t j = 0; j < size && !code; j++) code = s->peer->remove(s->store, &items[j]);
        free_items(s->peer, items, size);
        if (code) return failed("batch");
        printf("%llu ", (unsigned long long)(end - start));
    }
    return printf("\n");
}

typedef struct {
    Session *session;
    void *store;
    PeerItem *items;
    int64_t finds;
    pthread_barrier_t *begin;
    atomic_int *ended;
    pthread_t thread;
} Finder;

static void *find_for_a_time(void *argument) {
    Finder *f = argument;
    pthread_barrier_wait(f->begin);
    while (!atomic_load_explicit(f->ended, memory_order_relaxed)) {
        if (find_right(f->session->peer, f->store, &f->items[f->finds % RING]) != 1) {
            f->finds = -1;
            break;
        }
        f->finds++;
    }
    return NULL;
}

static int rate(Session *s, int64_t threads, int64_t milliseconds) {
    enum { MOST = 64 };
    Finder finders[MOST] = {0};
    pthread_barrier_t begin;
    atomic_int ended = 0;
    if (threads < 1 || threads > MOST) return failed("rate");
    pthread_barrier_init(&begin, NULL, (unsigned)threads + 1);
    for (int64_t i = 0; i < threads; i++) {
        void *store = i == 0 || s->peer->threads_share ? s->store : s->peer->open(s->directory);
        if (!store) return failed("open");
        finders[i] = (Finder){.session = s, .store = store, .begin = &begin, .ended = &ended};
        finders[i].items = some_items(s, RING, 0);
        pthread_create(&finders[i].thread, NULL, find_for_a_time, &finders[i]);
    }
    // Before the first find and after the last: the threads that find keep this one waiting.
    uint64_t start = now();
    pthread_barrier_wait(&begin);
    struct timespec pause = {milliseconds / 1000, milliseconds % 1000 * 1000000};
    nanosleep(&pause, NULL);
    atomic_store(&ended, 1);
    int64_t finds = 0;
    for (int64_t i = 0; i < threads; i++) pthread_join(finders[i].thread, NULL);
    uint64_t end = now();
    for (int64_t i = 0; i < threads; i++) {
        finds = finders[i].finds < 0 || finds < 0 ? -1 : finds + finders[i].finds;
        free_items(s->peer, finders[i].items, RING);
        if (finders[i].store != s->store) s->peer->close(finders[i].store);
    }
    pthread_barrier_destroy(&begin);
    return finds < 0 ? failed("rate") : printf("%lld %llu\n", (long long)finds, (unsigned long long)(end - start));
}

static int memory(void) {
    char line[256];
    long long kilobytes = 0;
    FILE *file = fopen("/proc/self/status", "r");
    while (file && fgets(line, sizeof line, file))
        if (sscanf(line, "VmHWM: %lld", &kilobytes) == 1) break;
    if (file) fclose(file);
    return printf("%lld\n", kilobytes * 1024);
}

static int perform(Session *s, const char *verb, int64_t first, int64_t second) {
    static const char *const each[] = {"find", "miss", "add", "update", "delete"};
    if (!strcmp(verb, "fill")) return fill(s);
    if (!strcmp(verb, "memory")) return memory();
    if (!strcmp(verb, "clock")) {
        used_clock = first ? CLOCK_PROCESS_CPUTIME_ID : CLOCK_MONOTONIC;
        return printf("done\n");
    }
    if (!strcmp(verb, "open")) return open_often(s, first, s->peer->open);
    if (!strcmp(verb, "unlock")) return open_often(s, first, s->peer->unlock);
    if (!s->store && !(s->store = s->peer->open(s->directory))) return failed("open");
    if (!strcmp(verb, "list")) return list(s, first);
    if (!strcmp(verb, "batch")) return batch(s, first, second);
    if (!strcmp(verb, "rate")) return rate(s, first, second);
    if (!strcmp(verb, "mix")) return mix(s, first);
    if (!strcmp(verb, "watch"))
        return s->peer->watch ? printf("%lld\n", (long long)s->peer->watch(s->store)) : printf("missing\n");
    for (size_t i = 0; i < sizeof each / sizeof *each; i++)
        if (!strcmp(verb, each[i])) return repeat(s, verb, first);
    return failed("no such verb");
}

int peer_run(const Peer *peer, int argc, char *const *argv) {
    if (argc < 3) return 64;
    Session session = {.peer = peer, .directory = argv[1], .count = atoll(argv[2]), .random = 7};
    char line[128], verb[16];
    while (fgets(line, sizeof line, stdin)) {
        long long first = 0, second = 0;
        if (sscanf(line, "%15s %lld %lld", verb, &first, &second) < 1) continue;
        if (perform(&session, verb, first, second) < 0) {
            fflush(stdout);
            return 1;
        }
        fflush(stdout);
    }
    if (session.store) peer->close(session.store);
    return 0;
}
