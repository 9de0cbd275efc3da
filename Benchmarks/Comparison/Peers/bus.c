// The Secret Service by its calls on the bus, without a library that would add its own time: a session in plain, a search
// and a secret for a find, as programs of Go ask. The daemon is the driver's business,
// but for the file `start` of the home, a line that starts it.
#include "peer.h"
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <systemd/sd-bus.h>
#include <time.h>

#define NAME "org.freedesktop.secrets"
#define ROOT "/org/freedesktop/secrets"
#define SECRET "org.freedesktop.Secret."

extern char **environ;

typedef struct {
    sd_bus *bus;
    char *session;
} Client;

static int ended(int code, const char *what, sd_bus_error *error) {
    if (code >= 0) return 0;
    peer_complain(error && error->message ? error->message : what);
    sd_bus_error_free(error);
    return -1;
}

static void close_service(void *client) {
    Client *own = client;
    sd_bus_flush_close_unref(own->bus);
    free(own->session);
    free(own);
}

static Client *connected(void) {
    Client *own = calloc(1, sizeof *own);
    if (own && ended(sd_bus_open_user(&own->bus), "there is no bus", NULL) == 0) return own;
    free(own);
    return NULL;
}

static void *opened(Client *own) {
    sd_bus_error error = SD_BUS_ERROR_NULL;
    sd_bus_message *answer = NULL;
    const char *path = NULL;
    int code = sd_bus_call_method(
        own->bus, NAME, ROOT, SECRET "Service", "OpenSession", &error, &answer, "sv", "plain", "s", "");
    if (code >= 0) code = sd_bus_message_skip(answer, "v");
    if (code >= 0) code = sd_bus_message_read(answer, "o", &path);
    if (code >= 0) own->session = strdup(path);
    sd_bus_message_unref(answer);
    if (ended(code, "no session", &error) == 0) return own;
    close_service(own);
    return NULL;
}

static void *open_service(const char *directory) {
    (void)directory;
    Client *own = connected();
    return own ? opened(own) : NULL;
}

static double seconds(void) {
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return time.tv_sec + time.tv_nsec / 1e9;
}

// From a daemon that does not run yet. The time to its first answer goes into the file `answered`.
static void *start_service(const char *directory) {
    (void)directory;
    Client *own = connected();
    double begin = seconds();
    char *words[] = {"sh", "-c", ". \"$HOME/start\"", NULL};
    pid_t process;
    int has_owner = 0;
    if (!own || posix_spawn(&process, "/bin/sh", NULL, NULL, words, environ) != 0) return NULL;
    while (!has_owner) {
        sd_bus_message *answer = NULL;
        if (sd_bus_call_method(own->bus, "org.freedesktop.DBus", "/", "org.freedesktop.DBus", "NameHasOwner", NULL,
                               &answer, "s", NAME) < 0) return NULL;
        if (sd_bus_message_read(answer, "b", &has_owner) < 0) return NULL;
        sd_bus_message_unref(answer);
    }
    own = opened(own);
    FILE *file = own ? fopen("answered", "w") : NULL;
    if (file) fprintf(file, "%.0f\n", (seconds() - begin) * 1e9), fclose(file);
    return own;
}

// The path of the first item with these attributes; NULL if there is none, and -1 in `code` if it failed.
static char *search(Client *own, const PeerItem *item, int *code) {
    sd_bus_error error = SD_BUS_ERROR_NULL;
    sd_bus_message *answer = NULL;
    const char *path = NULL;
    int result = sd_bus_call_method(own->bus, NAME, ROOT, SECRET "Service", "SearchItems", &error, &answer, "a{ss}", 2,
                                    "service", item->service, "account", item->account);
    if (result >= 0) result = sd_bus_message_enter_container(answer, 'a', "o");
    if (result >= 0) result = sd_bus_message_read_basic(answer, 'o', &path);
    char *found = result > 0 ? strdup(path) : NULL;
    *code = ended(result, "the search failed", &error);
    sd_bus_message_unref(answer);
    return found;
}

static int find(void *client, const PeerItem *item, char *secret) {
    Client *own = client;
    int code;
    char *path = search(own, item, &code);
    if (!path) return code;
    sd_bus_error error = SD_BUS_ERROR_NULL;
    sd_bus_message *answer = NULL;
    const void *bytes = NULL;
    size_t size = 0;
    int result = sd_bus_call_method(
        own->bus, NAME, path, SECRET "Item", "GetSecret", &error, &answer, "o", own->session);
    if (result >= 0) result = sd_bus_message_enter_container(answer, 'r', "oayays");
    if (result >= 0) result = sd_bus_message_skip(answer, "oay");
    if (result >= 0) result = sd_bus_message_read_array(answer, 'y', &bytes, &size);
    if (result >= 0) memcpy(secret, bytes, size < PEER_SECRET ? size : PEER_SECRET);
    code = ended(result, "no secret", &error);
    sd_bus_message_unref(answer);
    free(path);
    return code ? code : 1;
}

static int store(Client *own, const PeerItem *item, int replaces) {
    sd_bus_error error = SD_BUS_ERROR_NULL;
    sd_bus_message *call = NULL, *answer = NULL;
    int code = sd_bus_message_new_method_call(
        own->bus, &call, NAME, ROOT "/aliases/default", SECRET "Collection", "CreateItem");
    if (code >= 0)
        code = sd_bus_message_append(
            call, "a{sv}", 2, SECRET "Item.Label", "s", item->account, SECRET "Item.Attributes", "a{ss}", 2, "service",
            item->service, "account", item->account);
    if (code >= 0) code = sd_bus_message_open_container(call, 'r', "oayays");
    if (code >= 0) code = sd_bus_message_append(call, "o", own->session);
    if (code >= 0) code = sd_bus_message_append_array(call, 'y', "", 0);
    if (code >= 0) code = sd_bus_message_append_array(call, 'y', item->secret, PEER_SECRET);
    if (code >= 0) code = sd_bus_message_append(call, "s", "text/plain");
    if (code >= 0) code = sd_bus_message_close_container(call);
    if (code >= 0) code = sd_bus_message_append(call, "b", replaces);
    if (code >= 0) code = sd_bus_call(own->bus, call, 600000000, &error, &answer);
    sd_bus_message_unref(call);
    sd_bus_message_unref(answer);
    return ended(code, "no item was made", &error);
}

static int add(void *client, const PeerItem *item) { return store(client, item, 0); }
static int replace(void *client, const PeerItem *item) { return store(client, item, 1); }

static int delete(void *client, const PeerItem *item) {
    Client *own = client;
    int code;
    char *path = search(own, item, &code);
    if (!path) return -1;
    sd_bus_error error = SD_BUS_ERROR_NULL;
    int result = sd_bus_call_method(own->bus, NAME, path, SECRET "Item", "Delete", &error, NULL, "");
    free(path);
    return ended(result, "nothing was deleted", &error);
}

static int create(const char *directory) {
    (void)directory;
    return 0;
}

int main(int argc, char *argv[]) {
    const Peer peer = {
        .create = create, .open = open_service, .unlock = start_service, .close = close_service, .find = find,
        .add = add, .update = replace, .remove = delete,
    };
    return peer_run(&peer, argc, argv);
}
