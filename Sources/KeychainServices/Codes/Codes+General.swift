#if !canImport(Darwin)

private import SecureStore

// Codes of no particular area.

/// The call succeeded; the name that other frameworks use.
public let noErr: OSStatus = Status.success.rawValue

/// The call did what was asked.
public let errSecSuccess: OSStatus = Status.success.rawValue

/// The operation, or this combination of options, is not supported.
public let errSecUnimplemented: OSStatus = Status.unimplemented.rawValue

/// The file system has no room for the write.
public let errSecDiskFull: OSStatus = Status.diskFull.rawValue

/// The older name of ``errSecDiskFull``.
public let errSecDskFull: OSStatus = Status.diskFull.rawValue

/// Reading or writing a file failed.
public let errSecIO: OSStatus = Status.io.rawValue

/// Another holder has the file open for writing.
public let errSecOpWr: OSStatus = Status.opWr.rawValue

/// A required argument is missing, or a value is not allowed.
public let errSecParam: OSStatus = Status.param.rawValue

/// The permissions of the file or folder forbid the write.
public let errSecWrPerm: OSStatus = Status.wrPerm.rawValue

/// The system did not grant the memory that was needed.
public let errSecAllocate: OSStatus = Status.allocate.rawValue

/// The person who was asked chose not to go on.
public let errSecUserCanceled: OSStatus = Status.userCanceled.rawValue

/// The request is malformed, or comes at the wrong moment.
public let errSecBadReq: OSStatus = Status.badReq.rawValue

/// A component beneath the library failed.
public let errSecInternalComponent: OSStatus = Status.internalComponent.rawValue

/// A base library failed and did not say why.
public let errSecCoreFoundationUnknown: OSStatus = Status.coreFoundationUnknown.rawValue

/// The same callback is registered already.
public let errSecDuplicateCallback: OSStatus = Status.duplicateCallback.rawValue

/// The callback was never registered.
public let errSecInvalidCallback: OSStatus = Status.invalidCallback.rawValue

/// The caller's buffer cannot hold the result.
public let errSecBufferTooSmall: OSStatus = Status.bufferTooSmall.rawValue

/// No text exists for the code that was asked about.
public let errSecErrorStringNotAvailable: OSStatus = Status.errorStringNotAvailable.rawValue

/// The bytes do not have the form they should have.
public let errSecDecode: OSStatus = Status.decode.rawValue

/// The library met a state that it does not expect.
public let errSecInternal: OSStatus = Status.internal.rawValue

/// The work is not finished, and a callback brings the result.
public let errSecWaitForCallback: OSStatus = Status.waitForCallback.rawValue

/// A service that the call depends on does not answer.
public let errSecServiceNotAvailable: OSStatus = Status.serviceNotAvailable.rawValue

/// A value has no counterpart in the form that was asked for.
public let errSecConversionError: OSStatus = Status.conversionError.rawValue

/// The caller has used up what was allotted.
public let errSecQuotaExceeded: OSStatus = Status.quotaExceeded.rawValue

/// The file is larger than the call accepts.
public let errSecFileTooBig: OSStatus = Status.fileTooBig.rawValue

/// Reading went past the last record or byte.
public let errSecEndOfData: OSStatus = Status.endOfData.rawValue

/// A subsystem was used before it was started.
public let errSecNotInitialized: OSStatus = Status.notInitialized.rawValue

/// The handle is valid, but not for this purpose.
public let errSecInvalidHandleUsage: OSStatus = Status.invalidHandleUsage.rawValue

/// A subsystem met a state that it does not expect.
public let errSecInternalError: OSStatus = Status.internalError.rawValue

/// A subsystem could not obtain or use memory.
public let errSecMemoryError: OSStatus = Status.memoryError.rawValue

/// The data handed in makes no sense to the callee.
public let errSecInvalidData: OSStatus = Status.invalidData.rawValue

/// A pointer handed in is null or leads nowhere.
public let errSecInvalidPointer: OSStatus = Status.invalidPointer.rawValue

/// A function failed, and nothing more is known.
public let errSecFunctionFailed: OSStatus = Status.functionFailed.rawValue

/// The handle names nothing that is open.
public let errSecInvalidHandle: OSStatus = Status.invalidHandle.rawValue

/// The name is empty or breaks the rules for names.
public let errSecInvalidName: OSStatus = Status.invalidName.rawValue

/// Two versions that must agree do not.
public let errSecIncompatibleVersion: OSStatus = Status.incompatibleVersion.rawValue

#endif
