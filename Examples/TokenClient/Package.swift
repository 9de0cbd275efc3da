// swift-tools-version: 6.3
// The version that SecureStore needs.
import PackageDescription

let package = Package(
    name: "TokenClient",
    dependencies: [.package(name: "SecureStore", path: "../..")],
    targets: [
        .executableTarget(
            name: "TokenClient",
            dependencies: [
                .product(name: "SecureStore", package: "SecureStore"),
                .product(name: "TokenVault", package: "SecureStore"),
            ]),
        .executableTarget(name: "DemoServer"),
    ]
)
