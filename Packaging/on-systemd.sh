# What Packaging/try runs as root on a machine that systemd has started: each line that it prints but `ok: …` is a failure.
set -Eeuo pipefail
trap 'echo "line $LINENO failed: $BASH_COMMAND"' ERR

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

# says <how often> <unit> <what>
says() { [ "$(journalctl --unit "$2" --output cat | grep -c "$3")" = "$1" ]; }

# The example, as its README starts it.
mkdir -p /etc/signer
seal() { systemd-creds encrypt --name="securestore.$1" - "/etc/signer/$1.cred" 2>>/root/seal.log; }
head -c 32 /dev/urandom | seal device-key
head -c 32 /dev/urandom | base64 | seal passphrase
systemctl start signer
wait_for says 1 signer 'signing with key 1'
systemctl restart signer
wait_for says 2 signer 'signing with key 1'
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
looks_up() { [ "$(as_maria secret-tool lookup service mail.example)" = "correct horse" ]; }
wait_for looks_up
[ "$(as_maria securestore get secret-tool)" = "correct horse" ]
echo "ok: it is killed, comes back, and the command sees what came over the bus"
as_maria securestore secret-service disable >>/root/enable.log

# A fleet of two users, and the unit that keeps the replica of one of them fresh, also after its server was away.
echo 'local all all trust' >/etc/postgresql/15/main/pg_hba.conf
systemctl restart postgresql@15-main
createuser --username=postgres --createdb owner
createdb --username=owner secrets
useradd --create-home --shell /bin/sh anna
server="host=/var/run/postgresql user=owner dbname=secrets"
as() { setpriv --reuid="$1" --regid="$1" --init-groups env -i HOME="/home/$1" PATH=/usr/bin:/bin SECURESTORE_FLEET_SERVER="$server" "${@:2}"; }
as maria securestore fleet init --name one >/root/fleet 2>>/root/enable.log
as anna securestore fleet join "$(cat /root/fleet)" --name two --wait 1s >/root/code 2>>/root/enable.log || true
as maria securestore fleet approve </root/code >>/root/enable.log
as anna securestore fleet join "$(cat /root/fleet)" 2>>/root/enable.log
mkdir -p /etc/securestore
echo "SECURESTORE_FLEET_SERVER=\"$server\"" >/etc/securestore/follow-anna.conf
systemctl enable --quiet --now securestore-follow@anna
# Reads of the replica alone, which ask no server.
follows() { [ "$(as anna env --unset=SECURESTORE_FLEET_SERVER securestore get fleet.example maria)" = "$1" ]; }
printf 'one' | as maria securestore set fleet.example maria --stdin >>/root/enable.log
wait_for follows one
systemctl stop postgresql@15-main
sleep 1
systemctl start postgresql@15-main
printf 'two' | as maria securestore set fleet.example maria --stdin >>/root/enable.log
wait_for follows two
[ "$(systemctl is-active securestore-follow@anna)" = active ]
echo "ok: securestore-follow@ keeps a replica fresh, and waits for a server that is away"
echo "ok: end"
