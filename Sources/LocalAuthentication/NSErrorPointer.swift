public import Foundation

/// The place where a function leaves its error.
///
/// Foundation on Linux does not have the name, and overrides of ``LAContext/canEvaluatePolicy(_:error:)`` use
/// it.
public typealias NSErrorPointer = UnsafeMutablePointer<NSError?>?
