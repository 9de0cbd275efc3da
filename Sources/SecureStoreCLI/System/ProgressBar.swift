import SecureStore

/// Shows on a terminal how far long work has come; shows nothing of work that is short.
final class ProgressBar {
    private let name: String
    private let start = ContinuousClock.now
    private let isShown = Terminal.showsErrors
    private var lastDrawn: ContinuousClock.Instant?

    private static let quietTime = Duration.milliseconds(500)
    private static let pause = Duration.milliseconds(100)

    init(_ name: String) { self.name = name }

    deinit { finish() }

    static func showing<R, E: Error>(
        _ name: String, _ work: (@escaping WorkProgress.Observer) throws(E) -> R
    ) throws(E) -> R {
        let bar = ProgressBar(name)
        defer { bar.finish() }
        return try work(bar.observe)
    }

    static func interruptibly<R, E: Error>(
        _ name: String, _ work: (@escaping WorkProgress.Observer) throws(E) -> R
    ) throws(E) -> R {
        try Interruption.held { () throws(E) in try showing(name, work) }
    }

    /// Takes the bar off the terminal; work that fails does it when the bar goes.
    func finish() {
        if lastDrawn != nil { draw("") }
        lastDrawn = nil
    }

    /// Draws a line, unless the terminal was stopped: work that holds the store does not wait for a person.
    private func draw(_ line: String) {
        if Terminal.takesMore { Terminal.write("\r\u{1b}[K" + line) }
    }

    /// For the calls of the library that report their progress; ends them where a signal waits for that.
    func observe(_ progress: WorkProgress) -> WorkProgress.Decision {
        show(progress.done, of: progress.total)
        return Interruption.isRequested ? .cancel : .proceed
    }

    func show(_ done: Int, of total: @autoclosure () -> Int) {
        guard isShown else { return }
        let now = ContinuousClock.now
        guard now - start >= Self.quietTime, lastDrawn.map({ now - $0 >= Self.pause }) ?? true else { return }
        lastDrawn = now
        draw(Self.line(name, done: done, total: total(), after: now - start, width: Terminal.width))
    }

    /// As in `verify [#####---------------] 25%  1200/s  0:03 left`, and never wider than the terminal.
    static func line(_ name: String, done: Int, total: Int, after time: Duration, width: Int) -> String {
        let total = max(done, total, 1)
        let share = Double(done) / Double(total)
        let filled = Int(share * Double(barWidth))
        let bar = String(repeating: "#", count: filled) + String(repeating: "-", count: barWidth - filled)
        let seconds = Double(time.components.seconds) + Double(time.components.attoseconds) / 1e18
        let rate = seconds > 0 ? Double(done) / seconds : 0
        var text = "\(name) [\(bar)] \(Int(share * 100))%  \(Int(rate))/s"
        if rate > 0 {
            let left = Int((Double(total - done) / rate).rounded(.up))
            text += "  \(left / 60):\(left % 60 < 10 ? "0" : "")\(left % 60) left"
        }
        return String(text.prefix(max(0, width - 1)))
    }

    private static let barWidth = 20
}
