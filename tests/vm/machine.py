"""What runs in the virtual machine: bluetoothd, touchmoved, the command, and simulated boards without a way to anybody."""

import asyncio
import contextlib
import json
import os
import pathlib
import shutil
import time

LOG = pathlib.Path("/run/vm/log")
BLUETOOTHD = ("/usr/libexec/bluetooth/bluetoothd", "/usr/lib/bluetooth/bluetoothd")


class Failed(Exception):
    """A stage does not show what it is to show."""


async def run(*words, within=60, as_user=None):
    """What a program prints; it has to succeed."""
    if as_user:
        words = ("setpriv", f"--reuid={as_user}", f"--regid={as_user}", "--init-groups", *words)
    pipe = asyncio.subprocess.PIPE
    process = await asyncio.create_subprocess_exec(*words, stdout=pipe, stderr=pipe)
    try:
        said, erred = await asyncio.wait_for(process.communicate(), within)
    except asyncio.TimeoutError:
        process.kill()
        raise Failed(f"{' '.join(words)}: nothing within {within} s") from None
    if process.returncode != 0:
        raise Failed(f"{' '.join(words)}: {process.returncode}: {erred.decode().strip()}")
    return said.decode()


async def until(what, look, within=90):
    """Looks again and again, until it finds something; what it has seen last is told when time is up."""
    begun, seen = time.monotonic(), None
    while time.monotonic() - begun < within:
        found, seen = await look()
        if found is not None:
            return found
        await asyncio.sleep(0.3)
    raise Failed(f"{what}: not within {within} s: {seen}")


class Process:
    """A program in the background, whose output is a file of the log."""

    def __init__(self, name):
        self.log = LOG / f"{name}.log"
        self.process = None

    async def start(self, *words):
        with self.log.open("ab") as log:
            self.process = await asyncio.create_subprocess_exec(*words, stdout=log, stderr=log)

    async def stop(self):
        """Asks it to end, and waits; its exit code."""
        with contextlib.suppress(ProcessLookupError):
            self.process.terminate()
        try:
            return await asyncio.wait_for(self.process.wait(), 15)
        except asyncio.TimeoutError:
            await self.kill()
            raise Failed(f"{self.log.stem} does not end when it is asked to") from None

    async def kill(self):
        with contextlib.suppress(ProcessLookupError):
            self.process.kill()
        await self.process.wait()


class Bluetoothd(Process):
    """BlueZ, as Debian starts it but for its log."""

    def __init__(self):
        super().__init__("bluetoothd")

    async def start(self):
        program = next(path for path in BLUETOOTHD if os.path.exists(path))
        await super().start(program, "-n")

    async def see_that_it_lives(self):
        """Starts it anew where it has ended by itself; what it has ended with, else nothing."""
        if self.process is None or self.process.returncode is None:
            return None
        code = self.process.returncode
        await self.start()
        await self.is_usable()
        return code

    async def is_usable(self):
        """Waits until it has an adapter that is switched on."""
        await until("an adapter that is switched on", self._look)

    async def _look(self):
        words = ("busctl", "get-property", "org.bluez", "/org/bluez/hci0", "org.bluez.Adapter1", "Powered")
        try:
            said = await run(*words)
        except Failed as why:
            return None, why
        if "true" in said:
            return True, said
        on = ("busctl", "set-property", *words[2:], "b", "true")
        with contextlib.suppress(Failed):
            await run(*on)
        return None, said


class Daemon(Process):
    """touchmoved as its unit runs it, with evidence of its own."""

    def __init__(self, binaries, name, ports=()):
        super().__init__(f"touchmoved-{name}")
        self.binaries, self.ports = binaries, ports
        self.state = pathlib.Path("/run/vm/state") / name

    async def start(self):
        self.state.mkdir(parents=True, exist_ok=True)
        shutil.chown(self.state, "touchmove", "touchmove")
        ports = [word for port in self.ports for word in ("--port", port)]
        user = ("setpriv", "--reuid=touchmove", "--regid=touchmove", "--groups=dialout")
        await super().start(*user, f"{self.binaries}/touchmoved", "--state", str(self.state), *ports)
        await until("the daemon serves", self._look)

    async def _look(self):
        try:
            return json.loads(await self.command("status", "--json")), None
        except Failed as why:
            return None, why

    async def command(self, *words, within=60):
        """What `touchmove` prints to somebody of the group."""
        return await run(f"{self.binaries}/touchmove", *words, within=within, as_user="touchmove")

    async def until_board(self, title, look, within=90):
        """Waits until `look` likes a board of the station."""

        async def all_boards():
            status, _ = await self._look()
            boards = status["boards"] if status else []
            found = next((board for board in boards if look(board)), None)
            seen = [(one["id"], one["link"], one["port"], (one["game"] or {}).get("moves")) for one in boards]
            return found, (seen, status and [(one["port"], one["state"], one["why"]) for one in status["ports"]])

        return await until(title, all_boards, within)

    async def until_port(self, title, look, within=90):
        """Waits until `look` likes a port of the station."""

        async def all_ports():
            status, _ = await self._look()
            ports = status["ports"] if status else []
            return next((port for port in ports if look(port)), None), ports

        return await until(title, all_ports, within)


class End:
    """A board's own end: tests/vm/board."""

    def __init__(self, family, way, serial, pace):
        self.words = (family, way, str(serial), str(pace))
        self.family = family
        self.service = None
        self.shows_service = False
        self.characteristics = []
        self.names = []
        self.pin = None
        self.usb = None
        self.usage = None
        self.process = None

    async def start(self, binaries):
        pipe = asyncio.subprocess.PIPE
        self.process = await asyncio.create_subprocess_exec(
            f"{binaries}/examples/board", *self.words, stdin=pipe, stdout=pipe
        )
        while True:
            line = (await asyncio.wait_for(self.process.stdout.readline(), 30)).decode().rstrip("\n")
            word, _, rest = line.partition(" ")
            if word == "ready":
                break
            self._take(word, rest)
        self.shows_service = not self.names

    def _take(self, word, rest):
        match word:
            case "service":
                self.service = rest
            case "name":
                self.names.append(rest)
            case "pin":
                self.pin = rest
            case "usb":
                self.usb = tuple(int(number) for number in rest.split())
            case "usage":
                self.usage = tuple(int(number) for number in rest.split())
            case "notify" | "write" | "write-without-response":
                channel, uuid = rest.split()
                self.characteristics.append((word, int(channel), uuid))
            case _:
                raise Failed(f"{' '.join(self.words)} says: {word} {rest}")

    def tell(self, channel, data):
        """What the host has sent."""
        self.process.stdin.write(f"{channel} {data.hex()}\n".encode())

    def play(self, moves):
        """These moves are made next."""
        self.process.stdin.write(f"play {' '.join(moves)}\n".encode())

    async def next(self):
        """The next packet to the host, with its channel; waits for ever where the board has ended."""
        line = await self.process.stdout.readline()
        if not line:
            await asyncio.Event().wait()
        channel, data = line.decode().split()
        return int(channel), bytes.fromhex(data)

    async def stop(self):
        with contextlib.suppress(ProcessLookupError):
            self.process.kill()
        await self.process.wait()
