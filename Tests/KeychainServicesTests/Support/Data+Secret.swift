import Foundation
import SecureStore

extension Data {
    /// The bytes of a secret, for assertions.
    init(_ secret: SecretBytes) { self = secret.data() }
}
