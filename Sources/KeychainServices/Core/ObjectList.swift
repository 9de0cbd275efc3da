internal import Foundation
internal import SecureStore

/// The objects of an array, or a single object as a list.
func list<Element>(_ object: CFTypeRef, _ what: String) throws(StoreError) -> [Element] {
    if let element = object as? Element { return [element] }
    guard let array = object as? NSArray, let elements = Array(array) as? [Element] else {
        throw StoreError(.param, "something among the \(what) is of another type")
    }
    return elements
}
