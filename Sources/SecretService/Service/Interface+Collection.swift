extension Interface {
    static let collection = Interface(
        name: prefix + "Collection",
        methods: [
            Method("Delete", "", "o") { service, call in
                let (name, store) = try service.collection(call, opening: true)
                try store.deleteCollection(name)
                return [.path(ServiceObject.none)]
            },
            Method("SearchItems", "a{ss}", "ao") { service, call in
                let found = try service.search(
                    try attributes(call.values[0]), in: try service.collection(call).name,
                    for: call.client)
                return [.paths(found.unlocked + found.locked)]
            },
            Method("CreateItem", "a{sv}(oayays)b", "oo") { service, call in
                let (name, store) = try service.collection(call, opening: true)
                let found = try property("Item.Attributes", "a{ss}", in: call.values[0])
                let label = try property("Item.Label", "s", in: call.values[0])?.text
                let (secret, contentType) = try service.secret(in: call.values[1], of: call.client)
                let reference = try store.create(
                    try found.map(attributes) ?? [], label: label, secret, contentType, in: name,
                    replacing: call.values[2].bool ?? false)
                let item = ServiceObject.item(reference, collection: name)
                return [.path(item.path), .path(ServiceObject.none)]
            },
        ],
        properties: [
            Property("Items", "ao") { service, call in
                let (name, store) = try service.collection(call)
                return .paths(try store.items(of: name).map { ServiceObject.item($0, collection: name).path })
            },
            Property("Label", "s") { service, call in
                .text(try service.facts(call).label)
            } write: { service, call, value in
                let (name, store) = try service.collection(call, opening: true)
                try store.setLabel(ofCollection: name, value.text ?? "")
            },
            Property("Locked", "b") { service, call in
                .bool(service.isLocked(try service.collection(call).name, call.client))
            },
            Property("Created", "t") { service, call in .number(try service.facts(call).created) },
            Property("Modified", "t") { service, call in .number(try service.facts(call).modified) },
        ], signals: [("ItemCreated", "o"), ("ItemDeleted", "o"), ("ItemChanged", "o")])

    static let item = Interface(
        name: prefix + "Item",
        methods: [
            Method("Delete", "", "o") { service, call in
                let (reference, store) = try service.item(call)
                try store.delete(reference)
                return [.path(ServiceObject.none)]
            },
            Method("GetSecret", "o", "(oayays)") { service, call in
                let session = try service.session(call.values[0].path ?? "", of: call.client)
                let (reference, store) = try service.item(call)
                guard let found = try store.secret(reference) else {
                    throw BusError.noSuchObject(call.object.path)
                }
                return [try session.value.secret(found.secret, found.contentType, at: session.path)]
            },
            Method("SetSecret", "(oayays)", "") { service, call in
                let (secret, contentType) = try service.secret(in: call.values[0], of: call.client)
                let (reference, store) = try service.item(call)
                try store.setSecret(reference, secret, contentType)
                return []
            },
        ],
        properties: [
            Property("Locked", "b") { service, call in
                .bool(service.isLocked(call.object.collection ?? "", call.client))
            },
            Property("Attributes", "a{ss}") { service, call in
                let pairs = try service.readable(call)?.attributes ?? []
                return .list(of: "{ss}", pairs.map { .entry(.text($0.name), .text($0.value)) })
            } write: { service, call, value in
                let (reference, store) = try service.item(call)
                try store.setAttributes(reference, try attributes(value))
            },
            Property("Label", "s") { service, call in
                .text(try service.readable(call)?.label ?? "")
            } write: { service, call, value in
                let (reference, store) = try service.item(call)
                try store.setLabel(reference, value.text ?? "")
            },
            Property("Created", "t") { service, call in .number(try service.readable(call)?.created ?? 0)
            },
            Property("Modified", "t") { service, call in
                .number(try service.readable(call)?.modified ?? 0)
            },
        ])

    static let session = Interface(
        name: prefix + "Session",
        methods: [
            Method("Close", "", "") { service, call in
                _ = try service.session(call.object.path, of: call.client)
                if case .session(let number) = call.object { service.sessions[number] = nil }
                return []
            }
        ])

    static let prompt = Interface(
        name: prefix + "Prompt",
        methods: [
            Method("Prompt", "s", "") { service, call in
                try service.begin(call)
                return []
            },
            Method("Dismiss", "", "") { service, call in
                try service.dismiss(call)
                return []
            },
        ], signals: [("Completed", "bv")])
}
