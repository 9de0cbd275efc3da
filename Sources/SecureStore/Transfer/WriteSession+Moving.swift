/// A store that comes from another machine.
extension WriteSession {
    /// Lets a store that another machine's device key opened open with this machine's.
    ///
    /// Returns whether it had to. A store that has a passphrase stays as it is. So do items that were to stay
    /// on the other machine, though they can't be read here.
    func moveHere(
        _ unlockKey: UnlockKey, _ deviceKey: () throws(StoreError) -> DeviceKey?
    ) throws(StoreError) -> Bool {
        let material = try KeyMaterial(connection)
        guard material.slots.contains(where: { $0.kind == KeySlot.Kind.deviceKey.rawValue }),
            let device = try deviceKey(), try !material.opens(with: device)
        else { return false }
        let hasItemsOfTheOther = try itemsStayOnAMachine()
        try changeKeys { keys throws(StoreError) in
            try keys.checkCurrent(unlockKey)
            let maker = SlotMaker(store: keys.store, number: try keys.nextSlot())
            keys.slots.removeAll { $0.kind == KeySlot.Kind.deviceKey.rawValue }
            keys.slots.append(try maker.device(unlockKey.key, device))
            if !hasItemsOfTheOther { try keys.makeDeviceRoots(unlockKey.key, device) }
        }
        return true
    }

    private func itemsStayOnAMachine() throws(StoreError) -> Bool {
        var found = false
        try finder().each(.withoutSecret) { row throws(StoreError) in
            // A row that cannot be read may be an item that was to stay on the other machine.
            guard case .whole(let row) = row else { return found = true }
            found = found || Accessibility(rawValue: row.head.access)?.isThisDeviceOnly ?? true
        }
        return found
    }
}

extension KeyMaterial {
    fileprivate func opens(with device: DeviceKey) throws(StoreError) -> Bool {
        try unless(.authFailed) { () throws(StoreError) in try KeyHierarchy.unlock(self, device) } != nil
    }
}
