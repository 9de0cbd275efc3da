"""A registry of containers with one empty image, app, and one login, maria:one; runs a line of shell beside it.

The line finds the registry in $HOST, and has the standard output.
"""
import base64, hashlib, http.server, json, os, subprocess, sys, threading

kind = "application/vnd.oci.image."
config = json.dumps({"architecture": "amd64", "os": "linux", "rootfs": {"type": "layers", "diff_ids": []}}).encode()
digest = "sha256:" + hashlib.sha256(config).hexdigest()
manifest = json.dumps(
    {
        "schemaVersion": 2,
        "mediaType": kind + "manifest.v1+json",
        "config": {"mediaType": kind + "config.v1+json", "digest": digest, "size": len(config)},
        "layers": [],
    }
).encode()
answers = {
    "/v2/": ("application/json", b"{}"),
    "/v2/app/tags/list": ("application/json", b'{"name": "app", "tags": ["latest"]}'),
    "/v2/app/manifests/latest": (kind + "manifest.v1+json", manifest),
    "/v2/app/blobs/" + digest: (kind + "config.v1+json", config),
}
login = "Basic " + base64.b64encode(b"maria:one").decode()


class Handler(http.server.BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def do_GET(self):
        code, (content_type, content) = 200, answers.get(self.path, ("", b""))
        if self.headers.get("Authorization") != login:
            code, content = 401, b""
        elif not content:
            code = 404
        self.send_response(code)
        if code == 401:
            self.send_header("WWW-Authenticate", 'Basic realm="registry"')
        self.send_header("Docker-Distribution-Api-Version", "registry/2.0")
        self.send_header("Content-Type", content_type)
        self.send_header("Content-Length", str(len(content)))
        self.end_headers()
        if self.command == "GET":
            self.wfile.write(content)

    do_HEAD = do_GET

    def log_message(self, *words):
        pass


server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
threading.Thread(target=server.serve_forever, daemon=True).start()
host = f"127.0.0.1:{server.server_address[1]}"
sys.exit(subprocess.run(["sh", "-c", sys.argv[-1]], env=dict(os.environ, HOST=host), timeout=300).returncode)
