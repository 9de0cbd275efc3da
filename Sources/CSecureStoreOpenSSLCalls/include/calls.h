// The functions have the prototypes of OpenSSL's headers, see CSecureStoreOpenSSL.
