private import FoundationEssentials

/// The process that has the name on the bus.
package struct SecretServiceOwner {
    package let process: Int32
    private let program: String

    package init(process: Int32) {
        let link = try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/\(process)/exe")
        (self.process, program) = (process, Self.path(link ?? "a program that cannot be examined"))
    }

    /// The path in what the kernel writes: a program that was replaced while it runs is still the one of that
    /// path.
    package static func path(_ link: String) -> String {
        let end = " (deleted)"
        return link.hasSuffix(end) ? String(link.dropLast(end.count)) : link
    }

    private var name: Substring { program.split(separator: "/").last ?? "" }
    package var isOurs: Bool { name == HelperProgram.secretService.name }
    var isGnomeKeyring: Bool { name == "gnome-keyring-daemon" }
    var isKWallet: Bool { name == "ksecretd" || name.hasPrefix("kwalletd") }
    var text: String { "process \(process), \(Terminal.harmless(program))" }
}
