extension Interface {
    /// The interfaces that every object has.
    static let standard = [
        Interface(
            name: propertiesName,
            methods: [
                Method("Get", "ss", "v") { service, call in
                    let name = call.values[1].text ?? ""
                    return [.variant(try property(name, call).read(service, call))]
                },
                Method("Set", "ssv", "") { service, call in
                    let property = try property(call.values[1].text ?? "", call)
                    guard let write = property.write else { throw BusError.readOnlyProperty(property.name) }
                    guard let value = call.values[2].content, value.signature == property.signature else {
                        throw BusError.invalidArguments("\(property.name) has the type \(property.signature)")
                    }
                    try write(service, call, value)
                    return []
                },
                Method("GetAll", "s", "a{sv}") { service, call in
                    let name = call.values[0].text ?? ""
                    let interfaces = all(of: call.object).filter { name.isEmpty || $0.name == name }
                    let properties = try interfaces.flatMap(\.properties).map {
                        (name: $0.name, value: try $0.read(service, call))
                    }
                    return [.properties(properties)]
                },
            ], signals: [("PropertiesChanged", "sa{sv}as")]),
        Interface(
            name: introspectableName,
            methods: [
                Method("Introspect", "", "s") { service, call in
                    let children = try service.children(of: call.object, for: call.client)
                    return [.text(description(of: call.object, children: children))]
                }
            ]),
    ]

    private static func property(_ name: String, _ call: Call) throws -> Property {
        let interface = call.values[0].text ?? ""
        for candidate in all(of: call.object) where interface.isEmpty || candidate.name == interface {
            if let property = candidate.properties.first(where: { $0.name == name }) { return property }
        }
        throw BusError.unknownProperty("there is no property \(name.prefix(255)) here")
    }
}
