// swift-tools-version: 6.3
import PackageDescription

let package = Package(
    name: "Newcomer",
    dependencies: [.package(path: "../SecureStore")],
    targets: [
        .executableTarget(
            name: "Newcomer", dependencies: [.product(name: "SecureStore", package: "SecureStore")])
    ]
)
