"""The air: an adapter that the kernel takes for one, and boards around it, by bumble's virtual controllers."""

import asyncio
import logging

from bumble import gatt, hci
from bumble.controller import Controller
from bumble.core import UUID, AdvertisingData, PhysicalTransport
from bumble.device import Device
from bumble.host import Host
from bumble.link import LocalLink
from bumble.transport import open_transport
from bumble.transport.common import AsyncPipeSink

log = logging.getLogger("air")

ADAPTER = "F0:F1:F2:F3:F4:F5"

# What bumble's controllers say that they can, and do not: with either, a kernel waits in vain for another kind of word that a
# link is made, does nothing else for 20 s, and forgets a link that it is to end meanwhile.
NOT_KEPT = hci.LeFeatureMask.LL_PRIVACY | hci.LeFeatureMask.LE_EXTENDED_ADVERTISING


class Link(LocalLink):
    """What controllers hear of each other."""

    def send_acl_data(self, sender, destination, transport, data):
        """bumble names the sender by its random address even where the link was made with the public one, as BlueZ does."""
        if transport != PhysicalTransport.LE:
            super().send_acl_data(sender, destination, transport, data)
            return
        links = sender.le_connections.values()
        own = (link.self_address for link in links if link.peer_address == destination)
        source = next(own, sender.random_address)
        receiver = self.find_le_controller(destination)
        if receiver:
            loop = asyncio.get_running_loop()
            loop.call_soon(lambda: receiver.on_link_acl_data(source, transport, data))


class Air:
    """All that is in the air."""

    def __init__(self):
        self.link = Link()
        self.adapter = None
        self.transport = None
        self.boards = []

    async def plug_adapter_in(self, way="vhci"):
        """The machine has an adapter from now on, which it reaches this way, as bumble names it."""
        self.transport = await open_transport(way)
        self.adapter = Controller(
            "adapter",
            host_source=self.transport.source,
            host_sink=self.transport.sink,
            link=self.link,
            public_address=ADAPTER,
        )
        self.adapter.le_features &= ~NOT_KEPT

    async def pull_adapter(self):
        """It has none any more, and nobody says goodbye."""
        for board in self.boards:
            self.cut(board)
        self.link.remove_controller(self.adapter)
        await self.transport.close()
        self.adapter = None

    def cut(self, board):
        """The link to a board is lost: both ends notice that nothing is heard."""
        if self.adapter is None:
            return
        ends = ((self.adapter, board.controller), (board.controller, self.adapter))
        lost = [
            (end, link)
            for end, other in ends
            for link in end.le_connections.values()
            if link.peer_address in (other.public_address, other.random_address)
        ]
        for end, link in lost:
            end.on_le_disconnected(link, hci.HCI_CONNECTION_TIMEOUT_ERROR)


class Board:
    """A simulated board with characteristics, silent until it comes near."""

    def __init__(self, air, end, name, address):
        self.air, self.end, self.name, self.address = air, end, name, address
        self.links = 0
        self.heard = 0
        self.cut_after = None
        self.is_near = False
        air.boards.append(self)
        self.controller = Controller(name, link=air.link, public_address=address)
        public = hci.Address(address, hci.Address.PUBLIC_DEVICE_ADDRESS)
        host = Host(self.controller, AsyncPipeSink(self.controller))
        self.device = Device(name=name, address=public, host=host)
        self.notifying = {}
        self.speaking = None

    async def switch_on(self):
        """Offers what the family table says, and speaks."""
        self.offer()
        await self.device.power_on()
        self.device.on("connection", self._count_link)
        self.device.on("disconnection", lambda *_: log.info("%s is not connected any more", self.address))
        self.speaking = asyncio.create_task(self._speak())

    def offer(self):
        """One service with all characteristics."""
        characteristics = []
        for way, channel, uuid in self.end.characteristics:
            characteristics.append(self._characteristic(way, channel, uuid))
        self.device.add_services([gatt.Service(UUID(self.end.service), characteristics)])

    def _characteristic(self, way, channel, uuid):
        properties = gatt.Characteristic.Properties
        if way == "notify":
            one = gatt.Characteristic(UUID(uuid), properties.NOTIFY, gatt.Characteristic.READABLE, b"")
            self.notifying[channel] = one
            return one
        flag = properties.WRITE if way == "write" else properties.WRITE_WITHOUT_RESPONSE
        taken = gatt.CharacteristicValue(write=lambda _, value: self.take(channel, bytes(value)))
        return gatt.Characteristic(UUID(uuid), flag, gatt.Characteristic.WRITEABLE, taken)

    def take(self, channel, data):
        """What the host has written."""
        log.info("%s < %s %s", self.address, channel, data.hex())
        self.end.tell(channel, data)

    async def come_near(self):
        """It shows itself until it goes away: a link that has ended is followed by the next."""
        self.is_near = True
        await self.show()

    async def show(self):
        fields = [(AdvertisingData.FLAGS, b"\x06")]
        if self.end.shows_service:
            services = AdvertisingData.COMPLETE_LIST_OF_128_BIT_SERVICE_CLASS_UUIDS
            fields.append((services, bytes(UUID(self.end.service))))
        fields.append((AdvertisingData.COMPLETE_LOCAL_NAME, self.name.encode()))
        await self.device.start_advertising(
            advertising_data=bytes(AdvertisingData(fields)),
            auto_restart=True,
            # BlueZ remembers nothing of boards whose address changes.
            own_address_type=hci.OwnAddressType.PUBLIC,
            advertising_interval_min=200,
            advertising_interval_max=200,
        )

    async def go_away(self):
        """It is heard no more, and its link is lost."""
        self.is_near = False
        await self.device.stop_advertising()
        self.air.cut(self)

    async def switch_off(self):
        await self.go_away()
        self.speaking.cancel()
        self.air.boards.remove(self)
        self.air.link.remove_controller(self.controller)
        await self.end.stop()

    async def was_cut(self):
        """Whether its link was lost after the packets that it was to have."""
        is_cut = self.cut_after is None and not self.is_near
        return is_cut or None, self.heard

    def _count_link(self, _connection):
        log.info("%s is connected", self.address)
        self.links += 1
        self.heard = 0

    async def _speak(self):
        while True:
            channel, data = await self.end.next()
            for link in list(self.device.connections.values()):
                await self.notify(link, channel, data)

    async def notify(self, link, channel, data):
        """A packet to a host that has asked for it; cut where it does not fit into the air."""
        longest = link.att_mtu - 3
        for at in range(0, len(data), longest):
            if self.is_lost():
                return
            log.info("%s > %s %s", self.address, channel, data[at : at + longest].hex())
            await self.device.notify_subscriber(link, self.notifying[channel], data[at : at + longest])

    def is_lost(self):
        """Counts a packet in the air; whether it is one too many."""
        if self.cut_after is None:
            return False
        self.heard += 1
        if self.heard <= self.cut_after:
            return False
        self.cut_after = None
        asyncio.get_running_loop().create_task(self.go_away())
        return True
