import Accounts
import Sessions

@main
struct Main {
    static func main() { print(messageOfAccounts(), messageOfSessions(), separator: "\n") }
}
