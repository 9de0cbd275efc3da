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
        let hasItemsOfTheOther = try finder().hasItemsOfOneMachine()
        try changeKeys { keys throws(StoreError) in
            try keys.checkCurrent(unlockKey)
            let maker = SlotMaker(store: keys.store, number: try keys.nextSlot())
            keys.slots.removeAll { $0.kind == KeySlot.Kind.deviceKey.rawValue }
            keys.slots.append(try maker.device(unlockKey.key, device))
            if !hasItemsOfTheOther { try keys.makeDeviceRoots(unlockKey.key, device) }
        }
        return true
    }
}

extension KeyMaterial {
    fileprivate func opens(with device: DeviceKey) throws(StoreError) -> Bool {
        try unless(.authFailed) { () throws(StoreError) in try KeyHierarchy.unlock(self, device) } != nil
    }
}
