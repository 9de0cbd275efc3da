# What Packaging/try runs as root on a machine that systemd has started: each line that it prints but `ok: …` is a failure.
set -euo pipefail

# wait_for <command...>: until it succeeds, at most ten seconds.
wait_for() {
    local try
    for ((try = 0; try < 100; try++)); do
        if "$@" >/dev/null 2>&1; then return; fi
        sleep 0.1
    done
    echo "this did not come true: $*"
    return 1
}

says() { journalctl --unit "$1" --output cat | grep -q "$2"; }

# The example, as its README starts it.
mkdir -p /etc/signer
seal() { systemd-creds encrypt --name="securestore.$1" - "/etc/signer/$1.cred" 2>>/root/seal.log; }
head -c 32 /dev/urandom | seal device-key
head -c 32 /dev/urandom | base64 | seal passphrase
systemctl start signer
wait_for says signer 'signing with key 1'
systemctl restart signer
[ "$(journalctl --unit signer --output cat | grep -c 'signing with key 1')" = 2 ]
echo "ok: the example of a service opens its store with encrypted credentials, and again after a restart"

# The Secret Service below a user's own manager: started by the bus, killed, and started again.
loginctl enable-linger maria
number=$(id -u maria)
wait_for test -S "/run/user/$number/bus"
as_maria() {
    setpriv --reuid=maria --regid=maria --init-groups env -i HOME=/home/maria PATH=/usr/bin:/bin XDG_RUNTIME_DIR="/run/user/$number" \
        DBUS_SESSION_BUS_ADDRESS="unix:path=/run/user/$number/bus" "$@"
}
as_maria securestore secret-service enable >/root/enable.log
printf 'correct horse' | as_maria secret-tool store --label=Mail service mail.example
[ "$(as_maria secret-tool lookup service mail.example)" = "correct horse" ]
[ "$(as_maria systemctl --user is-active securestore-secret-service)" = active ]
echo "ok: the bus of a user starts the Secret Service, and a client gets what it stored"
as_maria systemctl --user kill --signal=KILL securestore-secret-service
wait_for test "$(as_maria secret-tool lookup service mail.example)" = "correct horse"
[ "$(as_maria securestore get mail.example)" = "correct horse" ]
echo "ok: it is killed, comes back, and the command sees what came over the bus"
as_maria securestore secret-service disable >>/root/enable.log
echo "ok: end"
