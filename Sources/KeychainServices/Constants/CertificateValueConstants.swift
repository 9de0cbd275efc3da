// What `SecCertificateCopyValues` is asked for, and how it answers.
// Shared by all threads without a lock, because nobody can change them: see `Constant`.

/// The common names of the subject.
@safe public nonisolated(unsafe) let kSecOIDCommonName: CFString = Constant("2.5.4.3")

/// A country, in a name.
@safe public nonisolated(unsafe) let kSecOIDCountryName: CFString = Constant("2.5.4.6")

/// A city, in a name.
@safe public nonisolated(unsafe) let kSecOIDLocalityName: CFString = Constant("2.5.4.7")

/// A state or province, in a name.
@safe public nonisolated(unsafe) let kSecOIDStateProvinceName: CFString = Constant("2.5.4.8")

/// An organization, in a name.
@safe public nonisolated(unsafe) let kSecOIDOrganizationName: CFString = Constant("2.5.4.10")

/// A part of an organization, in a name.
@safe public nonisolated(unsafe) let kSecOIDOrganizationalUnitName: CFString = Constant("2.5.4.11")

/// The name of the subject.
@safe public nonisolated(unsafe) let kSecOIDX509V1SubjectName: CFString = Constant(
    "2.16.840.1.113741.2.1.1.1.8")

/// The name of the issuer.
@safe public nonisolated(unsafe) let kSecOIDX509V1IssuerName: CFString = Constant(
    "2.16.840.1.113741.2.1.1.1.5")

/// The first instant at which the certificate is valid.
@safe public nonisolated(unsafe) let kSecOIDX509V1ValidityNotBefore: CFString = Constant(
    "2.16.840.1.113741.2.1.1.1.6")

/// The last instant at which the certificate is valid.
@safe public nonisolated(unsafe) let kSecOIDX509V1ValidityNotAfter: CFString = Constant(
    "2.16.840.1.113741.2.1.1.1.7")

/// The key of what kind a value is.
@safe public nonisolated(unsafe) let kSecPropertyKeyType: CFString = Constant("type")

/// The key of a value's name.
@safe public nonisolated(unsafe) let kSecPropertyKeyLabel: CFString = Constant("label")

/// The key of a value's name for people.
@safe public nonisolated(unsafe) let kSecPropertyKeyLocalizedLabel: CFString = Constant("localized label")

/// The key of the value itself.
@safe public nonisolated(unsafe) let kSecPropertyKeyValue: CFString = Constant("value")

/// An array of strings.
@safe public nonisolated(unsafe) let kSecPropertyTypeArray: CFString = Constant("array")

/// A number.
@safe public nonisolated(unsafe) let kSecPropertyTypeNumber: CFString = Constant("number")

/// An array of values.
@safe public nonisolated(unsafe) let kSecPropertyTypeSection: CFString = Constant("section")

/// A string.
@safe public nonisolated(unsafe) let kSecPropertyTypeString: CFString = Constant("string")
