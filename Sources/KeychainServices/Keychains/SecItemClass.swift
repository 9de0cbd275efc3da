/// The class of an item of a keychain, as macOS's older calls have it.
public enum SecItemClass: FourCharCode, Sendable {
    /// A password for a server.
    case internetPasswordItemClass = 0x696e_6574
    /// A password for anything.
    case genericPasswordItemClass = 0x6765_6e70
    /// No item has it here.
    case appleSharePasswordItemClass = 0x6173_6870
    /// A certificate.
    case certificateItemClass = 0x8000_1000
    /// A public key.
    case publicKeyItemClass = 0x0000_000f
    /// A private key.
    case privateKeyItemClass = 0x0000_0010
    /// A symmetric key.
    case symmetricKeyItemClass = 0x0000_0011
}
