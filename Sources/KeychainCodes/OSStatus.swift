/// The number that a call answers with, zero for success.
public typealias OSStatus = Int32
