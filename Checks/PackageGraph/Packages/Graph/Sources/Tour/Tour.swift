/// Stands for a target of another package; SecureStore has none of this name.
public let isThere = true
