// swift-tools-version: 6.2
import PackageDescription

let package = Package(
    name: "WalkCounts",
    dependencies: [.package(name: "SecureStore", path: "../..")],
    targets: [
        .target(name: "CWalks", linkerSettings: [.linkedLibrary("sodium")]),
        .executableTarget(
            name: "Walks",
            dependencies: [
                "CWalks",
                .product(name: "KeychainServices", package: "SecureStore"),
                .product(name: "SecureStore", package: "SecureStore"),
                .product(name: "SecureStoreFleet", package: "SecureStore"),
                .product(name: "TokenVault", package: "SecureStore"),
            ],
            swiftSettings: [.swiftLanguageMode(.v6)]),
    ]
)
