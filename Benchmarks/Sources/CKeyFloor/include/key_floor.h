// What a signature costs at the least: libcrypto's calls, made directly from C with the key at hand.
#ifndef KEY_FLOOR_H
#define KEY_FLOOR_H
#include <stddef.h>
#include <stdint.h>

typedef struct KeyFloor KeyFloor;

// A key in DER. NULL when libcrypto does not take it.
KeyFloor *key_floor_open(const uint8_t *der, size_t count);
void key_floor_close(KeyFloor *floor);

// Over the SHA-256 of the message, but for Ed25519; return 0, or -1 when something went wrong. The signature that was made
// last is the one that is verified.
int key_floor_sign(KeyFloor *floor, const uint8_t *message, size_t count);
int key_floor_verify(KeyFloor *floor, const uint8_t *message, size_t count);

uint64_t key_floor_now(void);  // nanoseconds
#endif
