public import SecureStore

/// A machine's request to join a fleet.
///
/// Keep it until the machine has joined: a replica is only made with the request that was answered.
public struct JoinRequest: Sendable {
    private(set) var request: HostRequest
    /// The code of the invitation that it is made with; nil without one.
    private(set) var invitation: SecretBytes?
    /// The code that lets the machine in: 32 letters and digits, to be carried to a host of the fleet.
    public let code: SecretBytes

    /// Makes a request of this machine; `name` is what people call it, of 1 to 64 bytes.
    ///
    /// With an invitation, nobody has to carry its code, and the machine joins no fleet but the one that made
    /// the invitation. Keep its bytes before you hand it to ``Fleet/ask(_:)`` if the process may end before
    /// the machine joins. Throws `StoreStatus.param` for another name, `StoreStatus.authFailed` if this is no
    /// invitation, and what reading or making the device key throws.
    public init(
        as name: String, invitedWith invitation: SecretBytes? = nil, options: StoreOptions = StoreOptions()
    ) throws(StoreError) {
        (request, code) = try ItemStore.requestToJoin(name: name, options: options)
        self.invitation = try invitation.map { invitation throws(StoreError) in
            try request.bind(to: invitation)
        }
    }

    /// The name that the machine gives itself.
    public var name: String { request.name }

    /// True if it was made with an invitation: others who have that may know its code.
    public var isInvited: Bool { request.mark != nil }

    /// The request without its code, to be kept for a process that joins later; it is not secret.
    public var bytes: [UInt8] { request.kept }

    /// Reads a request of this machine that was kept.
    ///
    /// The device key has to be the one that it was made with: the code comes of both. To ask with an
    /// invitation, give that again. Throws `StoreStatus.decode` if these bytes are no request, and
    /// `StoreStatus.authFailed` if this is no invitation.
    public init(
        _ bytes: [UInt8], invitedWith invitation: SecretBytes? = nil, options: StoreOptions = StoreOptions()
    ) throws(StoreError) {
        request = try HostRequest(kept: bytes)
        code = try ItemStore.code(of: request, options: options)
        self.invitation = try invitation.map { invitation throws(StoreError) in
            try request.bind(to: invitation)
        }
    }
}
