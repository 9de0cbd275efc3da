import Asker
import CertificateKit
import SecureStore
import SecureStoreCertificates
import SecureStoreFleet
import TokenVault
import Tour

#if DOOR_root || DOOR_both
import LocalAuthentication
import class LocalAuthentication.LAContext
#endif
#if DOOR_root || DOOR_both || DOOR_bare
import Security
import func Security.SecItemDelete
#elseif DOOR_package
import DoorUser
#else
import KeychainServices
#endif

/// Says what a package sees that never asked for Apple's modules, and uses the keychain by its door.
@main
struct Main {
    static func main() {
        print("asker sees Security: \(askerSeesSecurity)")
        print("asker sees LocalAuthentication: \(askerSeesLocalAuthentication)")
        print("keychain: \(message())")
    }

    #if DOOR_none
    static func message() -> String { SecCopyErrorMessageString(errSecDuplicateItem, nil) as String? ?? "" }
    #elseif DOOR_package
    static func message() -> String { messageThroughDoor() }
    #else
    /// Qualified, scoped, and spelt as in sources for Apple's systems.
    static func message() -> String {
        let empty = [:] as CFDictionary
        guard Security.SecItemCopyMatching(empty, nil) == Security.errSecParam, SecItemDelete(empty) == -50
        else { return "a wrong answer" }
        return Security.SecCopyErrorMessageString(errSecDuplicateItem, nil) as String? ?? ""
    }
    #endif
}
