// swift-tools-version: 6.3
// The version that SecureStore needs.
import PackageDescription

let package = Package(
    name: "FleetServer",
    dependencies: [.package(name: "SecureStore", path: "../..")],
    targets: [
        .executableTarget(
            name: "FleetServer",
            dependencies: [
                .product(name: "SecureStore", package: "SecureStore"),
                .product(name: "SecureStoreFleet", package: "SecureStore"),
            ])
    ]
)
