import Foundation

/// The bytes that calls which have returned left below the frame of the caller.
struct StackBelow {
    private static let byteCount = 32_768
    private let bytes: [UInt8]

    /// Runs `body` on a thread of its own, and then reads the stack below it.
    ///
    /// Through the kernel, with memory from before: so little runs in between that it overwrites next to
    /// nothing.
    init(after body: @escaping @Sendable () -> Void) {
        let read = Locked<[UInt8]>([])
        onThreads(1) { _ in
            var copy = [UInt8](repeating: 0, count: Self.byteCount)
            let memory = unsafe open("/proc/self/mem", O_RDONLY | O_CLOEXEC)
            var here = 0
            let place = unsafe withUnsafePointer(to: &here) { Int(bitPattern: $0) }
            body()
            let got = unsafe pread(memory, &copy, Self.byteCount, off_t(place - Self.byteCount))
            close(memory)
            read.update { $0 = got == Self.byteCount ? copy : [] }
        }
        bytes = read.value
    }

    /// False where the system does not let a process read itself.
    var isKnown: Bool { !bytes.isEmpty }

    /// The distances below the caller at which a half of this key begins, nearest first.
    func depths(of key: [UInt8]) -> [Int] {
        let places = bytes.indices.dropLast(15).filter { place in
            bytes[place] == key[0] && bytes[place..<place + 16].elementsEqual(key.prefix(16))
                || bytes[place] == key[16] && bytes[place..<place + 16].elementsEqual(key.suffix(16))
        }
        return places.map { bytes.count - $0 }.reversed()
    }
}
