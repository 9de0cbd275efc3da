// swift-tools-version: 6.3
// The version that SecureStore needs.
import PackageDescription

let package = Package(
    name: "Benchmarks",
    dependencies: [.package(name: "SecureStore", path: "..")],
    targets: [
        .systemLibrary(name: "CFloorLibraries", pkgConfig: "libsodium sqlite3"),
        .target(
            name: "CFloor", dependencies: ["CFloorLibraries"], cSettings: [.unsafeFlags(["-O2"])],
            linkerSettings: [.linkedLibrary("sodium"), .linkedLibrary("sqlite3")]),
        .target(
            name: "CPeer", cSettings: [.unsafeFlags(["-O2"])], linkerSettings: [.linkedLibrary("pthread")]),
        .executableTarget(
            name: "FloorPeer", dependencies: ["CFloor", "CPeer"], cSettings: [.unsafeFlags(["-O2"])]),
        .executableTarget(
            name: "StorePeer",
            dependencies: ["CPeer", .product(name: "SecureStore", package: "SecureStore")],
            swiftSettings: [.swiftLanguageMode(.v6)]),
        .executableTarget(
            name: "KeychainPeer",
            dependencies: [
                "CPeer",
                .product(name: "KeychainServices", package: "SecureStore"),
                .product(name: "SecureStore", package: "SecureStore"),
            ],
            swiftSettings: [.swiftLanguageMode(.v6)]),
        .systemLibrary(name: "CKeyFloorLibraries"),
        .target(
            name: "CKeyFloor", dependencies: ["CKeyFloorLibraries"], cSettings: [.unsafeFlags(["-O2"])],
            linkerSettings: [.linkedLibrary("crypto")]),
        .executableTarget(
            name: "KeyBenchmark",
            dependencies: [
                "CKeyFloor",
                .product(name: "SecureStoreCertificates", package: "SecureStore"),
                .product(name: "SecureStore", package: "SecureStore"),
            ],
            swiftSettings: [.swiftLanguageMode(.v6)]),
        .executableTarget(
            name: "StoreBenchmark",
            dependencies: ["CFloor", .product(name: "SecureStore", package: "SecureStore")],
            swiftSettings: [.swiftLanguageMode(.v6)]),
        .executableTarget(
            name: "ReadBenchmark",
            dependencies: ["CFloor", .product(name: "SecureStore", package: "SecureStore")],
            swiftSettings: [.swiftLanguageMode(.v6)]),
        .executableTarget(
            name: "KeychainBenchmark",
            dependencies: [
                .product(name: "KeychainServices", package: "SecureStore"),
                .product(name: "SecureStore", package: "SecureStore"),
            ],
            swiftSettings: [.swiftLanguageMode(.v6)]),
        .target(
            name: "StartLookup", dependencies: [.product(name: "SecureStore", package: "SecureStore")],
            swiftSettings: [.swiftLanguageMode(.v6)]),
        .executableTarget(
            name: "StartEmpty", dependencies: [.product(name: "SecureStore", package: "SecureStore")],
            swiftSettings: [.swiftLanguageMode(.v6)]),
        .executableTarget(
            name: "StartAlone", dependencies: ["StartLookup"], swiftSettings: [.swiftLanguageMode(.v6)]),
        .executableTarget(
            name: "StartWithCertificates",
            dependencies: ["StartLookup", .product(name: "SecureStoreCertificates", package: "SecureStore")],
            swiftSettings: [.swiftLanguageMode(.v6)]),
        .executableTarget(
            name: "StartWithFoundation", dependencies: ["StartLookup"],
            swiftSettings: [.swiftLanguageMode(.v6)]),
        .executableTarget(
            name: "StartWithKeychainServices",
            dependencies: ["StartLookup", .product(name: "KeychainServices", package: "SecureStore")],
            swiftSettings: [.swiftLanguageMode(.v6)]),
        .executableTarget(
            name: "VaultBenchmark",
            dependencies: [
                .product(name: "SecureStore", package: "SecureStore"),
                .product(name: "TokenVault", package: "SecureStore"),
            ],
            swiftSettings: [.swiftLanguageMode(.v6)]),
    ]
)
