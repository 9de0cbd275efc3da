// swift-tools-version: 6.2
import PackageDescription

let package = Package(
    name: "Signer",
    dependencies: [.package(name: "SecureStore", path: "../..")],
    targets: [
        .executableTarget(
            name: "Signer", dependencies: [.product(name: "SecureStore", package: "SecureStore")])
    ]
)
