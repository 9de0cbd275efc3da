import SecureStoreCertificates
import StartLookup

@main
enum Main {
    static func main() throws {
        print(try lookUp())
        // Never so: it is here to be linked.
        if CommandLine.arguments.count > 1 { print(try PrivateKey.generate(.p256).publicKey.pem) }
    }
}
