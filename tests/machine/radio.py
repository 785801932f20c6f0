"""A Bluetooth adapter on a serial line of the machine, and a board in the air around it."""

from air import Air, Board
from machine import End, until

MOVES = ["f2f3", "e7e5", "g2g4", "d8h4"]

ADAPTER = ("org.bluez", "/org/bluez/hci0", "org.bluez.Adapter1", "Powered")


async def play(life):
    """A board comes near, is made the station's, and is played on to its end; then it is out of reach."""
    machine, air = life.machine, Air()
    await air.plug_adapter_in(f"unix:{machine.folder}/radio.socket")
    attach = ("btattach", "--bredr", "/dev/ttyS1", "--protocol", "h4", "--noflowctl")
    await machine.run("systemd-run", "--quiet", "--unit=adapter", *attach)
    await until("the adapter is switched on", life.does("busctl", "set-property", *ADAPTER, "b", "true"))
    end = End("pegasus", "gatt", 7, 1)
    await end.start(life.binaries)
    board = Board(air, end, "DGT_PEGASUS_12345", "34:81:F4:00:00:14")
    await board.switch_on()
    await board.come_near()
    await machine.run("touchmove", "bluetooth", "pair", board.address)

    def game(status):
        there = [one for one in status["boards"] if one["port"] == f"pegasus:{board.address}" and one["link"] == "up"]
        return [one["game"]["moves"] for one in there if one["game"]]

    await machine.until_status("a game in the air", lambda status: game(status) == [[]])
    end.play(MOVES)
    await machine.until_status("its moves", lambda status: game(status) == [MOVES])
    await board.switch_off()
    await machine.until_status("the board is lost", lambda status: not game(status))
    await machine.run("systemctl", "stop", "adapter")
