"""What the service may do in its sandbox, shown by trying: commands run in place of the daemon, in a unit that is else its own."""

from machine import Failed

UNIT = "/usr/lib/systemd/system/touchmove.service"

# What the service's user has to be able to do.
MAY = {
    "a board's port": "exec 3<>/dev/ttyUSB0",
    "the evidence": "touch /var/lib/touchmove/try && rm /var/lib/touchmove/try",
    "the message bus": "busctl --system list",
}

# What nobody can do there, not even root, and root can do elsewhere.
MAY_NOT = {
    "a console": "exec 3<>/dev/ttyS0",
    "the disk": "exec 3</dev/vda",
    "the configuration": "touch /etc/try",
    "the programs": "touch /usr/bin/try",
    "the network": "exec 3<>/dev/tcp/127.0.0.1/8064",
    "people's homes": "ls /home/stranger",
    "temporary files of others": "cat /tmp/of-others",
    "a mount": "mount -t tmpfs none /mnt",
    "a namespace": "unshare --user true",
    "the clock": "date --set=\"$(date)\"",
    "the kernel's settings": "echo 1 >/proc/sys/kernel/panic",
    "the kernel's modules": "modprobe dummy",
}

# What root could do there, but the service's user is not root: a device with reports that is no board.
NOT_ITS_OWN = {"a keyboard": "exec 3</dev/hidraw0", "passwords": "cat /etc/shadow"}


async def see(machine):
    """Tries everything; the daemon is not there meanwhile, whose port nobody else may open."""
    await machine.run("bash", "-c", "echo secret >/tmp/of-others")
    await machine.run("systemctl", "stop", "touchmove")
    tries = MAY | MAY_NOT | NOT_ITS_OWN
    script = "".join(f"(\n{command}\n) >/dev/null 2>&1 && echo {name!r}\n" for name, command in tries.items())
    await machine.write("/run/tries", script)
    expect("outside of it", await tried(machine, "bash", "/run/tries"), tries)
    expect("in it", await tried_in_sandbox(machine, "touchmove"), MAY)
    expect("in it as root", await tried_in_sandbox(machine, "root"), MAY | NOT_ITS_OWN, besides="the evidence")
    await machine.run("systemctl", "start", "touchmove")


async def tried(machine, *words):
    return set((await machine.attempt(*words))[1].splitlines())


async def tried_in_sandbox(machine, user):
    changed = {
        "ExecStart": "/usr/bin/bash /run/tries",
        "Type": "oneshot",
        "Restart": "no",
        "User": user,
    }
    lines = (await machine.run("cat", UNIT)).splitlines()
    unit = [f"{key}={changed[key]}" if (key := line.partition("=")[0]) in changed else line for line in lines]
    at_service = unit.index("[Service]") + 1
    unit[at_service:at_service] = ["StandardOutput=truncate:/run/tried", "SuccessExitStatus=1"]
    await machine.write("/run/systemd/system/touchmove-try.service", "\n".join(unit))
    await machine.run("systemctl", "daemon-reload")
    await machine.run("systemctl", "start", "touchmove-try")
    return await tried(machine, "cat", "/run/tried")


def expect(where, could, expected, besides=None):
    if could - {besides} != set(expected) - {besides}:
        raise Failed(f"{where} it could be done: {sorted(could)}, and not: {sorted(set(expected) - could)}")
