/// The process that has the name on the bus.
package struct SecretServiceOwner {
    package let process: Int32
    private let program: String

    /// The kernel shows no file of a program with capabilities, as gnome-keyring has on Debian, only the
    /// start of its name.
    package init(process: Int32, file: String?, shortName: String?) {
        self.process = process
        program = file.map(Self.path) ?? shortName ?? "a program that cannot be examined"
    }

    /// The path in what the kernel writes: a program that was replaced while it runs is still the one of that
    /// path.
    package static func path(_ link: String) -> String {
        let end = " (deleted)"
        return link.hasSuffix(end) ? String(link.dropLast(end.count)) : link
    }

    private var name: Substring { program.split(separator: "/").last ?? "" }

    private func isNamed(_ name: String) -> Bool { self.name == name || program == name.prefix(15) }

    package var isOurs: Bool { isNamed(HelperProgram.secretService.name) }
    package var isGnomeKeyring: Bool { isNamed("gnome-keyring-daemon") }
    var isKWallet: Bool { isNamed("ksecretd") || name.hasPrefix("kwalletd") }
    package var text: String { "process \(process), \(Terminal.harmless(program))" }
}
