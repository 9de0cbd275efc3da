// swift-tools-version: 6.2
import PackageDescription

// The packages that go through the second door: none (`none`), another package (`package`), this one
// (`root`), both (`both`), or this one without the alias (`bare`), which is what goes wrong.
let door = Context.environment["DOOR"] ?? "none"
let isByPackage = door == "package" || door == "both"

// Names that other packages have too: no target of SecureStore may have one of them.
let taken = ["CSQLite", "CertificateKit", "KeychainCodes", "TestSupport", "Tour"]
var dependencies: [Target.Dependency] =
    [
        .product(name: "Asker", package: "Asker"), .product(name: "KeychainServices", package: "SecureStore"),
        .product(name: "SecureStore", package: "SecureStore"),
        .product(name: "SecureStoreCertificates", package: "SecureStore"),
        .product(name: "SecureStoreFleet", package: "SecureStore"),
        .product(name: "SecureStoreTesting", package: "SecureStore"),
        .product(name: "TokenVault", package: "SecureStore"),
    ] + taken.map { .init(stringLiteral: $0) }
switch door {
case "root", "both":
    dependencies += [
        .product(
            name: "KeychainServicesAsSecurity", package: "SecureStore",
            moduleAliases: ["Security": "KeychainSecurity"]),
        .product(
            name: "LocalAuthenticationStandIn", package: "SecureStore",
            moduleAliases: ["LocalAuthentication": "KeychainLocalAuthentication"]),
    ]
case "bare":
    dependencies.append(.product(name: "KeychainServicesAsSecurity", package: "SecureStore"))
default: break
}
if isByPackage { dependencies.append(.product(name: "DoorUser", package: "DoorUser")) }

// Each door has another dialect, in which the program uses all libraries: Swift 6, Swift 5 with what 6 would
// refuse, C++ beside it, and all of that. A warning is an error in each.
let swift5: [SwiftSetting] = [.swiftLanguageMode(.v5), .unsafeFlags(["-strict-concurrency=complete"])]
let dialects: [String: [SwiftSetting]] = [
    "package": swift5, "root": [.interoperabilityMode(.Cxx)], "both": swift5 + [.interoperabilityMode(.Cxx)],
]

let package = Package(
    name: "Graph",
    dependencies: [.package(path: "../SecureStore"), .package(path: "../Asker")]
        + (isByPackage ? [.package(path: "../DoorUser")] : []),
    targets: taken.map { .target(name: $0) } + [
        .executableTarget(
            name: "graph", dependencies: dependencies,
            swiftSettings: [.define("DOOR_" + door), .unsafeFlags(["-warnings-as-errors"])]
                + (dialects[door] ?? []))
    ]
)
