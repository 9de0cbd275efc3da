import Foundation
import SecureStore
import SecureStoreTesting
import XCTest

@testable import KeychainServices

/// Section 4 of the behaviour tables: the shapes of answers, for every set of return keys.
final class ShapeFaceTests: FaceTestCase {
    private static let kinds: [(String, String)] = [
        ("D", "r_Data"), ("A", "r_Attributes"), ("R", "r_Ref"), ("P", "r_PersistentRef"),
    ]

    /// The sixteen sets of return keys, by name.
    private var requests: [(name: String, keys: ItemDictionary)] {
        (0..<16).map { bits in
            let chosen = Self.kinds.enumerated().filter { bits & (1 << $0.offset) != 0 }.map(\.element)
            return (
                chosen.map(\.0).joined(),
                ItemDictionary(chosen.reduce(into: [:]) { $0[$1.1] = .boolean(true) })
            )
        }
    }

    /// Adds, finds one and finds all with every set of return keys, through both faces, with equal answers.
    private func assertEqualShapes(of item: ItemDictionary, _ query: ItemDictionary) throws {
        for (name, keys) in requests {
            for limit: ItemDictionary in [[:], ["m_Limit": "m_LimitAll"]] {
                func act(_ face: any Face) -> String {
                    "\(face.add(item + keys)) | \(face.find(query + keys + limit))"
                }
                let core = act(CoreFace(store: try .inMemory(now: { [clock] in clock.now })))
                let apple = act(AppleFace(try .inMemory(now: { [clock] in clock.now })))
                XCTAssertEqual(apple, core, name)
                XCTAssertTrue(core.hasPrefix("0"), "\(name): \(core)")
            }
        }
    }

    func test_shapes_ofEveryClass_areTheSameThroughBothFaces() throws {
        let pair = try Pair("a")
        try assertEqualShapes(of: try fullMail(), mail)
        try assertEqualShapes(of: mail, mail)
        let server: ItemDictionary = ["class": "inet", "srvr": "host", "port": 443, "bin0": data("x")]
        try assertEqualShapes(of: server + ["v_Data": try secretValue("one")], ["class": "inet"])
        try assertEqualShapes(of: ["v_Ref": pair.certificateValue], ["class": "cert"])
        try assertEqualShapes(of: ["v_Ref": pair.keyValue], ["class": "keys"])
        try assertEqualShapes(of: ["v_Ref": pair.identity], ["class": "idnt"])
    }

    func test_shapes_toTheLetter() throws {
        func row(
            _ name: String, _ expected: String, line: UInt = #line, _ keys: ItemDictionary
        ) -> Row {
            Row(name, expected, line: line) { face in
                _ = face.add(try fullMail())
                return face.find(mail + keys)
            }
        }
        let all: ItemDictionary = ["m_Limit": "m_LimitAll"]
        try assertBothFaces([
            row("nothing", "0", [:]), row("nothing, all", "0 [{}]", all),
            row("D", "0 <one>", ["r_Data": true]), row("D, all", "0 [<one>]", ["r_Data": true] + all),
            row("R", "0", ["r_Ref": true]), row("R, all", "0 []", ["r_Ref": true] + all),
            row("P", "0 <reference genp>", ["r_PersistentRef": true]),
            row("P, all", "0 [<reference genp>]", ["r_PersistentRef": true] + all),
            row(
                "DP", "0 {v_Data: <one>, v_PersistentRef: <reference genp>}",
                ["r_Data": true, "r_PersistentRef": true]),
        ])
    }

    func test_attributes_toTheLetter() throws {
        let date = Written.date(clock.now)
        let attributes =
            "accc: access ak 0 false, acct: \"maria\", agrp: \"default\", cdat: \(date), class: \"genp\", "
            + "labl: \"a\", mdat: \(date), musr: <>, pdmn: \"ak\", sha1: <20 bytes>, svce: \"mail\", sync: 0, tomb: 0"
        try assertBothFaces([
            Row("A", "0 {\(attributes)}") { face in
                _ = face.add(try fullMail())
                return face.find(mail + ["r_Attributes": true])
            },
            Row("DA", "0 {\(attributes), v_Data: <one>}") { face in
                _ = face.add(try fullMail())
                return face.find(mail + ["r_Attributes": true, "r_Data": true])
            },
        ])
    }

    func test_itemsWithoutSecret() throws {
        try assertBothFaces([
            Row("D", "0") { face in
                _ = face.add(mail)
                return face.find(mail + ["r_Data": true])
            },
            Row("D, add", "0 <>") { $0.add(mail + ["r_Data": true]) },
            Row("D, all", "0 [<one>]") { face in
                _ = face.add(["class": "genp"])
                _ = face.add(try fullMail())
                return face.secrets(["class": "genp"])
            },
        ])
    }
}
