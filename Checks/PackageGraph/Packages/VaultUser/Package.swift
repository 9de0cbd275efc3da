// swift-tools-version: 6.2
import PackageDescription

let package = Package(
    name: "VaultUser",
    dependencies: [.package(path: "../SecureStore")],
    targets: [
        .executableTarget(
            name: "VaultUser", dependencies: [.product(name: "TokenVault", package: "SecureStore")])
    ]
)
