"""The other side of every signature, ciphertext and agreement: Python's `cryptography`.

`make` writes keys of each kind, and what was made with them, as JSON; `check` reads what the package made with the
same keys, and prints what is wrong, a line each.
"""
import base64
import json
import os
import sys

from cryptography.hazmat.primitives import hashes, serialization as ser
from cryptography.hazmat.primitives.asymmetric import ec, ed25519, padding, rsa, utils, x25519
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.ciphers import Cipher, algorithms, modes
from cryptography.hazmat.primitives.kdf.x963kdf import X963KDF

HASHES = {"sha1": hashes.SHA1(), "sha224": hashes.SHA224(), "sha256": hashes.SHA256(), "sha384": hashes.SHA384(),
          "sha512": hashes.SHA512()}
MESSAGE = b"a message that both sides know"
PASSPHRASE = b"correct horse"
CURVES = {"p256": ec.SECP256R1(), "p384": ec.SECP384R1(), "p521": ec.SECP521R1()}


def b64(data):
    return base64.b64encode(data).decode()


def private(key, form, encoding=ser.Encoding.DER, passphrase=None):
    encryption = ser.BestAvailableEncryption(passphrase) if passphrase else ser.NoEncryption()
    return key.private_bytes(encoding, form, encryption)


def spki(key):
    return key.public_key().public_bytes(ser.Encoding.DER, ser.PublicFormat.SubjectPublicKeyInfo)


def forms(key):
    found = {
        "pkcs8": private(key, ser.PrivateFormat.PKCS8),
        "encrypted pkcs8": private(key, ser.PrivateFormat.PKCS8, passphrase=PASSPHRASE),
        "pem": private(key, ser.PrivateFormat.PKCS8, ser.Encoding.PEM),
        "encrypted pem": private(key, ser.PrivateFormat.PKCS8, ser.Encoding.PEM, PASSPHRASE),
    }
    if isinstance(key, (rsa.RSAPrivateKey, ec.EllipticCurvePrivateKey)):
        found["traditional"] = private(key, ser.PrivateFormat.TraditionalOpenSSL)
        found["traditional pem"] = private(key, ser.PrivateFormat.TraditionalOpenSSL, ser.Encoding.PEM)
        found["encrypted traditional pem"] = private(
            key, ser.PrivateFormat.TraditionalOpenSSL, ser.Encoding.PEM, PASSPHRASE)
    if not isinstance(key, x25519.X25519PrivateKey):
        found["openssh pem"] = private(key, ser.PrivateFormat.OpenSSH, ser.Encoding.PEM)
    return {name: b64(data) for name, data in found.items()}


def gcm(key, iv, text, data):
    sealer = Cipher(algorithms.AES(key), modes.GCM(iv)).encryptor()
    sealer.authenticate_additional_data(data)
    return sealer.update(text) + sealer.finalize() + sealer.tag


def open_gcm(key, iv, sealed, data):
    opener = Cipher(algorithms.AES(key), modes.GCM(iv, sealed[-16:])).decryptor()
    opener.authenticate_additional_data(data)
    return opener.update(sealed[:-16]) + opener.finalize()


def pkcs1(public):
    return public.public_bytes(ser.Encoding.DER, ser.PublicFormat.PKCS1)


def point(public):
    return public.public_bytes(ser.Encoding.X962, ser.PublicFormat.UncompressedPoint)


def ecies_key(own, other, once, name, derives):
    size = 16 if own.curve.key_size <= 256 else 32
    both = X963KDF(HASHES[name], size + (16 if derives else 0), point(once)).derive(own.exchange(ec.ECDH(), other))
    return both[:size], both[size:] or bytes(16)


def rsa_signature_padding(scheme, name):
    if scheme == "pkcs1":
        return padding.PKCS1v15()
    return padding.PSS(padding.MGF1(HASHES[name]), HASHES[name].digest_size)


def oaep(name):
    return padding.OAEP(padding.MGF1(HASHES[name]), HASHES[name], None)


def rfc4754(signature, key):
    size = (key.curve.key_size + 7) // 8
    return b"".join(number.to_bytes(size, "big") for number in utils.decode_dss_signature(signature))


def from_rfc4754(signature):
    half = len(signature) // 2
    return utils.encode_dss_signature(int.from_bytes(signature[:half], "big"), int.from_bytes(signature[half:], "big"))


def sign(key, scheme, name):
    if isinstance(key, rsa.RSAPrivateKey):
        return key.sign(MESSAGE, rsa_signature_padding(scheme, name), HASHES[name])
    if isinstance(key, ed25519.Ed25519PrivateKey):
        return key.sign(MESSAGE)
    signature = key.sign(MESSAGE, ec.ECDSA(HASHES[name]))
    return rfc4754(signature, key) if scheme == "rfc4754" else signature


def verify(public, scheme, name, signature):
    if isinstance(public, rsa.RSAPublicKey):
        public.verify(signature, MESSAGE, rsa_signature_padding(scheme, name), HASHES[name])
    elif isinstance(public, ed25519.Ed25519PublicKey):
        public.verify(signature, MESSAGE)
    else:
        signature = from_rfc4754(signature) if scheme == "rfc4754" else signature
        public.verify(signature, MESSAGE, ec.ECDSA(HASHES[name]))


def encrypt(public, scheme, name):
    if scheme == "pkcs1":
        return public.encrypt(MESSAGE, padding.PKCS1v15())
    if scheme == "oaep":
        return public.encrypt(MESSAGE, oaep(name))
    if scheme == "oaep-gcm":
        key = os.urandom(32 if public.key_size >= 4096 else 16)
        return public.encrypt(key, oaep(name)) + gcm(key, bytes(16), MESSAGE, pkcs1(public))
    once = ec.generate_private_key(public.curve)
    key, iv = ecies_key(once, public, once.public_key(), name, scheme == "ecies")
    return point(once.public_key()) + gcm(key, iv, MESSAGE, b"")


def decrypt(key, scheme, name, sealed):
    if scheme == "pkcs1":
        return key.decrypt(sealed, padding.PKCS1v15())
    if scheme == "oaep":
        return key.decrypt(sealed, oaep(name))
    if scheme == "oaep-gcm":
        size = key.key_size // 8
        return open_gcm(key.decrypt(sealed[:size], oaep(name)), bytes(16), sealed[size:], pkcs1(key.public_key()))
    size = 1 + 2 * ((key.curve.key_size + 7) // 8)
    once = ec.EllipticCurvePublicKey.from_encoded_point(key.curve, sealed[:size])
    secret, iv = ecies_key(key, once, once, name, scheme == "ecies")
    return open_gcm(secret, iv, sealed[size:], b"")


def agree(key, public):
    return key.exchange(ec.ECDH(), public) if isinstance(key, ec.EllipticCurvePrivateKey) else key.exchange(public)


def schemes(key):
    if isinstance(key, rsa.RSAPrivateKey):
        signing, encrypting = ["pkcs1", "pss"], ["pkcs1", "oaep", "oaep-gcm"]
    elif isinstance(key, ec.EllipticCurvePrivateKey):
        signing, encrypting = ["x962", "rfc4754"], ["ecies", "ecies-zero"]
    else:
        return (["ed25519:"] if isinstance(key, ed25519.Ed25519PrivateKey) else []), []
    return [[f"{scheme}:{name}" for scheme in found for name in HASHES] for found in (signing, encrypting)]


def make():
    keys = {f"rsa {bits}": rsa.generate_private_key(65537, bits) for bits in (2048, 4096)}
    keys["rsa with exponent 3"] = rsa.generate_private_key(3, 2048)
    keys.update({name: ec.generate_private_key(curve) for name, curve in CURVES.items()})
    keys["ed25519"] = ed25519.Ed25519PrivateKey.generate()
    keys["x25519"] = x25519.X25519PrivateKey.generate()
    entries = []
    for name, key in keys.items():
        signing, encrypting = schemes(key)
        entry = {
            "name": name, "forms": forms(key), "spki": b64(spki(key)),
            "signatures": {s: b64(sign(key, *s.split(":"))) for s in signing},
            "ciphertexts": {s: b64(encrypt(key.public_key(), *s.split(":"))) for s in encrypting},
        }
        if name in CURVES or name == "x25519":
            peer = ec.generate_private_key(key.curve) if name in CURVES else x25519.X25519PrivateKey.generate()
            secret = agree(key, peer.public_key())
            entry["peer"] = b64(spki(peer))
            entry["secret"] = b64(secret)
            entry["derived"] = b64(X963KDF(hashes.SHA384(), 77, b"shared").derive(secret))
        entries.append(entry)
    json.dump({"message": b64(MESSAGE), "keys": entries}, sys.stdout)


def check():
    for entry in json.load(sys.stdin):
        key = ser.load_der_private_key(base64.b64decode(entry["pkcs8"]), None)
        failures = []

        def attempt(what, body):
            try:
                if body() is False:
                    failures.append(what)
            except Exception as error:
                failures.append(f"{what}: {type(error).__name__}")

        for scheme, signature in entry["signatures"].items():
            signature = base64.b64decode(signature)
            attempt("signature " + scheme, lambda: verify(key.public_key(), *scheme.split(":"), signature))
        for scheme, sealed in entry["ciphertexts"].items():
            sealed = base64.b64decode(sealed)
            attempt("ciphertext " + scheme, lambda: decrypt(key, *scheme.split(":"), sealed) == MESSAGE)
        for form, text in entry["forms"].items():
            data, passphrase = base64.b64decode(text), PASSPHRASE if "encrypted" in form else None
            load = ser.load_pem_private_key if "pem" in form else ser.load_der_private_key
            attempt(form, lambda: spki(load(data, passphrase)) == spki(key))
        attempt("spki", lambda: base64.b64decode(entry["spki"]) == spki(key))
        if "secret" in entry:
            peer = ser.load_der_public_key(base64.b64decode(entry["peer"]))
            attempt("secret", lambda: agree(key, peer) == base64.b64decode(entry["secret"]))
        for failure in failures:
            print(entry["name"], failure)


make() if sys.argv[1] == "make" else check()
