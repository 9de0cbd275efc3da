/// The things that the command needs of the bus, from the program that has sd-bus.
package protocol SecretServiceProgram: SendableMetatype {
    /// Serves until the bus is gone, or until nobody has asked for so long while the store is locked; calls
    /// `ready` when it has the name.
    static func serve(idle: Duration?, ready: () throws -> Void) throws

    /// Hands over everything that the service has which answers on the bus.
    static func items(_ body: (KeyringItem) throws -> Void) throws

    /// The process that has the name on the bus; nil if nobody has it, or there is no bus.
    static func owner() throws -> SecretServiceOwner?

    /// Has the bus look for new files of services.
    static func reloadBus() throws
}
