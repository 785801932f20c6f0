"""A simulated board that exchanges reports: the kernel takes it for a USB device (linux/uhid.h)."""

import asyncio
import os
import struct

from air import log

CREATE2, DESTROY, OUTPUT, INPUT2 = 11, 1, 6, 12
BUS_USB = 3
# A request is of this size whatever it asks.
LARGEST = 4096
EVENT = struct.Struct("<I")
# name, phys, uniq, length of the descriptor, bus, vendor, product, version, country
HEAD = struct.Struct("<128s64s64sHHIIII")


# Of so many reports each has a number, which is its first byte.
REPORTS = 0x41


def descriptor(page, usage):
    """Numbered reports of up to 63 bytes more each way, as a vendor defines them."""
    collection = bytes([0x06, *struct.pack("<H", page), 0x09, usage, 0xA1, 0x01])
    sizes = bytes([0x15, 0x00, 0x26, 0xFF, 0x00, 0x75, 0x08, 0x95, 0x3F])
    reports = [bytes([0x85, number, 0x09, 2, 0x81, 0x02, 0x09, 3, 0x91, 0x02]) for number in range(1, REPORTS + 1)]
    return collection + sizes + b"".join(reports) + b"\xc0"


class HidBoard:
    """A board on a cable."""

    def __init__(self, end, name):
        self.end, self.name = end, name
        self.device = None
        self.speaking = None

    def plug_in(self):
        self.device = os.open("/dev/uhid", os.O_RDWR | os.O_NONBLOCK)
        vendor, product = self.end.usb
        reports = descriptor(*self.end.usage)
        head = HEAD.pack(self.name.encode(), b"usb-vm", b"", len(reports), BUS_USB, vendor, product, 1, 0)
        os.write(self.device, EVENT.pack(CREATE2) + head + reports)
        asyncio.get_running_loop().add_reader(self.device, self._take)
        self.speaking = asyncio.create_task(self._speak())

    def pull(self):
        asyncio.get_running_loop().remove_reader(self.device)
        self.speaking.cancel()
        os.close(self.device)
        self.device = None

    def _take(self):
        event = os.read(self.device, LARGEST + 512)
        (kind,) = EVENT.unpack_from(event)
        if kind == OUTPUT:
            (size,) = struct.unpack_from("<H", event, EVENT.size + LARGEST)
            data = event[EVENT.size : EVENT.size + size]
            log.info("hid < %s", data.hex())
            self.end.tell(0, data)

    async def _speak(self):
        while True:
            _, data = await self.end.next()
            log.info("hid > %s", data.hex())
            os.write(self.device, EVENT.pack(INPUT2) + struct.pack("<H", len(data)) + data)

    async def switch_off(self):
        if self.device is not None:
            self.pull()
        await self.end.stop()
