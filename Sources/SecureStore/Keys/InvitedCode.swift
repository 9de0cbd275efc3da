/// The code of a request, sealed for the fleet by a machine that has an invitation.
///
/// The invitation is a code that the fleet has made. It leads to no key of a store: whoever has it can be let
/// in by a host, as long as the fleet's items say that the invitation holds.
package enum InvitedCode {
    /// The number of machines that can wait with one invitation at the same time.
    package static let places: Range<UInt64> = 0..<64

    package static func makeInvitation() throws(StoreError) -> SecretBytes { try RecoveryCode.make() }

    /// The ids under which machines leave their codes, by place; nobody without the invitation knows them.
    package static func ids(of invitation: SecretBytes) throws(StoreError) -> [[UInt8]] {
        let key = try HostRequest.key(of: invitation)
        return places.map { place in
            var context: [UInt8] = []
            context.append(littleEndian: place)
            return Array(key.commitment("securestore invitation id", context).prefix(Bytes16.byteCount))
        }
    }

    /// Seals the code of a request for whoever has the invitation.
    package static func seal(
        _ code: SecretBytes, at place: UInt64, with invitation: SecretBytes
    ) throws(StoreError) -> [UInt8] {
        let key = try boxKey(invitation)
        let random = try RecoveryCode.random(of: code)
        // A box around a key has room for the code.
        let padded = try SecretBytes.opening(capacity: SealingKey.byteCount) { target in
            random.withRawBytes { target.copy($0, to: 0) }
            return 0..<SealingKey.byteCount
        }
        let content = try padded.withRawBytes { bytes throws(StoreError) in try SealingKey(copying: bytes) }
        return try data(place).withBytes { data throws(StoreError) in
            try key.box(content, associatedData: data)
        }
    }

    /// Opens what was left at a place; nil if it was not sealed with this invitation, or for another place.
    package static func open(
        _ box: [UInt8], at place: UInt64, with invitation: SecretBytes
    ) throws(StoreError) -> SecretBytes? {
        let key = try boxKey(invitation)
        let content = try data(place).withBytes { data throws(StoreError) in
            try key.openKey(box, associatedData: data)
        }
        guard let content else { return nil }
        return try content.withBytes { bytes throws(StoreError) in
            let random = bytes.extracting(0..<RecoveryCode.randomByteCount)
            return try RecoveryCode.text(of: try SecretBytes.copy(of: random))
        }
    }

    private static func boxKey(_ invitation: SecretBytes) throws(StoreError) -> SealingKey {
        try HostRequest.key(of: invitation).derive("securestore invitation box", [])
    }

    private static func data(_ place: UInt64) -> FixedBytes<32> {
        FileFormat.associatedData(.invitedCode, store: Bytes16(high: 0, low: 0), number: place)
    }
}
