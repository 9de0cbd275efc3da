// The floor: what the store's work costs at the least, see floor.h.
#include "floor.h"
#include "peer.h"
#include <stdio.h>

static const char *file_in(const char *directory, char path[4096]) {
    snprintf(path, 4096, "%s/floor.db", directory);
    return path;
}

static int create(const char *directory) {
    char path[4096];
    Floor *floor = floor_create(file_in(directory, path), 0);
    if (floor) floor_close(floor);
    return floor ? 0 : -1;
}

static void *open_floor(const char *directory) {
    char path[4096];
    return floor_attach(file_in(directory, path));
}

static void close_floor(void *floor) { floor_close(floor); }

static int find(void *floor, const PeerItem *item, char *secret) {
    (void)secret;
    int code = floor_find_text(floor, item->service, item->account);
    return code < 0 ? -1 : !code;
}

static int add(void *floor, const PeerItem *item) { return floor_add(floor, item->number); }
static int update(void *floor, const PeerItem *item) { return floor_update(floor, item->number); }
static int delete(void *floor, const PeerItem *item) { return floor_delete(floor, item->number); }
static int64_t list(void *floor) { return floor_list(floor); }
static int batch(void *floor, const PeerItem *items, int64_t count) {
    return floor_add_batch(floor, items[0].number, count);
}

int main(int argc, char *argv[]) {
    const Peer peer = {
        .create = create, .open = open_floor, .close = close_floor, .find = find, .add = add, .update = update,
        .remove = delete, .list = list, .batch = batch, .keeps_secret = 1,
    };
    return peer_run(&peer, argc, argv);
}
