// What a call returns, and values that are no attributes.
// Shared by all threads without a lock, because nobody can change them: see `Constant`.

/// Whether the secret is returned.
@safe public nonisolated(unsafe) let kSecReturnData: CFString = Constant("r_Data")

/// Whether the attributes are returned.
@safe public nonisolated(unsafe) let kSecReturnAttributes: CFString = Constant("r_Attributes")

/// Whether a reference is returned; passwords have none.
@safe public nonisolated(unsafe) let kSecReturnRef: CFString = Constant("r_Ref")

/// Whether a persistent reference is returned.
@safe public nonisolated(unsafe) let kSecReturnPersistentRef: CFString = Constant("r_PersistentRef")

/// The secret of an item.
@safe public nonisolated(unsafe) let kSecValueData: CFString = Constant("v_Data")

/// A certificate, key or identity.
@safe public nonisolated(unsafe) let kSecValueRef: CFString = Constant("v_Ref")

/// A persistent reference.
@safe public nonisolated(unsafe) let kSecValuePersistentRef: CFString = Constant("v_PersistentRef")

/// The password in a dictionary of shared web credentials.
@safe public nonisolated(unsafe) let kSecSharedPassword: CFString = Constant("spwd")
