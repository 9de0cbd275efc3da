// KWallet over the session bus: the calls of kwalletd itself, which its client library makes, too. A write is answered
// before it is in the file; `sync` waits for that, so each write is measured with one. The daemon is the driver's.
#include "peer.h"
#include <gio/gio.h>
#include <stdlib.h>
#include <string.h>

static const char wallet[] = "kdewallet", application[] = "comparison";
static const int patience = 20000;

typedef struct {
    GDBusConnection *bus;
    gint32 handle;
} Store;

static GVariant *call(Store *s, const char *method, GVariant *arguments) {
    GError *error = NULL;
    GVariant *answer = g_dbus_connection_call_sync(
        s->bus, "org.kde.kwalletd5", "/modules/kwalletd5", "org.kde.KWallet", method, arguments, NULL,
        G_DBUS_CALL_FLAGS_NO_AUTO_START, patience, NULL, &error);
    if (answer) return answer;
    peer_complain(error->message);
    g_error_free(error);
    return NULL;
}

// The number that a call answers, or -1.
static gint32 number(Store *s, const char *method, GVariant *arguments) {
    GVariant *answer = call(s, method, arguments);
    gint32 result = -1;
    if (!answer) return -1;
    if (g_variant_is_of_type(answer, G_VARIANT_TYPE("(i)"))) g_variant_get(answer, "(i)", &result);
    g_variant_unref(answer);
    return result;
}

static int sync_file(Store *s) {
    GVariant *answer = call(s, "sync", g_variant_new("(is)", s->handle, application));
    if (answer) g_variant_unref(answer);
    return answer ? 0 : -1;
}

static int is_open(Store *s) {
    GVariant *answer = call(s, "isOpen", g_variant_new("(s)", wallet));
    gboolean result = FALSE;
    if (!answer) return 0;
    g_variant_get(answer, "(b)", &result);
    g_variant_unref(answer);
    return result;
}

static void *open_wallet(const char *directory) {
    (void)directory;
    Store *s = calloc(1, sizeof *s);
    s->bus = g_bus_get_sync(G_BUS_TYPE_SESSION, NULL, NULL);
    // Asked to open a wallet that is closed, the daemon would ask somebody for a password.
    s->handle = s->bus && is_open(s) ? number(s, "open", g_variant_new("(sxs)", wallet, (gint64)0, application)) : -1;
    if (s->handle >= 0) return s;
    free(s);
    return NULL;
}

static void close_wallet(void *pointer) {
    Store *s = pointer;
    number(s, "close", g_variant_new("(ibs)", s->handle, FALSE, application));
    g_object_unref(s->bus);
    free(s);
}

// The daemon is there, and so is its wallet.
static int create(const char *directory) {
    (void)directory;
    return 0;
}

static int find(void *pointer, const PeerItem *item, char *secret) {
    Store *s = pointer;
    GVariant *answer = call(
        s, "readPassword", g_variant_new("(isss)", s->handle, item->service, item->account, application));
    if (!answer) return -1;
    const char *found;
    g_variant_get(answer, "(&s)", &found);
    int is_there = *found != 0;
    if (is_there) memcpy(secret, found, strnlen(found, PEER_SECRET));
    g_variant_unref(answer);
    return is_there;
}

static int put_only(Store *s, const PeerItem *item) {
    return number(s, "writePassword", g_variant_new(
        "(issss)", s->handle, item->service, item->account, item->secret, application)) == 0 ? 0 : -1;
}

static int put(void *s, const PeerItem *item) { return put_only(s, item) || sync_file(s) ? -1 : 0; }

static int delete(void *pointer, const PeerItem *item) {
    Store *s = pointer;
    GVariant *arguments = g_variant_new("(isss)", s->handle, item->service, item->account, application);
    return number(s, "removeEntry", arguments) == 0 ? sync_file(s) : -1;
}

// Not one commit: whoever else asks sees one item after the other.
static int fill(void *s, const PeerItem *items, int64_t count) {
    for (int64_t i = 0; i < count; i++)
        if (put_only(s, &items[i])) return -1;
    return sync_file(s);
}

// Names of folders and of their entries: a wallet has no other attributes.
static int64_t list(void *pointer) {
    Store *s = pointer;
    int64_t count = 0;
    GVariant *answer = call(s, "folderList", g_variant_new("(is)", s->handle, application));
    if (!answer) return -1;
    GVariant *folders = g_variant_get_child_value(answer, 0);
    for (gsize i = 0; i < g_variant_n_children(folders); i++) {
        const char *folder;
        g_variant_get_child(folders, i, "&s", &folder);
        GVariant *inner = call(s, "entryList", g_variant_new("(iss)", s->handle, folder, application));
        if (!inner) return -1;
        GVariant *entries = g_variant_get_child_value(inner, 0);
        count += (int64_t)g_variant_n_children(entries);
        g_variant_unref(entries);
        g_variant_unref(inner);
    }
    g_variant_unref(folders);
    g_variant_unref(answer);
    return count;
}

int main(int argc, char *argv[]) {
    const Peer peer = {
        .create = create, .open = open_wallet, .close = close_wallet, .find = find, .add = put, .update = put,
        .remove = delete, .list = list, .fill = fill,
    };
    return peer_run(&peer, argc, argv);
}
