import SecureStore

@main
enum Main {
    static func main() {}
}
