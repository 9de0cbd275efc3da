import SecureStoreCertificates
import Foundation

/// Two certificates that `openssl` made: an authority's and one that it issued, both on P-256.
enum SampleCertificates {
    static func host() throws -> Certificate { try Certificate(pem: hostText.utf8) }
    static func authority() throws -> Certificate { try Certificate(pem: authorityText.utf8) }

    /// Names of PrintableString, in lower case and with two spaces.
    static let authorityText = """
        -----BEGIN CERTIFICATE-----
        MIIBrDCCAVOgAwIBAgIBATAKBggqhkjOPQQDAjA9MQswCQYDVQQGEwJkZTEXMBUG
        A1UEChMORXhhbXBsZSAgVHJ1c3QxFTATBgNVBAMTDEV4YW1wbGUgUm9vdDAgFw0y
        NjExMjIwOTQ4MjhaGA8yMTI2MTAyOTA5NDgyOFowPTELMAkGA1UEBhMCZGUxFzAV
        BgNVBAoTDkV4YW1wbGUgIFRydXN0MRUwEwYDVQQDEwxFeGFtcGxlIFJvb3QwWTAT
        BgcqhkjOPQIBBggqhkjOPQMBBwNCAASApyjRJf94LBh/eooWLl3GxYcorXLJAjj5
        G3uer0Z7hT7hE0Mb57chnIzM4a34zyVt6ckw/vNrJX7uAX7spJqWo0IwQDAPBgNV
        HRMBAf8EBTADAQH/MA4GA1UdDwEB/wQEAwIBBjAdBgNVHQ4EFgQU8EipdZF9vHGb
        tFv29XB73EINhNswCgYIKoZIzj0EAwIDRwAwRAIgaz7vy2I8mblzLSg7qVcFD+XQ
        5mUgit86mIBNsjaianYCIAgTGum85AGF0HQ0nsYCKcfQKe2tXP/uPTCQ5fhh8P4o
        -----END CERTIFICATE-----
        """

    /// Names of all kinds, and a serial number that begins with a set bit.
    static let hostText = """
        -----BEGIN CERTIFICATE-----
        MIICmDCCAj6gAwIBAgIJAPHi08S1ppeIMAoGCCqGSM49BAMCMD0xCzAJBgNVBAYT
        AmRlMRcwFQYDVQQKEw5FeGFtcGxlICBUcnVzdDEVMBMGA1UEAxMMRXhhbXBsZSBS
        b290MCAXDTI2MTEyMjA5NDgyOFoYDzIxMjYxMDI5MDk0ODI4WjB5MQswCQYDVQQG
        EwJERTEQMA4GA1UEChMHRXhhbXBsZTEMMAoGA1UECxMDV2ViMRUwEwYDVQQDEwxo
        b3N0LmV4YW1wbGUxHzAdBgkqhkiG9w0BCQEWEHdlYkBob3N0LmV4YW1wbGUxEjAQ
        BgNVBA0TCXRoZSBmaXJzdDBZMBMGByqGSM49AgEGCCqGSM49AwEHA0IABB6kHQYK
        gOUlCTayTCHps2VLXsY3m5N25U1pqLYgv9Vi1ta//nuboyjIYFO5uffwz4ZvOJEV
        MZD4Ie98r6n3n2ujgegwgeUwDAYDVR0TAQH/BAIwADAOBgNVHQ8BAf8EBAMCA4gw
        GQYDVR0lBBIwEAYIKwYBBQUHAwEGBCoDBAUwHQYDVR0OBBYEFFGZucEoe36tZqM8
        /bURVMDHJBllMB8GA1UdIwQYMBaAFPBIqXWRfbxxm7Rb9vVwe9xCDYTbMGoGA1Ud
        EQRjMGGCDGhvc3QuZXhhbXBsZYIOKi5ob3N0LmV4YW1wbGWBEm1hcmlhQGhvc3Qu
        ZXhhbXBsZYcEwAACB4cQIAENuAAAAAAAAQAAAAAAAYYVaHR0cHM6Ly9ob3N0LmV4
        YW1wbGUvMAoGCCqGSM49BAMCA0gAMEUCIQDcLVQcNW5tL36JfjPFNKmUPPpeaf9k
        eHNJwNshwaLQGwIgdJncAij3b59AIL4+jP61iuM/qzRNMIaGwgZiwdaMLYU=
        -----END CERTIFICATE-----
        """
}
