public import SecureStore

/// A machine's request to join a fleet.
///
/// Keep it until the machine has joined: a replica is only made with the request that was answered.
public struct JoinRequest: Sendable {
    let request: HostRequest
    /// What lets the machine in: 32 letters and digits, to be carried to a host of the fleet.
    public let code: SecretBytes

    init(_ request: HostRequest, code: SecretBytes) { (self.request, self.code) = (request, code) }

    /// What the machine calls itself.
    public var name: String { request.name }

    /// The request without its code, to be kept for a process that joins later; it is not secret.
    public var bytes: [UInt8] { request.bytes }

    /// Reads a request of this machine that was kept.
    public init(_ bytes: [UInt8], options: StoreOptions = StoreOptions()) throws(StoreError) {
        request = try HostRequest(bytes)
        code = try ItemStore.code(of: request, options: options)
    }
}
