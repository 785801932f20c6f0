"""A round is broadcast from the machine as docs/relay.md and docs/broadcast.md tell operators: to a folder, over HTTP, and to a web
address that keeps what is posted to it."""

from machine import until

# What operators write where a folder is to have the round: in the configuration, and as docs/relay.md says.
FOLDER = "/srv/broadcast"
WITH_A_FOLDER = f"""[relay]
folder = "{FOLDER}"
"""
LET_WRITE = f"""[Service]
ReadWritePaths={FOLDER}
"""

# The secret by which what is posted is signed, and what operators write where systemd does not find it by itself (docs/broadcast.md).
SECRET = "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw"
WITH_SECRET = """[Service]
LoadCredential=touchmove.webhook:/etc/credstore/touchmove.webhook
"""

# What they have written then, as far as it is named after the packages.
WRITTEN = (
    *("/etc/touchmove", "/etc/touchmove/touchmove.toml", "/etc/credstore/touchmove.webhook"),
    *("/etc/systemd/system/touchmove.service.d", "/etc/systemd/system/touchmove-broadcast.service.d"),
)

# A web address that keeps what is posted to it, and answers that all is well.
WEB_ADDRESS = """
use IO::Socket::INET;
my $listener = IO::Socket::INET->new(LocalAddr => "127.0.0.1:8099", Listen => 9, ReuseAddr => 1) or die;
while (my $client = $listener->accept) {
    my $length = 0;
    while (my $line = <$client>) {
        $length = $1 if $line =~ /^content-length: *(\\d+)/i;
        last if $line =~ /^\\r?\\n$/;
    }
    read $client, my $body, $length;
    open my $kept, ">>", "/run/posted";
    print $kept "$body\\n";
    print $client "HTTP/1.1 200 OK\\r\\nContent-Length: 0\\r\\nConnection: close\\r\\n\\r\\n";
}
"""


async def see(life):
    """Sets it up, has a move made, and waits until each has it."""
    machine = life.machine
    await machine.run("install", "-d", "-o", "touchmove", "-g", "touchmove", FOLDER)
    drop_ins = [f"/etc/systemd/system/{unit}.service.d" for unit in ("touchmove", "touchmove-broadcast")]
    await machine.run("mkdir", "-p", "/etc/touchmove", "/etc/credstore", *drop_ins)
    await machine.write("/etc/credstore/touchmove.webhook", SECRET)
    await machine.write("/etc/systemd/system/touchmove-broadcast.service.d/secret.conf", WITH_SECRET)
    await machine.write("/etc/touchmove/touchmove.toml", WITH_A_FOLDER)
    await machine.write("/etc/systemd/system/touchmove.service.d/folder.conf", LET_WRITE)
    await machine.write("/run/web-address", WEB_ADDRESS)
    await machine.run("systemd-run", "--quiet", "--unit=web-address", "perl", "/run/web-address")
    await machine.run("systemctl", "daemon-reload")
    await machine.run("systemctl", "restart", "touchmove")
    await life.until_told("the same game", life.players.made)
    await machine.run("systemctl", "start", "touchmove-broadcast")
    add = ("touchmove", "broadcast", "add", "webhook", "http://127.0.0.1:8099/games")
    await until("the service is there", life.does(*add))
    await life.players.make(2)
    await life.until_told("it goes on", life.players.made)
    last = await life.last_san()
    await until("the folder has the last move", life.has(last, "cat", f"{FOLDER}/round-1/games.pgn"))
    ask = "exec 3<>/dev/tcp/127.0.0.1/8064; printf 'GET /round-1/games.pgn HTTP/1.0\\r\\nHost: localhost\\r\\n\\r\\n' >&3; cat <&3"
    await until("it is served over HTTP", life.has(last, "bash", "-c", ask))
    await until("it is posted", life.has(f'"san":"{last}"', "cat", "/run/posted"))
