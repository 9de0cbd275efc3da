import SecureStore

/// Loads what the others load, looks nothing up, and prints what they find.
@main
enum Main {
    static func main() { print("correct horse") }
}
