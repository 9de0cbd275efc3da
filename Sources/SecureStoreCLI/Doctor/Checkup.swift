import FoundationEssentials
import SecureStore

/// Looks at everything that usually keeps a store from opening, and changes nothing.
struct Checkup {
    private let access: StoreAccess
    private let now = Date()
    private(set) var findings: [Finding] = []

    /// As long as somebody looks at a terminal without wondering.
    private static let patience = Duration.seconds(2)
    /// No program builds a file for longer.
    private static let longestBuilding = 3_600.0

    static func findings(_ arguments: Arguments) -> [Finding] {
        let access: StoreAccess
        do { access = try StoreAccess(arguments) } catch { return .problem("store", error) }
        var checkup = Checkup(access: access)
        checkup.run()
        // Those that keep something from working come first.
        return checkup.findings.filter { $0.weight == .problem }
            + checkup.findings.filter { $0.weight == .advice }
    }

    private mutating func run() {
        if !LibCrypto.isInstalled {
            findings += .advice(
                "libcrypto",
                "libcrypto.so.3 of OpenSSL is not installed, which one-time codes, copies to the clipboard, certificates and keys need",
                hint: "install it; Debian and Ubuntu have it in the package libssl3")
        }
        let usual = access.choice == .environment ? StoreDirectory.usualStore : access.directory.loginStore
        findings += Finding.ofOtherStore(usual, path: access.path, choice: access.choice)
        let file = FileFacts(access.path)
        let changed = file.map { lookAtFiles($0) } ?? now
        lookAtDeviceKey()
        for folder in EditedFolder.leftovers() {
            folder.leave()
            findings += .advice(
                "edited", "\(folder.path) has the plain text of an edit that was killed",
                hint: "the next securestore edit erases it")
        }
        // A fault of the files is the reason why it does not open.
        let known = findings.contains {
            $0.weight == .problem && !["read-only", "full", "network"].contains($0.code)
        }
        do throws(StoreError) { try lookInto(try information(), changed: changed) } catch {
            if error.status == .notAvailable, file == nil {
                findings += Finding.ofLostStore(access.path)
            } else if !known {
                findings += .problem("store", error)
            }
        }
    }

    /// Looks at the store's files, and tells when the store was last changed.
    private mutating func lookAtFiles(_ file: FileFacts) -> Date {
        let place = FileFacts.resolved(FileFacts.folder(of: access.path))
        if let facts = FileFacts(place) { findings += Finding.ofDirectory(place, facts) }
        findings += Finding.ofPrivateFile(access.path, file, "file")
        var (newest, changed) = (file.changed, file.changed)
        for name in ["-wal", "-shm"].map({ access.path + $0 }) {
            guard let facts = FileFacts(name) else { continue }
            findings += Finding.ofPrivateFile(name, facts, "file")
            newest = max(newest, facts.changed)
            // Whoever only reads makes these files too, and leaves the journal empty.
            if name.hasSuffix("-wal"), facts.size > 0 { changed = max(changed, facts.changed) }
        }
        do throws(StoreError) { try NetworkFileSystem.refuse(place) } catch {
            findings += .problem(
                "network", error.reason,
                hint: "securestore backup or salvage copies it there, and SECURESTORE_PATH names that place")
        }
        if let volume = VolumeFacts(of: place, needing: file.size + Finding.leastFree) {
            findings += Finding.ofVolume(place, volume, storeSize: file.size)
        }
        if OpenStore.isOpen(access.path) { findings += Finding.ofOpenStore(access.path, .inUse) }
        findings += Finding.ofClock(now, newest: newest)
        lookForLeftovers(in: place)
        return changed
    }

    /// Looks for the leftovers of a killed program: a journal that nobody has open, and files that it was
    /// building.
    private mutating func lookForLeftovers(in place: String) {
        let journal = access.path + "-wal"
        if let facts = FileFacts(journal), facts.size > 0, !OpenStore.isOpen(access.path) {
            findings += .advice(
                "journal", "\(journal) has changes of a program that did not end as it should",
                hint: "securestore verify takes them into the store")
        }
        let names = (try? FileManager.default.contentsOfDirectory(atPath: place)) ?? []
        for name in names.sorted() where Self.isUnfinished(name) {
            guard let facts = FileFacts(place + "/" + name), facts.kind == .file,
                facts.changed.addingTimeInterval(Self.longestBuilding) < now
            else { continue }
            findings += .advice(
                "unfinished", "\(place)/\(name) was left by a program that did not finish it",
                hint: "securestore verify removes it")
        }
    }

    /// As the library names them: `.NAME.TAG.END`, where the tag has 32 hexadecimal digits.
    private static func isUnfinished(_ name: String) -> Bool {
        let parts = name.split(separator: ".", omittingEmptySubsequences: false)
        guard parts.count >= 4, parts[0].isEmpty else { return false }
        let tag = parts[parts.count - 2]
        return tag.utf8.count == 32 && tag.allSatisfy(\.isHexDigit)
    }

    private mutating func lookAtDeviceKey() {
        do throws(StoreError) {
            guard let path = try DeviceKeySource.ownFile(), let facts = FileFacts(path) else { return }
            findings += Finding.ofPrivateFile(path, facts, "device-key", needing: 0o400)
            let place = FileFacts.resolved(FileFacts.folder(of: path))
            // In one such as /tmp nobody can put another file in its place.
            if let facts = FileFacts(place), facts.mode & 0o1000 == 0 {
                findings += Finding.ofDirectory(place, facts)
            }
            for name in [path + ".stores", path + ".stores.lock"] {
                guard let facts = FileFacts(name), facts.isOwn, facts.mode & 0o600 != 0o600 else { continue }
                findings += .problem(
                    "known-stores",
                    "\(name) cannot be written, so that a store that is gone would be made again",
                    hint: "chmod 600 \(name)")
            }
            do throws(StoreError) { try DeviceKeySource.checkKnownStores() } catch {
                findings += .problem("known-stores", error)
            }
        } catch { findings += .problem("device-key", error) }
    }

    private var options: StoreOptions {
        var options = StoreOptions(access: .readOnly)
        options.patience = Self.patience
        return options
    }

    private func information() throws(StoreError) -> StoreInformation {
        do throws(StoreError) { return try ItemStore.information(at: access.path, options: options) } catch {
            // Opening tells a store that is gone from one that never was.
            if error.status == .noSuchKeychain { _ = try open() }
            throw error
        }
    }

    private func open() throws(StoreError) -> ItemStore {
        try .open(at: access.path, unlockingWith: .deviceKey, options: options)
    }

    private mutating func lookInto(_ information: StoreInformation, changed: Date) throws(StoreError) {
        let kinds = information.slots.map(\.kind)
        if information.hasFastReads == false {
            findings += .advice(
                "slow-reads",
                "look-ups read the file each time: this SQLite has another index of the journal",
                hint: "tell the maintainers of SecureStore the version of SQLite")
        }
        var source: PassphraseSource?
        do throws(StoreError) { source = try .unattended() } catch {
            findings += .problem("passphrase-source", error)
        }
        findings += Finding.ofRotation(information) + Finding.ofRoots(information)
        findings += Finding.ofSlots(kinds, hasSource: source != nil)
        let dates = Finding.upkeep(of: information, &findings)
        findings += Finding.ofBackup(dates[.backup], storeChanged: changed, now: now)
        let store: ItemStore
        do throws(StoreError) { store = try open() } catch {
            guard kinds.contains(where: \.opensWithDeviceKey), StoreAccess.isOfDeviceKey(error) else {
                throw error
            }
            // Nothing adds a code to a store that does not open.
            findings.removeAll { $0.code == "recovery-code" }
            findings += Finding.ofLostDeviceKey(kinds, isForeign: error.status == .authFailed)
            return
        }
        if store.lockState == .notYetUnlocked {
            if let source { tryOut(source, on: store) } else { lookAtKeyring(store) }
        }
        let items = try Finding.ofItems(of: store)
        // A rotation does not get past what is damaged.
        if items.contains(where: { $0.code == "damaged" }) { findings.removeAll { $0.code == "rotation" } }
        findings += items
    }

    private mutating func tryOut(_ source: PassphraseSource, on store: ItemStore) {
        do throws(StoreError) { try store.unlock(with: .passphrase(try source.read())) } catch {
            findings += Finding.ofUseless(source, error)
        }
    }

    private mutating func lookAtKeyring(_ store: ItemStore) {
        guard let keyring = try? KernelKeyring(for: store) else { return }
        // A key that does not fit any more is left where it is: nothing is changed here.
        if let key = try? keyring.key() { return (try? store.unlock(with: .sessionKey(key))) ?? () }
        guard let refusal = keyring.refusalToFind() else { return }
        findings += .problem(
            "keyring", "the kernel keeps no keys here (\(refusal)), so unlock does not last",
            hint: Unlocking.unattendedWays)
    }
}
