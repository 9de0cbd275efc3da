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

    var der: Data? { unsafe LibCrypto.encoding { unsafe i2d_X509_NAME(object, $0) } }

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
            return String(decoding: bytes.prefix(Int(max(count, 0))), as: UTF8.self)
        }
    }
}
