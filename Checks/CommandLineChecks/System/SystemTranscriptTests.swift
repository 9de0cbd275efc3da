/// The sessions in `Transcripts` that together reach each line of the command's folder `System` which any
/// session reaches.
///
/// They are the ones that the address sanitizer watches. .ci/README.md says how they were found.
final class SystemTranscriptTests: TranscriptTestCase {
    func test_copy_goesAsWritten() throws { try check("copy") }
    func test_doctor_goesAsWritten() throws { try check("doctor") }
    func test_documentation_goesAsWritten() throws { try check("documentation") }
    func test_editInEditor_goesAsWritten() throws { try check("edit-in-editor") }
    func test_exec_goesAsWritten() throws { try check("exec") }
    func test_exportPlain_goesAsWritten() throws { try check("export-plain") }
    func test_importTold_goesAsWritten() throws { try check("import-told") }
    func test_interrupted_goesAsWritten() throws { try check("interrupted") }
    func test_references_goesAsWritten() throws { try check("references") }
    func test_securityImportExport_goesAsWritten() throws { try check("security-import-export") }
    func test_securityInteractive_goesAsWritten() throws { try check("security-interactive") }
}
