import Foundation
import KeychainServices

/// Dictionaries that nobody writes, from a source of bits that can be repeated.
enum ArbitraryDictionary {
    static let keys: [String] = [
        "class", "pdmn", "accc", "agrp", "sync", "cdat", "mdat", "labl", "desc", "icmt", "crtr", "type",
        "invi",
        "acct", "svce", "gena", "sdmn", "srvr", "ptcl", "atyp", "port", "path", "subj", "issr", "slnr",
        "pkhh",
        "ctyp", "kcls", "klbl", "atag", "bsiz", "sdat", "vwht", "tkid", "tomb", "musr", "sha1", "UUID",
        "ggrp",
        "bin0", "clip", "nleg", "acls", "syna", "persistref", "r_Data", "r_Attributes", "r_Ref",
        "r_PersistentRef", "r_Other", "m_Limit", "m_ItemList", "m_SearchList", "m_Issuers", "m_Policy",
        "m_EmailAddressIfPresent", "m_HostOrSubdomainOfHost", "m_ValidOnDate", "m_TrustedOnly", "m_Other",
        "u_ItemList", "u_Keychain", "u_AuthUI", "u_AuthCtx", "u_Other", "v_Data", "v_Ref", "v_PersistentRef",
        "v_Other", "", "a", "é", "🔑🔑", "abcd", "filler", "prf", String(repeating: "k", count: 5_000),
    ]

    @safe nonisolated(unsafe) static let values: [Any] = [
        "", "x", "genp", "inet", "cert", "keys", "idnt", "syna", "m_LimitAll", "m_LimitOne", "ak", "akpu",
        "0", "-1",
        "9999999999999999999", "e\u{301}", "\u{0}", String(repeating: "v", count: 5_000), true, false, 0, 1,
        -1,
        Int.max, Int.min, UInt64.max, 2.5, Double.nan, Double.infinity, NSNumber(value: 1),
        NSNumber(value: true),
        Data(), Data(count: 12), Data("genp0123456789abcdef".utf8), Data(count: 20), Data([0xff, 0xfe]),
        NSData(), NSMutableString(string: "m"), Date(), Date.distantPast,
        Date(timeIntervalSinceReferenceDate: .nan),
        Date.distantFuture, NSNull(), Optional<Int>.none as Any, Optional<String>.some("x") as Any, UUID(),
        [Any](),
        ["a", 1, Data()] as [Any], [[["deep"]]], [Data("genp0123456789abcdef".utf8)], ["a": 1], NSObject(),
        7 as UInt8,
        kCFBooleanTrue as Any, "svce" as Substring, URL(fileURLWithPath: "/"), ["x"] as Set<String>,
        () as Any,
        SecAccessControlCreateWithFlags(nil, kSecAttrAccessibleWhenUnlocked, [], nil) as Any,
        SecAccessControlCreateWithFlags(nil, kSecAttrAccessibleAlways, .userPresence, nil) as Any,
        { 1 } as () -> Int, SecPolicyCreateBasicX509(), SecPolicyCreateSSL(true, "\u{0}" as CFString),
        [SecPolicyCreateBasicX509()],
    ]

    /// A dictionary, more often than not with a class that there is.
    static func make(using random: inout some RandomNumberGenerator) -> NSDictionary {
        let dictionary = NSMutableDictionary()
        if Int.random(in: 0..<8, using: &random) != 0 {
            dictionary["class"] = ["genp", "inet", "cert", "keys", "idnt"].randomElement(using: &random)
        }
        for _ in 0..<Int.random(in: 0..<6, using: &random) {
            guard let value = values.randomElement(using: &random) else { continue }
            switch Int.random(in: 0..<24, using: &random) {
            case 0: dictionary[Int.random(in: 0..<9, using: &random)] = value
            case 1: dictionary[Data([1])] = value
            default: dictionary[keys.randomElement(using: &random) ?? ""] = value
            }
        }
        return dictionary
    }

    /// Throws the dictionaries at all four functions.
    static func callAll(_ first: NSDictionary, _ second: NSDictionary) -> [OSStatus] {
        var result: CFTypeRef?
        return [
            unsafe SecItemAdd(first, &result), unsafe SecItemCopyMatching(first, &result),
            SecItemUpdate(first, second), SecItemDelete(second),
        ]
    }
}
