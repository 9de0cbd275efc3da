extension Dialect {
    /// Does what the words say that the program was started with; answers with what its caller is to be told.
    package static func runProgram() -> CInt {
        let words = ProgramWords.all
        let dialect = words.first.flatMap(named) ?? .securestore
        return dialect.exitCode(of: Array(words.dropFirst())).rawValue
    }

    func exitCode(of words: [String]) -> ExitCode {
        do {
            try StandardDescriptors.fill()
            return try run(words)
        } catch {
            let error = CommandError(any: error)
            Terminal.report(error, from: name)
            return error.exitCode
        }
    }
}
