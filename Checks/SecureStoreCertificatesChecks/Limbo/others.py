"""What OpenSSL and Go answer to the cases of x509-limbo: prints the table of answers with their columns made again.

    python3 others.py > answers && mv answers answers.txt
"""

import datetime
import json
import pathlib
import subprocess
import tempfile

FOLDER = pathlib.Path(__file__).resolve().parent


def openssl(case, folder):
    """`openssl verify`, strict, at the level of security that Debian's TLS has."""
    def write(name, texts):
        path = folder / name
        path.write_text("".join(texts))
        return str(path)

    moment = case["validation_time"]
    moment = datetime.datetime.fromisoformat(moment) if moment else datetime.datetime.now(datetime.timezone.utc)
    purpose = "sslclient" if case["validation_kind"] == "CLIENT" else "sslserver"
    words = [
        "openssl", "verify", "-x509_strict", "-partial_chain", "-auth_level", "2", "-purpose", purpose,
        "-no-CApath", "-no-CAstore", "-attime", str(int(moment.timestamp())),
        "-CAfile", write("trusted.pem", case["trusted_certs"]),
    ]
    if case["untrusted_intermediates"]:
        words += ["-untrusted", write("untrusted.pem", case["untrusted_intermediates"])]
    if case["crls"]:
        words += ["-crl_check", "-CRLfile", write("crls.pem", case["crls"])]
    name = case["expected_peer_name"]
    if name:
        words += ["-verify_ip" if name["kind"] == "IP" else "-verify_hostname", name["value"]]
    done = subprocess.run(words + [write("peer.pem", [case["peer_certificate"]])], capture_output=True)
    return done.returncode == 0


def main():
    text = (FOLDER / "limbo.json").read_text()
    cases = {case["id"]: case for case in json.loads(text)["testcases"]}
    go = subprocess.run(
        ["go", "run", FOLDER / "verify.go"], input=text, text=True, capture_output=True, check=True).stdout
    go = dict(line.split(" ") for line in go.splitlines())
    with tempfile.TemporaryDirectory() as folder:
        for line in (FOLDER / "answers.txt").read_text().splitlines():
            if line.startswith("#"):
                print(line)
                continue
            identifier, limbo, ours, _, _, *reason = line.split(" ", 5)
            strict = "yes" if openssl(cases[identifier], pathlib.Path(folder)) else "no"
            print(" ".join([identifier, limbo, ours, strict, go[identifier], *reason]))


main()
