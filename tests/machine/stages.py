"""The stages of `make machine-test`, outside the machine: stages.py BINARIES FOLDER.

They are one story, from the package's installation to its purge. Each prints one line; the first that does not show what it
is to show ends it, and the exit code says so.
"""

import asyncio
import contextlib
import json
import pathlib
import random
import sys
import time

import broadcast
import radio
import sandbox
from debian import Cable, Debian
from machine import End, Failed, until

# Quiet moves, of which none leads to a position that was there before. Nobody castles.
GAME = """
h2h3 e7e6 b2b4 d8g5 b1a3 g5d5 a3c4 d5h5 c1b2 d7d6 c4e5 c8d7 e5c6 b7b6 d1b1 g8e7 a2a4 f7f5 b1a2 h5g6 c6a5 h8g8 b2c1 b8c6
a5b3 d7c8 b3c5 g6g3 a2c4 g7g6 c4d3 c6d4 d3b3 g3g4 b3a3 c8b7 c2c4 a7a5 h3h4 g4g3 c5b3 e7c8 h1h2 f8g7 h4h5 b7c6 b4b5 g7f6
d2d3 g3g4 b3c5 f6h8 g2g3 c6b7 f2f4 b7c6 c5b7 c6f3 c1d2 c8e7 b7c5 e7c8 e2e3 f3g2 c5a6 c8a7 a6c5 h8f6 g1e2 f6h8 e2c3 d4c6
c5e4 g4h3 e4c5 c6b4 c5a6 b4c6 c3e4 h8b2 g3g4 b2d4 e4g3 g2f3 g3e4 c6b4 f1e2 b4c6 a6c5 d6d5 c5b3 c6b8 d2c3 a7c8 c3b4 c8e7
""".split()

PACKAGES = "touchmove", "touchmove-web", "touchmove-hub"

# Seconds from one move to the next.
PACE = 2

# How many times the power is cut.
CUTS = 10

# Seconds after which what was told outlives a cut: a sync begins within 0.05, and by emulation everything takes some ten times
# as long.
KEPT_AFTER = 0.5


# Seconds from when it is told to sleep until its clock wakes the machine: it has to be asleep by then.
ALARM = 30
SET_ALARM = f"echo +{ALARM} >/sys/class/rtc/rtc0/wakealarm"

README = pathlib.Path(__file__).parents[2] / "README.md"

PAIRINGS = """Round,Board,Section,White,Black
1,1,Open,"Harrow, Ken","Stipe, Eva"
"""

# A guest may set what holds in a section, where polkit says so.
DECIDES = """polkit.addRule(function (action, subject) {
    if (action.id == "org.touchmove.decide" && subject.user == "guest") return polkit.Result.YES;
});
"""
SETS = (
    *("busctl", "call", "org.touchmove.Guest1", "/org/touchmove/Hall1/sections", "org.touchmove.Hall1.Sections"),
    *("Set", "sa{sv}s", "Open", "1", "lights", "s", "off", ""),
)

# What serves browsers, and where.
WEB = {"public": 8064, "desk": 7070, "livechess": 1982}

# Until not a block is left. The first takes most of it, and may fail at the rest.
FILL_DISK = """
fallocate --length $(($(stat --file-system --format='%f*%S' /))) /filling
dd if=/dev/zero of=/filling-of-the-rest bs=4096
[[ $(stat --file-system --format=%a /) == 0 ]]
"""


class Players:
    """Two people at a board, who know how far they have come."""

    def __init__(self, end):
        self.end = end
        self.made = []

    async def make(self, moves, pace=PACE):
        for move in GAME[len(self.made) :][:moves]:
            self.made.append(move)
            self.end.play([move])
            await asyncio.sleep(pace)

    @contextlib.asynccontextmanager
    async def playing(self, pace=PACE):
        """They play on meanwhile, and stop after the move at which they are then."""
        task = asyncio.create_task(self.make(len(GAME), pace))
        try:
            yield
        finally:
            task.cancel()


class Life:
    """The machine, with the board beside it."""

    def __init__(self, binaries, folder):
        self.binaries = binaries
        self.machine = Debian(folder)
        self.chance = random.Random(1)
        self.cable = self.players = None

    async def set_the_board_up(self):
        end = End("dgt", "serial", 12345, 1)
        await end.start(self.binaries)
        self.players = Players(end)
        self.cable = Cable(self.machine.folder / "board.socket", end)

    async def until_told(self, title, moves, within=90):
        """Waits until exactly these moves are told of the one game, on a board that is there."""

        def look(status):
            boards = [one for one in status["boards"] if one["link"] == "up" and one["game"]]
            return [one["game"]["moves"] for one in boards] == [moves]

        await self.machine.until_status(title, look, within)

    async def bring_back(self):
        """The machine's power is back. Its board is not: somebody is to plug it in."""
        self.cable.pull()
        await self.machine.switch_on()
        await self.machine.until_status("the daemon serves", lambda status: status)

    async def sees_the_round(self):
        """That the game is the one of the round."""
        said = await self.machine.run("touchmove", "round", "status")
        if "Harrow" not in said or "Stipe" not in said:
            raise Failed(f"the round is: {said}")

    async def events(self):
        """What has happened in the one game, in order, as the bus tells it."""
        tree = await self.machine.run("busctl", "--list", "tree", "org.touchmove.Hall1")
        (game,) = (path for path in tree.split() if "/games/" in path)
        ask = ("busctl", "--json=short", "call", "org.touchmove.Hall1", game, "org.touchmove.Hall1.Game", "EventsSince", "t", "0")
        (events,) = json.loads(await self.machine.run(*ask))["data"]
        return [details for _, _, details in events]

    async def time_of_last_event(self):
        """When it happened, in seconds since the machine was started."""
        return (await self.events())[-1]["boot_us"]["data"] / 1e6

    async def last_san(self):
        """The last move as it is written."""
        return [event["san"]["data"] for event in await self.events() if "san" in event][-1]

    def has(self, text, *words):
        """Looks whether a command prints this."""

        async def look():
            code, said, erred = await self.machine.attempt(*words)
            return text in said or None, (code, said, erred)

        return look

    def does(self, *words):
        """Tries a command until it succeeds."""

        async def look():
            code, said, erred = await self.machine.attempt(*words)
            return code == 0 or None, (code, said, erred)

        return look

    async def moves(self):
        """The moves that are told of the one game."""
        (board,) = (await self.machine.status())["boards"]
        return board["game"]["moves"]


async def stage_start(life):
    """systemd is the first process of a Debian with a disk of its own"""
    await life.machine.assemble()
    await life.machine.switch_on()


def read_me():
    """What README has somebody type who installs the packages, a line each."""
    section = README.read_text().split("## Install it")[1]
    block = section.split("\n\n    ", 1)[1].split("\n\n", 1)[0]
    return [line.split("#")[0].strip() for line in block.splitlines()]


async def stage_install(life):
    """somebody with a board installs the packages and plays a first move by what README says"""
    machine = life.machine
    await machine.run("useradd", "--create-home", "newcomer")
    await life.set_the_board_up()
    made, *typed, last = read_me()
    if (made, last) != ("make deb", "touchmove setup"):
        raise Failed(f"README begins with {made} and ends with {last}")
    for line in typed:
        # Root types it, the packages are elsewhere, and nobody is there to say yes.
        for there, here in (("sudo ", ""), ("./target/packages/", "/packages/"), ("apt install", "apt install -qq -y")):
            line = line.replace(there, here)
        await machine.run("bash", "-c", f"USER=newcomer; {line}", within=600)
    await machine.until_status("the daemon serves", lambda status: status)
    await life.cable.plug_in()
    led = ("systemd-run", "--quiet", "--unit=newcomer", "--uid=newcomer", "--property=SupplementaryGroups=touchmove")
    at_a_terminal = f"tail --follow /dev/null | script --quiet --flush --command '{last}' /home/newcomer/setup"
    await machine.run(*led, "bash", "-c", at_a_terminal)
    await until("a move is asked for", life.has("Play a move", "cat", "/home/newcomer/setup"))
    await life.players.make(1)
    await until("it is seen", life.has("All is well.", "cat", "/home/newcomer/setup"))
    life.cable.pull()
    # The story goes on with a board on which nobody has played.
    await machine.run("bash", "-c", "systemctl stop touchmove && rm -r /var/lib/touchmove/* && systemctl start touchmove")
    await machine.until_status("the daemon serves anew", lambda status: status)


async def stage_board(life):
    """a board on a USB adapter is plugged in, found by udev and the daemon, and the first moves of a round are shown"""
    machine = life.machine
    await life.set_the_board_up()
    await life.cable.plug_in()
    await life.until_told("a game", [])
    await machine.write("/root/pairings.csv", PAIRINGS)
    await machine.run("touchmove", "round", "load", "/root/pairings.csv")
    await machine.run("touchmove", "round", "assign", "--plugged")
    await machine.run("touchmove", "round", "begin", "--anyway")
    await life.players.make(4)
    await life.until_told("four moves", GAME[:4])


async def stage_pulled(life):
    """the adapter is pulled in mid-game and put back, and the game goes on"""
    life.cable.pull()
    await life.machine.until_status("lost", lambda status: [one["link"] for one in status["boards"]] == ["lost"])
    await life.cable.plug_in()
    await life.until_told("the same game", life.players.made)
    await life.players.make(2)
    await life.until_told("it goes on", life.players.made)


async def stage_strangers(life):
    """a member of the group sees the games, a guest does what polkit lets him do, and a stranger gets nothing"""
    machine = life.machine
    for words in (["member", "--groups=touchmove"], ["guest"], ["stranger"]):
        await machine.run("useradd", "--create-home", *words)
    await machine.write("/etc/polkit-1/rules.d/50-touchmove.rules", DECIDES)
    # By emulation it takes longer to start than touchmoved waits for an answer.
    await machine.run("systemctl", "restart", "polkit")

    def by(user, *words):
        return "runuser", "-u", user, "--", *words

    if "dgt_12345" not in await machine.run(*by("member", "touchmove", "status")):
        raise Failed("a member does not see the board")
    await machine.run(*by("guest", *SETS))
    await machine.run(*by("stranger", "busctl", "tree", "org.touchmove.Public1"))
    await machine.refuses(*by("stranger", *SETS), saying="Access denied")
    for user in ("guest", "stranger"):
        await machine.refuses(*by(user, "touchmove", "status"))
        await machine.refuses(*by(user, "busctl", "tree", "org.touchmove.Hall1"))
        await machine.refuses(*by(user, "ls", "/var/lib/touchmove"), saying="Permission denied")
        await machine.refuses(*by(user, "cat", "/dev/ttyUSB0"), saying="Permission denied")


async def stage_web(life):
    """spectators' pages, the desk and LiveChess' interface are served by the services, each in its sandbox"""
    for role, port in WEB.items():
        await life.machine.run("systemctl", "start", f"touchmove-{role}")
        ask = f"exec 3<>/dev/tcp/127.0.0.1/{port} && printf 'GET / HTTP/1.0\\r\\nHost: localhost\\r\\n\\r\\n' >&3 && head -1 <&3"

        async def look(ask=ask):
            code, said, erred = await life.machine.attempt("bash", "-c", ask)
            return said.startswith("HTTP/1.") or None, (code, said, erred)

        await until(f"{role} answers", look)


async def stage_broadcast(life):
    """a round is in a folder, over HTTP and posted to a web address, each by a service in its sandbox"""
    await broadcast.see(life)


async def stage_sandbox(life):
    """the services can do in their sandboxes what they must, and nothing else, and the daemon not as root either"""
    await sandbox.see(life.machine)
    await life.until_told("the same game", life.players.made)


async def stage_upgrade(life):
    """the packages are upgraded in the middle of a round, and its game goes on"""
    debs = [f"/packages/{path.name}" for path in sorted((life.machine.folder / "packages").glob("later-*.deb"))]
    # It takes a minute or more.
    async with life.players.playing(pace=4 * PACE):
        await life.machine.run("apt-get", "-qq", "-y", "install", *debs, within=600)
        version = await life.machine.run("dpkg-query", "--show", "--showformat=${Version}", "touchmove")
        if not version.endswith("+later"):
            raise Failed(f"the version is {version}")
    await life.until_told("all moves that were made", life.players.made)
    await life.sees_the_round()


async def stage_full_disk(life):
    """the disk is full in mid-game: it is said, and nothing is missing afterwards, though then the power is cut"""
    machine = life.machine

    def is_in_trouble(status):
        return [bool(board["trouble"]) for board in status["boards"]]

    await machine.run("bash", "-c", FILL_DISK)
    # What is left of the last block of the journal is filled first.
    async with life.players.playing():
        await machine.until_status("it is said", lambda status: is_in_trouble(status) == [True])
    await life.until_told("all moves that were made", life.players.made)
    await machine.run("bash", "-c", "rm /filling*")
    await machine.until_status("evidence is kept again", lambda status: is_in_trouble(status) == [False])
    await asyncio.sleep(KEPT_AFTER)
    await machine.cut_power()
    await life.bring_back()
    if (again := await life.moves()) != life.players.made:
        raise Failed(f"{life.players.made} was told, and then {again}")
    await life.cable.plug_in()
    await life.until_told("the same game", life.players.made)


async def stage_suspend(life):
    """the machine sleeps in mid-game and wakes by its clock: what was played meanwhile is told, and no time is missing"""
    machine = life.machine
    boot = (await machine.run("cat", "/proc/sys/kernel/random/boot_id")).strip()
    before = await life.time_of_last_event()
    begun = time.monotonic()
    async with life.players.playing():
        await machine.run("bash", "-c", SET_ALARM)
        # The agent does not notice that what it runs has ended while the machine slept: nothing else may run now.
        await machine.sleep()
    slept = time.monotonic() - begun
    await life.until_told("all moves that were made", life.players.made)
    await life.players.make(2)
    await life.until_told("it goes on", life.players.made)
    passed = await life.time_of_last_event() - before
    if passed < ALARM:
        raise Failed(f"between two moves there passed {passed:.1f} s by their times, {ALARM} until it woke ({slept:.1f} s here)")
    if boot != (await machine.run("cat", "/proc/sys/kernel/random/boot_id")).strip():
        raise Failed("the machine was started anew")


async def stage_clock(life):
    """the machine's clock is set back by hours in mid-game, and the daemon started anew: the game goes on"""
    machine = life.machine
    await machine.run("date", "--set=3 hours ago")
    await life.players.make(2)
    await life.until_told("it goes on", life.players.made)
    await machine.run("systemctl", "restart", "touchmove")
    await life.until_told("the same game", life.players.made)
    await life.players.make(2)
    await life.until_told("it goes on", life.players.made)
    await machine.run("date", "--set=3 hours")


async def stage_power_cuts(life):
    """the power is cut in mid-game, the disk's cache with it: what was told before is told again, and the game goes on"""
    for _ in range(CUTS):
        async with life.players.playing():
            begun = len(life.players.made)
            has_gone_on = lambda status: len(status["boards"][0]["game"]["moves"]) > begun  # noqa: B023, E731
            await life.machine.until_status("a move is told", has_gone_on)
            await asyncio.sleep(life.chance.uniform(0, PACE))
            told = await life.moves()
            await asyncio.sleep(KEPT_AFTER)
            await life.machine.cut_power_at_a_flush()
        await life.bring_back()
        again = await life.moves()
        if again[: len(told)] != told:
            raise Failed(f"{told} was told, and then {again}")
        await life.cable.plug_in()
        await life.until_told("all moves that were made", life.players.made)
    if life.machine.disk.lost < CUTS:
        raise Failed("hardly anything was in the disk's cache at the cuts")
    await life.machine.run("bash", "-c", "touchmove verify /var/lib/touchmove/boards/*.journal")
    await life.sees_the_round()


async def stage_decision(life):
    """a decision is there although the power was cut as soon as it was answered"""
    await life.machine.run("touchmove", "section", "set", "U16", "--delay", "15m")
    await life.machine.cut_power()
    await life.bring_back()
    if "U16" not in (said := await life.machine.run("touchmove", "section", "status")):
        raise Failed(f"the sections are: {said}")
    await life.cable.plug_in()
    await life.until_told("the same game", life.players.made)


async def stage_bluetooth(life):
    """a board is found in the air by bluetoothd and the daemon in its sandbox, made the station's, and played on"""
    await radio.play(life)


async def stage_remove(life):
    """the packages are removed, and nothing of them runs; installed again, they tell the same game"""
    machine = life.machine
    await machine.run("apt-get", "-qq", "-y", "remove", *PACKAGES, within=600)
    await machine.refuses("bash", "-c", "readlink /proc/[0-9]*/exe | grep touchmove")
    await machine.run("ls", "/var/lib/touchmove/boards/dgt_12345.journal")
    debs = [f"/packages/{path.name}" for path in sorted((machine.folder / "packages").glob("later-*.deb"))]
    await machine.run("apt-get", "-qq", "-y", "install", *debs, within=600)
    await life.until_told("the same game", life.players.made)


async def stage_purge(life):
    """purged, they leave the evidence, since nobody was asked, what operators wrote, and nothing else"""
    machine = life.machine
    await machine.run("apt-get", "-qq", "-y", "purge", *PACKAGES, within=600)
    await machine.run("ls", "/var/lib/touchmove/boards/dgt_12345.journal")
    find = ("find", "/etc", "/usr", "/var", "-xdev", "-name", "*touchmove*")
    left = set((await machine.run(*find, "-not", "-path", "/var/log/*")).split())
    # The rule is the one that polkit was given by the stage with the guest.
    known = {"/etc/polkit-1/rules.d/50-touchmove.rules", "/var/lib/touchmove", *broadcast.WRITTEN}
    if left != known:
        raise Failed(f"there is left: {left - known}; there is not: {known - left}")


STAGES = [
    *(stage_start, stage_install, stage_board, stage_pulled, stage_strangers, stage_web, stage_sandbox),
    *(stage_broadcast, stage_suspend),
    *(stage_upgrade, stage_full_disk, stage_clock, stage_power_cuts, stage_decision, stage_bluetooth),
    *(stage_remove, stage_purge),
]


async def live(life):
    """Whether all stages show what they are to show."""
    for stage in STAGES:
        begun = time.monotonic()
        try:
            await stage(life)
        except Failed as why:
            tell(stage, begun, f"FAILED: {why}")
            await tell_why(life.machine)
            return False
        tell(stage, begun, "ok")
    return True


def tell(stage, begun, outcome):
    name = stage.__name__.removeprefix("stage_").replace("_", "-")
    print(f"{name}: {stage.__doc__}: {outcome} ({time.monotonic() - begun:.0f} s)", flush=True)


async def tell_why(machine):
    """The journal of the machine, where it can still be asked."""
    with contextlib.suppress(Failed, OSError, AttributeError):
        said = await machine.run("journalctl", "--no-pager", "--boot")
        (machine.folder / "log/journal").write_text(said)


async def main(binaries, folder):
    life = Life(binaries, folder)
    try:
        return await live(life)
    finally:
        await life.machine.cut_power()
        if life.players:
            await life.players.end.stop()


if __name__ == "__main__":
    begun = time.monotonic()
    well = asyncio.run(main(pathlib.Path(sys.argv[1]), pathlib.Path(sys.argv[2])))
    print(f"{'all is well' if well else 'it ended there'}, {time.monotonic() - begun:.0f} s in all", flush=True)
    sys.exit(0 if well else 1)
