public import Foundation
internal import SecureStore

/// Conditions on the use of an item: when it can be read, and what would have to be asked for.
///
/// ``SecAccessControlCreateWithFlags(_:_:_:_:)`` makes one, and items take it as `kSecAttrAccessControl`.
/// Nothing on Linux enforces conditions on people.
public final class SecAccessControl: NSObject, Sendable {
    let control: AccessControl

    init(_ control: AccessControl) { self.control = control }

    /// Equal when accessibility and conditions are.
    public override func isEqual(_ object: Any?) -> Bool {
        (object as? SecAccessControl)?.control == control
    }

    /// Agrees with ``isEqual(_:)``.
    public override var hash: Int { control.hashValue }
}

/// Makes a set of conditions; nil, with an error of `errSecParam`, for ones that contradict each other.
///
/// A store refuses items with conditions on people, which nothing on Linux can enforce, unless it was opened
/// with `StoreOptions.acceptsUnenforcedAccessControl`: see ``KeychainStore``.
@discardableResult
public func SecAccessControlCreateWithFlags(
    _ allocator: CFAllocator?, _ protection: CFTypeRef, _ flags: SecAccessControlCreateFlags,
    _ error: UnsafeMutablePointer<Unmanaged<CFError>?>?
) -> SecAccessControl? {
    unsafe answer(orErrorIn: error) { () throws(StoreError) in
        guard let code = protection as? String, let accessibility = Accessibility(code: code) else {
            throw StoreError(.param, "access control needs one of the accessibility constants")
        }
        let flags = AccessControl.Flags(rawValue: UInt64(flags.rawValue))
        return SecAccessControl(try AccessControl(accessibility: accessibility, flags: flags))
    }
}

/// The number of the type of access controls.
@discardableResult
public func SecAccessControlGetTypeID() -> CFTypeID { TypeNumber.accessControl.rawValue }
