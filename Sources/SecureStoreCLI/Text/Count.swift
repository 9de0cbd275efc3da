/// Numbers of things, as people write them.
enum Count {
    static func items(_ count: Int) -> String { count == 1 ? "1 item" : "\(count) items" }
}
