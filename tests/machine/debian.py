"""A Debian in QEMU, seen from outside: its power, what root runs in it, and a cable that leads to a board."""

import asyncio
import base64
import contextlib
import itertools
import json
import os

from disk import Disk
from machine import Failed, until

# By emulation alone: whether KVM works shows only when it does not. With a thread for each processor QEMU 7.2 tells its kernel
# of flags that it never had when it wakes up, and that ends in a panic.
QEMU = (
    *("qemu-system-x86_64", "-accel", "tcg,thread=single", "-cpu", "max", "-m", "1024", "-smp", "2"),
    *("-nodefaults", "-display", "none", "-no-reboot", "-net", "none", "-device", "virtio-rng-pci"),
)
KERNEL_LINE = "console=ttyS0 quiet panic=1 tsc=reliable random.trust_cpu=on systemd.firstboot=off"

ENVIRONMENT = ["PATH=/usr/sbin:/usr/bin:/sbin:/bin", "HOME=/root", "LC_ALL=C.UTF-8", "DEBIAN_FRONTEND=noninteractive"]


class Debian:
    """The machine. What it is made of lies in `folder`: kernel, initrd.gz, disk."""

    def __init__(self, folder):
        self.folder = folder
        self.disk = Disk(folder / "disk")
        self.qemu = None
        self.agent = None
        self.monitor = None

    async def assemble(self):
        """The disk is there before the power is."""
        await self.disk.serve(self.folder / "disk.socket")

    async def switch_on(self):
        """Waits until systemd has started what is to be started."""
        agent, board, monitor, radio = (self.folder / f"{name}.socket" for name in ("agent", "board", "monitor", "radio"))
        version = (self.folder / "kernel/version").read_text().strip()
        with (self.folder / "log/console").open("ab") as console:
            self.qemu = await asyncio.create_subprocess_exec(
                *QEMU,
                *("-kernel", self.folder / f"kernel/boot/vmlinuz-{version}"),
                *("-initrd", self.folder / "initrd.gz", "-append", KERNEL_LINE, "-serial", "stdio"),
                *("-drive", f"file=nbd:unix:{self.folder}/disk.socket,format=raw,if=virtio,cache=writeback"),
                *("-chardev", f"socket,id=agent,path={agent},server=on,wait=off", "-device", "virtio-serial-pci"),
                *("-device", "virtserialport,chardev=agent,name=org.qemu.guest_agent.0"),
                # An adapter of FTDI's, which is plugged in while somebody is at the other end of its line.
                *("-chardev", f"socket,id=board,path={board},server=on,wait=off", "-device", "qemu-xhci"),
                *("-device", "usb-serial,chardev=board", "-device", "usb-kbd"),
                # The line of a Bluetooth adapter.
                *("-chardev", f"socket,id=radio,path={radio},server=on,wait=off", "-serial", "chardev:radio"),
                *("-qmp", f"unix:{monitor},server=on,wait=off"),
                stdin=asyncio.subprocess.DEVNULL,
                stdout=console,
                stderr=console,
            )
        self.monitor = Monitor(await meet(monitor))
        self.agent = Agent(await meet(agent))
        # What is written waits until the agent reads.
        await self.agent.ping(120)
        await until("systemd is the first process", self._look_at_systemd)

    async def _look_at_systemd(self):
        state = (await self.attempt("systemctl", "is-system-running"))[1].strip()
        return state if state in ("running", "degraded") else None, state

    async def cut_power_at_a_flush(self):
        """When the disk is about to flush what it was told to keep. What runs there must be writing."""
        try:
            await asyncio.wait_for(self.disk.until_it_fails(), 60)
        except asyncio.TimeoutError:
            raise Failed("nothing was written within 60 s") from None
        await self.cut_power()

    async def cut_power(self):
        """Nothing is told that the end has come."""
        if self.qemu is None:
            return
        self.qemu.kill()
        await self.qemu.wait()
        self.qemu = None
        self.agent.leave()
        self.monitor.leave()
        self.disk.cut_power()

    async def sleep(self, within=180):
        """Sleeps until something in it wakes it up."""
        await self.agent.tell("guest-suspend-ram")
        for event in ("SUSPEND", "WAKEUP"):
            try:
                await asyncio.wait_for(self.monitor.hear(event), within)
            except asyncio.TimeoutError:
                raise Failed(f"no {event} within {within} s") from None
        await self.agent.ping(within)

    async def attempt(self, *words, within=60):
        """What root's command ends with, what it prints, and what it complains of."""
        try:
            return await asyncio.wait_for(self.agent.run(words), within)
        except asyncio.TimeoutError:
            raise Failed(f"{' '.join(words)}: nothing within {within} s") from None

    async def run(self, *words, within=60):
        """What root's command prints; it has to succeed."""
        code, said, erred = await self.attempt(*words, within=within)
        if code != 0:
            raise Failed(f"{' '.join(words)}: {code}: {erred.strip() or said.strip()}")
        return said

    async def refuses(self, *words, saying=""):
        """That a command fails, for the reason that is expected."""
        code, said, erred = await self.attempt(*words)
        if code == 0 or saying not in erred:
            raise Failed(f"{' '.join(words)}: {code}: {said.strip()} {erred.strip()}")

    async def write(self, path, text):
        """A file with this text."""
        data = base64.b64encode(text.encode()).decode()
        await self.run("bash", "-c", f"echo {data} | base64 --decode >{path}")

    async def status(self):
        return json.loads(await self.run("touchmove", "status", "--json"))

    async def until_status(self, title, look, within=90):
        """Waits until `look` finds something in what the station says of itself."""

        async def found():
            try:
                status = await self.status()
            except Failed as why:
                return None, why
            return look(status) or None, status

        return await until(title, found, within)


async def meet(path):
    """Both ends of a line that QEMU offers."""

    async def look():
        with contextlib.suppress(OSError):
            return await asyncio.open_unix_connection(path, limit=1 << 26), None
        return None, path

    return await until(f"QEMU offers {path.name}", look, 20)


class Monitor:
    """What QEMU tells of the machine itself (https://qemu-project.gitlab.io/qemu/interop/qmp-spec.html)."""

    def __init__(self, line):
        self.reader, self.writer = line
        # Before this nothing is told.
        self.writer.write(b'{"execute": "qmp_capabilities"}\n')

    def leave(self):
        self.writer.close()

    async def hear(self, event):
        """Waits until something happens to the machine."""
        while line := await self.reader.readline():
            if json.loads(line).get("event") == event:
                return
        raise Failed("QEMU has ended")


class Agent:
    """QEMU's guest agent, which runs commands (https://qemu-project.gitlab.io/qemu/interop/qemu-ga-ref.html)."""

    def __init__(self, line):
        self.reader, self.writer = line
        self.one_at_a_time = asyncio.Lock()

    def leave(self):
        self.writer.close()

    async def ping(self, within):
        """Waits until it answers."""
        try:
            await asyncio.wait_for(self._ask("guest-ping"), within)
        except asyncio.TimeoutError:
            raise Failed(f"the machine's agent says nothing within {within} s") from None

    async def tell(self, command):
        """Has it do what it does not answer when it is done."""
        async with self.one_at_a_time:
            self.writer.write(json.dumps({"execute": command}).encode() + b"\n")
            await self.writer.drain()

    async def run(self, words):
        path, *arguments = map(str, words)
        told = {"path": path, "arg": arguments, "env": ENVIRONMENT, "capture-output": True}
        pid = (await self._ask("guest-exec", **told))["pid"]
        for pause in itertools.chain((0.02, 0.05, 0.1), itertools.repeat(0.2)):
            status = await self._ask("guest-exec-status", pid=pid)
            if status["exited"]:
                said, erred = (base64.b64decode(status.get(key, "")).decode() for key in ("out-data", "err-data"))
                return status.get("exitcode", -1), said, erred
            await asyncio.sleep(pause)

    async def _ask(self, command, **arguments):
        async with self.one_at_a_time:
            self.writer.write(json.dumps({"execute": command, "arguments": arguments}).encode() + b"\n")
            answer = json.loads(await self.reader.readline() or "{}")
        if "return" not in answer:
            raise Failed(f"the machine's agent: {command}: {answer or 'it is gone'}")
        return answer["return"]


class Cable:
    """The line between the machine's adapter and a board's own end."""

    def __init__(self, path, end):
        self.path, self.end = path, end
        self.writer = None
        self.tasks = [asyncio.create_task(self._speak())]

    async def plug_in(self):
        reader, self.writer = await asyncio.open_unix_connection(os.fspath(self.path))
        self.tasks.append(asyncio.create_task(self._listen(reader)))

    def pull(self):
        self.writer.close()
        self.writer = None

    async def _listen(self, reader):
        with contextlib.suppress(ConnectionError):
            while data := await reader.read(4096):
                self.end.tell(0, data)

    async def _speak(self):
        while True:
            _, data = await self.end.next()
            if self.writer is not None:
                self.writer.write(data)
