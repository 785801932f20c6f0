"""What a service may do in its sandbox, shown by trying: commands run in its place, in a unit that is else its own."""

import shlex

from machine import Failed

# Root can do each where no sandbox is.
TRIES = {
    "use a board's port": "exec 3<>/dev/ttyUSB0",
    "read the evidence": "cat /var/lib/touchmove/boards/*.journal",
    "write evidence": "touch /var/lib/touchmove/try && rm /var/lib/touchmove/try",
    "use the message bus": "busctl --system list",
    "connect to this machine": "exec 3<>/dev/tcp/127.0.0.1/8064",
    "read a keyboard": "exec 3</dev/hidraw0",
    "read passwords": "cat /etc/shadow",
    "use a console": "exec 3<>/dev/ttyS0",
    "read the disk": "exec 3</dev/vda",
    "change the configuration": "touch /etc/try",
    "change programs": "touch /usr/bin/try",
    "look into homes": "ls /home/stranger",
    "read temporary files of others": "cat /tmp/of-others",
    "mount": "mount -t tmpfs none /mnt",
    "make a namespace": "unshare --user true",
    "set the clock": "date --set=\"$(date)\"",
    "set the kernel": "echo 1 >/proc/sys/kernel/panic",
    "load a module": "modprobe dummy",
}

EVIDENCE = {"read the evidence", "write evidence"}
DAEMON = {"use a board's port", "use the message bus"} | EVIDENCE
# What is root's own, which the service is not: the keyboard is of the kind of devices that boards are.
DAEMON_AS_ROOT = DAEMON | {"read a keyboard", "read passwords"}
SPECTATORS = {"use the message bus", "connect to this machine"}
MEMBERS = SPECTATORS | {"read the evidence"}
ROLES = {"public": SPECTATORS, "desk": MEMBERS, "livechess": MEMBERS}


async def see(machine):
    """Tries everything in each service's sandbox; the daemon is not there meanwhile, whose port nobody else may open."""
    await machine.run("bash", "-c", "echo secret >/tmp/of-others")
    await machine.run("systemctl", "stop", "touchmove")
    script = "".join(f"(\n{command}\n) >/dev/null 2>&1 && echo {shlex.quote(name)}\n" for name, command in TRIES.items())
    await machine.write("/run/tries", script)
    expect("outside of sandboxes", await could(machine, "bash", "/run/tries"), set(TRIES))
    expect("the daemon", await could_in(machine, "touchmove", "touchmove"), DAEMON)
    # systemd gives the evidence to the user that the unit names, and back to the daemon's when that starts.
    expect("the daemon as root", await could_in(machine, "touchmove", "root"), DAEMON_AS_ROOT)
    for role, expected in ROLES.items():
        name = f"touchmove-{role}"
        expect(name, await could_in(machine, name, name), expected)
    await machine.run("systemctl", "start", "touchmove")


async def could(machine, *words):
    """What was done by a run of the tries."""
    return set((await machine.attempt(*words))[1].splitlines())


async def could_in(machine, service, user):
    """The same in the sandbox of a service."""
    changed = {"ExecStart": "/usr/bin/bash /run/tries", "Type": "oneshot", "Restart": "no", "User": user}
    lines = (await machine.run("cat", f"/usr/lib/systemd/system/{service}.service")).splitlines()
    lines = [line for line in lines if line.partition("=")[0] not in changed]
    at_service = lines.index("[Service]") + 1
    lines[at_service:at_service] = [
        *(f"{key}={value}" for key, value in changed.items()),
        # Opened before there is a sandbox.
        "StandardOutput=truncate:/run/done",
        "SuccessExitStatus=1",
    ]
    await machine.write("/run/systemd/system/touchmove-try.service", "\n".join(lines))
    await machine.run("systemctl", "daemon-reload")
    await machine.run("systemctl", "start", "touchmove-try")
    return await could(machine, "cat", "/run/done")


def expect(who, done, expected):
    if done != expected:
        raise Failed(f"{who} could besides: {sorted(done - expected)}, and could not: {sorted(expected - done)}")
