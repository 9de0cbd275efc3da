import Foundation
import Synchronization
import XCTest

@testable import SecureStore

final class SecretPoolTests: XCTestCase {
    func test_shelf_forSizesOfOneClass_isTheSame() {
        for (smallest, largest) in [(1, 64), (65, 128), (129, 256), (257, 512), (513, 1024), (2049, 4096)] {
            XCTAssertTrue(shelf(smallest) === shelf(largest), "\(smallest) and \(largest) bytes")
        }
    }

    func test_shelf_forSizesOfTwoClasses_differs() {
        for count in [64, 128, 256, 512, 1024, 2048] {
            XCTAssertFalse(shelf(count) === shelf(count + 1), "\(count) bytes")
        }
    }

    func test_shelf_atTwoPlaces_differs() {
        let place = ThreadPlace.current
        defer { ThreadPlace.settle(in: place) }
        let first = shelf(64)
        ThreadPlace.settle(in: (place + 1) % ThreadPlace.count)
        XCTAssertFalse(shelf(64) === first)
        XCTAssertFalse(shelf(4096) === first)
    }

    func test_take_afterGiveBack_reusesTheBlock() throws {
        let shelf = SecretShelf(blockByteCount: 64, generation: ProcessGeneration.current)
        let first = try XCTUnwrap(shelf.take())
        shelf.giveBack(first)
        XCTAssertEqual(try XCTUnwrap(shelf.take()).address, first.address)
    }

    func test_take_moreThanASlabHolds_givesBlocksThatDoNotOverlap() throws {
        let shelf = SecretShelf(blockByteCount: 4096, generation: ProcessGeneration.current)
        let starts = try (0..<40).map { _ in try XCTUnwrap(shelf.take()).address }.sorted()
        XCTAssertTrue(zip(starts, starts.dropFirst()).allSatisfy { $1 - $0 >= 4096 })
        XCTAssertEqual(shelf.slabCount, 3)
    }

    func test_giveBack_ofEveryBlock_keepsOneSlab() throws {
        let shelf = SecretShelf(blockByteCount: 4096, generation: ProcessGeneration.current)
        let places = try (0..<100).map { _ in try XCTUnwrap(shelf.take()) }
        for place in places.shuffled() { shelf.giveBack(place) }
        XCTAssertEqual(shelf.slabCount, 1)
    }

    func test_take_afterSlabsWereReleased_givesBlocksAgain() throws {
        let shelf = SecretShelf(blockByteCount: 4096, generation: ProcessGeneration.current)
        for _ in 0..<3 {
            let places = try (0..<50).map { _ in try XCTUnwrap(shelf.take()) }
            XCTAssertEqual(Set(places.map { $0.address }).count, 50)
            places.forEach { shelf.giveBack($0) }
        }
        XCTAssertEqual(shelf.slabCount, 1)
    }

    func test_giveBack_inForkedChild_doesNothing() throws {
        let shelf = SecretShelf(blockByteCount: 64, generation: ProcessGeneration.current)
        let place = try XCTUnwrap(shelf.take())
        let end = try endOfForkedChild {
            shelf.giveBack(place)
            guard let next = shelf.take() else { return 1 }
            return next.address == place.address ? 2 : 0
        }
        XCTAssertEqual(end, .exit(0))
    }

    func test_shelf_inForkedChild_isAnotherOne() throws {
        let parents = shelf(64)
        XCTAssertEqual(try endOfForkedChild { shelf(64) === parents ? 1 : 0 }, .exit(0))
        XCTAssertTrue(shelf(64) === parents)
    }

    func test_secrets_onManyThreads_neverMix() {
        let wrong = Atomic(0)
        onThreads(8) { number in
            var held: [SecretBytes] = []
            for round in 0..<3000 {
                let byte = UInt8(truncatingIfNeeded: number &* 31 &+ round)
                let bytes = [UInt8](repeating: byte, count: 1 + round % 700)
                guard let secret = try? SecretBytes(copying: bytes), secret.bytes == bytes else {
                    wrong.add(1, ordering: .relaxed)
                    continue
                }
                held.append(secret)
                if held.count > 50 { held.removeFirst(40) }
            }
        }
        XCTAssertEqual(wrong.load(ordering: .relaxed), 0)
    }

    func test_secrets_droppedOnAnotherThread_areReused() throws {
        let secrets = SystemMutex(try (0..<5000).map { _ in try SecretBytes(count: 64) { _ in } })
        onThreads(4) { _ in
            while secrets.withLock({ $0.popLast() }) != nil {}
        }
        XCTAssertTrue(secrets.withLock { $0.isEmpty })
        XCTAssertEqual(try SecretBytes(count: 64) { _ in }.bytes, [UInt8](repeating: 0, count: 64))
    }

    func test_secrets_inForkedChildOfBusyThreads_canBeMadeAndDropped() throws {
        // In a debug build Swift takes a lock at each use of a global, and this stretches the time it is
        // held.
        try XCTSkipIf(unsafe dlsym(nil, "__tsan_init") != nil, "a thread sanitizer is present")
        let isDone = Atomic(false)
        let running = DispatchSemaphore(value: 0)
        // It holds the pool's lock much of the time, so that some fork catches it at that.
        let busy = JoinableThread {
            for _ in 0..<1000 { _ = try? SecretBytes(count: 64) { _ in } }
            running.signal()
            while !isDone.load(ordering: .relaxed) { _ = try? SecretBytes(count: 64) { _ in } }
        }
        defer {
            isDone.store(true, ordering: .relaxed)
            busy.join()
        }
        running.wait()
        for _ in 0..<Effort.rounds(100) {
            var inherited = try? SecretBytes(count: 64) { _ in }
            XCTAssertEqual(dropAndMakeSecrets(&inherited), 0)
            inherited = try SecretBytes(count: 64) { _ in }
            XCTAssertEqual(try endOfForkedChild { dropAndMakeSecrets(&inherited) }, .exit(0))
        }
    }

    private func dropAndMakeSecrets(_ inherited: inout SecretBytes?) -> Int32 {
        inherited = nil
        for _ in 0..<100 where (try? SecretBytes(count: 64) { _ in }) == nil { return 1 }
        return 0
    }

    private func shelf(_ count: Int) -> SecretShelf {
        unsafe SecretPool.shelf(forByteCount: count).takeUnretainedValue()
    }
}

extension SecretShelf.Block {
    fileprivate var address: Int { unsafe Int(bitPattern: start) }
}
