// Go's verifier on the cases of x509-limbo: a line with its name and `yes` or `no` for each.
package main

import (
	"bufio"
	"crypto/x509"
	"encoding/json"
	"encoding/pem"
	"fmt"
	"os"
	"time"
)

type suite struct {
	Testcases []struct {
		ID             string   `json:"id"`
		Kind           string   `json:"validation_kind"`
		Trusted        []string `json:"trusted_certs"`
		Intermediates  []string `json:"untrusted_intermediates"`
		Peer           string   `json:"peer_certificate"`
		ValidationTime string   `json:"validation_time"`
		Name           *struct {
			Kind  string `json:"kind"`
			Value string `json:"value"`
		} `json:"expected_peer_name"`
	} `json:"testcases"`
}

func read(text string) *x509.Certificate {
	block, _ := pem.Decode([]byte(text))
	if block == nil {
		return nil
	}
	certificate, err := x509.ParseCertificate(block.Bytes)
	if err != nil {
		return nil
	}
	return certificate
}

func pool(texts []string) *x509.CertPool {
	pool := x509.NewCertPool()
	for _, text := range texts {
		if certificate := read(text); certificate != nil {
			pool.AddCert(certificate)
		}
	}
	return pool
}

func main() {
	var all suite
	if err := json.NewDecoder(bufio.NewReader(os.Stdin)).Decode(&all); err != nil {
		panic(err)
	}
	for _, test := range all.Testcases {
		options := x509.VerifyOptions{
			Roots: pool(test.Trusted), Intermediates: pool(test.Intermediates),
			KeyUsages: []x509.ExtKeyUsage{x509.ExtKeyUsageServerAuth},
		}
		if test.Kind == "CLIENT" {
			options.KeyUsages = []x509.ExtKeyUsage{x509.ExtKeyUsageClientAuth}
		}
		if test.Name != nil {
			options.DNSName = test.Name.Value
			if test.Name.Kind == "IP" {
				options.DNSName = "[" + test.Name.Value + "]"
			}
		}
		if test.ValidationTime != "" {
			moment, err := time.Parse(time.RFC3339Nano, test.ValidationTime)
			if err != nil {
				panic(err)
			}
			options.CurrentTime = moment
		}
		answer := "no"
		if peer := read(test.Peer); peer != nil {
			if _, err := peer.Verify(options); err == nil {
				answer = "yes"
			}
		}
		fmt.Println(test.ID, answer)
	}
}
