import XCTest

/// Reads the command's sources: its rooms use each other one way.
final class CommandLayeringTests: XCTestCase {
    private func file(_ folder: String, _ text: String, name: String = "Planted") -> SourceFile {
        SourceFile(path: "Sources/SecureStoreCLI/\(folder)/\(name).swift", text: text)
    }

    func test_command_usesNoRoomAbove() throws {
        let others = try ["SecureStore", "SecureStoreJSON", "SecureStoreCertificates", "SecureStoreCodes"]
            .flatMap {
                try SourceFile.all(in: "Sources/\($0)")
            }
        let files = try SourceFile.all(in: "Sources/SecureStoreCLI")
        XCTAssertEqual(LayerRules.fromAbove(in: files, of: "SecureStoreCLI", using: others), [])
    }

    func test_command_hasNoCrowdedFolder() throws {
        XCTAssertEqual(LayerRules.crowdedFolders(in: try SourceFile.all(in: "Sources/SecureStoreCLI")), [])
    }

    func test_commandRooms_haveNoCircle() throws {
        let rooms = try XCTUnwrap(LayerRules.rooms["SecureStoreCLI"])
        for (room, below) in rooms {
            XCTAssertTrue(below.isSubset(of: rooms.keys), room)
            XCTAssertTrue(below.allSatisfy { rooms[$0]?.contains(room) == false }, room)
            // A room that lies below a room below lies below this one as well.
            XCTAssertTrue(below.allSatisfy { rooms[$0]?.isSubset(of: below) == true }, room)
        }
    }

    func test_rules_onRoomAbove_report() {
        let planted = [
            file("CommandLine", "struct Command {}", name: "Command"),
            file("Commands", "extension Command { static let given = 1 }", name: "Command+Given"),
            file("Dialects/Security", "struct Keychains {}", name: "Keychains"),
            file("Logins", "let a = Command.given"), file("Commands", "let a: Keychains, b = Command.given"),
            file("Dialects", "let a: Keychains, b = Command.given"), file("Elsewhere", "let a = 1"),
        ]
        XCTAssertEqual(
            LayerRules.fromAbove(in: planted, of: "SecureStoreCLI"),
            [
                "Sources/SecureStoreCLI/Elsewhere/Planted.swift lies in no room",
                "Sources/SecureStoreCLI/Logins/Planted.swift uses given",
                "Sources/SecureStoreCLI/Commands/Planted.swift uses Keychains",
            ])
    }

    func test_rules_onNameOfAModuleThatIsUsed_areSilent() {
        let planted = [
            file("CommandLine", "struct Command {}", name: "Command"),
            file("Commands", "extension Command { static let given = 1 }", name: "Command+Given"),
            file("Logins", "let a = b.given"),
        ]
        let other = SourceFile(path: "Sources/SecureStore/Items/A.swift", text: "struct A { let given = 1 }")
        XCTAssertEqual(LayerRules.fromAbove(in: planted, of: "SecureStoreCLI", using: [other]), [])
    }

    func test_rules_onCrowdedFolder_report() {
        let planted = (0...40).map { file("Text", "", name: "Planted\($0)") }
        XCTAssertEqual(
            LayerRules.crowdedFolders(in: planted), ["Sources/SecureStoreCLI/Text has 41 files"])
        XCTAssertEqual(LayerRules.crowdedFolders(in: Array(planted.dropLast())), [])
    }
}
