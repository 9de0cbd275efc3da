// swift-tools-version: 6.3
// The version that SecureStore needs.
import PackageDescription

let package = Package(
    name: "SharedNotes",
    platforms: [.macOS(.v13)],
    dependencies: [.package(name: "SecureStore", path: "../..")],
    targets: [
        .executableTarget(
            name: "SharedNotes",
            dependencies: [
                // On Apple's systems the keychain comes with the system, and nothing of the package is built.
                .product(
                    name: "KeychainServices", package: "SecureStore", condition: .when(platforms: [.linux]))
            ])
    ]
)
