// Values of kSecAttrProtocol: four characters, padded with spaces.
// Shared by all threads without a lock, because nobody can change them: see `Constant`.

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
