import SecureStore

/// One look at a directory as a crash has left it.
struct Check {
    let scenario: Scenario
    let ground: Ground
    /// True if every call had returned.
    let isQuiet: Bool

    /// The state of each place; throws what is wrong.
    func run() throws -> [String] {
        let states = try scenario.places.map { try $0.state(in: ground) }
        if isQuiet { try checkNames("although every call had returned") }
        guard let again = scenario.again else {
            try checkNames("after the store was opened")
            return states
        }
        do { try again(ground) } catch { throw Violation("the verb cannot be repeated: \(error)") }
        try checkNames("after the verb was repeated")
        for place in scenario.places { _ = try place.state(in: ground) }
        return states
    }

    private func checkNames(_ moment: String) throws {
        let left = try ground.names.filter { !scenario.expects($0) }
        guard left.isEmpty else { throw Violation("\(left.joined(separator: ", ")) is left \(moment)") }
    }
}
