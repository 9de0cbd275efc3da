import SecureStore
import XCTest

@testable import SecureStoreCLI

/// Tests of what the readers of JSON make of members that are no strings.
final class JSONMemberTests: XCTestCase {
    private struct Read: Equatable {
        var title = ""
        var account = ""
        var password: String?
        var parts: [String: String] = [:]
        var earlier: [String] = []
        var losses: [String] = []
    }

    private func read(_ reader: any ImportReader) throws -> Read {
        var read = Read()
        try reader.visit { _, entry in
            switch entry {
            case .item(let item, let secrets, _):
                let service = (item as? GenericPassword)?.service
                (read.title, read.account) = (service ?? item.label ?? "", item.account)
                read.password = try secrets.password?.text()
                for part in secrets.parts { read.parts[part.name] = try part.secret.text() }
                read.earlier = try secrets.earlier.map { try $0.text() }
            case .leftOut(let reason): read.losses.append(reason)
            }
        }
        return read
    }

    private func logins(_ login: String) throws -> Read {
        try read(LoginList(SecretBytes(utf8: #"{"logins": [\#(login)]}"#)))
    }

    private func bitwarden(_ item: String) throws -> Read {
        try read(BitwardenVault(SecretBytes(utf8: #"{"items": [\#(item)]}"#)))
    }

    private func proton(_ item: String) throws -> Read {
        try read(ProtonPassExport(SecretBytes(utf8: #"{"vaults": {"a": {"items": [\#(item)]}}}"#)))
    }

    private func onePassword(_ item: String) throws -> Read {
        let vault = #"{"accounts": [{"vaults": [{"items": [\#(item)]}]}]}"#
        return try read(OnePasswordVault(SecretBytes(utf8: vault)))
    }

    func test_visit_ofNumbersAndMarksInOurList_takesThemAsWritten() throws {
        let read = try logins(
            #"""
            {"title": 7, "username": 5, "password": 123456, "notes": true, "otp": null, "urls": [1, null],
             "fields": [{"name": 8, "value": 1.50}, {"name": "on", "value": false}], "earlier": [9, "8"]}
            """#)
        XCTAssertEqual(
            read,
            Read(
                title: "7", account: "5", password: "123456",
                parts: ["notes": "true", "url": "1", "8": "1.50", "on": "false"], earlier: ["8", "9"]))
    }

    func test_visit_ofOneWhereAListIsDue_takesItAsTheOnlyOne() throws {
        let read = try logins(
            #"""
            {"title": "N", "password": "p", "urls": "n.example", "earlier": "o",
             "fields": {"name": "PIN", "value": 1}}
            """#)
        XCTAssertEqual(
            read,
            Read(title: "N", password: "p", parts: ["url": "n.example", "PIN": "1"], earlier: ["o"]))
    }

    func test_visit_ofObjectsWhereTextIsDue_namesThem() throws {
        let read = try logins(
            #"""
            {"title": "N", "username": [1], "password": {"a": 1}, "notes": "n", "urls": [{"a": 1}],
             "fields": ["x", {"name": "PIN", "value": []}], "earlier": [[]]}
            """#)
        XCTAssertEqual(read.parts, ["notes": "n"])
        XCTAssertEqual(
            read.losses,
            ["username", "password", "urls", "fields", "field PIN", "earlier"].map {
                "entry 1 (N): its \($0) can't be kept here"
            })
    }

    func test_visit_ofNumbersInBitwarden_takesThemAsWritten() throws {
        let login = try bitwarden(
            #"""
            {"type": 1, "name": "B", "fields": [{"name": "PIN", "value": 1234}],
             "login": {"username": 12345, "password": 123456, "uris": {"uri": "b"}},
             "passwordHistory": [{"password": 1}]}
            """#)
        XCTAssertEqual(
            login,
            Read(
                title: "B", account: "12345", password: "123456", parts: ["url": "b", "PIN": "1234"],
                earlier: ["1"]))
        let card = try bitwarden(
            #"{"type": 3, "name": "C", "card": {"number": 4111, "expMonth": 5, "brand": {"a": 1}}}"#)
        XCTAssertEqual(
            card,
            Read(
                title: "C", password: "4111", parts: ["expMonth": "5"],
                losses: ["entry 1 (C): its field brand can't be kept here"]))
    }

    func test_visit_ofNumbersInProtonPass_takesThemAsWritten() throws {
        let read = try proton(
            #"""
            {"data": {"type": "login", "metadata": {"name": "P", "note": 3}, "content": {"itemUsername": 5,
              "password": 6, "urls": "p"}, "extraFields": [{"fieldName": "PIN", "data": {"content": 7}},
              {"fieldName": "Q", "data": {"content": {}}}, {"fieldName": "R", "data": "x"}]}}
            """#)
        XCTAssertEqual(
            read,
            Read(
                title: "P", account: "5", password: "6", parts: ["notes": "3", "url": "p", "PIN": "7"],
                losses: ["Q", "R"].map { "entry 1 (P): its field \($0) can't be kept here" }))
    }

    func test_visit_ofNumbersInOnePassword_takesThemAsWritten() throws {
        let read = try onePassword(
            #"""
            {"categoryUuid": "001", "overview": {"title": 1, "urls": {"url": "o"}}, "details": {"loginFields":
              [{"value": 5, "designation": "username"}, {"value": 6, "designation": "password"}], "sections":
              {"fields": [{"title": "PIN", "value": {"concealed": 7}}, {"title": "on", "value": true},
              {"title": "at", "value": {"address": {"city": "Bonn"}}}]}, "passwordHistory": [{"value": 8}]}}
            """#)
        XCTAssertEqual(
            read,
            Read(
                title: "1", account: "5", password: "6", parts: ["url": "o", "PIN": "7", "on": "true"],
                earlier: ["8"], losses: ["entry 1 (1): its field of the kind address can't be kept here"]))
    }
}
