import SecureStore
import XCTest

final class StatusTests: XCTestCase {
    func test_rawValue_ofEachCode_isItsNumber() {
        for row in Self.rows { XCTAssertEqual(row.status.rawValue, row.number, row.name, line: row.line) }
    }

    func test_initRawValue_withKnownNumber_equalsTheNamedCode() {
        for row in Self.rows { XCTAssertEqual(Status(rawValue: row.number), row.status, line: row.line) }
    }

    func test_initRawValue_withUnknownNumber_keepsTheNumber() {
        for number in [1, -1, -1234, .min, .max] as [Int32] {
            XCTAssertEqual(Status(rawValue: number).rawValue, number)
        }
    }

    func test_rawValue_acrossAllCodes_isUnique() {
        XCTAssertEqual(Set(Self.rows.map(\.status.rawValue)).count, Self.rows.count)
    }

    func test_description_ofEachCode_isNameThenNumber() {
        for row in Self.rows {
            XCTAssertEqual("\(row.status)", "\(row.name) (\(row.number))", line: row.line)
        }
    }

    func test_description_withUnknownNumber_isTheNumberAlone() {
        XCTAssertEqual("\(Status(rawValue: -1234))", "status -1234")
    }

    func test_description_acrossAllCodes_hasUniqueNames() {
        let names = Self.rows.map { $0.status.description.prefix { $0 != " " } }
        XCTAssertEqual(Set(names).count, Self.rows.count)
    }

    func test_description_acrossAllNumbers_namesNoCodeBesidesTheList() {
        let named = (-70_000...1_000).filter { !Status(rawValue: $0).description.hasPrefix("status ") }
        XCTAssertEqual(Set(named), Set(Self.rows.map(\.number)))
    }

    func test_message_ofEachCode_isOneLineWithoutFullStop() {
        for row in Self.rows {
            let message = row.status.message
            XCTAssertFalse(message.isEmpty, row.name, line: row.line)
            XCTAssertFalse(message.hasSuffix(".") || message.contains("\n"), message, line: row.line)
        }
    }

    func test_message_acrossAllCodes_isUnique() {
        XCTAssertEqual(Set(Self.rows.map(\.status.message)).count, Self.rows.count)
    }

    func test_message_withUnknownNumber_showsTheNumber() {
        XCTAssertEqual(Status(rawValue: -1234).message, "OSStatus -1234")
    }
}

extension StatusTests {
    private struct Row {
        let status: Status
        let name: String
        let number: Int32
        let line: UInt

        init(_ status: Status, _ name: String, _ number: Int32, line: UInt = #line) {
            (self.status, self.name, self.number, self.line) = (status, name, number, line)
        }
    }

    // A second copy of every name and number, so that a slip in the library's table shows.
    private static let rows = [
        Row(.success, "success", 0),
        Row(.unimplemented, "unimplemented", -4),
        Row(.diskFull, "diskFull", -34),
        Row(.io, "io", -36),
        Row(.opWr, "opWr", -49),
        Row(.param, "param", -50),
        Row(.wrPerm, "wrPerm", -61),
        Row(.allocate, "allocate", -108),
        Row(.userCanceled, "userCanceled", -128),
        Row(.badReq, "badReq", -909),
        Row(.internalComponent, "internalComponent", -2070),
        Row(.coreFoundationUnknown, "coreFoundationUnknown", -4960),
        Row(.aclNotSimple, "aclNotSimple", -25240),
        Row(.policyNotFound, "policyNotFound", -25241),
        Row(.invalidTrustSetting, "invalidTrustSetting", -25242),
        Row(.noAccessForItem, "noAccessForItem", -25243),
        Row(.invalidOwnerEdit, "invalidOwnerEdit", -25244),
        Row(.trustNotAvailable, "trustNotAvailable", -25245),
        Row(.unsupportedFormat, "unsupportedFormat", -25256),
        Row(.unknownFormat, "unknownFormat", -25257),
        Row(.keyIsSensitive, "keyIsSensitive", -25258),
        Row(.multiplePrivKeys, "multiplePrivKeys", -25259),
        Row(.passphraseRequired, "passphraseRequired", -25260),
        Row(.invalidPasswordRef, "invalidPasswordRef", -25261),
        Row(.invalidTrustSettings, "invalidTrustSettings", -25262),
        Row(.noTrustSettings, "noTrustSettings", -25263),
        Row(.pkcs12VerifyFailure, "pkcs12VerifyFailure", -25264),
        Row(.notAvailable, "notAvailable", -25291),
        Row(.readOnly, "readOnly", -25292),
        Row(.authFailed, "authFailed", -25293),
        Row(.noSuchKeychain, "noSuchKeychain", -25294),
        Row(.invalidKeychain, "invalidKeychain", -25295),
        Row(.duplicateKeychain, "duplicateKeychain", -25296),
        Row(.duplicateCallback, "duplicateCallback", -25297),
        Row(.invalidCallback, "invalidCallback", -25298),
        Row(.duplicateItem, "duplicateItem", -25299),
        Row(.itemNotFound, "itemNotFound", -25300),
        Row(.bufferTooSmall, "bufferTooSmall", -25301),
        Row(.dataTooLarge, "dataTooLarge", -25302),
        Row(.noSuchAttr, "noSuchAttr", -25303),
        Row(.invalidItemRef, "invalidItemRef", -25304),
        Row(.invalidSearchRef, "invalidSearchRef", -25305),
        Row(.noSuchClass, "noSuchClass", -25306),
        Row(.noDefaultKeychain, "noDefaultKeychain", -25307),
        Row(.interactionNotAllowed, "interactionNotAllowed", -25308),
        Row(.readOnlyAttr, "readOnlyAttr", -25309),
        Row(.wrongSecVersion, "wrongSecVersion", -25310),
        Row(.keySizeNotAllowed, "keySizeNotAllowed", -25311),
        Row(.noStorageModule, "noStorageModule", -25312),
        Row(.noCertificateModule, "noCertificateModule", -25313),
        Row(.noPolicyModule, "noPolicyModule", -25314),
        Row(.interactionRequired, "interactionRequired", -25315),
        Row(.dataNotAvailable, "dataNotAvailable", -25316),
        Row(.dataNotModifiable, "dataNotModifiable", -25317),
        Row(.createChainFailed, "createChainFailed", -25318),
        Row(.invalidPrefsDomain, "invalidPrefsDomain", -25319),
        Row(.inDarkWake, "inDarkWake", -25320),
        Row(.authNeeded, "authNeeded", -25330),
        Row(.errorStringNotAvailable, "errorStringNotAvailable", -25337),
        Row(.notSigner, "notSigner", -26267),
        Row(.policyDenied, "policyDenied", -26270),
        Row(.decode, "decode", -26275),
        Row(.internal, "internal", -26276),
        Row(.waitForCallback, "waitForCallback", -34017),
        Row(.missingEntitlement, "missingEntitlement", -34018),
        Row(.upgradePending, "upgradePending", -34019),
        Row(.restrictedAPI, "restrictedAPI", -34020),
        Row(.serviceNotAvailable, "serviceNotAvailable", -67585),
        Row(.insufficientClientID, "insufficientClientID", -67586),
        Row(.deviceReset, "deviceReset", -67587),
        Row(.deviceFailed, "deviceFailed", -67588),
        Row(.applePublicKeyIncomplete, "applePublicKeyIncomplete", -67590),
        Row(.appleSignatureMismatch, "appleSignatureMismatch", -67591),
        Row(.appleInvalidKeyStartDate, "appleInvalidKeyStartDate", -67592),
        Row(.appleInvalidKeyEndDate, "appleInvalidKeyEndDate", -67593),
        Row(.conversionError, "conversionError", -67594),
        Row(.quotaExceeded, "quotaExceeded", -67596),
        Row(.fileTooBig, "fileTooBig", -67597),
        Row(.invalidDatabaseBlob, "invalidDatabaseBlob", -67598),
        Row(.invalidKeyBlob, "invalidKeyBlob", -67599),
        Row(.incompatibleDatabaseBlob, "incompatibleDatabaseBlob", -67600),
        Row(.incompatibleKeyBlob, "incompatibleKeyBlob", -67601),
        Row(.hostNameMismatch, "hostNameMismatch", -67602),
        Row(.invalidKeyUsageForPolicy, "invalidKeyUsageForPolicy", -67608),
        Row(.invalidExtendedKeyUsage, "invalidExtendedKeyUsage", -67609),
        Row(.invalidRoot, "invalidRoot", -67612),
        Row(.smimeEmailAddressesNotFound, "smimeEmailAddressesNotFound", -67623),
        Row(.smimeNoEmailAddress, "smimeNoEmailAddress", -67627),
        Row(.endOfData, "endOfData", -67634),
        Row(.recordModified, "recordModified", -67638),
        Row(.invalidSubjectName, "invalidSubjectName", -67655),
        Row(.notInitialized, "notInitialized", -67667),
        Row(.invalidHandleUsage, "invalidHandleUsage", -67668),
        Row(.internalError, "internalError", -67671),
        Row(.memoryError, "memoryError", -67672),
        Row(.invalidData, "invalidData", -67673),
        Row(.invalidPointer, "invalidPointer", -67675),
        Row(.functionFailed, "functionFailed", -67677),
        Row(.invalidHandle, "invalidHandle", -67680),
        Row(.verificationFailure, "verificationFailure", -67686),
        Row(.invalidSignature, "invalidSignature", -67688),
        Row(.invalidName, "invalidName", -67689),
        Row(.invalidCertificateRef, "invalidCertificateRef", -67690),
        Row(.invalidCertificateGroup, "invalidCertificateGroup", -67691),
        Row(.invalidQuery, "invalidQuery", -67693),
        Row(.invalidValue, "invalidValue", -67694),
        Row(.aclDeleteFailed, "aclDeleteFailed", -67696),
        Row(.aclReplaceFailed, "aclReplaceFailed", -67697),
        Row(.aclAddFailed, "aclAddFailed", -67698),
        Row(.aclChangeFailed, "aclChangeFailed", -67699),
        Row(.invalidAccessCredentials, "invalidAccessCredentials", -67700),
        Row(.invalidRecord, "invalidRecord", -67701),
        Row(.invalidACL, "invalidACL", -67702),
        Row(.incompatibleVersion, "incompatibleVersion", -67704),
        Row(.privilegeNotGranted, "privilegeNotGranted", -67705),
        Row(.invalidKeyRef, "invalidKeyRef", -67712),
        Row(.invalidKeyHierarchy, "invalidKeyHierarchy", -67713),
        Row(.inputLengthError, "inputLengthError", -67724),
        Row(.outputLengthError, "outputLengthError", -67725),
        Row(.deviceError, "deviceError", -67727),
        Row(.notLoggedIn, "notLoggedIn", -67729),
        Row(.algorithmMismatch, "algorithmMismatch", -67730),
        Row(.keyUsageIncorrect, "keyUsageIncorrect", -67731),
        Row(.keyBlobTypeIncorrect, "keyBlobTypeIncorrect", -67732),
        Row(.keyHeaderInconsistent, "keyHeaderInconsistent", -67733),
        Row(.unsupportedKeyFormat, "unsupportedKeyFormat", -67734),
        Row(.unsupportedKeySize, "unsupportedKeySize", -67735),
        Row(.invalidKeyLabel, "invalidKeyLabel", -67740),
        Row(.invalidKeyFormat, "invalidKeyFormat", -67742),
        Row(.invalidContext, "invalidContext", -67746),
        Row(.invalidAlgorithm, "invalidAlgorithm", -67747),
        Row(.invalidAttributeKey, "invalidAttributeKey", -67748),
        Row(.missingAttributeKey, "missingAttributeKey", -67749),
        Row(.invalidAttributePassphrase, "invalidAttributePassphrase", -67760),
        Row(.missingAttributePassphrase, "missingAttributePassphrase", -67761),
        Row(.invalidAttributeKeyLength, "invalidAttributeKeyLength", -67762),
        Row(.missingAttributeKeyLength, "missingAttributeKeyLength", -67763),
        Row(.invalidAttributeLabel, "invalidAttributeLabel", -67772),
        Row(.missingAttributeLabel, "missingAttributeLabel", -67773),
        Row(.invalidAttributeKeyType, "invalidAttributeKeyType", -67774),
        Row(.missingAttributeKeyType, "missingAttributeKeyType", -67775),
        Row(.verifyFailed, "verifyFailed", -67808),
        Row(.publicKeyInconsistent, "publicKeyInconsistent", -67811),
        Row(.invalidLoginName, "invalidLoginName", -67813),
        Row(.alreadyLoggedIn, "alreadyLoggedIn", -67814),
        Row(.certificateExpired, "certificateExpired", -67818),
        Row(.certificateNotValidYet, "certificateNotValidYet", -67819),
        Row(.certificateRevoked, "certificateRevoked", -67820),
        Row(.insufficientCredentials, "insufficientCredentials", -67822),
        Row(.multipleValuesUnsupported, "multipleValuesUnsupported", -67842),
        Row(.notTrusted, "notTrusted", -67843),
        Row(.fieldSpecifiedMultiple, "fieldSpecifiedMultiple", -67866),
        Row(.incompatibleFieldFormat, "incompatibleFieldFormat", -67867),
        Row(.databaseLocked, "databaseLocked", -67869),
        Row(.datastoreIsOpen, "datastoreIsOpen", -67870),
        Row(.missingValue, "missingValue", -67871),
        Row(.unsupportedQueryLimits, "unsupportedQueryLimits", -67872),
        Row(.unsupportedNumSelectionPreds, "unsupportedNumSelectionPreds", -67873),
        Row(.unsupportedOperator, "unsupportedOperator", -67874),
        Row(.invalidDBLocation, "invalidDBLocation", -67875),
        Row(.invalidAccessRequest, "invalidAccessRequest", -67876),
        Row(.invalidIndexInfo, "invalidIndexInfo", -67877),
        Row(.invalidNewOwner, "invalidNewOwner", -67878),
        Row(.invalidModifyMode, "invalidModifyMode", -67879),
        Row(.missingRequiredExtension, "missingRequiredExtension", -67880),
    ]

    func test_name_ofCode_isThatOfTheMember() {
        XCTAssertEqual(Status.duplicateItem.name, "duplicateItem")
        XCTAssertNil(Status(rawValue: 1_234).name)
    }
}
