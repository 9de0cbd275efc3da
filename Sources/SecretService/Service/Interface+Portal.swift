import SecureStore
import SecureStoreCLI

extension Interface {
    /// The backend by which the desktop's portal gives each application in a sandbox a secret of its own.
    static let portal = Interface(
        name: "org.freedesktop.impl.portal.Secret",
        methods: [
            Method("RetrieveSecret", "osha{sv}", "ua{sv}") { service, call in
                guard let file = call.values[2].file else { throw misread }
                let secret = try service.portalSecret(call.values[1].text ?? "", for: call.client)
                guard secret.write(to: file) else {
                    throw BusError.invalidArguments("nobody reads the secret")
                }
                return [.word(0), .properties([])]
            }
        ])
}

extension SecretService {
    /// The secret of an application, which is made when it is first asked for.
    func portalSecret(_ application: String, for client: String) throws -> SecretBytes {
        guard 1...255 ~= application.utf8.count else {
            throw BusError.invalidArguments("an application has a name of 1 to 255 bytes")
        }
        if login.isLocked { openLogin() }
        let store = try enter("login", client, opening: true)
        // The portal asks, and the application is who the rules may be about.
        let rule = policy.policy?.rule(for: Peer(flatpak: application, isApart: true), in: "login")
        guard rule == nil || rule?.answer == .allow else { throw BusError.isDenied }
        return try store.portalSecret(application)
    }
}

extension CollectionStore {
    /// The secret by which an application in a sandbox encrypts its own files.
    func portalSecret(_ application: String) throws -> SecretBytes {
        let attributes = [("app_id", application), ("xdg:schema", "org.freedesktop.portal.Secret")]
        let item = SecretToolItem(attributes).item(label: "Secret of \(application)")
        let match = try opened().getOrCreate(item) { try SecretBytes.random(count: 64) }
        guard let secret = match.secret else { throw BusError.noSuchObject("of a secret in this item") }
        return secret
    }
}
