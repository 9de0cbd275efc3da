import Foundation

/// An OAuth server for the example, on the loopback interface.
///
/// The user enters the code between the client's first question and the second, and the first access token
/// lives for a second. A refresh token is good once: used again, it ends the grant, as with servers that
/// suspect a theft. Each answer of the token endpoint is a line of output.
@main
struct Main {
    static func main() throws {
        var grant = Grant()
        let listener = try Listener()
        say("port \(listener.port)")
        while true {
            // One request after the other, so that the grant needs no lock.
            try listener.answerNext { request in
                let answer = grant.answer(to: request)
                if request.first.hasPrefix("POST /token ") { say("\(answer.status): pair \(grant.latest)") }
                return answer
            }
        }
    }

    private static func say(_ line: String) { FileHandle.standardOutput.write(Data((line + "\n").utf8)) }
}
