import SecureStore
import Synchronization
import XCTest

/// Changes a store between the first look-up of a call and its second.
final class Meanwhile: EngineInterceptor {
    private typealias Work = @Sendable () throws -> Void

    private let next = Mutex<(looks: Int, work: Work?)>((0, nil))

    /// Runs the work, once, before the second look-up from now on.
    func run(_ work: @escaping @Sendable () throws -> Void) { next.withLock { $0 = (0, work) } }

    var isDone: Bool { next.withLock { $0.work == nil } }

    func willBegin(
        _ step: EngineStep, _ itemClass: ItemClass?, _ reference: ItemReference?
    ) throws(StoreError) {
        guard step == .read else { return }
        let work = next.withLock { next -> Work? in
            next.looks += 1
            guard next.looks == 2 else { return nil }
            defer { next.work = nil }
            return next.work
        }
        do { try work?() } catch { XCTFail("\(error)") }
    }
}
