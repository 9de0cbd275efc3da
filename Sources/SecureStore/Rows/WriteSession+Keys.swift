/// Changes of slots, of key sets, and of the commitment to the unlock key.
extension WriteSession {
    /// Changes slots or key sets, so that the state vouches for exactly what `body` meant.
    ///
    /// `body` is given what the state has vouched for so far, and the new state vouches for what `body` makes
    /// of it. Afterwards the file must hold just that. If anything else was put there meanwhile, such as a
    /// row, or a trigger that brings one back, the transaction ends.
    func changeKeys<R>(_ body: (inout KeyMaterial) throws(StoreError) -> R) throws(StoreError) -> R {
        try Schema.check(connection)
        var material = try KeyMaterial(connection)
        _ = try material.checkedState(ring)
        let result = try body(&material)
        try changing { () throws(StoreError) in
            try connection.replaceKeys(
                commitment: material.commitment, writer: material.writer, material.slots, material.keysets)
        }
        let written = try KeyMaterial(connection)
        guard written.record == material.record, written.slots == material.slots else {
            throw StoreError(
                .invalidKeychain,
                "the store's slots or key sets are not what was written: nothing was changed; "
                    + "\(NextStep.salvage)")
        }
        change.state.keysDigest = material.digest
        changedKeys = true
        try raiseKeysVersion(by: 1)
        return result
    }

    /// Adopts the keys of an unlock key in the transaction that wrote them; they seal everything after this.
    func adopt(_ unlockKey: UnlockKey, _ device: Result<DeviceKey, StoreError>) throws(StoreError) {
        var material = try KeyMaterial(connection)
        material.keysVersion = change.state.keysVersion
        ring = try material.ring(unlockKey, device: device)
    }

    private func raiseKeysVersion(by step: Int64) throws(StoreError) {
        let (version, isTooMuch) = change.state.keysVersion.addingReportingOverflow(step)
        guard !isTooMuch else {
            throw StoreError(
                .invalidKeychain,
                "the store's keys have been changed as often as they can be; \(NextStep.moveOut)")
        }
        change.state.keysVersion = version
        change.isEmpty = false
    }

    /// Raises all numbers of the state beyond those of another history, which has this version of the keys.
    ///
    /// For a state that comes from elsewhere. All three go up by the same step, which is longer than any
    /// history since the two parted: so the other history's sequence and generations, which may be sealed,
    /// are passed too. Its version is not proven, and one that no store reaches is left alone.
    ///
    /// If there is no store that this one replaces, only the numbers of items go up that far, which somebody
    /// may remember. Otherwise a copy elsewhere could pass for a later state of the store.
    func leap(past other: Int64?) throws(StoreError) {
        let step = Int64.random(in: Self.leap)
        try skipNumbers(from: change.state.nextNumber, by: step)
        var distance: Int64 = 1
        if let other {
            let lead = 0..<Self.mostPlausible ~= other ? max(0, other - change.state.keysVersion) : 0
            try skipNumbers(from: change.state.nextNumber, by: lead)
            distance = step + lead
        }
        try raiseKeysVersion(by: distance)
        let (sequence, isTooMuch) = change.state.sequence.addingReportingOverflow(UInt64(distance))
        guard !isTooMuch else { throw Self.usedUp }
        change.state.sequence = sequence
    }

    /// Asks whether a state with this version of the keys is as far beyond another one as a leap makes it.
    static func isPast(_ other: Int64, _ version: Int64) -> Bool {
        guard 0..<mostPlausible ~= other else { return true }
        return version - other >= leap.lowerBound / 2
    }

    /// Leaves out numbers that another store may have given to items that are lost.
    func skipNumbers(after last: Int64) throws(StoreError) {
        try skipNumbers(from: max(change.state.nextNumber, last), by: Self.leap.lowerBound)
    }

    /// Raises the numbers of items and the version of the keys beyond those of changes that nobody knows.
    func passUnknownChanges() throws(StoreError) {
        try skipNumbers(after: 0)
        try raiseKeysVersion(by: Self.leap.lowerBound)
    }

    private func skipNumbers(from number: Int64, by step: Int64) throws(StoreError) {
        let (next, isTooMuch) = number.addingReportingOverflow(step)
        guard !isTooMuch else { throw Self.usedUp }
        change.state.nextNumber = next
        change.isEmpty = false
    }

    private static let usedUp = StoreError(
        .invalidKeychain, "the store has been restored as often as it can be; \(NextStep.moveOut)")
    /// The length of a leap, which is random, so that two restores of one backup do not get the same numbers.
    private static let leap: ClosedRange<Int64> = 1 << 40...1 << 41
    /// A version of the keys that no store reaches: half of all leaps that there can be.
    private static let mostPlausible: Int64 = 1 << 62
}
