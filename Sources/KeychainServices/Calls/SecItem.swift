internal import Foundation
internal import SecureStore

/// Adds an item; `result` receives what the return keys ask for.
///
/// Returns `errSecDuplicateItem` when an item with this identity is already stored.
@discardableResult
public func SecItemAdd(
    _ attributes: CFDictionary, _ result: UnsafeMutablePointer<CFTypeRef?>?
) -> OSStatus {
    unsafe status(answeringIn: result) { () throws(StoreError) in
        try ItemCall(attributes, isQuery: false).add()?.object
    }
}

/// Finds items; `result` receives what the return keys ask for, as an array unless the limit is one.
///
/// Returns `errSecItemNotFound` when no item matches.
@discardableResult
public func SecItemCopyMatching(
    _ query: CFDictionary, _ result: UnsafeMutablePointer<CFTypeRef?>?
) -> OSStatus {
    unsafe status(answeringIn: result) { () throws(StoreError) in try ItemCall(query).copyMatching()?.object }
}

/// Changes every item that matches.
///
/// Returns `errSecItemNotFound` when no item matches.
@discardableResult
public func SecItemUpdate(_ query: CFDictionary, _ attributesToUpdate: CFDictionary) -> OSStatus {
    status { () throws(StoreError) in
        let changes = try ItemDictionary(attributesToUpdate)
        try ItemCall(query).update(changes)
    }
}

/// Deletes every item that matches.
///
/// Returns `errSecItemNotFound` when no item matches.
@discardableResult
public func SecItemDelete(_ query: CFDictionary) -> OSStatus {
    status { () throws(StoreError) in try ItemCall(query).delete() }
}
