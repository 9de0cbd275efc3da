extension Arguments {
    /// Whether somebody is there to be asked, who has not said yes already.
    var mayAsk: Bool { !has(.yes) && Terminal.isAttended }

    /// Asks the person at the terminal, and ends the command unless the answer is yes; a script goes on.
    func confirm(_ question: String) throws {
        guard mayAsk, let isMeant = try Prompt.confirms(question) else { return }
        guard isMeant else { throw CommandError.failure("nothing was changed") }
    }
}
