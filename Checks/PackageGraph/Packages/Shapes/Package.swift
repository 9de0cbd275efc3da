// swift-tools-version: 6.2
import PackageDescription

// A program and a test bundle reach the second door through two libraries. SHAPE says which products these
// are in: none, one that they share (`shared`), or each in one of its own (`each`). If only one of them has a
// product, SwiftPM builds the package in about half of the tries.
let shape = Context.environment["SHAPE"] ?? "each"

let door = Target.Dependency.product(
    name: "KeychainServicesAsSecurity", package: "SecureStore",
    moduleAliases: ["Security": "KeychainSecurity"], condition: .when(platforms: [.linux]))

let products: [String: [Product]] = [
    "shared": [.library(name: "Both", targets: ["Accounts", "Sessions"])],
    "each": [
        .library(name: "Accounts", targets: ["Accounts"]), .library(name: "Sessions", targets: ["Sessions"]),
    ],
]

let package = Package(
    name: "Shapes",
    products: products[shape] ?? [],
    dependencies: [.package(path: "../SecureStore")],
    targets: [
        .target(name: "Accounts", dependencies: [door]),
        .target(name: "Sessions", dependencies: [door]),
        .executableTarget(name: "shapes", dependencies: ["Accounts", "Sessions"]),
        .testTarget(name: "ShapesTests", dependencies: ["Accounts", "Sessions"]),
    ]
)
