public import SecureStore

/// A machine's request to join a fleet.
///
/// Keep it until the machine has joined: a replica is only made with the request that was answered.
public struct JoinRequest: Sendable {
    let request: HostRequest
    /// The code that lets the machine in: 32 letters and digits, to be carried to a host of the fleet.
    public let code: SecretBytes

    /// Makes a request of this machine; `name` is what people call it, of 1 to 64 bytes.
    ///
    /// Keep its bytes before you hand it to ``Fleet/ask(_:)`` if the process may end before the machine
    /// joins. Throws `StoreStatus.param` for another name, and what reading or making the device key throws.
    public init(as name: String, options: StoreOptions = StoreOptions()) throws(StoreError) {
        (request, code) = try ItemStore.requestToJoin(name: name, options: options)
    }

    /// The name that the machine gives itself.
    public var name: String { request.name }

    /// The request without its code, to be kept for a process that joins later; it is not secret.
    public var bytes: [UInt8] { request.bytes }

    /// Reads a request of this machine that was kept.
    ///
    /// The device key has to be the one that it was made with: the code comes of both. Throws
    /// `StoreStatus.decode` if these bytes are no request.
    public init(_ bytes: [UInt8], options: StoreOptions = StoreOptions()) throws(StoreError) {
        request = try HostRequest(bytes)
        code = try ItemStore.code(of: request, options: options)
    }
}
