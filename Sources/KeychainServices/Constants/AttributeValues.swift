// Shared by all threads without a lock, because nobody can change them: see `Constant`.

// Values of kSecAttrAccessible.

/// While the store is unlocked; the default.
@safe public nonisolated(unsafe) let kSecAttrAccessibleWhenUnlocked: CFString = Constant("ak")
/// From the first unlock on.
@safe public nonisolated(unsafe) let kSecAttrAccessibleAfterFirstUnlock: CFString = Constant("ck")
/// Deprecated by Apple; here the same as after the first unlock.
@safe public nonisolated(unsafe) let kSecAttrAccessibleAlways: CFString = Constant("dk")
/// While unlocked, and only on this machine.
@safe public nonisolated(unsafe) let kSecAttrAccessibleWhenUnlockedThisDeviceOnly: CFString = Constant("aku")
/// From the first unlock on, and only on this machine.
@safe public nonisolated(unsafe) let kSecAttrAccessibleAfterFirstUnlockThisDeviceOnly: CFString = Constant(
    "cku")
/// Deprecated by Apple; here the same as after the first unlock on this machine.
@safe public nonisolated(unsafe) let kSecAttrAccessibleAlwaysThisDeviceOnly: CFString = Constant("dku")
/// While unlocked, and only as long as the store has a passphrase.
@safe public nonisolated(unsafe) let kSecAttrAccessibleWhenPasscodeSetThisDeviceOnly: CFString = Constant(
    "akpu")

// Values of kSecAttrAuthenticationType.

/// Windows NT LAN Manager.
@safe public nonisolated(unsafe) let kSecAttrAuthenticationTypeNTLM: CFString = Constant("ntlm")
/// Microsoft Network.
@safe public nonisolated(unsafe) let kSecAttrAuthenticationTypeMSN: CFString = Constant("msna")
/// Distributed password authentication.
@safe public nonisolated(unsafe) let kSecAttrAuthenticationTypeDPA: CFString = Constant("dpaa")
/// Remote password authentication.
@safe public nonisolated(unsafe) let kSecAttrAuthenticationTypeRPA: CFString = Constant("rpaa")
/// HTTP basic.
@safe public nonisolated(unsafe) let kSecAttrAuthenticationTypeHTTPBasic: CFString = Constant("http")
/// HTTP digest.
@safe public nonisolated(unsafe) let kSecAttrAuthenticationTypeHTTPDigest: CFString = Constant("httd")
/// A form on a page.
@safe public nonisolated(unsafe) let kSecAttrAuthenticationTypeHTMLForm: CFString = Constant("form")
/// The default.
@safe public nonisolated(unsafe) let kSecAttrAuthenticationTypeDefault: CFString = Constant("dflt")

// Values of kSecAttrProtocol: four characters, padded with spaces.

/// FTP.
@safe public nonisolated(unsafe) let kSecAttrProtocolFTP: CFString = Constant("ftp ")
/// An account on a client for FTP.
@safe public nonisolated(unsafe) let kSecAttrProtocolFTPAccount: CFString = Constant("ftpa")
/// HTTP.
@safe public nonisolated(unsafe) let kSecAttrProtocolHTTP: CFString = Constant("http")
/// IRC.
@safe public nonisolated(unsafe) let kSecAttrProtocolIRC: CFString = Constant("irc ")
/// NNTP.
@safe public nonisolated(unsafe) let kSecAttrProtocolNNTP: CFString = Constant("nntp")
/// POP3.
@safe public nonisolated(unsafe) let kSecAttrProtocolPOP3: CFString = Constant("pop3")
/// SMTP.
@safe public nonisolated(unsafe) let kSecAttrProtocolSMTP: CFString = Constant("smtp")
/// SOCKS.
@safe public nonisolated(unsafe) let kSecAttrProtocolSOCKS: CFString = Constant("sox ")
/// IMAP.
@safe public nonisolated(unsafe) let kSecAttrProtocolIMAP: CFString = Constant("imap")
/// LDAP.
@safe public nonisolated(unsafe) let kSecAttrProtocolLDAP: CFString = Constant("ldap")
/// AFP over AppleTalk.
@safe public nonisolated(unsafe) let kSecAttrProtocolAppleTalk: CFString = Constant("atlk")
/// AFP over TCP.
@safe public nonisolated(unsafe) let kSecAttrProtocolAFP: CFString = Constant("afp ")
/// Telnet.
@safe public nonisolated(unsafe) let kSecAttrProtocolTelnet: CFString = Constant("teln")
/// SSH.
@safe public nonisolated(unsafe) let kSecAttrProtocolSSH: CFString = Constant("ssh ")
/// FTP over TLS.
@safe public nonisolated(unsafe) let kSecAttrProtocolFTPS: CFString = Constant("ftps")
/// HTTP over TLS.
@safe public nonisolated(unsafe) let kSecAttrProtocolHTTPS: CFString = Constant("htps")
/// A proxy for HTTP.
@safe public nonisolated(unsafe) let kSecAttrProtocolHTTPProxy: CFString = Constant("htpx")
/// A proxy for HTTP over TLS.
@safe public nonisolated(unsafe) let kSecAttrProtocolHTTPSProxy: CFString = Constant("htsx")
/// A proxy for FTP.
@safe public nonisolated(unsafe) let kSecAttrProtocolFTPProxy: CFString = Constant("ftpx")
/// SMB.
@safe public nonisolated(unsafe) let kSecAttrProtocolSMB: CFString = Constant("smb ")
/// RTSP.
@safe public nonisolated(unsafe) let kSecAttrProtocolRTSP: CFString = Constant("rtsp")
/// A proxy for RTSP.
@safe public nonisolated(unsafe) let kSecAttrProtocolRTSPProxy: CFString = Constant("rtsx")
/// DAAP.
@safe public nonisolated(unsafe) let kSecAttrProtocolDAAP: CFString = Constant("daap")
/// Remote Apple events.
@safe public nonisolated(unsafe) let kSecAttrProtocolEPPC: CFString = Constant("eppc")
/// IPP.
@safe public nonisolated(unsafe) let kSecAttrProtocolIPP: CFString = Constant("ipp ")
/// NNTP over TLS.
@safe public nonisolated(unsafe) let kSecAttrProtocolNNTPS: CFString = Constant("ntps")
/// LDAP over TLS.
@safe public nonisolated(unsafe) let kSecAttrProtocolLDAPS: CFString = Constant("ldps")
/// Telnet over TLS.
@safe public nonisolated(unsafe) let kSecAttrProtocolTelnetS: CFString = Constant("tels")
/// IMAP over TLS.
@safe public nonisolated(unsafe) let kSecAttrProtocolIMAPS: CFString = Constant("imps")
/// IRC over TLS.
@safe public nonisolated(unsafe) let kSecAttrProtocolIRCS: CFString = Constant("ircs")
/// POP3 over TLS.
@safe public nonisolated(unsafe) let kSecAttrProtocolPOP3S: CFString = Constant("pops")

// Values of attributes of keys, and what functions about keys take.

/// A public key.
@safe public nonisolated(unsafe) let kSecAttrKeyClassPublic: CFString = Constant("0")
/// A private key.
@safe public nonisolated(unsafe) let kSecAttrKeyClassPrivate: CFString = Constant("1")
/// A symmetric key.
@safe public nonisolated(unsafe) let kSecAttrKeyClassSymmetric: CFString = Constant("2")
/// RSA.
@safe public nonisolated(unsafe) let kSecAttrKeyTypeRSA: CFString = Constant("42")
/// A NIST curve; the older name.
@safe public nonisolated(unsafe) let kSecAttrKeyTypeEC: CFString = Constant("73")
/// A NIST curve.
@safe public nonisolated(unsafe) let kSecAttrKeyTypeECSECPrimeRandom: CFString = Constant("73")
/// A NIST curve; the name of macOS.
@safe public nonisolated(unsafe) let kSecAttrKeyTypeECDSA: CFString = Constant("73")
/// DSA.
@safe public nonisolated(unsafe) let kSecAttrKeyTypeDSA: CFString = Constant("43")
/// AES.
@safe public nonisolated(unsafe) let kSecAttrKeyTypeAES: CFString = Constant("2147483649")
/// DES.
@safe public nonisolated(unsafe) let kSecAttrKeyTypeDES: CFString = Constant("14")
/// Triple DES.
@safe public nonisolated(unsafe) let kSecAttrKeyType3DES: CFString = Constant("17")
/// RC2.
@safe public nonisolated(unsafe) let kSecAttrKeyTypeRC2: CFString = Constant("23")
/// RC4.
@safe public nonisolated(unsafe) let kSecAttrKeyTypeRC4: CFString = Constant("25")
/// CAST.
@safe public nonisolated(unsafe) let kSecAttrKeyTypeCAST: CFString = Constant("56")
/// The Secure Enclave, which no machine has that this runs on.
@safe public nonisolated(unsafe) let kSecAttrTokenIDSecureEnclave: CFString = Constant("com.apple.setoken")
/// The access group of smart cards: can be read, never written.
@safe public nonisolated(unsafe) let kSecAttrAccessGroupToken: CFString = Constant("com.apple.token")
/// HMAC with SHA-1.
@safe public nonisolated(unsafe) let kSecAttrPRFHmacAlgSHA1: CFString = Constant("hsha1")
/// HMAC with SHA-224.
@safe public nonisolated(unsafe) let kSecAttrPRFHmacAlgSHA224: CFString = Constant("hsha224")
/// HMAC with SHA-256.
@safe public nonisolated(unsafe) let kSecAttrPRFHmacAlgSHA256: CFString = Constant("hsha256")
/// HMAC with SHA-384.
@safe public nonisolated(unsafe) let kSecAttrPRFHmacAlgSHA384: CFString = Constant("hsha384")
/// HMAC with SHA-512.
@safe public nonisolated(unsafe) let kSecAttrPRFHmacAlgSHA512: CFString = Constant("hsha512")
/// Attributes of the private half of a pair.
@safe public nonisolated(unsafe) let kSecPrivateKeyAttrs: CFString = Constant("private")
/// Attributes of the public half of a pair.
@safe public nonisolated(unsafe) let kSecPublicKeyAttrs: CFString = Constant("public")
/// Attributes of a symmetric key.
@safe public nonisolated(unsafe) let kSecSymmetricKeyAttrs: CFString = Constant("symmetric")
