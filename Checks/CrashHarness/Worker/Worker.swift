import Glibc
import SecureStore
import TokenVault

/// Takes steps, and marks in the record where each begins and where it was acknowledged.
struct Worker {
    let scenario: Scenario
    let bench: Bench
    private let marks: Int32

    init(_ scenario: Scenario, _ ground: Ground) throws {
        (self.scenario, bench) = (scenario, Bench(ground))
        guard let path = unsafe getenv("CRASH_MARKS") else { throw Violation("CRASH_MARKS is not set") }
        marks = unsafe open(path, O_WRONLY | O_CREAT | O_APPEND, 0o600)
        guard marks >= 0 else { throw Violation("the marks cannot be written") }
    }

    /// Reads what to do until its input ends: a step's number, `read` to read all places, `probe` to see
    /// whether the store takes changes again once nothing fails any more.
    func run() async throws {
        while let line = readLine() {
            // Ends the process when a call never returns.
            alarm(60)
            do {
                switch line {
                case "probe":
                    mark("healthy")
                    try probe()
                case "read":
                    mark("begin read")
                    for place in scenario.places { try place.read(bench) }
                    mark("acknowledged read")
                default:
                    guard let number = Int(line), scenario.steps.indices.contains(number) else {
                        throw Violation("there is no step \(line)")
                    }
                    mark("begin \(number)")
                    try await scenario.steps[number].run(bench)
                    mark("acknowledged \(number)")
                }
                Main.say("done")
            } catch { Main.say("error \(error)") }
        }
        bench.close()
    }

    /// The store that is open has to work on, even if a call on it failed, or to say that its file is gone.
    private func probe() throws {
        guard let store = bench.store, store.lockState == .unlocked, let path = store.path else { return }
        guard unsafe access(path, F_OK) == 0 else {
            do { try Place.write(to: store) } catch let error as StoreError
                where error.status == .notAvailable
            {
                return
            }
            throw Violation("the open store takes changes although its file is gone")
        }
        try Place.write(to: store)
        try Place.verify(store, "the open store")
    }

    private func mark(_ text: String) {
        let bytes = Array(text.utf8)
        _ = unsafe bytes.withUnsafeBytes { unsafe write(marks, $0.baseAddress, $0.count) }
    }
}

extension Place {
    /// Reads, as another program would that has the place's content handed out to it; the store stays open,
    /// because closing it would sync what was read.
    fileprivate func read(_ bench: Bench) throws {
        switch self {
        case .store: _ = try Self.items(of: bench.main)
        case .vault: _ = try TokenVault(bench.main, service: "api").pair(for: "maria")
        case .export, .file, .replica: break
        }
    }
}
