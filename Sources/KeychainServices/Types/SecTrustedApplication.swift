public import Foundation
internal import SecureStore

/// A program that an access list of macOS names; kept, but nothing here asks which program reads an item.
///
/// It is known by its path alone: two are equal if their paths are, and the file is never read.
public final class SecTrustedApplication: NSObject, Sendable {
    let data: Data

    init(_ data: Data) { self.data = data }

    /// Equal when the paths are.
    public override func isEqual(_ object: Any?) -> Bool { (object as? SecTrustedApplication)?.data == data }

    /// Agrees with ``isEqual(_:)``.
    public override var hash: Int { data.hashValue }
}

/// A program by its path, or the one that calls if there is none.
///
/// Answers `errSecParam` for a path that is not UTF-8 or empty. The file need not exist.
@discardableResult
public func SecTrustedApplicationCreateFromPath(
    _ path: UnsafePointer<CChar>?, _ app: UnsafeMutablePointer<SecTrustedApplication?>
) -> OSStatus {
    unsafe status(answeringIn: app) { () throws(StoreError) in
        let given = unsafe path.map { unsafe String(validatingCString: $0) } ?? CommandLine.arguments.first
        guard let given, !given.isEmpty else {
            throw StoreError(.param, "the path of a program is empty or not UTF-8")
        }
        return SecTrustedApplication(Data(given.utf8))
    }
}

/// The path of a program, by which it is told.
///
/// Always succeeds. The bytes are UTF-8 without a zero at the end.
@discardableResult
public func SecTrustedApplicationCopyData(
    _ appRef: SecTrustedApplication, _ data: UnsafeMutablePointer<CFData?>
) -> OSStatus {
    unsafe data.pointee = appRef.data as NSData
    return errSecSuccess
}

/// The number of the type of programs.
@discardableResult
public func SecTrustedApplicationGetTypeID() -> CFTypeID { TypeNumber.trustedApplication.rawValue }
