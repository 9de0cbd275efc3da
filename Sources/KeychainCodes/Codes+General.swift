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
public let errSecOpWr: OSStatus = -49

/// A required argument is missing, or a value is not allowed.
public let errSecParam: OSStatus = Status.param.rawValue

/// The permissions of the file or folder forbid the write.
public let errSecWrPerm: OSStatus = Status.wrPerm.rawValue

/// The system did not grant the memory that was needed.
public let errSecAllocate: OSStatus = Status.allocate.rawValue

/// The person who was asked chose not to go on.
public let errSecUserCanceled: OSStatus = Status.userCanceled.rawValue

/// The request is malformed, or comes at the wrong moment.
public let errSecBadReq: OSStatus = -909

/// A component beneath the library failed.
public let errSecInternalComponent: OSStatus = Status.internalComponent.rawValue

/// A base library failed and did not say why.
public let errSecCoreFoundationUnknown: OSStatus = -4_960

/// The same callback is registered already.
public let errSecDuplicateCallback: OSStatus = -25_297

/// The callback was never registered.
public let errSecInvalidCallback: OSStatus = -25_298

/// The caller's buffer cannot hold the result.
public let errSecBufferTooSmall: OSStatus = -25_301

/// No text exists for the code that was asked about.
public let errSecErrorStringNotAvailable: OSStatus = -25_337

/// The bytes do not have the form they should have.
public let errSecDecode: OSStatus = Status.decode.rawValue

/// The library met a state that it does not expect.
public let errSecInternal: OSStatus = -26_276

/// The work is not finished, and a callback brings the result.
public let errSecWaitForCallback: OSStatus = -34_017

/// A service that the call depends on does not answer.
public let errSecServiceNotAvailable: OSStatus = -67_585

/// A value has no counterpart in the form that was asked for.
public let errSecConversionError: OSStatus = -67_594

/// The caller has used up what was allotted.
public let errSecQuotaExceeded: OSStatus = -67_596

/// The file is larger than the call accepts.
public let errSecFileTooBig: OSStatus = -67_597

/// Reading went past the last record or byte.
public let errSecEndOfData: OSStatus = -67_634

/// A subsystem was used before it was started.
public let errSecNotInitialized: OSStatus = -67_667

/// The handle is valid, but not for this purpose.
public let errSecInvalidHandleUsage: OSStatus = -67_668

/// A subsystem met a state that it does not expect.
public let errSecInternalError: OSStatus = Status.internalError.rawValue

/// A subsystem could not obtain or use memory.
public let errSecMemoryError: OSStatus = -67_672

/// The data handed in makes no sense to the callee.
public let errSecInvalidData: OSStatus = Status.invalidData.rawValue

/// A pointer handed in is null or leads nowhere.
public let errSecInvalidPointer: OSStatus = -67_675

/// A function failed, and nothing more is known.
public let errSecFunctionFailed: OSStatus = -67_677

/// The handle names nothing that is open.
public let errSecInvalidHandle: OSStatus = -67_680

/// The name is empty or breaks the rules for names.
public let errSecInvalidName: OSStatus = -67_689

/// Two versions that must agree do not.
public let errSecIncompatibleVersion: OSStatus = -67_704

// MARK: - What they say

extension CodeMessages {
    static let general: [OSStatus: String] = [
        errSecOpWr: "the file is open for writing elsewhere",
        errSecBadReq: "the request does not fit the current state",
        errSecCoreFoundationUnknown: "a base library failed",
        errSecDuplicateCallback: "the callback is already registered",
        errSecInvalidCallback: "the callback is not registered",
        errSecBufferTooSmall: "the buffer is too small for the result",
        errSecErrorStringNotAvailable: "no text exists for this code",
        errSecInternal: "an unexpected internal fault",
        errSecWaitForCallback: "the result arrives in a callback",
        errSecServiceNotAvailable: "a required service is missing",
        errSecConversionError: "the value cannot be converted",
        errSecQuotaExceeded: "the quota is used up",
        errSecFileTooBig: "the file is too large",
        errSecEndOfData: "no more data follows",
        errSecNotInitialized: "the subsystem is not initialised",
        errSecInvalidHandleUsage: "the handle does not serve this purpose",
        errSecMemoryError: "a subsystem ran into a memory fault",
        errSecInvalidPointer: "the pointer is not valid",
        errSecFunctionFailed: "the function failed without further detail",
        errSecInvalidHandle: "the handle is unknown",
        errSecInvalidName: "the name is not valid",
        errSecIncompatibleVersion: "the version does not fit",
    ]
}
