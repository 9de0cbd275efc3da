/// The newest state that a program knows of a store, for the object that opens its file next.
package struct KnownState: Sendable {
    let store: Bytes16
    let point: NewestState.Point
}
