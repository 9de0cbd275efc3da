// swift-tools-version: 6.3
// Swift 6.3 is the first with `@specialized`, which keeps generic calls of the store quick.
import PackageDescription

// Only where this package is worked on: a warning of a later compiler must not break a program that uses it
// by its path.
let warnings: [SwiftSetting] =
    Context.environment["SECURESTORE_WARNINGS_AS_ERRORS"] == nil ? [] : [.treatAllWarnings(as: .error)]

let settings: [SwiftSetting] =
    [
        .swiftLanguageMode(.v6),
        .enableUpcomingFeature("InternalImportsByDefault"),
        .enableUpcomingFeature("MemberImportVisibility"),
        .enableUpcomingFeature("ExistentialAny"),
        .strictMemorySafety(),
    ] + warnings

/// Has every file of a target see the modules of tests that it builds on, as if it began with `@testable
/// import`.
func seeing(_ modules: String...) -> [SwiftSetting] {
    settings + [
        .unsafeFlags(modules.flatMap { ["-Xfrontend", "-testable-import-module", "-Xfrontend", $0] })
    ]
}

/// Tests that build on the support that several targets share.
func tests(_ name: String, exclude: [String] = [], _ dependencies: Target.Dependency...) -> Target {
    .testTarget(
        name: name, dependencies: dependencies + ["SecureStoreTestSupport"], exclude: exclude,
        swiftSettings: seeing("SecureStoreTestSupport"))
}

/// A program that tests start.
func program(in folder: String = "Tests", _ name: String, _ dependencies: Target.Dependency...) -> Target {
    .executableTarget(
        name: name, dependencies: dependencies, path: "\(folder)/\(name)", swiftSettings: settings)
}

// The second door, for sources that say `import Security`. A module of that name, anywhere in a graph of
// packages, makes `canImport(Security)` true in packages that never asked for it: so it is built only for
// packages that ask for its product, which is done under an alias. Off Linux an empty module takes its place.
// The stand-in for Apple's LocalAuthentication is asked for in the same way, and for the same reason.
#if os(Linux)
let keychainSources: [String]? = nil
let security = Target.target(name: "Security", dependencies: ["KeychainServices"], swiftSettings: settings)
let localAuthentication = [
    Target.target(name: "LocalAuthentication", swiftSettings: settings),
    Target.testTarget(
        name: "LocalAuthenticationTests", dependencies: ["LocalAuthentication"], swiftSettings: settings),
]
#else
let keychainSources: [String]? = ["Exports.swift"]
let security = Target.target(name: "SecurityPlaceholder", swiftSettings: settings)
let localAuthentication = [Target]()
#endif

let package = Package(
    name: "SecureStore",
    products: [
        .library(name: "SecureStore", targets: ["SecureStore"]),
        .library(name: "SecureStoreTesting", targets: ["SecureStoreTesting"]),
        .library(name: "SecureStoreCertificates", targets: ["SecureStoreCertificates"]),
        .library(name: "KeychainServices", targets: ["KeychainServices"]),
        .library(name: "TokenVault", targets: ["TokenVault"]),
        .library(name: "SecureStoreFleet", targets: ["SecureStoreFleet"]),
        .library(name: "KeychainServicesAsSecurity", targets: [security.name]),
        .library(
            name: "LocalAuthenticationStandIn", targets: [(localAuthentication.first ?? security).name]),
        .executable(name: "securestore", targets: ["SecureStoreCommand"]),
        .executable(name: "securestore-fleet", targets: ["SecureStoreFleetCommand"]),
        .executable(name: "securestore-secret-service", targets: ["SecureStoreSecretServiceCommand"]),
        .executable(name: "tour", targets: ["SecureStoreTour"]),
    ],
    targets: [
        .systemLibrary(
            name: "CSecureStoreSodium",
            pkgConfig: "libsodium",
            providers: [.apt(["libsodium-dev"]), .brew(["libsodium"])]
        ),
        .systemLibrary(
            name: "CSecureStoreSQLite",
            pkgConfig: "sqlite3",
            providers: [.apt(["libsqlite3-dev"]), .brew(["sqlite3"])]
        ),
        // Compiled first, so that a header that is missing is said once.
        .target(name: "CSecureStoreHeaders", dependencies: ["CSecureStoreSodium", "CSecureStoreSQLite"]),
        // Linked only by who asks for SecureStoreCertificates. pkg-config would warn who has no libssl-dev.
        .systemLibrary(name: "CSecureStoreOpenSSL", providers: [.apt(["libssl-dev"]), .brew(["openssl"])]),
        // Linked by packages that ask for SecureStoreFleet and by no others; without pkg-config, as above.
        .target(name: "CSecureStorePostgres"),
        // The differences between systems, in one place.
        .systemLibrary(name: "CSecureStorePlatform"),
        .target(name: "SecureStorePlatform", dependencies: ["CSecureStorePlatform"], swiftSettings: settings),
        // Functions that only Linux has, for the command.
        .systemLibrary(name: "CSecureStoreLinux"),
        .target(
            name: "SecureStore",
            dependencies: [
                "CSecureStoreHeaders", "CSecureStoreSodium", "CSecureStoreSQLite", "SecureStorePlatform",
            ],
            // An awaited call goes from its caller's actor to a thread of the store and back, and nowhere else.
            swiftSettings: settings + [.enableUpcomingFeature("NonisolatedNonsendingByDefault")]),
        // For tests of programs: nothing else here uses it.
        .target(name: "SecureStoreTesting", dependencies: ["SecureStore"], swiftSettings: settings),
        // On Linux it loads libcrypto with the first call.
        .target(
            name: "CSecureStoreOpenSSLCalls",
            linkerSettings: [.linkedLibrary("crypto", .when(platforms: [.macOS]))]),
        .target(
            name: "SecureStoreCertificates",
            dependencies: ["CSecureStoreOpenSSL", "CSecureStoreOpenSSLCalls", "SecureStore"],
            swiftSettings: settings),
        // Apple's codes and what they say, for the module of Apple's names and for the command: a table in C,
        // whose preprocessor makes a constant and its text of one row.
        .systemLibrary(name: "CSecureStoreCodes"),
        .target(
            name: "SecureStoreCodes", dependencies: ["CSecureStoreCodes", "SecureStore"],
            swiftSettings: settings),
        // On Apple's systems it is Apple's own module under this name: one file, which says so.
        .target(
            name: "KeychainServices",
            dependencies: ["Certificates", "Codes", "Platform", ""].map {
                .target(name: "SecureStore\($0)", condition: .when(platforms: [.linux]))
            },
            sources: keychainSources, swiftSettings: settings),
        .target(name: "SecureStoreJSON", dependencies: ["SecureStore"], swiftSettings: settings),
        .target(
            name: "TokenVault", dependencies: ["SecureStore", "SecureStoreJSON"], swiftSettings: settings),
        .target(
            name: "SecureStoreFleet",
            dependencies: ["CSecureStorePostgres", "SecureStore", "SecureStorePlatform"],
            swiftSettings: settings),
        security,
        .target(
            name: "SecureStoreCLI",
            dependencies: [
                "CSecureStoreLinux", "SecureStoreCertificates", "SecureStoreCodes", "SecureStore",
                "SecureStoreJSON", "SecureStorePlatform",
            ],
            swiftSettings: settings),
        .executableTarget(
            name: "SecureStoreCommand", dependencies: ["SecureStoreCLI"], swiftSettings: settings),
        // The program that the command starts for a fleet, so that it is not linked with libpq itself.
        .executableTarget(
            name: "SecureStoreFleetCommand",
            dependencies: ["SecureStore", "SecureStoreCLI", "SecureStoreFleet"], swiftSettings: settings),
        // Linked with sd-bus, which nobody else is.
        .target(name: "CSecureStoreBus"),
        .target(
            name: "SecureStoreSecretService",
            dependencies: [
                "CSecureStoreBus", "SecureStoreCertificates", "SecureStore", "SecureStoreCLI",
                "SecureStorePlatform",
            ],
            path: "Sources/SecretService", swiftSettings: settings),
        .executableTarget(
            name: "SecureStoreSecretServiceCommand",
            dependencies: ["SecureStore", "SecureStoreCLI", "SecureStoreSecretService"],
            path: "Sources/SecretServiceCommand", swiftSettings: settings),
        // For whoever has just checked out this package.
        .executableTarget(
            name: "SecureStoreTour", dependencies: ["SecureStore"], path: "Sources/Tour",
            swiftSettings: settings),
        .target(
            name: "FleetHistory", dependencies: ["SecureStore"], path: "Tests/FleetHistory",
            swiftSettings: settings),
        program("StoreExerciser", "FleetHistory", "SecureStore", "SecureStoreTesting"),
        program("ReadmeProgram", "SecureStore"),
        program("VaultProgram", "SecureStore", "TokenVault"),
        // Support that several targets of tests need. It has no tests, and is compiled with them only.
        .testTarget(
            name: "SecureStoreTestSupport",
            dependencies: ["SecureStoreCertificates", "FleetHistory", "SecureStore", "SecureStoreTesting"],
            swiftSettings: settings),
        .testTarget(
            name: "TokenVaultTests",
            dependencies: ["SecureStore", "SecureStoreTesting", "SecureStoreTestSupport", "TokenVault"],
            swiftSettings: settings),
        tests(
            "SecureStoreCertificatesTests", exclude: ["Vectors"], "CSecureStoreOpenSSL",
            "SecureStoreCertificates", "SecureStore", "SecureStoreTesting"),
        tests("SecureStoreJSONTests", "SecureStore", "SecureStoreJSON"),
        tests("SecureStoreFleetTests", "FleetHistory"),
        tests(
            "SecureStoreTests", exclude: ["Golden"], "FleetHistory", "KeychainServices", "SecureStore",
            "SecureStoreTesting", "StoreExerciser", "TokenVault", "CSecureStoreSQLite"),
        tests(
            "KeychainServicesTests", "CSecureStoreOpenSSL", "SecureStoreCertificates", "KeychainServices",
            "SecureStore", "SecureStoreTesting"),
        .testTarget(
            name: "KeychainIdiomsSwift6Tests", dependencies: ["KeychainServices", "SecureStore"],
            path: "Tests/KeychainIdioms", swiftSettings: [.swiftLanguageMode(.v6)] + warnings),
        tests(
            "CommandLineTests", "SecureStoreCodes", "SecureStore", "SecureStoreCLI", "SecureStoreCommand",
            "SecureStoreFleetCommand", "SecureStoreJSON", "ReadmeProgram", "VaultProgram"),
        tests("SecretServiceTests", "SecureStoreCLI", "SecureStoreSecretService", "SecureStoreTesting"),
        .testTarget(
            name: "ReadmeTests",
            dependencies: [
                "ReadmeProgram", "SecureStoreFleet", "SecureStoreTesting", "SecureStoreTour", "TokenVault",
            ],
            swiftSettings: settings),
    ] + localAuthentication
)

// The tests that need more than Swift and time, and the programs that they start: see Checks/README.md.
if Context.environment["SECURESTORE_CHECKS"] != nil {
    /// Tests that build on the cases and samples of the quick ones of the same module.
    func checks(_ module: String, exclude: [String] = [], _ dependencies: Target.Dependency...) -> Target {
        .testTarget(
            name: module + "Checks",
            dependencies: dependencies + [
                "SecureStore", "SecureStoreTestSupport", .init(stringLiteral: module + "Tests"),
            ],
            path: "Checks/\(module)Checks", exclude: exclude,
            // The tests of the vault have names of their own for what `SecureStoreTestSupport` has.
            swiftSettings: module == "TokenVault"
                ? seeing("TokenVaultTests") : seeing("SecureStoreTestSupport", module + "Tests"))
    }
    package.targets += [
        .target(name: "FakeTokenServer", path: "Checks/FakeTokenServer", swiftSettings: settings),
        program(in: "Checks", "KeyExerciser", "SecureStoreCertificates", "SecureStore"),
        program(in: "Checks", "VaultExerciser", "FakeTokenServer", "SecureStore", "TokenVault"),
        program(in: "Checks", "ReplicaExerciser", "SecureStore", "SecureStoreFleet", "SecureStoreTesting"),
        program(
            in: "Checks", "FleetExerciser", "FakeTokenServer", "FleetHistory", "SecureStore",
            "SecureStoreFleet", "TokenVault"),
        // Here, because it uses what another package cannot see, and so that it goes on to compile.
        .executableTarget(
            name: "FleetBenchmark",
            dependencies: ["CSecureStorePostgres", "SecureStore", "SecureStoreFleet"],
            path: "Benchmarks/Sources/FleetBenchmark", swiftSettings: settings),
        checks(
            "SecureStore", exclude: ["Support/defect.c", "Support/window.c"], "CSecureStoreSQLite",
            "FleetHistory", "KeychainServices", "SecureStoreTesting", "StoreExerciser", "TokenVault"),
        checks("TokenVault", "FakeTokenServer", "SecureStoreTesting", "TokenVault", "VaultExerciser"),
        checks(
            "SecureStoreCertificates", exclude: ["Limbo", "Support/attributes.py", "Support/other_side.py"],
            "CSecureStoreOpenSSL", "SecureStoreCertificates", "KeyExerciser", "SecureStoreTesting"),
        checks("KeychainServices", "SecureStoreCertificates", "KeychainServices", "SecureStoreTesting"),
        checks(
            "SecureStoreFleet", "FakeTokenServer", "FleetExerciser", "FleetHistory", "ReplicaExerciser",
            "SecureStoreFleet", "TokenVault"),
        checks(
            "CommandLine",
            exclude: [
                "bus_client.py", "bus_clients.py", "bus_faults.py", "bus_hostile.py", "bus_policy.py",
                "bus_portal.py", "bus_programs.py", "bus_prompts.py", "bus_reopened.py", "clock.c",
                "completions.zsh",
                "git_server.py", "nokeys.py", "notify.py", "registry.py", "secret_tool.sh", "terminal.py",
            ].map { "Support/" + $0 } + ["FleetTranscripts", "Sessions", "Transcripts"],
            "FleetExerciser", "SecureStoreCodes", "SecureStoreCLI", "SecureStoreCommand",
            "SecureStoreFleetCommand", "SecureStoreJSON", "SecureStoreSecretService",
            "SecureStoreSecretServiceCommand"),
        // The same sources as in the quick tests, in the other language mode: the folder has a link to them.
        .testTarget(
            name: "KeychainIdiomsSwift5Checks", dependencies: ["KeychainServices", "SecureStore"],
            path: "Checks/KeychainIdiomsSwift5Checks",
            swiftSettings: [.swiftLanguageMode(.v5)] + warnings),
    ]
}

// The fuzzers, for `swift build --sanitize=fuzzer`: see Checks/README.md.
if Context.environment["SECURESTORE_FUZZER"] != nil {
    func fuzzer(_ name: String, exclude: [String] = [], _ dependencies: Target.Dependency...) -> Target {
        .executableTarget(
            name: name, dependencies: dependencies + ["SecureStore"], path: "Checks/\(name)",
            exclude: exclude,
            swiftSettings: settings, linkerSettings: [.unsafeFlags(["-use-ld=lld"])])
    }
    package.targets += [
        fuzzer("BusFuzzer", exclude: ["run"], "CSecureStoreBus", "SecureStoreSecretService"),
        fuzzer(
            "CertificateFuzzer", exclude: ["Corpus", "run"], "CSecureStoreOpenSSL", "SecureStoreCertificates"),
        fuzzer("DictionaryFuzzer", "KeychainServices"),
        fuzzer("CommandFuzzer", exclude: ["Corpus", "run"], "SecureStoreCLI", "SecureStoreJSON"),
        fuzzer("KeyFuzzer", exclude: ["run"], "CSecureStoreOpenSSL", "SecureStoreCertificates"),
    ]
}

// The program that the crash harness starts: see Checks/README.md.
if Context.environment["SECURESTORE_CRASH_HARNESS"] != nil {
    package.targets.append(
        .executableTarget(
            name: "CrashWorker", dependencies: ["SecureStore", "SecureStoreTesting", "TokenVault"],
            path: "Checks/CrashHarness/Worker", swiftSettings: settings))
}

// The targets that work on one thread or start a program are left out: see .ci/README.md.
if Context.environment["SECURESTORE_TESTS_OF_THREADS"] != nil {
    let left = [
        "SecureStoreCertificatesChecks", "SecureStoreCertificatesTests", "CommandLineChecks",
        "CommandLineTests", "KeychainIdiomsSwift5Checks", "KeychainIdiomsSwift6Tests", "KeyExerciser",
        "SecretServiceTests", "SecureStoreCLI", "SecureStoreCommand", "SecureStoreFleetCommand",
        "SecureStoreJSONTests", "SecureStoreSecretService", "SecureStoreSecretServiceCommand",
    ]
    package.targets.removeAll { left.contains($0.name) }
    package.products.removeAll { $0.name.hasPrefix("securestore") }
}
