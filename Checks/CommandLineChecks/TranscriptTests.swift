import Foundation
import XCTest

/// The sessions in `Transcripts` that reach nothing unsafe of the command but what those of
/// `SystemTranscriptTests` reach.
final class TranscriptTests: TranscriptTestCase {
    func test_backupSalvage_goesAsWritten() throws { try check("backup-salvage") }
    func test_certificate_goesAsWritten() throws { try check("certificate") }
    func test_completion_goesAsWritten() throws { try check("completion") }
    func test_dockerCredential_goesAsWritten() throws { try check("docker-credential") }
    func test_execGpgSsh_goesAsWritten() throws { try check("exec-gpg-ssh") }
    func test_execIdentity_goesAsWritten() throws { try check("exec-identity") }
    func test_exportImport_goesAsWritten() throws { try check("export-import") }
    func test_exportPass_goesAsWritten() throws { try check("export-pass") }
    func test_find_goesAsWritten() throws { try check("find") }
    func test_fleet_goesAsWritten() throws { try check("fleet") }
    func test_generate_goesAsWritten() throws { try check("generate") }
    func test_getAndSet_goesAsWritten() throws { try check("get-and-set") }
    func test_gitCredential_goesAsWritten() throws { try check("git-credential") }
    func test_gitHelper_goesAsWritten() throws { try check("git-helper") }
    func test_history_goesAsWritten() throws { try check("history") }
    func test_identity_goesAsWritten() throws { try check("identity") }
    func test_import1pux_goesAsWritten() throws { try check("import-1pux") }
    func test_importBrowsers_goesAsWritten() throws { try check("import-browsers") }
    func test_importConflicts_goesAsWritten() throws { try check("import-conflicts") }
    func test_importDryRun_goesAsWritten() throws { try check("import-dry-run") }
    func test_importDumps_goesAsWritten() throws { try check("import-dumps") }
    func test_importFormats_goesAsWritten() throws { try check("import-formats") }
    func test_importKeepass_goesAsWritten() throws { try check("import-keepass") }
    func test_importSealed_goesAsWritten() throws { try check("import-sealed") }
    func test_info_goesAsWritten() throws { try check("info") }
    func test_install_goesAsWritten() throws { try check("install") }
    func test_key_goesAsWritten() throws { try check("key") }
    func test_listEditDelete_goesAsWritten() throws { try check("list-edit-delete") }
    func test_deleted_goesAsWritten() throws { try check("deleted") }
    func test_parts_goesAsWritten() throws { try check("parts") }
    func test_listings_goesAsWritten() throws { try check("listings") }
    func test_logins_goesAsWritten() throws { try check("logins") }
    func test_missingStore_goesAsWritten() throws { try check("missing-store") }
    func test_otherNames_goesAsWritten() throws { try check("other-names") }
    func test_otp_goesAsWritten() throws { try check("otp") }
    func test_otpAdd_goesAsWritten() throws { try check("otp-add") }
    func test_passphrase_goesAsWritten() throws { try check("passphrase") }
    func test_renameDuplicate_goesAsWritten() throws { try check("rename-duplicate") }
    func test_secretTool_goesAsWritten() throws { try check("secret-tool") }
    func test_securityCertificates_goesAsWritten() throws { try check("security-certificates") }
    func test_securityCms_goesAsWritten() throws { try check("security-cms") }
    func test_securityDumpKeychain_goesAsWritten() throws { try check("security-dump-keychain") }
    func test_securityGenericPassword_goesAsWritten() throws { try check("security-generic-password") }
    func test_securityIdentities_goesAsWritten() throws { try check("security-identities") }
    func test_securityInternetPassword_goesAsWritten() throws { try check("security-internet-password") }
    func test_securityKeychainLists_goesAsWritten() throws { try check("security-keychain-lists") }
    func test_securityKeychains_goesAsWritten() throws { try check("security-keychains") }
    func test_securityOther_goesAsWritten() throws { try check("security-other") }
    func test_securitySettings_goesAsWritten() throws { try check("security-settings") }
    func test_stores_goesAsWritten() throws { try check("stores") }
    func test_unlocking_goesAsWritten() throws { try check("unlocking") }
    func test_upkeep_goesAsWritten() throws { try check("upkeep") }
    func test_watch_goesAsWritten() throws { try check("watch") }
    func test_secretService_goesAsWritten() throws { try check("secret-service") }
    func test_withKeyring_goesAsWritten() throws { try check("with-keyring") }

    func test_transcript_withOtherOutput_reportsItsLine() throws {
        let session = "# a remark\n$ echo one\n> two\n$ echo one\n> one\n$ exit 3\n? 4\n"
        XCTAssertEqual(try differences(of: Transcript(session)).map { $0.prefix(1) }, ["2", "6"])
    }
}
