/// The kind of biometry that a device has, with Apple's numbers.
public enum LABiometryType: Int, Sendable {
    /// No biometry, which is the answer here.
    case none = 0
    /// A finger.
    case touchID = 1
    /// A face.
    case faceID = 2
    /// An eye.
    case opticID = 4
}
