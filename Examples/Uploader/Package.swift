// swift-tools-version: 6.3
// The version that SecureStore needs.
import PackageDescription

let package = Package(
    name: "Uploader",
    dependencies: [.package(name: "SecureStore", path: "../..")],
    targets: [
        .executableTarget(
            name: "Uploader", dependencies: [.product(name: "SecureStore", package: "SecureStore")])
    ]
)
