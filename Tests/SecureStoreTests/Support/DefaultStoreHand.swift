import Foundation
import KeychainServices
import XCTest

@testable import SecureStore

/// Something that happens to the user's default store, in a home that is empty before.
struct DefaultStoreHand: Sendable {
    let name: String
    let act: @Sendable (DefaultStoreTestCase) throws -> Void
    let line: UInt

    init(_ name: String, line: UInt = #line, _ act: @escaping @Sendable (DefaultStoreTestCase) throws -> Void)
    {
        (self.name, self.act, self.line) = (name, act, line)
    }

    // MARK: - None yet

    static let noneYet = [
        Self("nothing happened") { _ in },
        Self("the program chose a device key") { test in
            var options = test.standard
            options.deviceKey = .file(test.directory + "/own.key")
            KeychainStore.useDefault(options)
        },
        Self("forgotten, and never there") { test in
            try ItemStore.forget(at: test.defaultPath)
            XCTAssertEqual(try test.contents(), [:])
        },
        Self("gone and forgotten") { test in
            try test.makeAndLose()
            try ItemStore.forget(at: test.defaultPath)
        },
        Self("gone and forgotten by another way") { test in
            try test.link("link", to: ".local")
            try test.openOrCreateDefault()
            test.set("XDG_DATA_HOME", test.directory + "/link/share")
            try test.openDefault()
            try test.loseStore()
            try ItemStore.forget(at: test.defaultPath)
        },
        Self("deleted") { test in
            try test.openOrCreateDefault()
            try StoreDirectory().delete(test.defaultPath)
            // Apple's names would have no default any more.
            _ = try StoreDirectory().setDefaultStore(test.defaultPath)
        },
        Self("deleted when it was gone") { test in
            try test.makeAndLose()
            assertThrows(.noSuchKeychain) { try StoreDirectory().delete(test.defaultPath) }
            _ = try StoreDirectory().setDefaultStore(test.defaultPath)
        },
        Self("deleted when another was there") { test in
            try test.putAnotherThere()
            try StoreDirectory().delete(test.defaultPath)
            // Apple's names would have no default any more.
            _ = try StoreDirectory().setDefaultStore(test.defaultPath)
        },
        Self("gone, with a key of the service manager") { test in
            try test.write("securestore.device-key", Array(repeating: 7, count: 32))
            test.set("CREDENTIALS_DIRECTORY", test.directory)
            try test.makeAndLose()
            XCTAssertFalse(test.exists(".local/state"))
        },
        Self("another store, which nobody remembers") { test in
            let other = try ItemStore.create(at: test.path, options: test.standard)
            _ = try ItemStore.open(at: test.path, options: test.standard)
            try test.loseStore(XCTUnwrap(other.path))
            XCTAssertFalse(test.exists(DefaultStoreTestCase.list))
        },
    ]

    static let noneYetButAPassphrase = [
        Self("a passphrase is at hand") { $0.set("SECURESTORE_PASSPHRASE", "pass") }
    ]

    // MARK: - Gone

    static let gone =
        [
            Self("file gone") { try $0.makeAndLose() },
            Self("directory gone") { test in
                try test.openOrCreateDefault()
                try FileManager.default.removeItem(atPath: test.directory + "/.local/share")
            },
            Self("gone, and a passphrase opened it") { test in
                test.set("SECURESTORE_PASSPHRASE", "pass")
                try test.makeAndLose()
                test.set("SECURESTORE_PASSPHRASE", nil)
            },
            Self("gone, and made by name") { test in
                _ = try StoreDirectory().create(test.defaultPath)
                try test.loseStore()
            },
            Self("gone, and only opened") { test in
                try test.openOrCreateDefault()
                try test.remove(DefaultStoreTestCase.list)
                try test.openDefault()
                try test.loseStore()
            },
            Self("gone, opened since it was forgotten") { test in
                try test.openOrCreateDefault()
                try ItemStore.forget(at: test.defaultPath)
                try test.openDefault()
                try test.loseStore()
            },
            Self("gone, under another spelling") { test in
                test.set("SECURESTORE_PATH", test.directory + "//deep/./mine.store")
                try test.openOrCreateDefault()
                try test.loseStore(test.directory + "/deep/mine.store")
                test.set("SECURESTORE_PATH", test.directory + "/deep/mine.store")
            },
        ]
        + ["/link", "/.local/../.local/share", "//.local/share/", "/link/../share"].map { way in
            Self("gone, by the way \(way)") { test in
                try test.makeAndLose()
                try test.link("link", to: test.directory + "/.local/share")
                test.set("XDG_DATA_HOME", test.directory + way)
            }
        }
        + ["/link", "/volume/share"].map { way in
            Self("gone with a link to it, by the way \(way)") { test in
                try PrivateFile.createDirectory(test.directory + "/volume/share")
                try test.link("link", to: test.directory + "/volume/share")
                test.set("XDG_DATA_HOME", test.directory + "/link")
                try test.openOrCreateDefault()
                try test.remove("link")
                try test.remove("volume/share")
                test.set("XDG_DATA_HOME", test.directory + way)
            }
        }

    // MARK: - In doubt

    static let keyless = [
        Self("device key gone") { test in
            try test.openOrCreateDefault()
            try test.remove(".local/state/securestore/device.key")
        }
    ]

    static let another = [
        Self("another in its place") { try $0.putAnotherThere() },
        Self("another in its place, by a link") { test in
            try test.putAnotherThere()
            try test.link("link", to: test.directory + "/.local/share")
            test.set("XDG_DATA_HOME", test.directory + "/link")
        },
    ]

    static let open = [
        Self("directory that others can write") { test in
            try test.openOrCreateDefault()
            test.setMode(0o775, of: test.directory + "/.local/share/securestore")
        },
        Self("gone, and others can read the list of stores") { test in
            try test.makeAndLose()
            test.setMode(0o640, of: test.directory + "/" + DefaultStoreTestCase.list)
        },
    ]

    static let unreadableList =
        ["", "securestore stores 2\n", "securestore stores 1\n/path\n", "\u{ff}"].map { content in
            Self("gone, and the list of stores is \(content.debugDescription)") { test in
                try test.openOrCreateDefault()
                try test.write(DefaultStoreTestCase.list, content.utf8)
                XCTAssertNoThrow(try test.openDefault(), content)
                try test.loseStore()
            }
        }

    // MARK: - There

    /// Those after which a store with no item, one or two is the right one.
    static let there: [(hand: Self, items: Int)] = [
        (Self("made") { try $0.openOrCreateDefault() }, 0),
        (
            Self("an old copy in its place") { test in
                let store = try test.openOrCreateDefault()
                try store.backup(to: test.copy)
                try store.add(password("later"))
                try test.loseStore()
                try FileManager.default.moveItem(atPath: test.copy, toPath: test.defaultPath)
            }, 0
        ),
        (
            Self("another, and forgotten") { test in
                try test.putAnotherThere()
                try ItemStore.forget(at: test.defaultPath)
            }, 2
        ),
        (
            Self("another, without a list") { test in
                try test.putAnotherThere()
                try test.remove(DefaultStoreTestCase.list)
            }, 2
        ),
        (Self("another, restored") { try $0.restoreAnother() }, 2),
        (
            Self("restored where it was gone") { test in
                let store = try test.openOrCreateDefault()
                try store.add(password("maria"))
                try store.backup(to: test.copy)
                try test.loseStore()
                _ = try ItemStore.restore(
                    from: test.copy, to: test.defaultPath, options: test.standard)
            }, 1
        ),
        (
            Self("salvaged where it was gone") { test in
                try test.openOrCreateDefault().add(password("maria"))
                try FileManager.default.moveItem(atPath: test.defaultPath, toPath: test.copy)
                _ = try ItemStore.salvage(from: test.copy, to: test.defaultPath, options: test.standard)
            }, 1
        ),
    ]
}
