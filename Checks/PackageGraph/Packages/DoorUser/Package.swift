// swift-tools-version: 6.2
import PackageDescription

let package = Package(
    name: "DoorUser",
    products: [.library(name: "DoorUser", targets: ["DoorUser"])],
    dependencies: [.package(path: "../SecureStore")],
    targets: [
        .target(
            name: "DoorUser",
            dependencies: [
                .product(
                    name: "KeychainServicesAsSecurity", package: "SecureStore",
                    moduleAliases: ["Security": "KeychainSecurity"], condition: .when(platforms: [.linux]))
            ])
    ]
)
