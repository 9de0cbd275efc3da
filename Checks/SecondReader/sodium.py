"""The functions of libsodium that the two formats stand on."""

import ctypes
import ctypes.util


def _load():
    for name in (ctypes.util.find_library("sodium"), "libsodium.so.23", "libsodium.so"):
        if not name:
            continue
        try:
            return ctypes.CDLL(name)
        except OSError:
            pass
    raise OSError("libsodium is not there")


_library = _load()
if _library.sodium_init() < 0:
    raise OSError("libsodium does not start")


def _length(value):
    return ctypes.c_ulonglong(value)


def blake2b(count, key, message):
    """BLAKE2b with an output of `count` bytes; without a key when `key` is empty."""
    output = ctypes.create_string_buffer(count)
    code = _library.crypto_generichash(
        output, ctypes.c_size_t(count), message, _length(len(message)), key or None, ctypes.c_size_t(len(key)))
    if code != 0:
        raise ValueError("BLAKE2b refuses a length")
    return output.raw


def siphash(key, message):
    """SipHash-2-4 with an output of 16 bytes."""
    output = ctypes.create_string_buffer(16)
    _library.crypto_shorthash_siphashx24(output, message, _length(len(message)), key)
    return output.raw


def argon2id(passphrase, salt, passes, memory):
    """Argon2id 1.3, one lane, 32 bytes; `memory` in bytes."""
    output = ctypes.create_string_buffer(32)
    code = _library.crypto_pwhash(
        output, _length(32), passphrase, _length(len(passphrase)), salt, _length(passes),
        ctypes.c_size_t(memory), ctypes.c_int(2))
    if code != 0:
        raise MemoryError(f"no {memory} bytes of memory to hash the passphrase with")
    return output.raw


def open_box(key, box, associated_data):
    """The plaintext of nonce, tag and ciphertext; None when anything was changed."""
    nonce, tag, ciphertext = box[:24], box[24:40], box[40:]
    output = ctypes.create_string_buffer(max(1, len(ciphertext)))
    code = _library.crypto_aead_xchacha20poly1305_ietf_decrypt_detached(
        output, None, ciphertext, _length(len(ciphertext)), tag, associated_data,
        _length(len(associated_data)), nonce, key)
    return output.raw[:len(ciphertext)] if code == 0 else None


def seal_box(key, nonce, plaintext, associated_data):
    """A box under a nonce that is given: for test vectors, never for a store."""
    output = ctypes.create_string_buffer(max(1, len(plaintext)))
    tag = ctypes.create_string_buffer(16)
    _library.crypto_aead_xchacha20poly1305_ietf_encrypt_detached(
        output, tag, None, plaintext, _length(len(plaintext)), associated_data,
        _length(len(associated_data)), None, nonce, key)
    return nonce + tag.raw + output.raw[:len(plaintext)]


def pair(seed):
    """The public and the secret key of a seed."""
    public, secret = ctypes.create_string_buffer(32), ctypes.create_string_buffer(32)
    _library.crypto_box_seed_keypair(public, secret, seed)
    return public.raw, secret.raw


def signing_key(seed):
    """The public half of the pair of Ed25519 that a seed gives."""
    public, secret = ctypes.create_string_buffer(32), ctypes.create_string_buffer(64)
    _library.crypto_sign_seed_keypair(public, secret, seed)
    return public.raw


def sign(seed, message):
    """The signature of a message with the pair of Ed25519 that a seed gives."""
    public, secret = ctypes.create_string_buffer(32), ctypes.create_string_buffer(64)
    _library.crypto_sign_seed_keypair(public, secret, seed)
    signature = ctypes.create_string_buffer(64)
    _library.crypto_sign_detached(signature, None, message, _length(len(message)), secret)
    return signature.raw


def open_sealed(seed, sealed):
    """What was sealed to the public key of a seed; None when anything was changed."""
    public, secret = pair(seed)
    output = ctypes.create_string_buffer(max(1, len(sealed) - 48))
    code = _library.crypto_box_seal_open(output, sealed, _length(len(sealed)), public, secret)
    return output.raw[:len(sealed) - 48] if code == 0 else None


def seal_to(public, seed, plaintext):
    """Seals to a public key with a throw-away pair that is given: for test vectors, never for a store."""
    own, secret = pair(seed)
    output = ctypes.create_string_buffer(16 + len(plaintext))
    code = _library.crypto_box_easy(
        output, plaintext, _length(len(plaintext)), blake2b(24, b"", own + public), public, secret)
    if code != 0:
        raise ValueError("X25519 refuses a public key")
    return own + output.raw


class Stream:
    """Opens the frames of a secretstream, in their order."""

    def __init__(self, key, header):
        self._state = ctypes.create_string_buffer(_library.crypto_secretstream_xchacha20poly1305_statebytes())
        if _library.crypto_secretstream_xchacha20poly1305_init_pull(self._state, header, key) != 0:
            raise ValueError("libsodium refuses the header of a stream")

    def open(self, frame, associated_data):
        """Content and tag of the next frame; None when it is not the next one."""
        output, tag = ctypes.create_string_buffer(max(1, len(frame) - 17)), ctypes.create_string_buffer(1)
        code = _library.crypto_secretstream_xchacha20poly1305_pull(
            self._state, output, None, tag, frame, _length(len(frame)), associated_data or None,
            _length(len(associated_data)))
        return (output.raw[:len(frame) - 17], tag.raw[0]) if code == 0 else None


def equal(first, second):
    """Compares in a time that tells nothing of where the bytes differ."""
    return len(first) == len(second) and _library.sodium_memcmp(first, second, ctypes.c_size_t(len(first))) == 0
