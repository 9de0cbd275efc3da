private import CSecureStoreOpenSSL
internal import FoundationEssentials

/// The name of a subject or an issuer as libcrypto holds it.
@safe struct NameHandle: Sendable {
    private let handle: Handle

    init?(der: Data) {
        let read = unsafe LibCrypto.decoding(der, { unsafe d2i_X509_NAME(nil, $0, $1) }) {
            unsafe X509_NAME_free($0)
        }
        guard let read else { return nil }
        handle = read
    }

    /// Makes a name of these parts, each by its object identifier; nil when libcrypto refuses one.
    init?(_ parts: [(identifier: String, text: String)]) {
        guard let name = unsafe Handle(X509_NAME_new(), release: { unsafe X509_NAME_free($0) }) else {
            return nil
        }
        handle = name
        for part in parts {
            let bytes = [UInt8](part.text.utf8)
            let added = LibCrypto.quietly {
                unsafe X509_NAME_add_entry_by_txt(
                    name.object, part.identifier, MBSTRING_UTF8, bytes, CInt(clamping: bytes.count), -1, 0)
            }
            guard added == 1 else { return nil }
        }
    }

    var object: OpaquePointer { unsafe handle.object }

    var der: Data? { unsafe Self.der(object) }

    static func der(_ name: OpaquePointer?) -> Data? {
        unsafe LibCrypto.encoding { unsafe i2d_X509_NAME(name, $0) }
    }

    /// The parts in their order; those whose value is not text are left out.
    var parts: [(identifier: String, text: String)] {
        unsafe (0..<X509_NAME_entry_count(object)).compactMap { place in
            let entry = unsafe X509_NAME_get_entry(object, place)
            guard let identifier = unsafe LibCrypto.identifier(X509_NAME_ENTRY_get_object(entry)),
                let text = unsafe LibCrypto.text(X509_NAME_ENTRY_get_data(entry))
            else { return nil }
            return (identifier, text)
        }
    }

    /// As RFC 4514 writes it: the last part first, and what is special escaped.
    var text: String? {
        LibCrypto.quietly {
            guard let output = unsafe BIO_new(BIO_s_mem()) else { return nil }
            defer { unsafe BIO_free(output) }
            guard unsafe X509_NAME_print_ex(output, object, 0, securestore_rfc4514()) >= 0 else { return nil }
            var bytes = Data(count: Int(clamping: unsafe BIO_ctrl_pending(output)))
            let count = unsafe bytes.withUnsafeMutableBytes {
                unsafe BIO_read(output, $0.baseAddress, CInt(clamping: $0.count))
            }
            let text = String(decoding: bytes.prefix(Int(max(count, 0))), as: UTF8.self)
            return Self.escapingLoneMarks(text)
        }
    }

    /// Escapes values that are `#` and nothing else, which libcrypto forgets; another may have it escaped.
    fileprivate static func escapingLoneMarks(_ text: String) -> String {
        let (all, mark) = (Array(text.utf8), Array("=#".utf8))
        var bytes: [UInt8] = []
        for (place, byte) in all.enumerated() {
            let isValue = all[...place].suffix(2) == mark[...]
            let isWhole = place + 1 == all.count || ",+".utf8.contains(all[place + 1])
            if isValue, isWhole { bytes.append(UInt8(ascii: "\\")) }
            bytes.append(byte)
        }
        return String(decoding: bytes, as: UTF8.self)
    }
}

/// A request for a certificate as libcrypto holds it: read once, never changed.
@safe final class RequestHandle: Sendable {
    private let handle: Handle

    init?(der: Data) {
        let read = unsafe LibCrypto.decoding(der, { unsafe d2i_X509_REQ(nil, $0, $1) }) {
            unsafe X509_REQ_free($0)
        }
        guard let read, unsafe X509_REQ_get_version(read.object) == 0 else { return nil }
        handle = read
    }

    private var object: OpaquePointer { unsafe handle.object }

    var subject: Data? { unsafe NameHandle.der(X509_REQ_get_subject_name(object)) }

    var subjectPublicKeyInfo: Data? {
        let key = unsafe X509_REQ_get_X509_PUBKEY(object)
        return unsafe LibCrypto.encoding { unsafe i2d_X509_PUBKEY(key, $0) }
    }

    /// The extensions that are asked for; nil if not all of them can be read.
    var extensions: [CertificateExtension]? {
        LibCrypto.quietly {
            // libcrypto reads the first attribute that asks for some.
            let places = [NID_ext_req, NID_ms_ext_req].flatMap { kind in
                sequence(first: self.place(of: kind, after: -1)) { self.place(of: kind, after: $0) }
                    .prefix { $0 >= 0 }
            }
            guard places.count <= 1, let extensions = unsafe X509_REQ_get_extensions(object) else {
                return nil
            }
            defer { unsafe OPENSSL_sk_pop_free(extensions) { unsafe X509_EXTENSION_free(OpaquePointer($0)) } }
            return unsafe LibCrypto.elements(of: extensions).compactMap {
                unsafe CertificateExtension($0.object)
            }
        }
    }

    private func place(of kind: Int32, after last: Int32) -> Int32 {
        unsafe X509_REQ_get_attr_by_NID(object, kind, last)
    }

    var isSignatureValid: Bool {
        LibCrypto.quietly { unsafe X509_REQ_verify(object, X509_REQ_get0_pubkey(object)) == 1 }
    }

    /// A request that is made, signed and encoded; nil when libcrypto refuses a part of it or the key.
    static func encoded(
        subject: Data, extensions: [CertificateExtension], signedWith key: KeyHandle
    ) -> Data? {
        LibCrypto.secretly {
            guard let request = unsafe Handle(X509_REQ_new(), release: { unsafe X509_REQ_free($0) }),
                let name = NameHandle(der: subject),
                unsafe X509_REQ_set_version(request.object, 0) == 1,
                unsafe X509_REQ_set_subject_name(request.object, name.object) == 1,
                unsafe X509_REQ_set_pubkey(request.object, key.object) == 1,
                unsafe add(extensions, to: request.object),
                unsafe X509_REQ_sign(request.object, key.object, key.digest) > 0
            else { return nil }
            return unsafe LibCrypto.encoding { unsafe i2d_X509_REQ(request.object, $0) }
        }
    }

    private static func add(_ extensions: [CertificateExtension], to request: OpaquePointer) -> Bool {
        var stack: OpaquePointer?
        defer { unsafe OPENSSL_sk_pop_free(stack) { unsafe X509_EXTENSION_free(OpaquePointer($0)) } }
        return unsafe extensions.isEmpty
            || extensions.add { unsafe X509v3_add_ext(&stack, $0, -1) != nil }
                && X509_REQ_add_extensions(request, stack) == 1
    }
}
