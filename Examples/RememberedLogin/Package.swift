// swift-tools-version: 6.3
// The version that SecureStore needs.
import PackageDescription

let package = Package(
    name: "RememberedLogin",
    products: [.library(name: "RememberedLogin", targets: ["RememberedLogin"])],
    dependencies: [.package(name: "SecureStore", path: "../..")],
    targets: [
        .target(
            name: "RememberedLogin", dependencies: [.product(name: "SecureStore", package: "SecureStore")]),
        .testTarget(
            name: "RememberedLoginTests",
            dependencies: [
                "RememberedLogin",
                .product(name: "SecureStore", package: "SecureStore"),
                .product(name: "SecureStoreTesting", package: "SecureStore"),
            ]),
    ]
)
