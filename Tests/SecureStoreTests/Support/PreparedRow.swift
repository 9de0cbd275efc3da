@testable import SecureStore

/// A row of a table: what is done before the one act of a test, and the status that the act then throws.
struct PreparedRow<Test> {
    let name: String
    let status: StoreStatus
    let line: UInt
    let prepare: (Test) throws -> Void

    init(
        _ name: String, _ status: StoreStatus, line: UInt = #line, _ prepare: @escaping (Test) throws -> Void
    ) { (self.name, self.status, self.line, self.prepare) = (name, status, line, prepare) }
}
