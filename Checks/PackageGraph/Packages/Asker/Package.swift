// swift-tools-version: 6.2
import PackageDescription

let package = Package(
    name: "Asker", products: [.library(name: "Asker", targets: ["Asker"])], targets: [.target(name: "Asker")])
