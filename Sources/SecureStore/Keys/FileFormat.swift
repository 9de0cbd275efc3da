/// Constants of what is sealed, and the associated data that binds every sealed field to its place.
enum FileFormat {
    /// The beginning of all associated data, so that nothing sealed for another purpose fits.
    static let magic: UInt32 = 0x5353_5452
    /// The number that the hosts of a fleet tell each other: that of the format since which they understand
    /// each other.
    static let version: UInt8 = 3
    /// The number in associated data: that of the format since which boxes are sealed as they are.
    private static let sealed: UInt8 = 2

    /// The sealed fields that a box can hold.
    enum Field: UInt8 {
        case attributes = 1
        case secret = 2
        case state = 3
        case mainRoot = 4
        case deviceRoot = 5
        case passcodeRoot = 6
        case slot = 7
        case slotShield = 8
        case fleetState = 9
        case fleetRow = 10
        case hostRequest = 11
        case hostName = 12
        case invitedCode = 13
        case hostAnswer = 14
        case invitation = 15
    }

    static let largestSecret = 16 << 20
    static let largestAttributes = 1 << 20

    /// The size that the plaintext of a field is padded to, so that the file shows sizes only roughly.
    ///
    /// Steps of 32 bytes, and from 256 bytes on steps of an eighth of the power of two below.
    static func paddedCount(_ count: Int) -> Int {
        let step = max(32, (1 << (Int.bitWidth - 1 - max(1, count).leadingZeroBitCount)) / 8)
        return max(step, (count + step - 1) / step * step)
    }

    /// The error for a fleet, or a host of one, that has another format.
    static func refusal(_ other: UInt8, _ who: String) -> StoreError {
        StoreError(
            .wrongSecVersion,
            "\(who) has format \(other), and this program has \(version); the hosts of a fleet need one version of the "
                + "program")
    }

    /// The associated data of a field that belongs to the store as a whole.
    static func associatedData(
        _ field: Field, store: Bytes16, number: UInt64, format: UInt8 = sealed
    ) -> FixedBytes<32> {
        var data = FixedBytes<32>()
        data.append(littleEndian: magic.byteSwapped)
        data.append(format)
        data.append(field.rawValue)
        data.append(store)
        data.append(littleEndian: number)
        return data
    }

    /// The associated data of an item's field.
    ///
    /// It names the format, the store, the item, the field, the class, the class key, the key set, the
    /// generation, the row, and whether there is a secret. A field that was altered, moved, replaced by an
    /// older one or separated from its secret does not open.
    static func associatedData(
        _ field: Field, store: Bytes16, _ item: ItemColumns, hasSecret: Bool
    ) -> FixedBytes<96> {
        var data = FixedBytes<96>()
        data.append(littleEndian: magic.byteSwapped)
        data.append(sealed)
        data.append(field.rawValue)
        data.append(store)
        data.append(item.id)
        data.append(item.itemClass)
        data.append(item.access)
        data.append(littleEndian: item.keyset)
        data.append(littleEndian: UInt64(bitPattern: item.generation))
        data.append(littleEndian: UInt64(bitPattern: item.number))
        data.append(hasSecret ? 1 : 0)
        return data
    }
}
