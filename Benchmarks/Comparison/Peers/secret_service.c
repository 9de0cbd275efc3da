// The Secret Service through libsecret's simple calls. The daemon and its filled keyring are the driver's business.
#include "peer.h"
#include <libsecret/secret.h>
#include <string.h>

static const SecretSchema schema = {
    .name = "org.example.comparison",
    .attributes = {{"service", SECRET_SCHEMA_ATTRIBUTE_STRING}, {"account", SECRET_SCHEMA_ATTRIBUTE_STRING}},
};

static int ended(GError *error) {
    if (!error) return 0;
    peer_complain(error->message);
    g_error_free(error);
    return -1;
}

static void *open_service(const char *directory) { // a connection with a session key agreed on
    (void)directory;
    GError *error = NULL;
    SecretService *service = secret_service_get_sync(SECRET_SERVICE_OPEN_SESSION, NULL, &error);
    return ended(error) ? NULL : service;
}

static void close_service(void *service) {
    secret_service_disconnect();
    g_object_unref(service);
}

static int find(void *service, const PeerItem *item, char *secret) {
    (void)service;
    GError *error = NULL;
    gchar *found = secret_password_lookup_sync(
        &schema, NULL, &error, "service", item->service, "account", item->account, NULL);
    if (ended(error)) return -1;
    if (!found) return 0;
    memcpy(secret, found, strnlen(found, PEER_SECRET));
    secret_password_free(found);
    return 1;
}

static int put(void *service, const PeerItem *item) { // replaces what is there
    (void)service;
    GError *error = NULL;
    secret_password_store_sync(&schema, SECRET_COLLECTION_DEFAULT, item->account, item->secret, NULL, &error,
                               "service", item->service, "account", item->account, NULL);
    return ended(error);
}

static int delete(void *service, const PeerItem *item) {
    (void)service;
    GError *error = NULL;
    gboolean is_gone = secret_password_clear_sync(
        &schema, NULL, &error, "service", item->service, "account", item->account, NULL);
    return ended(error) || !is_gone ? -1 : 0;
}

static int64_t list(void *service) {
    (void)service;
    GError *error = NULL;
    int64_t count = 0;
    GList *all = secret_password_search_sync(&schema, SECRET_SEARCH_ALL, NULL, &error, NULL);
    if (ended(error)) return -1;
    for (GList *each = all; each; each = each->next) {
        GHashTable *attributes = secret_retrievable_get_attributes(each->data);
        if (g_hash_table_lookup(attributes, "account")) count++;
        g_hash_table_unref(attributes);
    }
    g_list_free_full(all, g_object_unref);
    return count;
}

int main(int argc, char *argv[]) {
    const Peer peer = {
        .open = open_service, .close = close_service, .find = find, .add = put, .update = put, .remove = delete,
        .list = list,
    };
    return peer_run(&peer, argc, argv);
}
