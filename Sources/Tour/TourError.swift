/// Something that is not as the tour says, in words for people.
struct TourError: Error, CustomStringConvertible {
    let description: String

    init(_ description: String) { self.description = description }
}
