import Foundation

/// A certificate for a key on P-256 that signed itself, made with another implementation.
enum SampleCertificate {
    static let der = decoded(
        "MIIBZzCCAQ6gAwIBAgIFAQIDBAUwCgYIKoZIzj0EAwIwETEPMA0GA1UEAwwGU2FtcGxlMB4XDTI2MTEyMTAzNTIwOV"
            + "oXDTM2MTExODAzNTIwOVowETEPMA0GA1UEAwwGU2FtcGxlMFkwEwYHKoZIzj0CAQYIKoZIzj0DAQcDQgAE7KKTukmJ"
            + "yCGuW1W23M6cshW2r7DSBCH0CCp5bcHnyBcl3eYzz4Kaw3HytArGnBo53PU3z5YX1TXH0p4BhgWj/qNTMFEwHQYDVR"
            + "0OBBYEFG43efZOrBVwG6xN9mqtY1RJpZKBMB8GA1UdIwQYMBaAFG43efZOrBVwG6xN9mqtY1RJpZKBMA8GA1UdEwEB"
            + "/wQFMAMBAf8wCgYIKoZIzj0EAwIDRwAwRAIga0CZCpwU1Gxg8EHF/p/Aj1oEpDKrBbnACOgNIYZiV8ACIBa94JPPZ1"
            + "iyg3w9bIs7THIM1zvbLb47/cNCuC2u1gYE")

    /// The key in the form of X9.63; it guards nothing.
    static let privateKey = decoded(
        "BOyik7pJicghrltVttzOnLIVtq+w0gQh9AgqeW3B58gXJd3mM8+CmsNx8rQKxpwaOdz1N8+WF9U1x9KeAYYFo/5Rc8"
            + "riDyCb7zpXtsdYL79L4oc3fpBQ+cjdsUiuOkpYxQ==")

    static let serialNumber = Data([1, 2, 3, 4, 5])

    /// Its maker names the key by the hash of the public half, too.
    static let subjectKeyID = decoded("bjd59k6sFXAbrE32aq1jVEmlkoE=")
    static let publicKeyHash = subjectKeyID

    private static func decoded(_ text: String) -> Data { Data(base64Encoded: text) ?? Data() }
}
