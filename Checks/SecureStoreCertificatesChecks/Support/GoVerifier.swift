import Foundation
import XCTest

/// A program that asks Go's own verifier, built in the directory of a test.
struct GoVerifier {
    private let directory: String
    private let environment: Tool

    init(_ go: Tool, in directory: String) throws {
        (self.directory, environment) = (directory, try Tool("env"))
        try Data(Self.source.utf8).write(to: URL(fileURLWithPath: directory + "/verify.go"))
        try go.run(
            ["build", "-o", directory + "/verify", directory + "/verify.go"],
            environment: ["GOCACHE": directory + "/cache", "GO111MODULE": "off"])
    }

    /// Runs it with files of the directory, and further words.
    func run(_ files: [String], _ words: String...) throws -> String {
        try environment.run((["verify"] + files).map { directory + "/" + $0 } + words)
    }

    /// Judges certificates and revocation lists in PEM.
    ///
    /// - ANCHOR INTERMEDIATE LEAF HOST: a server's certificate, with the length of its chain
    /// - ISSUER LIST: a revocation list, with the number of its certificates
    ///
    /// And asks a server: ANCHOR IDENTITY PORT.
    private static let source = """
        package main

        import (
            "crypto/tls"
            "crypto/x509"
            "encoding/pem"
            "fmt"
            "os"
        )

        func check(err error) {
            if err != nil {
                fmt.Println(err)
                os.Exit(1)
            }
        }

        func content(path string) []byte {
            text, err := os.ReadFile(path)
            check(err)
            block, _ := pem.Decode(text)
            return block.Bytes
        }

        func certificate(path string) *x509.Certificate {
            read, err := x509.ParseCertificate(content(path))
            check(err)
            return read
        }

        func main() {
            if len(os.Args) == 3 {
                list, err := x509.ParseRevocationList(content(os.Args[2]))
                check(err)
                check(list.CheckSignatureFrom(certificate(os.Args[1])))
                fmt.Println("OK", len(list.RevokedCertificates))
                return
            }
            roots, between := x509.NewCertPool(), x509.NewCertPool()
            roots.AddCert(certificate(os.Args[1]))
            if len(os.Args) == 4 {
                own, err := tls.LoadX509KeyPair(os.Args[2], os.Args[2])
                check(err)
                connection, err := tls.Dial("tcp", "127.0.0.1:"+os.Args[3], &tls.Config{
                    RootCAs: roots, ServerName: "server.example", Certificates: []tls.Certificate{own},
                })
                check(err)
                fmt.Fprintf(connection, "GET / HTTP/1.0\\r\\n\\r\\n")
                answer := make([]byte, 15)
                _, err = connection.Read(answer)
                check(err)
                fmt.Println(string(answer))
                return
            }
            between.AddCert(certificate(os.Args[2]))
            chains, err := certificate(os.Args[3]).Verify(x509.VerifyOptions{
                DNSName: os.Args[4], Roots: roots, Intermediates: between,
                KeyUsages: []x509.ExtKeyUsage{x509.ExtKeyUsageServerAuth},
            })
            check(err)
            fmt.Println("OK", len(chains[0]))
        }
        """
}
