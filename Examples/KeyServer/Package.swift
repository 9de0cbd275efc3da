// swift-tools-version: 6.2
import PackageDescription

let package = Package(
    name: "KeyServer",
    dependencies: [.package(name: "SecureStore", path: "../..")],
    targets: [
        .executableTarget(
            name: "KeyServer", dependencies: [.product(name: "SecureStore", package: "SecureStore")])
    ]
)
