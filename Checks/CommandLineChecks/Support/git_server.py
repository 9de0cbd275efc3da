"""Serves the repositories of several users through git's own http-backend, and runs a line of shell beside it.

The words are users and passwords, as in maria:one, and last the line. Only maria reaches maria.git. The line finds the
server in $HOST, and has the standard output.
"""
import base64, http.server, os, subprocess, sys, threading

users = dict(word.split(":", 1) for word in sys.argv[1:-1])
root = os.path.abspath("served")


class Handler(http.server.BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def user(self):
        kind, _, word = self.headers.get("Authorization", "").partition(" ")
        name, _, password = base64.b64decode(word).decode().partition(":")
        owner = self.path.lstrip("/").partition(".git")[0]
        return name if kind == "Basic" and name == owner and users.get(name) == password else None

    def body(self):
        if self.headers.get("Transfer-Encoding") != "chunked":
            return self.rfile.read(int(self.headers.get("Content-Length", 0)))
        parts = []
        while size := int(self.rfile.readline(), 16):
            parts.append(self.rfile.read(size))
            self.rfile.readline()
        self.rfile.readline()
        return b"".join(parts)

    def answer(self):
        body, user = self.body(), self.user()
        if user is None:
            self.send_response(401)
            self.send_header("WWW-Authenticate", 'Basic realm="git"')
            self.send_header("Content-Length", "0")
            self.end_headers()
            return
        path, _, query = self.path.partition("?")
        environment = dict(
            os.environ, GIT_PROJECT_ROOT=root, GIT_HTTP_EXPORT_ALL="1", PATH_INFO=path, QUERY_STRING=query,
            REQUEST_METHOD=self.command, REMOTE_USER=user, CONTENT_TYPE=self.headers.get("Content-Type", ""),
            CONTENT_LENGTH=str(len(body)), HTTP_CONTENT_ENCODING=self.headers.get("Content-Encoding", ""),
            GIT_PROTOCOL=self.headers.get("Git-Protocol", ""))
        made = subprocess.run(
            ["git", "http-backend"], input=body, stdout=subprocess.PIPE, env=environment, timeout=60).stdout
        head, _, content = made.partition(b"\r\n\r\n")
        fields = [line.partition(": ") for line in head.decode().split("\r\n")]
        self.send_response(next((int(value[:3]) for name, _, value in fields if name == "Status"), 200))
        for name, _, value in fields:
            if name != "Status":
                self.send_header(name, value)
        self.send_header("Content-Length", str(len(content)))
        self.end_headers()
        self.wfile.write(content)

    do_GET = do_POST = answer

    def log_message(self, *words):
        pass


for user in users:
    subprocess.run(["git", "init", "--quiet", "--bare", f"{root}/{user}.git"], check=True, timeout=60)
server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
threading.Thread(target=server.serve_forever, daemon=True).start()
host = f"127.0.0.1:{server.server_address[1]}"
sys.exit(subprocess.run(["sh", "-c", sys.argv[-1]], env=dict(os.environ, HOST=host), timeout=300).returncode)
