/// A state of the file, with the keys that it was sealed with.
///
/// A connection holds it until the end of its life.
struct Snapshot: ~Copyable {
    let ring: KeyRing
    private let opened: OpenedState
    private let held: HeldState

    /// Opens a held state; nil when it was sealed with other keys than the ring's.
    init?(_ held: consuming HeldState, _ ring: KeyRing) throws(StoreError) {
        guard let opened = try held.connection.state(ring, try held.stateRow()) else { return nil }
        held.connection.rememberHeldState()
        (self.ring, self.opened) = (ring, opened)
        self.held = held
    }

    var connection: Connection { held.connection }
    var state: StoreState { opened.state }

    /// True while all that was read belongs to this state; if not, no answer and no error means anything.
    var isWhole: Bool { held.isWhole }

    /// A finder over this state; `inspect` reads certificates if the settings name no inspector.
    func finder(_ settings: StoreSettings, inspecting inspect: CertificateInspector? = nil) -> Finder {
        settings.finder(
            ProvenRows(connection, ring, state.root),
            earlier: ring.previous.map { ProvenRows(connection, $0, state.previousRoot, isEarlier: true) },
            inspecting: inspect)
    }
}

/// A state that was opened, and what it was opened from.
///
/// An object, because a copy for each read would cost more than to find it again.
final class OpenedState: Sendable {
    let sealed: [UInt8]
    let state: StoreState

    init(_ sealed: [UInt8], _ state: StoreState) { (self.sealed, self.state) = (sealed, state) }
}
