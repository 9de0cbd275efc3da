// swift-tools-version: 6.3
// The version that SecureStore needs.
import PackageDescription

let package = Package(
    name: "MutualTLS",
    dependencies: [.package(name: "SecureStore", path: "../..")],
    targets: [
        .executableTarget(
            name: "MutualTLS",
            dependencies: [
                .product(name: "SecureStore", package: "SecureStore"),
                .product(name: "SecureStoreCertificates", package: "SecureStore"),
            ])
    ]
)
