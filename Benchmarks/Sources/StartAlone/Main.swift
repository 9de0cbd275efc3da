import StartLookup

@main
enum Main {
    static func main() throws { print(try lookUp()) }
}
