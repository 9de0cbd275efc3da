import Foundation
import XCTest

/// Reads the sources: the layers use each other one way, and what is dangerous stays in its place.
final class LayeringTests: XCTestCase {
    // MARK: - The package

    func test_sources_areFoundInEveryLayer() throws {
        let folders = Set(try SourceFile.all(in: "Sources").map(\.folder))
        XCTAssertEqual(folders, Set(LayerRules.modules.keys))
    }

    func test_sources_importOnlyWhatTheirFolderMay() throws {
        XCTAssertEqual(LayerRules.wrongImports(in: try SourceFile.all(in: "Sources")), [])
    }

    func test_sources_areUnsafeOnlyWhereCIs() throws {
        XCTAssertEqual(LayerRules.unsafeOutsideItsPlace(in: try SourceFile.all(in: "Sources")), [])
    }

    func test_sources_nameNoTypeOfALayerAbove() throws {
        XCTAssertEqual(LayerRules.typesFromAbove(in: try SourceFile.all(in: "Sources")), [])
    }

    func test_sources_useNoMemberOfALayerAbove() throws {
        XCTAssertEqual(LayerRules.membersFromAbove(in: try SourceFile.all(in: "Sources")), [])
    }

    func test_sources_useNoFunctionOfALayerAbove() throws {
        XCTAssertEqual(LayerRules.globalsFromAbove(in: try SourceFile.all(in: "Sources")), [])
    }

    func test_arrows_haveEveryFolderOfTheirModule() throws {
        let files = try SourceFile.all(in: "Sources")
        for (module, folders) in LayerRules.arrows {
            let found = Set(files.filter { $0.place.module == module }.map(\.place.folder))
            XCTAssertEqual(found, Set(folders.keys), module)
        }
    }

    func test_arrows_haveNoCircle() {
        for (module, arrows) in LayerRules.arrows {
            XCTAssertEqual(LayerRules.foldersInCircles(of: arrows), [], module)
        }
    }

    func test_targets_useSymbolsOfThePackageOnlyWhereLent() throws {
        let others = try SourceFile.all(in: "Sources").filter { !$0.path.hasPrefix("Sources/SecureStore/") }
        XCTAssertEqual(
            LayerRules.packageSymbols(of: try SourceFile.all(in: "Sources/SecureStore"), usedIn: others), [])
    }

    func test_sources_writeSQLInStorageAlone() throws {
        XCTAssertEqual(LayerRules.statementsOutsideStorage(in: try SourceFile.all(in: "Sources")), [])
    }

    func test_files_haveAtMost300Lines() throws {
        let long = try SourceFile.paths().filter { $0.hasSuffix(".swift") }.filter { path in
            let file = SourceFile.repository.appendingPathComponent(path)
            return try Data(contentsOf: file).filter { $0 == UInt8(ascii: "\n") }.count > 300
        }
        XCTAssertEqual(long, [])
    }

    func test_publicTypes_standInFilesOfTheirName() throws {
        // Not Apple's names, of which many mean nothing alone.
        let files = try SourceFile.all(in: "Sources").filter { $0.folder != "KeychainServices" }
        XCTAssertEqual(LayerRules.publicTypesInOtherFiles(in: files), [])
    }

    func test_paths_differInMoreThanCase() throws {
        XCTAssertEqual(LayerRules.namesThatDifferInCase(try SourceFile.paths()), [])
    }

    func test_types_differInMoreThanCase() throws {
        let names = try SourceFile.all(in: "Sources").flatMap(\.declarations).map(\.name)
        XCTAssertEqual(LayerRules.namesThatDifferInCase(names), [])
    }

    func test_sources_stopNoProgramAndSilenceNoCheck() throws {
        XCTAssertEqual(LayerRules.forbiddenWords(in: try SourceFile.all(in: "Sources")), [])
    }

    // MARK: - The rules, on sources that break them

    private func file(_ folder: String, _ text: String, name: String = "Planted") -> SourceFile {
        SourceFile(path: "Sources/SecureStore/\(folder)/\(name).swift", text: text)
    }

    func test_rules_onImportOutsideItsFolder_report() {
        let planted = [
            file("Storage", "private import CSecureStoreSodium"),
            file("Engine", "private import Glibc"),
            file("Items", "public import Foundation"),
            SourceFile(
                path: "Sources/SecureStoreFleet/Order/Planted.swift",
                text: "private import CSecureStorePostgres"),
        ]
        XCTAssertEqual(LayerRules.wrongImports(in: planted).count, planted.count)
    }

    func test_rules_onUnsafeOutsideItsFolder_report() {
        let planted = [
            file("Engine", "let a = unsafe b"),
            file("Store", "nonisolated(unsafe) let a = b"),
            file("Items", #"let a = "\(unsafe b)""#),
            SourceFile(path: "Sources/KeychainServices/Calls/Planted.swift", text: "let a = unsafe b"),
            SourceFile(path: "Sources/SecureStoreFleet/Order/Planted.swift", text: "let a = unsafe b"),
        ]
        XCTAssertEqual(LayerRules.unsafeOutsideItsPlace(in: planted).count, planted.count)
    }

    func test_rules_onTypeFromAbove_report() {
        let planted = [
            file("Engine", "@safe public final class Upper {}", name: "Upper"),
            file("Items", "func a(_ b: [Upper]) {}"),
            file("Store", "func a(_ b: [Upper]) {}"),
        ]
        XCTAssertEqual(
            LayerRules.typesFromAbove(in: planted), ["Sources/SecureStore/Items/Planted.swift names Upper"])
    }

    func test_rules_onStoreThatNamesStorageOrCrypto_report() {
        let planted = [
            file("Storage", "final class Lower {}", name: "Lower"),
            file("Crypto", "struct Low {}", name: "Low"),
            file("Store", "func a(_ b: Lower, _ c: Low) {}"),
            file("Engine", "func a(_ b: Lower, _ c: Low) {}"),
        ]
        XCTAssertEqual(
            LayerRules.typesFromAbove(in: planted),
            [
                "Sources/SecureStore/Store/Planted.swift names Low",
                "Sources/SecureStore/Store/Planted.swift names Lower",
            ])
    }

    func test_rules_onMemberFromAbove_report() {
        let planted = [
            file("Storage", "struct Lower { func own() {} }", name: "Lower"),
            file("Engine", "extension Lower { func given() {} }", name: "Lower+Given"),
            file("Storage", "func a(_ b: Lower) { b.own(); b.given() }"),
        ]
        XCTAssertEqual(
            LayerRules.membersFromAbove(in: planted), ["Sources/SecureStore/Storage/Planted.swift uses given"]
        )
    }

    func test_rules_onFoldersOfOtherModules_report() {
        let planted = [
            source("SecureStoreCertificates/OpenSSL", "func a(_ b: Upper) { b.given() }"),
            source("SecureStoreCertificates/Trust", "struct Upper {}; extension Handle { func given() {} }"),
            source("KeychainServices/Types", "func a() { call(); KeychainServices.call() }"),
            source("KeychainServices/Calls", "func call() {}"),
            source("KeychainServices/Transfer", "func other() { call() }"),
        ]
        let (lower, types) = (planted[0].path, planted[2].path)
        XCTAssertEqual(LayerRules.typesFromAbove(in: planted), ["\(lower) names Upper"])
        XCTAssertEqual(LayerRules.membersFromAbove(in: planted), ["\(lower) uses given"])
        XCTAssertEqual(LayerRules.globalsFromAbove(in: planted), ["\(types) uses call"])
    }

    private func source(_ folder: String, _ text: String) -> SourceFile {
        SourceFile(path: "Sources/\(folder)/Planted.swift", text: text)
    }

    func test_rules_onArrowsInACircle_report() {
        let arrows: [String: Set] = ["A": [], "B": ["A", "D"], "C": ["B"], "D": ["C"], "E": ["A"]]
        XCTAssertEqual(LayerRules.foldersInCircles(of: arrows), ["B", "C", "D"])
    }

    func test_rules_onPackageSymbolThatIsNotLent_report() {
        let core = [
            file("Items", "package struct Inner { package func inside() {} }", name: "Inner"),
            file("Items", "public struct Outer { public func outside() {} }", name: "Outer"),
        ]
        let user = SourceFile(
            path: "Sources/TokenVault/Planted.swift",
            text: "func a(_ b: Inner, _ c: Outer) { b.inside(); c.outside() }")
        XCTAssertEqual(
            LayerRules.packageSymbols(of: core, usedIn: [user]),
            ["Sources/TokenVault/Planted.swift uses Inner", "Sources/TokenVault/Planted.swift uses inside"])
    }

    func test_rules_onSQLOutsideStorage_report() {
        let long = "let a = \"\"\"\n    SELECT number\n    FROM item\n    \"\"\""
        let planted = [
            file("Engine", #"let a = "PRAGMA journal_mode""#), file("Store", long),
            file("Storage", long), file("Store", #"let a = "select one", b = "SELECT""#),
            file("Items", #"let a = "-----BEGIN A KEY-----""#),
        ]
        XCTAssertEqual(
            LayerRules.statementsOutsideStorage(in: planted),
            [
                "Sources/SecureStore/Engine/Planted.swift has PRAGMA",
                "Sources/SecureStore/Store/Planted.swift has SELECT",
            ])
    }

    func test_rules_onPublicTypeOfAnotherName_report() {
        let planted = [
            file("Items", "public struct Other {}"), file("Items", "struct Other {}"),
            file("Items", "public struct Planted { public enum Inner {} }", name: "Planted+Topic"),
        ]
        XCTAssertEqual(
            LayerRules.publicTypesInOtherFiles(in: planted),
            ["Sources/SecureStore/Items/Planted.swift declares Other"])
    }

    func test_rules_onForbiddenWords_report() {
        let planted = file("Items", "try! a(); fatalError(); extension A: @unchecked Sendable {}")
        XCTAssertEqual(LayerRules.forbiddenWords(in: [planted]).count, 3)
    }

    func test_rules_onWordsInCommentsAndStrings_areSilent() {
        let source = ##"""
            // unsafe try! fatalError
            /* @unchecked /* nested */ unsafe */
            let a = "unsafe \"try!\" \(b("fatalError")) @unchecked", c = #"unsafe \" try! "#
            """##
        let planted = [file("Engine", source)]
        XCTAssertEqual(LayerRules.forbiddenWords(in: planted), [])
        XCTAssertEqual(LayerRules.unsafeOutsideItsPlace(in: planted), [])
    }
}
