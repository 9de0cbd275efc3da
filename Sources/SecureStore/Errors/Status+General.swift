extension Status {
    /// The call did what was asked.
    public static let success = Status(rawValue: 0)
    /// The operation, or this combination of options, is not supported.
    public static let unimplemented = Status(rawValue: -4)
    /// The file system has no room for the write.
    public static let diskFull = Status(rawValue: -34)
    /// Reading or writing a file failed.
    public static let io = Status(rawValue: -36)
    /// Another holder has the file open for writing.
    public static let opWr = Status(rawValue: -49)
    /// A required argument is missing, or a value is not allowed.
    public static let param = Status(rawValue: -50)
    /// The permissions of the file or folder forbid the write.
    public static let wrPerm = Status(rawValue: -61)
    /// The system did not grant the memory that was needed.
    public static let allocate = Status(rawValue: -108)
    /// The person who was asked chose not to go on.
    public static let userCanceled = Status(rawValue: -128)
    /// The request is malformed, or comes at the wrong moment.
    public static let badReq = Status(rawValue: -909)
    /// A component beneath the library failed.
    public static let internalComponent = Status(rawValue: -2070)
    /// A base library failed and did not say why.
    public static let coreFoundationUnknown = Status(rawValue: -4960)
    /// The same callback is registered already.
    public static let duplicateCallback = Status(rawValue: -25297)
    /// The callback was never registered.
    public static let invalidCallback = Status(rawValue: -25298)
    /// The caller's buffer cannot hold the result.
    public static let bufferTooSmall = Status(rawValue: -25301)
    /// No text exists for the code that was asked about.
    public static let errorStringNotAvailable = Status(rawValue: -25337)
    /// The bytes do not have the form they should have.
    public static let decode = Status(rawValue: -26275)
    /// The library met a state that it does not expect.
    public static let `internal` = Status(rawValue: -26276)
    /// The work is not finished, and a callback brings the result.
    public static let waitForCallback = Status(rawValue: -34017)
    /// A service that the call depends on does not answer.
    public static let serviceNotAvailable = Status(rawValue: -67585)
    /// A value has no counterpart in the form that was asked for.
    public static let conversionError = Status(rawValue: -67594)
    /// The caller has used up what was allotted.
    public static let quotaExceeded = Status(rawValue: -67596)
    /// The file is larger than the call accepts.
    public static let fileTooBig = Status(rawValue: -67597)
    /// Reading went past the last record or byte.
    public static let endOfData = Status(rawValue: -67634)
    /// A subsystem was used before it was started.
    public static let notInitialized = Status(rawValue: -67667)
    /// The handle is valid, but not for this purpose.
    public static let invalidHandleUsage = Status(rawValue: -67668)
    /// A subsystem met a state that it does not expect.
    public static let internalError = Status(rawValue: -67671)
    /// A subsystem could not obtain or use memory.
    public static let memoryError = Status(rawValue: -67672)
    /// The data handed in makes no sense to the callee.
    public static let invalidData = Status(rawValue: -67673)
    /// A pointer handed in is null or leads nowhere.
    public static let invalidPointer = Status(rawValue: -67675)
    /// A function failed, and nothing more is known.
    public static let functionFailed = Status(rawValue: -67677)
    /// The handle names nothing that is open.
    public static let invalidHandle = Status(rawValue: -67680)
    /// The name is empty or breaks the rules for names.
    public static let invalidName = Status(rawValue: -67689)
    /// Two versions that must agree do not.
    public static let incompatibleVersion = Status(rawValue: -67704)
}
