public import Foundation
internal import SecureStore

/// An access list of macOS: the programs that may read an item.
///
/// Kept, but not enforced: whoever can open a store reads every item in it.
public final class SecAccess: NSObject, Sendable {
    private let descriptor: String
    /// The programs; nil for the one that made the list.
    private let programs: [SecTrustedApplication]?

    init(_ descriptor: String, _ programs: [SecTrustedApplication]?) {
        (self.descriptor, self.programs) = (descriptor, programs)
    }

    /// Equal when name and programs are.
    public override func isEqual(_ object: Any?) -> Bool {
        guard let other = object as? SecAccess else { return false }
        return other.descriptor == descriptor && other.programs == programs
    }

    /// Agrees with ``isEqual(_:)``.
    public override var hash: Int { descriptor.hashValue }
}

/// Makes an access list: of these programs, of all if the array is empty, of the caller without one.
///
/// Returns `errSecParam` for anything but ``SecTrustedApplication`` objects. No store is opened.
@discardableResult
public func SecAccessCreate(
    _ descriptor: CFString, _ trustedlist: CFArray?, _ accessRef: UnsafeMutablePointer<SecAccess?>
) -> OSStatus {
    unsafe status(answeringIn: accessRef) { () throws(StoreError) in
        let programs: [SecTrustedApplication]? = try list(trustedlist, "programs")
        return SecAccess(descriptor as String, programs)
    }
}

/// The number of the type of access lists.
@discardableResult
public func SecAccessGetTypeID() -> CFTypeID { TypeNumber.access.rawValue }
