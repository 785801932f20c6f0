"""The stages of `make vm-test`, inside the virtual machine: stages.py BINARIES SOURCES [STAGE...].

Each stage prints one line; the exit code says whether all have shown what they are to show.
"""

import asyncio
import contextlib
import logging
import os
import pathlib
import resource
import shutil
import subprocess
import sys
import time
import traceback

from air import Air, Board
from chesslink import ChessLink, SlowChessLink, SoundChessLink
from hid import HidBoard
from line import LineBoard, Lines
from machine import Bluetoothd, Daemon, End, Failed, LOG, until

MATE = ["f2f3", "e7e5", "g2g4", "d8h4"]


class Ring:
    """The machine with its radio."""

    def __init__(self, binaries, sources):
        self.binaries, self.sources = binaries, sources
        self.air, self.bluetoothd = Air(), Bluetoothd()
        self.daemon = None
        self.boards = []

    async def serve(self, name, ports=()):
        """A daemon that has seen nothing yet."""
        self.daemon = Daemon(self.binaries, name, ports)
        await self.daemon.start()
        return self.daemon

    async def board(self, family, name, number, serial=7, pace=1, kind=Board):
        """A board that is switched on, away."""
        end = End(family, "gatt", serial, pace)
        await end.start(self.binaries)
        board = kind(self.air, end, name, f"34:81:F4:00:00:{number:02X}")
        await board.switch_on()
        self.boards.append(board)
        return board

    @contextlib.asynccontextmanager
    async def lines(self):
        """Another adapter is in the place of the usual one, which knows serial lines."""
        await self.air.pull_adapter()
        lines = Lines()
        await lines.start()
        try:
            await self.bluetoothd.is_usable()
            yield
        finally:
            # Boards go with what their controllers are in.
            await self.switch_boards_off()
            await lines.stop()
            await self.air.plug_adapter_in()
            await self.bluetoothd.is_usable()

    async def line_board(self, name, pin=None):
        """A board with a serial line that is switched on, away; it wants its family's PIN, where no other one is given."""
        end = End("dgt", "rfcomm", 7, 8)
        await end.start(self.binaries)
        board = LineBoard(end, name, pin or end.pin)
        await board.switch_on()
        self.boards.append(board)
        return board

    async def pair(self, board):
        """A person makes a board this station's."""
        return await self.daemon.command("bluetooth", "pair", board.address)

    async def played(self, board):
        """The game on a board that is there, from its start position to its mate."""
        await self.until_game(board)
        board.end.play(MATE)
        await self.until_mate(board)

    async def begin(self, board):
        """The game on a board that is there, to its first move."""
        await self.until_game(board)
        board.end.play(MATE)
        await self.until(board, "the first move", lambda one: one["game"] and one["game"]["moves"] == MATE[:1])

    async def until_game(self, board):
        await self.until(board, "a game", lambda one: one["link"] == "up" and one["game"])

    async def until_mate(self, board):
        await self.until(board, "the mate", has_mate)

    async def until(self, board, title, look):
        port = f"{board.end.family}:{board.address}"
        is_it = lambda one: one["port"] == port and look(one)  # noqa: E731
        await self.daemon.until_board(f"{title} at {port}", is_it)

    async def switch_boards_off(self):
        boards, self.boards = self.boards, []
        for board in boards:
            await board.switch_off()

    async def clean_up(self):
        """Takes all boards away, and ends the daemon."""
        await self.switch_boards_off()
        await self.end_daemon()

    async def end_daemon(self):
        """Has the daemon end, where there is one, and sees that it does so well."""
        if self.daemon is None:
            return
        daemon, self.daemon = self.daemon, None
        code = await daemon.stop()
        if code != 0:
            raise Failed(f"touchmoved has ended with {code}")


async def stage_adapter(ring):
    """the daemon says why nothing is heard, without bluetoothd and with it"""
    await ring.serve("adapter", ["chesslink:34:81:F4:00:00:01"])
    await ring.daemon.until_port("no-bluetooth", lambda port: port["why"] == "no-bluetooth")
    await ring.bluetoothd.start()
    await ring.daemon.until_port("adapter-missing", lambda port: port["why"] == "adapter-missing")
    await ring.air.plug_adapter_in()
    await ring.bluetoothd.is_usable()
    await ring.daemon.until_port("out-of-range", lambda port: port["why"] == "out-of-range")


async def stage_pairing(ring):
    """boards are listed, made this station's, connected to, and forgotten"""
    await ring.serve("pairing")
    board = await ring.board("chessnut", "Chessnut Air\n", 2)
    await board.come_near()
    listed = await ring.daemon.command("bluetooth")
    if board.address not in listed or "Chessnut Air" not in listed:
        raise Failed(f"the board is not listed: {listed}")
    await ring.pair(board)
    await ring.daemon.until_board("the board is up", lambda one: one["link"] == "up")
    await ring.daemon.command("bluetooth", "forget", board.address)
    await ring.daemon.until_board("the board is let go", lambda one: one["link"] == "lost")


def game(family, name, number, title, kind=Board):
    """The stage in which a board comes near, is made this station's, and is played on."""

    async def stage(ring):
        await ring.serve(family)
        board = await ring.board(family, name, number, kind=kind)
        await board.come_near()
        await ring.pair(board)
        await ring.played(board)

    stage.__name__ = "stage_" + family.replace("-", "_")
    stage.__doc__ = f"a game on {title}"
    return stage


GAMES = [
    game("chesslink", "MILLENNIUM CHESS", 0x11, "a ChessLink that answers as the specification wants", SoundChessLink),
    game("chessnut", "Chessnut Air\n", 0x10, "a Chessnut, whose name ends in a newline"),
    game("ichessone", "iChessOne", 0x13, "an iChessOne"),
    game("pegasus", "DGT_PEGASUS_12345", 0x14, "a Pegasus"),
    game("squareoff", "Squareoff Pro", 0x15, "a Square Off Pro"),
    game("squareoff-neo", "Square Off Neo", 0x16, "a Square Off Neo"),
    game("gochess", "GoChessXR_1", 0x17, "a GoChess"),
    game("certabo", "Certabo", 0x18, "a Certabo, whose chips are learned first"),
    game("chessup", "ChessUp", 0x19, "a ChessUp"),
    game("cpp", "Mine", 0x1A, "a board that is known by its service alone"),
]


async def stage_chesslink_broken(ring):
    """of a ChessLink with its broken attribute table it is said that there is no way, and what to do"""
    await ring.serve("chesslink-broken")
    board = await ring.board("chesslink", "MILLENNIUM CHESS", 0x12, kind=ChessLink)
    await board.come_near()
    await ring.pair(board)
    port = await ring.daemon.until_port("no-way", lambda port: port["why"] == "no-way")
    if "cable" not in port["advice"]:
        raise Failed(f"a cable is not advised: {port}")


async def stage_equal_names(ring):
    """two boards of one name are two boards"""
    await ring.serve("equal-names")
    one = await ring.board("squareoff", "Squareoff Pro", 0x20, serial=7)
    other = await ring.board("squareoff", "Squareoff Pro", 0x21, serial=8)
    for board in (one, other):
        await board.come_near()
    await ring.pair(one)
    await ring.daemon.until_board("the first is up", lambda found: one.address in found["port"])
    if other.links:
        raise Failed("a board that is nobody's was connected to")
    await ring.pair(other)
    await ring.played(one)
    await ring.played(other)


async def stage_loss(ring):
    """a link that is lost in the middle of a packet, and again in the middle of a game, comes back"""
    await ring.serve("loss")
    board = await ring.board("chesslink", "MILLENNIUM CHESS", 0x22, pace=8, kind=SlowChessLink)
    board.cut_after = 3
    await board.come_near()
    await ring.pair(board)
    await until("the link is cut", board.was_cut)
    await board.come_near()
    await ring.begin(board)
    await board.go_away()
    await ring.daemon.until_board("lost", lambda one: one["link"] == "lost")
    await board.come_near()
    await ring.until_mate(board)
    if board.links < 3:
        raise Failed(f"there were {board.links} links")


async def stage_bluetoothd_dies(ring):
    """bluetoothd is killed in the middle of a game and started anew"""
    await ring.serve("bluetoothd-dies")
    # By emulation bluetoothd is away for half a minute. Of one or two moves made meanwhile occupancy tells which they were.
    board = await ring.board("squareoff", "Squareoff Pro", 0x23, pace=20)
    await board.come_near()
    await ring.pair(board)
    await ring.begin(board)
    await ring.bluetoothd.kill()
    await ring.daemon.until_board("lost", lambda one: one["link"] == "lost")
    await ring.bluetoothd.start()
    await ring.bluetoothd.is_usable()
    await ring.until_mate(board)


async def stage_adapter_pulled(ring):
    """the adapter is pulled in the middle of a game and plugged in again"""
    await ring.serve("adapter-pulled")
    board = await ring.board("squareoff", "Squareoff Pro", 0x24, pace=8)
    await board.come_near()
    await ring.pair(board)
    await ring.begin(board)
    await ring.air.pull_adapter()
    await ring.daemon.until_port("adapter-missing", lambda port: port["why"] == "adapter-missing")
    await ring.air.plug_adapter_in()
    await ring.bluetoothd.is_usable()
    await ring.until_mate(board)


async def stage_ended_without_adapter(ring):
    """the daemon ends well when the adapter was pulled from under a link, and is still missing"""
    await ring.serve("ended-without-adapter")
    board = await ring.board("squareoff", "Squareoff Pro", 0x25, pace=8)
    await board.come_near()
    await ring.pair(board)
    await ring.begin(board)
    await ring.air.pull_adapter()
    try:
        await ring.daemon.until_port("adapter-missing", lambda port: port["why"] == "adapter-missing")
        await ring.end_daemon()
    finally:
        await ring.air.plug_adapter_in()
        await ring.bluetoothd.is_usable()


async def stage_hid(ring):
    """a game on a Chessnut on a cable, by reports"""
    await ring.serve("hid")
    end = End("chessnut", "hid", 7, 1)
    await end.start(ring.binaries)
    board = HidBoard(end, "Chessnut Air")
    ring.boards.append(board)
    board.plug_in()
    port = await ring.daemon.until_port("denied", lambda port: port["why"] == "denied")
    node = port["port"].partition(":")[2]
    # What the udev rule does for a device behind USB.
    shutil.chown(node, group="dialout")
    os.chmod(node, 0o660)
    await ring.daemon.until_board("a game", lambda one: one["port"] == f"chessnut:{node}" and one["game"])
    end.play(MATE)
    await ring.daemon.until_board("the mate", lambda one: has_mate(one) and node in one["port"])
    board.pull()
    await ring.daemon.until_board("unplugged", lambda one: one["link"] == "lost")


async def stage_rfcomm(ring):
    """a classic board is listed, paired by its family's PIN alone, played on, and comes back by itself"""
    await ring.serve("rfcomm")
    async with ring.lines():
        odd = await ring.line_board("DGT_BT_51234", pin="4711")
        await odd.come_near()
        try:
            await ring.pair(odd)
        except Failed as why:
            if "not paired" not in str(why):
                raise
        else:
            raise Failed("a board was paired by another PIN than its own")
        await odd.go_away()

        board = await ring.line_board("DGT_BT_51235")
        await board.come_near()
        listed = await ring.daemon.command("bluetooth")
        if board.address not in listed or board.name not in listed:
            raise Failed(f"the board is not listed: {listed}")
        await ring.pair(board)
        await ring.begin(board)
        await board.go_away()
        await ring.daemon.until_board("lost", lambda one: one["link"] == "lost")
        await board.come_near()
        await ring.until_mate(board)
        if board.lines < 2:
            raise Failed("the board was called once")


def has_mate(board):
    game = board["game"] or {}
    return game.get("moves") == MATE and game.get("result") == "0-1"


STAGES = [
    *(stage_adapter, stage_pairing, stage_chesslink_broken),
    *GAMES,
    *(stage_equal_names, stage_loss, stage_bluetoothd_dies, stage_adapter_pulled),
    *(stage_ended_without_adapter, stage_hid, stage_rfcomm),
]


def prepare(sources):
    """What a system has that has started: its bus, its users, modules."""
    subprocess.run(["modprobe", "-d", "/run/vm/modules", "-a", *MODULES], check=False)
    subprocess.run(["systemd-sysusers", f"{sources}/systemd/touchmove.sysusers"], check=True)
    shutil.copy(f"{sources}/systemd/org.touchmove.Hall1.conf", "/etc/dbus-1/system.d/")
    subprocess.run(["mkdir", "-p", "/run/dbus", "/var/lib/bluetooth"], check=True)
    subprocess.run(["dbus-daemon", "--system", "--fork", "--nopidfile"], check=True)
    # What falls over leaves its memory in the log. The kernel's helper sees the files that the first process began with.
    pathlib.Path("/proc/sys/kernel/core_pattern").write_text("|/bin/busybox dd bs=65536 of=/new/run/vm/log/core.%e.%p")
    resource.setrlimit(resource.RLIMIT_CORE, (resource.RLIM_INFINITY, resource.RLIM_INFINITY))
    os.environ["RUST_BACKTRACE"] = "1"


# What the kernel's Bluetooth computes with comes first: it is asked for when the adapter is switched on.
MODULES = [
    *("hmac", "sha512_generic", "sha256_generic", "ctr", "drbg"),
    *("algif_hash", "algif_skcipher", "cmac", "ecb", "ccm"),
    *("hci_vhci", "rfcomm", "hid_generic", "uhid"),
]


async def play(ring, wanted):
    failed = 0
    for stage in STAGES:
        name = stage.__name__.removeprefix("stage_")
        if wanted and name not in wanted and stage is not stage_adapter:
            continue
        begun = time.monotonic()
        try:
            await stage(ring)
            outcome = "ok"
        except Exception as why:  # whatever goes wrong is this stage's, and the next one is tried
            outcome = f"FAILED: {why}"
            failed += 1
            if not isinstance(why, Failed):
                traceback.print_exc(file=sys.stderr)
        try:
            await ring.clean_up()
        except Failed as why:
            outcome += f"; {why}"
            failed += 1
        ended_with = await ring.bluetoothd.see_that_it_lives()
        if ended_with is not None:
            outcome += f"; bluetoothd has ended with {ended_with}"
        print(f"{name}: {stage.__doc__}: {outcome} ({time.monotonic() - begun:.0f} s)", flush=True)
    return failed


def main():
    binaries, sources, *wanted = sys.argv[1:]
    logging.basicConfig(filename=LOG / "air.log", level=logging.INFO, format="%(relativeCreated)d %(name)s %(message)s")
    begun = time.monotonic()
    prepare(sources)
    failed = asyncio.run(play(Ring(binaries, sources), wanted))
    print(f"{failed} failed, {time.monotonic() - begun:.0f} s in all", flush=True)
    sys.exit(1 if failed else 0)


main()
