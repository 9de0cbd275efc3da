private import Glibc
package import SecureStore
package import SecureStoreCLI
package import SecureStoreFleet

/// The program `securestore-fleet`: the commands of a fleet, with libpq.
///
/// The command `securestore fleet` starts it, and is not linked with libpq itself.
@main struct Main {
    static func main() { exit(Dialect.runFleetProgram(Fleet.self)) }
}

extension Fleet: FleetConnection {
    package func begin(at path: String, named name: String?, _ credential: Credential) throws -> ItemStore {
        try begin(with: path, as: name, unlockingWith: credential)
    }

    package func replica(at path: String, _ options: StoreOptions) throws(StoreError) -> ItemStore {
        try open(at: path, options: options)
    }

    package func ask(_ request: [UInt8], invitedWith invitation: SecretBytes?) throws(StoreError) {
        try ask(try JoinRequest(request, invitedWith: invitation))
    }

    package func openInvitations(
        over store: ItemStore
    ) throws(StoreError) -> [(name: String, uses: Int, timeLeft: Duration, rights: HostRights)] {
        try invitations(over: store).map { ($0.name, $0.uses, $0.timeLeft, $0.rights) }
    }

    package func join(_ request: [UInt8], at path: String) throws(StoreError) -> ItemStore {
        try join(try JoinRequest(request), at: path)
    }

    package func machines(over store: ItemStore) throws(StoreError) -> [Machine] {
        try hosts(over: store).map {
            ($0.slot, $0.name, $0.number, $0.seen, $0.isReadOnly ?? false)
        }
    }

    package func serverCopy(
        _ act: FleetCopy.Act, over store: ItemStore, _ observer: @escaping WorkProgress.Observer
    ) throws(StoreError) -> FleetCopy {
        switch act {
        case .verify: FleetCopy(try verify(over: store, onProgress: observer), self)
        case .repair: FleetCopy(try repair(over: store, onProgress: observer), self)
        }
    }

    package static func request(
        _ kept: [UInt8]?, as name: String, invitedWith invitation: SecretBytes?
    ) throws(StoreError) -> Request {
        let request =
            if let kept {
                try JoinRequest(kept, invitedWith: invitation)
            } else {
                try JoinRequest(as: name, invitedWith: invitation)
            }
        return (request.bytes, request.code, request.isInvited)
    }
}

extension FleetCopy {
    fileprivate init(_ report: Fleet.ServerReport, _ fleet: Fleet) {
        var lines = report.missing.map { "\($0) is missing on the server" }
        lines += report.changed.map { "\($0) is another one on the server" }
        if report.lostLinkCount > 0 {
            lines.append(
                "the server lacks links by which machines that are behind follow: \(report.lostLinkCount)")
        }
        let slots = report.missingSlots.map { "slot \($0.number), \($0.kind), is missing on the server" }
        lines += report.hasKeys || !slots.isEmpty ? slots : ["the server has other slots or key sets"]
        switch report.head {
        case .known: break
        case .damaged: lines.append("the server's newest state is damaged or missing")
        case .ofOtherHistory: lines.append("the server's newest state has another history")
        }
        let remedy: Remedy = report.isWhole ? .none : report.head == .ofOtherHistory ? .reseed : .repair
        let isCurrent = report.head == .known && report.unseenChange == nil
        self.init(
            itemCount: report.itemCount, differences: lines, surplus: report.surplusCount, remedy: remedy,
            losesNothing: isCurrent || report.losesNothing, lost: isCurrent ? [] : report.lost,
            slots: report.lostSlots, unseen: report.unseenChange
        ) { store, observer throws(StoreError) in
            try fleet.reseed(over: store, losing: report, onProgress: observer)
        }
    }
}
