import KeychainServices

/// A code of the header and the number that the behaviour tables give it.
struct CodeNumber {
    let name: String
    let code: OSStatus
    let number: OSStatus
    let line: UInt
    let file: StaticString

    init(
        _ name: String, _ code: OSStatus, _ number: OSStatus, file: StaticString = #filePath,
        line: UInt = #line
    ) {
        (self.name, self.code, self.number) = (name, code, number)
        (self.file, self.line) = (file, line)
    }

    /// Every code of section 11 of the behaviour tables.
    static let all = keychainCodes + moduleCodes + otherCodes

    /// What a client of a keychain can meet: the first table of section 11.2.
    static let keychainCodes: [CodeNumber] = [
        CodeNumber("errSecSuccess", errSecSuccess, 0),
        CodeNumber("errSecUnimplemented", errSecUnimplemented, -4),
        CodeNumber("errSecDiskFull", errSecDiskFull, -34),
        CodeNumber("errSecDskFull", errSecDskFull, -34),
        CodeNumber("errSecIO", errSecIO, -36),
        CodeNumber("errSecOpWr", errSecOpWr, -49),
        CodeNumber("errSecParam", errSecParam, -50),
        CodeNumber("errSecWrPerm", errSecWrPerm, -61),
        CodeNumber("errSecAllocate", errSecAllocate, -108),
        CodeNumber("errSecUserCanceled", errSecUserCanceled, -128),
        CodeNumber("errSecBadReq", errSecBadReq, -909),
        CodeNumber("errSecInternalComponent", errSecInternalComponent, -2070),
        CodeNumber("errSecCoreFoundationUnknown", errSecCoreFoundationUnknown, -4960),
        CodeNumber("errSecMissingEntitlement", errSecMissingEntitlement, -34_018),
        CodeNumber("errSecRestrictedAPI", errSecRestrictedAPI, -34_020),
        CodeNumber("errSecUpgradePending", errSecUpgradePending, -34_019),
        CodeNumber("errSecWaitForCallback", errSecWaitForCallback, -34_017),
        CodeNumber("errSecNotAvailable", errSecNotAvailable, -25_291),
        CodeNumber("errSecReadOnly", errSecReadOnly, -25_292),
        CodeNumber("errSecAuthFailed", errSecAuthFailed, -25_293),
        CodeNumber("errSecNoSuchKeychain", errSecNoSuchKeychain, -25_294),
        CodeNumber("errSecInvalidKeychain", errSecInvalidKeychain, -25_295),
        CodeNumber("errSecDuplicateKeychain", errSecDuplicateKeychain, -25_296),
        CodeNumber("errSecDuplicateCallback", errSecDuplicateCallback, -25_297),
        CodeNumber("errSecInvalidCallback", errSecInvalidCallback, -25_298),
        CodeNumber("errSecDuplicateItem", errSecDuplicateItem, -25_299),
        CodeNumber("errSecItemNotFound", errSecItemNotFound, -25_300),
        CodeNumber("errSecBufferTooSmall", errSecBufferTooSmall, -25_301),
        CodeNumber("errSecDataTooLarge", errSecDataTooLarge, -25_302),
        CodeNumber("errSecNoSuchAttr", errSecNoSuchAttr, -25_303),
        CodeNumber("errSecInvalidItemRef", errSecInvalidItemRef, -25_304),
        CodeNumber("errSecInvalidSearchRef", errSecInvalidSearchRef, -25_305),
        CodeNumber("errSecNoSuchClass", errSecNoSuchClass, -25_306),
        CodeNumber("errSecNoDefaultKeychain", errSecNoDefaultKeychain, -25_307),
        CodeNumber("errSecInteractionNotAllowed", errSecInteractionNotAllowed, -25_308),
        CodeNumber("errSecReadOnlyAttr", errSecReadOnlyAttr, -25_309),
        CodeNumber("errSecWrongSecVersion", errSecWrongSecVersion, -25_310),
        CodeNumber("errSecKeySizeNotAllowed", errSecKeySizeNotAllowed, -25_311),
        CodeNumber("errSecNoStorageModule", errSecNoStorageModule, -25_312),
        CodeNumber("errSecNoCertificateModule", errSecNoCertificateModule, -25_313),
        CodeNumber("errSecNoPolicyModule", errSecNoPolicyModule, -25_314),
        CodeNumber("errSecInteractionRequired", errSecInteractionRequired, -25_315),
        CodeNumber("errSecDataNotAvailable", errSecDataNotAvailable, -25_316),
        CodeNumber("errSecDataNotModifiable", errSecDataNotModifiable, -25_317),
        CodeNumber("errSecCreateChainFailed", errSecCreateChainFailed, -25_318),
        CodeNumber("errSecInvalidPrefsDomain", errSecInvalidPrefsDomain, -25_319),
        CodeNumber("errSecInDarkWake", errSecInDarkWake, -25_320),
        CodeNumber("errSecACLNotSimple", errSecACLNotSimple, -25_240),
        CodeNumber("errSecPolicyNotFound", errSecPolicyNotFound, -25_241),
        CodeNumber("errSecInvalidTrustSetting", errSecInvalidTrustSetting, -25_242),
        CodeNumber("errSecNoAccessForItem", errSecNoAccessForItem, -25_243),
        CodeNumber("errSecInvalidOwnerEdit", errSecInvalidOwnerEdit, -25_244),
        CodeNumber("errSecTrustNotAvailable", errSecTrustNotAvailable, -25_245),
        CodeNumber("errSecUnsupportedFormat", errSecUnsupportedFormat, -25_256),
        CodeNumber("errSecUnknownFormat", errSecUnknownFormat, -25_257),
        CodeNumber("errSecKeyIsSensitive", errSecKeyIsSensitive, -25_258),
        CodeNumber("errSecMultiplePrivKeys", errSecMultiplePrivKeys, -25_259),
        CodeNumber("errSecPassphraseRequired", errSecPassphraseRequired, -25_260),
        CodeNumber("errSecInvalidPasswordRef", errSecInvalidPasswordRef, -25_261),
        CodeNumber("errSecInvalidTrustSettings", errSecInvalidTrustSettings, -25_262),
        CodeNumber("errSecNoTrustSettings", errSecNoTrustSettings, -25_263),
        CodeNumber("errSecPkcs12VerifyFailure", errSecPkcs12VerifyFailure, -25_264),
        CodeNumber("errSecAuthNeeded", errSecAuthNeeded, -25_330),
        CodeNumber("errSecErrorStringNotAvailable", errSecErrorStringNotAvailable, -25_337),
        CodeNumber("errSecNotSigner", errSecNotSigner, -26_267),
        CodeNumber("errSecPolicyDenied", errSecPolicyDenied, -26_270),
        CodeNumber("errSecDecode", errSecDecode, -26_275),
        CodeNumber("errSecInternal", errSecInternal, -26_276),
    ]
}
