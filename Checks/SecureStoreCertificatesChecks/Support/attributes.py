"""Prints what a store keeps of each certificate that is named, a line each, computed without libcrypto's readers."""
import hashlib
import sys
import warnings

warnings.simplefilter("ignore")
from cryptography import x509
from cryptography.hazmat.primitives.serialization import Encoding


def elements(data):
    """The elements of a DER encoding: tag, content and the whole."""
    found = []
    while data:
        length, start = data[1], 2
        if length & 0x80:
            start = 2 + (length & 0x7F)
            length = int.from_bytes(data[2:start], "big")
        found.append((data[0], data[start : start + length], data[: start + length]))
        data = data[start + length :]
    return found


def encode(tag, content):
    length = len(content)
    size = bytes([length])
    if length >= 0x80:
        digits = length.to_bytes((length.bit_length() + 7) // 8, "big")
        size = bytes([0x80 | len(digits)]) + digits
    return bytes([tag]) + size + content


def normalized(name):
    result = b""
    for _, parts, _ in elements(name):
        pairs = b""
        for _, pair, _ in elements(parts):
            kind, (tag, value, _) = elements(pair)
            if tag == 0x13:
                value = b" ".join(value.upper().split())
            pairs += encode(0x30, kind[2] + encode(tag, value))
        result += encode(0x31, pairs)
    return result


for path in sys.argv[1:]:
    certificate = x509.load_pem_x509_certificate(open(path, "rb").read())
    body = elements(elements(elements(certificate.public_bytes(Encoding.DER))[0][1])[0][1])
    version = 1
    if body[0][0] == 0xA0:
        version = elements(body[0][1])[0][1][0] + 1
        body = body[1:]
    serial, _, issuer, _, subject, key = [part[1] for part in body[:6]]
    try:
        identifier = certificate.extensions.get_extension_for_class(x509.SubjectKeyIdentifier).value.digest.hex()
    except x509.ExtensionNotFound:
        identifier = "-"
    key_hash = hashlib.sha1(elements(key)[1][1][1:]).hexdigest()
    names = [normalized(subject).hex(), normalized(issuer).hex()]
    print(*names, serial.hex(), identifier, key_hash, version)
