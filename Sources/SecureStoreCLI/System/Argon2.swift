import SecureStore

/// Argon2d and Argon2id, version 1.3, as RFC 9106 describes them, with any salt and any number of lanes.
///
/// libsodium has only Argon2id with one lane and a salt of 16 bytes, OpenSSL has neither before version 3.2. The lanes
/// are filled one after the other.
struct Argon2 {
    /// Its numbers are those of the RFC.
    enum Kind: Int { case d = 0, id = 2 }

    let kind: Kind
    /// In KiB.
    let memory: Int
    let passes: Int
    let lanes: Int
    let salt: SecretBytes
    var key: SecretBytes?
    var data: SecretBytes?

    /// What a file may ask for: 1 GiB at once, and 16 GiB over all passes, which is some fifteen seconds.
    static let mostMemory = 1 << 20
    static let mostWork = 1 << 24

    private static let slices = 4
    private static let version = 0x13
    private static let wordCount = 128
    private static let byteCount = 1024

    /// Blocks of each lane.
    private var columns: Int { Self.slices * segment }
    /// Blocks of each slice of a lane.
    private var segment: Int { memory / (Self.slices * lanes) }

    /// Refuses numbers that the RFC does not allow, and those that would take too long.
    func check() throws(CommandError) {
        guard 1...255 ~= lanes, passes >= 1, memory >= 8 * lanes, salt.count >= 8 else {
            throw .failure("the costs of the passphrase make no sense")
        }
        let (work, isTooMuch) = memory.multipliedReportingOverflow(by: passes)
        guard memory <= Self.mostMemory, !isTooMuch, work <= Self.mostWork else {
            throw .failure(
                "the passphrase costs \(memory >> 10) MiB \(passes) times, which is more than is spent here",
                hint: "the program that made the file can lower that")
        }
    }

    /// The hash of a passphrase, of 32 bytes.
    func hash(_ passphrase: SecretBytes) throws -> SecretBytes {
        try check()
        let empty = try SecretBytes(count: 0) { _ in }
        let fields = [passphrase, salt, key ?? empty, data ?? empty]
        let numbers = [lanes, 32, memory, passes, Self.version, kind.rawValue]
        let message =
            try numbers.map { try Self.number($0) } + fields.flatMap { [try Self.number($0.count), $0] }
        let seed = try SecretBytes.joined(message).blake2bHash(byteCount: 64)
        let last = (0..<lanes).map { $0 * columns + columns - 1 }
        var final: SecretBytes?
        // Four blocks to work on lie behind the memory, and are erased with it.
        let used = lanes * columns
        _ = try SecretBytes(count: (used + 4) * Self.byteCount) { target in
            for lane in 0..<lanes {
                for column in 0..<2 {
                    let start = try SecretBytes.joined([seed, Self.number(column), Self.number(lane)])
                    let block = try Self.longHash(start)
                    block.copy(0..<block.count, into: &target, at: (lane * columns + column) * Self.byteCount)
                }
            }
            unsafe target.withUnsafeMutableBytes { bytes in
                let words = unsafe bytes.bindMemory(to: UInt64.self)
                guard let start = words.baseAddress else { return }
                let filler = unsafe Filler(argon: self, memory: start, scratch: start + used * Self.wordCount)
                filler.fill()
                for block in last.dropFirst() {
                    for word in 0..<Self.wordCount {
                        unsafe start[last[0] * Self.wordCount + word] ^= start[block * Self.wordCount + word]
                    }
                }
            }
            let result = last[0] * Self.byteCount
            final = try SecretBytes(count: Self.byteCount) { copy in
                unsafe target.withUnsafeMutableBytes { source in
                    unsafe copy.withUnsafeMutableBytes { copy in
                        unsafe copy.copyMemory(
                            from: .init(rebasing: source[result..<(result + Self.byteCount)]))
                    }
                }
            }
        }
        guard let final else { throw StoreError(.allocate, "no memory to hash a passphrase") }
        return try SecretBytes.joined([Self.number(32), final]).blake2bHash(byteCount: 32)
    }

    /// A block of a short message: hashes of hashes, half of each.
    private static func longHash(_ message: SecretBytes) throws -> SecretBytes {
        var hash = try SecretBytes.joined([number(byteCount), message]).blake2bHash(byteCount: 64)
        var parts: [SecretBytes] = []
        while parts.count < byteCount / 32 - 2 {
            parts.append(try hash.part(0..<32))
            hash = try hash.blake2bHash(byteCount: 64)
        }
        return try SecretBytes.joined(parts + [hash])
    }

    /// Four bytes, the lowest first.
    private static func number(_ value: Int) throws -> SecretBytes {
        try SecretBytes(copying: (0..<4).map { UInt8(truncatingIfNeeded: value >> (8 * $0)) })
    }

    // MARK: - Filling the memory

    private struct Position {
        let pass: Int
        let slice: Int
        let lane: Int
        let index: Int
    }

    @safe private struct Filler {
        let argon: Argon2
        let memory: UnsafeMutablePointer<UInt64>
        /// Four blocks: the sum of two blocks, its permutation, a list of addresses, and what that is made of.
        let scratch: UnsafeMutablePointer<UInt64>

        private var addresses: UnsafeMutablePointer<UInt64> { unsafe scratch + 2 * wordCount }
        private var counter: UnsafeMutablePointer<UInt64> { unsafe scratch + 3 * wordCount }

        func fill() {
            for pass in 0..<argon.passes {
                for slice in 0..<slices {
                    for lane in 0..<argon.lanes { fillSegment(pass, slice, lane) }
                }
            }
        }

        private func fillSegment(_ pass: Int, _ slice: Int, _ lane: Int) {
            // Which blocks are read depends on the passphrase from the second half of the first pass on.
            let isIndependent = argon.kind == .id && pass == 0 && slice < 2
            if isIndependent { startAddresses(pass, slice, lane) }
            // The first two blocks of each lane are there.
            let first = pass == 0 && slice == 0 ? 2 : 0
            if isIndependent, first > 0 { nextAddresses() }
            for index in first..<argon.segment {
                let column = slice * argon.segment + index
                let current = lane * argon.columns + column
                let previous = column == 0 ? current + argon.columns - 1 : current - 1
                if isIndependent, index % wordCount == 0 { nextAddresses() }
                let random =
                    unsafe isIndependent
                    ? addresses[index % wordCount] : memory[previous * wordCount]
                let other = reference(Position(pass: pass, slice: slice, lane: lane, index: index), random)
                unsafe mix(block(previous), block(other), into: block(current), adding: pass > 0)
            }
        }

        /// The block that a random number stands for, among those that are filled already.
        private func reference(_ place: Position, _ random: UInt64) -> Int {
            let (segment, columns) = (argon.segment, argon.columns)
            let isFirst = place.pass == 0 && place.slice == 0
            let lane = isFirst ? place.lane : Int(random >> 32) % argon.lanes
            let filled = place.pass == 0 ? place.slice * segment : columns - segment
            let count =
                lane == place.lane ? filled + place.index - 1 : filled - (place.index == 0 ? 1 : 0)
            let low = random & 0xffff_ffff
            let share = (UInt64(count) &* ((low &* low) >> 32)) >> 32
            let start = place.pass == 0 || place.slice == slices - 1 ? 0 : (place.slice + 1) * segment
            return lane * columns + (start + count - 1 - Int(share)) % columns
        }

        private func startAddresses(_ pass: Int, _ slice: Int, _ lane: Int) {
            unsafe counter.update(repeating: 0, count: wordCount)
            let numbers = [pass, lane, slice, argon.lanes * argon.columns, argon.passes, argon.kind.rawValue]
            for (word, number) in numbers.enumerated() { unsafe counter[word] = UInt64(number) }
        }

        private func nextAddresses() {
            unsafe counter[6] += 1
            unsafe addresses.update(repeating: 0, count: wordCount)
            unsafe mix(nil, counter, into: addresses, adding: false)
            unsafe mix(nil, addresses, into: addresses, adding: false)
        }

        private func block(_ index: Int) -> UnsafeMutablePointer<UInt64> {
            unsafe memory + index * wordCount
        }

        /// The compression function of two blocks, of which the first may be all zeros.
        private func mix(
            _ first: UnsafeMutablePointer<UInt64>?, _ second: UnsafeMutablePointer<UInt64>,
            into target: UnsafeMutablePointer<UInt64>, adding: Bool
        ) {
            let (sum, work) = unsafe (scratch, scratch + wordCount)
            for word in 0..<wordCount {
                let value = unsafe second[word] ^ (first?[word] ?? 0)
                unsafe sum[word] = value
                unsafe work[word] = value
            }
            for row in 0..<8 { unsafe permute(work + 16 * row, step: 2) }
            for column in 0..<8 { unsafe permute(work + 2 * column, step: 16) }
            for word in 0..<wordCount {
                let value = unsafe sum[word] ^ work[word]
                unsafe target[word] = adding ? target[word] ^ value : value
            }
        }

        /// A round of BLAKE2b over eight pairs of words, with multiplications.
        private func permute(_ words: UnsafeMutablePointer<UInt64>, step: Int) {
            func at(_ index: Int) -> Int { index / 2 * step + index % 2 }
            for column in 0..<4 {
                unsafe quarter(words, at(column), at(column + 4), at(column + 8), at(column + 12))
            }
            unsafe quarter(words, at(0), at(5), at(10), at(15))
            unsafe quarter(words, at(1), at(6), at(11), at(12))
            unsafe quarter(words, at(2), at(7), at(8), at(13))
            unsafe quarter(words, at(3), at(4), at(9), at(14))
        }

        @inline(__always)
        private func quarter(_ words: UnsafeMutablePointer<UInt64>, _ i: Int, _ j: Int, _ k: Int, _ l: Int) {
            var (a, b, c, d) = unsafe (words[i], words[j], words[k], words[l])
            a = a &+ b &+ 2 &* (a & 0xffff_ffff) &* (b & 0xffff_ffff)
            d ^= a
            d = d >> 32 | d << 32
            c = c &+ d &+ 2 &* (c & 0xffff_ffff) &* (d & 0xffff_ffff)
            b ^= c
            b = b >> 24 | b << 40
            a = a &+ b &+ 2 &* (a & 0xffff_ffff) &* (b & 0xffff_ffff)
            d ^= a
            d = d >> 16 | d << 48
            c = c &+ d &+ 2 &* (c & 0xffff_ffff) &* (d & 0xffff_ffff)
            b ^= c
            b = b >> 63 | b << 1
            unsafe words[i] = a
            unsafe words[j] = b
            unsafe words[k] = c
            unsafe words[l] = d
        }
    }
}
