/// The rights of a host in its fleet: it reads everything, and may be kept from changing anything.
public enum HostRights: Hashable, Sendable {
    /// The host changes whatever it reads, lets others in and removes them.
    case readWrite
    /// The host has no key with which a change could be signed, so that no other host takes one of it.
    case readOnly
}
