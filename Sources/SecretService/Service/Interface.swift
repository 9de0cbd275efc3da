/// One of the interfaces that objects have: its calls, its properties and what it signals.
struct Interface: Sendable {
    struct Method: Sendable {
        let name: String
        let (input, output): (String, String)
        let run: @Sendable (SecretService, Call) throws -> [BusValue]

        init(
            _ name: String, _ input: String, _ output: String,
            _ run: @escaping @Sendable (SecretService, Call) throws -> [BusValue]
        ) { (self.name, self.input, self.output, self.run) = (name, input, output, run) }
    }

    struct Property: Sendable {
        let (name, signature): (String, String)
        let read: @Sendable (SecretService, Call) throws -> BusValue
        let write: (@Sendable (SecretService, Call, BusValue) throws -> Void)?

        init(
            _ name: String, _ signature: String,
            _ read: @escaping @Sendable (SecretService, Call) throws -> BusValue,
            write: (@Sendable (SecretService, Call, BusValue) throws -> Void)? = nil
        ) { (self.name, self.signature, self.read, self.write) = (name, signature, read, write) }
    }

    let name: String
    let methods: [Method]
    var properties: [Property] = []
    var signals: [(name: String, signature: String)] = []

    /// A call of a method: who asks what of which object.
    struct Call {
        let message: BusMessage
        let client: String
        let object: ServiceObject
        let values: [BusValue]
    }

    /// The interfaces that an object has, beside those that all have.
    static func all(of object: ServiceObject) -> [Interface] {
        switch object {
        case .service: [.service]
        case .collection: [.collection]
        case .item: [.item]
        case .session: [.session]
        case .prompt: [.prompt]
        case .portal: [.portal]
        }
    }

    /// A method of an object; the first of that name for a call that names no interface.
    static func method(_ name: String, in interface: String, of object: ServiceObject) -> Method? {
        for candidate in standard + all(of: object) where interface.isEmpty || candidate.name == interface {
            if let method = candidate.methods.first(where: { $0.name == name }) { return method }
        }
        return nil
    }

    static let prefix = "org.freedesktop.Secret."
    static let propertiesName = "org.freedesktop.DBus.Properties"
    static let introspectableName = "org.freedesktop.DBus.Introspectable"

    // MARK: - For programs that ask what there is

    /// The description of an object in the bus's own XML.
    static func description(of object: ServiceObject, children: [String]) -> String {
        var text = """
            <!DOCTYPE node PUBLIC "-//freedesktop//DTD D-BUS Object Introspection 1.0//EN"
             "http://www.freedesktop.org/standards/dbus/1.0/introspect.dtd">
            <node>

            """
        for interface in standard + all(of: object) {
            text += " <interface name=\"\(interface.name)\">\n"
            for method in interface.methods {
                text += "  <method name=\"\(method.name)\">\n"
                text += arguments(method.input, "in") + arguments(method.output, "out")
                text += "  </method>\n"
            }
            for property in interface.properties {
                let access = property.write == nil ? "read" : "readwrite"
                text +=
                    "  <property name=\"\(property.name)\" type=\"\(property.signature)\" access=\"\(access)\"/>\n"
            }
            for signal in interface.signals {
                text +=
                    "  <signal name=\"\(signal.name)\">\n" + arguments(signal.signature, nil)
                    + "  </signal>\n"
            }
            text += " </interface>\n"
        }
        for child in children { text += " <node name=\"\(child)\"/>\n" }
        return text + "</node>\n"
    }

    private static func arguments(_ signature: String, _ direction: String?) -> String {
        let direction = direction.map { " direction=\"\($0)\"" } ?? ""
        return types(of: signature).map { "   <arg type=\"\($0)\"\(direction)/>\n" }.joined()
    }

    /// The single types of which a signature is made.
    static func types(of signature: String) -> [String] {
        var (types, type, depth) = ([String](), "", 0)
        for letter in signature {
            type.append(letter)
            if letter == "(" || letter == "{" { depth += 1 }
            if letter == ")" || letter == "}" { depth -= 1 }
            if depth == 0, letter != "a" {
                types.append(type)
                type = ""
            }
        }
        return types
    }
}
