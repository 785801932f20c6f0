"""The air of serial lines: an adapter of btvirt's, whose controllers know pairing by PIN, and boards at controllers beside it."""

import asyncio
import contextlib
import os

from bumble import hci
from bumble.core import UUID
from bumble.device import Device, DeviceConfiguration
from bumble.host import Host
from bumble.keys import MemoryKeyStore
from bumble.pairing import PairingConfig, PairingDelegate
from bumble.rfcomm import Server, make_service_sdp_records
from bumble.transport import open_transport

from air import log
from machine import Process, until

# Where btvirt gives whoever comes a controller. They know Low Energy too, which is not used: bumble takes no other ones.
CONTROLLERS = "/tmp/bt-server-bredrle"

# The handle of the board's one service record, and the channel in it.
RECORD, CHANNEL = 0x00010001, 1

# What a board says it is: a toy, a game (Assigned Numbers, 2.8).
TOY = 0x000814


class Lines(Process):
    """btvirt: the machine has its adapter while it runs."""

    def __init__(self):
        super().__init__("btvirt")

    async def start(self):
        with contextlib.suppress(FileNotFoundError):
            os.unlink(CONTROLLERS)
        await super().start("btvirt", "-s", "-l1")
        await until("btvirt offers controllers", self._look)

    async def _look(self):
        return os.path.exists(CONTROLLERS) or None, self.process.returncode


class Person(PairingDelegate):
    """Who has typed a PIN into a board, or its maker."""

    def __init__(self, pin):
        # The only one that bumble asks for a PIN.
        super().__init__(io_capability=PairingDelegate.KEYBOARD_INPUT_ONLY)
        self.pin = pin

    async def get_string(self, max_length):
        log.info("a PIN is asked for")
        return self.pin


class LineBoard:
    """A simulated board with a serial line, silent until it comes near."""

    def __init__(self, end, name, pin):
        self.end, self.name, self.pin = end, name, pin
        self.address = None
        self.transport = None
        self.device = None
        self.line = None
        self.lines = 0
        self.speaking = None

    async def switch_on(self):
        """Offers its line; its address is the controller's."""
        self.transport = await open_transport(f"unix:{CONTROLLERS}")
        settings = DeviceConfiguration(
            name=self.name,
            class_of_device=TOY,
            le_enabled=False,
            classic_enabled=True,
            # Boards of that age know no other way to pair than a PIN.
            classic_ssp_enabled=False,
            classic_sc_enabled=False,
            connectable=False,
            discoverable=False,
        )
        self.device = Device(config=settings, host=Host(self.transport.source, self.transport.sink))
        self.device.pairing_config_factory = lambda _: PairingConfig(delegate=Person(self.pin))
        server = Server(self.device)
        server.listen(self._open, CHANNEL)
        self.device.sdp_service_records = {RECORD: make_service_sdp_records(RECORD, CHANNEL, UUID(self.end.service))}
        await self.device.power_on()
        self.device.keystore = MemoryKeyStore()
        self.address = self.device.public_address.to_string(with_type_qualifier=False)
        self.speaking = asyncio.create_task(self._speak())

    async def come_near(self):
        """It answers whoever calls it."""
        await self.device.set_discoverable(True)
        await self.device.set_connectable(True)

    async def go_away(self):
        """It answers nobody, and its link is lost."""
        self.line = None
        await self.device.set_discoverable(False)
        await self.device.set_connectable(False)
        for link in list(self.device.connections.values()):
            await link.disconnect(hci.HCI_REMOTE_DEVICE_TERMINATED_CONNECTION_DUE_TO_POWER_OFF_ERROR)

    async def switch_off(self):
        """Its controller is gone, and its link with it; so it may be when btvirt has ended."""
        self.line = None
        self.speaking.cancel()
        await self.transport.close()
        await self.end.stop()

    def _open(self, line):
        log.info("%s: its line is open", self.address)
        self.lines += 1
        line.sink = self._take
        line.on(line.EVENT_CLOSE, lambda: self._close(line))
        self.line = line

    def _close(self, line):
        log.info("%s: its line is closed", self.address)
        if self.line is line:
            self.line = None

    def _take(self, data):
        log.info("%s < %s", self.address, data.hex())
        self.end.tell(0, data)

    async def _speak(self):
        while True:
            _, data = await self.end.next()
            if self.line is not None:
                log.info("%s > %s", self.address, data.hex())
                self.line.write(data)
