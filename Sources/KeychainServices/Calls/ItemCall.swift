internal import Foundation
internal import SecureStore

/// One of the four calls: its request, and the keychains that it applies to.
struct ItemCall {
    private let request: ItemDictionary
    private let keychains: [SecKeychain]?

    /// Splits off the keys that name keychains: a single one or, for a query, the list to search.
    init(_ dictionary: CFDictionary, isQuery: Bool = true) throws(StoreError) {
        var request = try ItemDictionary(dictionary)
        var keychains: [SecKeychain]?
        if request["u_Keychain"] != nil {
            guard let keychain = dictionary["u_Keychain"] as? SecKeychain else {
                throw StoreError(.param, "the keychain to use (u_Keychain) must be one")
            }
            keychains = [keychain]
            request["u_Keychain"] = nil
        }
        if isQuery, request["m_SearchList"] != nil {
            guard let list = dictionary["m_SearchList"] as? [SecKeychain] else {
                throw StoreError(.param, "the search list (m_SearchList) must be an array of keychains")
            }
            keychains = list
            request["m_SearchList"] = nil
        }
        // Passwords of the calls without dictionaries stand for their references.
        if let items = dictionary["m_ItemList"] as? [SecKeychainItem] {
            request["m_ItemList"] = .list(items.map { .data($0.reference) })
        }
        (self.request, self.keychains) = (request, keychains)
    }

    func add() throws(StoreError) -> ItemDictionary.Value? {
        try keychainToAddTo().withStore(for: .adding) { store throws(StoreError) in try store.add(request) }
    }

    /// Adds all of them to the keychain of the first, as one change; what is stored already stays.
    static func addNew(_ items: [CFDictionary]) throws(StoreError) {
        let calls = try items.map { item throws(StoreError) in try ItemCall(item, isQuery: false) }
        let requests = try calls.map { call throws(StoreError) in
            try DictionaryRequest(call.request, for: .add)
        }
        try calls.first?.add(requests, leavingStored: true)
    }

    func add(_ requests: [DictionaryRequest], leavingStored: Bool = false) throws(StoreError) {
        try keychainToAddTo().withStore(for: .adding) { store throws(StoreError) in
            try store.add(requests, leavingStored: leavingStored)
        }
    }

    private func keychainToAddTo() throws(StoreError) -> SecKeychain {
        guard let keychain = try all().first else { throw Self.notFound }
        return keychain
    }

    /// The keychains that the call names, or the one that calls work on.
    private func all() throws(StoreError) -> [SecKeychain] {
        if let keychains { keychains } else { [try KeychainStore.keychain()] }
    }

    /// The matches in all keychains, in the order of the list; only the first if the request asks for a
    /// single one.
    func copyMatching() throws(StoreError) -> ItemDictionary.Value? {
        var answer: ItemDictionary.Value??
        let (hasMatch, failure) = try inEach { store throws(StoreError) in
            let found = try store.copyMatching(request)
            guard case .list(let elements) = found, case .list(let earlier) = answer else {
                answer = answer ?? found
                return
            }
            var all = earlier + elements
            if case .number(let limit) = request["m_Limit"] {
                all = Array(all.prefix(Int(clamping: limit)))
            }
            answer = .some(.list(all))
        }
        // Matches are returned even if another keychain could not be read.
        guard hasMatch else { throw failure ?? Self.notFound }
        return answer ?? nil
    }

    func update(_ changes: ItemDictionary) throws(StoreError) {
        try change { store throws(StoreError) in try store.update(request, changes) }
    }

    func delete() throws(StoreError) {
        try change { store throws(StoreError) in try store.delete(request) }
    }

    /// Changes the matches in every keychain, or in the first that has one if a single one is asked for.
    ///
    /// If one keychain fails, the others are still changed, and then its error is thrown.
    private func change(_ body: (ItemStore) throws(StoreError) -> Void) throws(StoreError) {
        let isForOne: Bool
        switch request["m_Limit"] {
        case .string("m_LimitOne"), .number(1): isForOne = true
        default: isForOne = false
        }
        let (hasMatch, failure) = try inEach(untilMatch: isForOne, body)
        if let failure, !hasMatch || failure.status != .itemNotFound { throw failure }
        guard hasMatch else { throw Self.notFound }
    }

    /// Calls `body` with the store of each keychain, perhaps only up to the first that has a match.
    ///
    /// Returns whether any had a match, and the first error, but one other than "not found" if there is one.
    private func inEach(
        untilMatch: Bool = false, _ body: (ItemStore) throws(StoreError) -> Void
    ) throws(StoreError) -> (hasMatch: Bool, failure: StoreError?) {
        var (hasMatch, failures): (Bool, [StoreError]) = (false, [])
        for keychain in try all() where !(untilMatch && hasMatch) {
            do throws(StoreError) {
                try keychain.withStore(for: .searching, body)
                hasMatch = true
            } catch { failures.append(error) }
        }
        return (hasMatch, failures.first { $0.status != .itemNotFound } ?? failures.first)
    }

    private static let notFound = StoreError(
        .itemNotFound, "no keychain of the search list has a match; ask for less, or add the item")
}
