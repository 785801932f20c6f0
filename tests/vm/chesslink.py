"""A ChessLink as it answers over the air: its attribute table is put together wrongly.

Where a host asks for characteristics, entries of 7 and of 21 bytes come in one answer under the length of the last (Core
Specification, Vol 3, Part F, 3.4.4.2 wants one length). BlueZ reads such an answer as entries of 21 bytes.
"""

import struct

from air import Board, log

MTU = 160
# Of the characteristics, by which it is spoken to and speaks, the handles of their values.
WRITTEN, NOTIFIED = 0x3A, 0x37
PRIMARY, CHARACTERISTIC, CONFIGURATION = 0x2800, 0x2803, 0x2902
READ_ONLY, NOTIFIES, WRITES = 0x02, 0x10, 0x0C
NO_SUCH_ATTRIBUTE, NOT_SUPPORTED = 0x0A, 0x06


def short(number):
    return struct.pack("<H", number)


def long(tail):
    """One of the maker's own names."""
    return bytes.fromhex(("49535343" + tail).replace("-", ""))[::-1]


SERVICES = [
    (0x01, 0x07, short(0x1800)),
    (0x10, 0x20, short(0x180A)),
    (0x30, 0x3D, long("-FE7D-4AE5-8FA9-9FAFD205E455")),
]


def table():
    """Its characteristics as (handle, properties, name), and all attributes by handle as (type, value)."""
    entries = [(2 + 2 * at, READ_ONLY, short(name)) for at, name in enumerate((0x2A00, 0x2A01, 0x2A04))]
    device = (0x2A29, 0x2A24, 0x2A25, 0x2A27, 0x2A26, 0x2A28, 0x2A23, 0x2A2A)
    entries += [(0x11 + 2 * at, READ_ONLY, short(name)) for at, name in enumerate(device)]
    entries += [
        (0x31, READ_ONLY, long("-6DAA-4D02-ABF6-19569ACA69FE")),
        (0x33, NOTIFIES | 0x08, long("-ACA3-481C-91EC-D85E28A60318")),
        (0x36, NOTIFIES, long("-1E4D-4BD9-BA61-23C647249616")),
        (0x39, WRITES, long("-8841-43F4-A8D4-ECBE34729BB3")),
        (0x3B, NOTIFIES | 0x08, long("-026E-3A9B-954C-97DAEF17E26E")),
    ]
    attributes = {handle: (short(PRIMARY), name) for handle, _, name in SERVICES}
    for handle, properties, name in entries:
        attributes[handle] = (short(CHARACTERISTIC), bytes([properties]) + short(handle + 1) + name)
        attributes[handle + 1] = (name, b"")
        if properties & NOTIFIES:
            attributes[handle + 2] = (short(CONFIGURATION), b"\0\0")
    return entries, attributes


class ChessLink(Board):
    """A board that answers as its firmware does, or, where it is `sound`, as the specification wants."""

    sound = False
    longest = MTU

    def offer(self):
        self.mtu = 23
        self.subscribed = False
        self.entries, self.attributes = table()
        self.device.gatt_server.on_gatt_pdu = lambda link, pdu: self._answer(link, bytes(pdu))

    def _count_link(self, connection):
        super()._count_link(connection)
        self.mtu, self.subscribed = 23, False

    async def notify(self, link, channel, data):
        for at in range(0, len(data), self.mtu - 3):
            part = data[at : at + self.mtu - 3]
            if not self.subscribed or self.is_lost():
                return
            log.info("%s > %s %s", self.address, channel, part.hex())
            self._send(link, b"\x1b" + short(NOTIFIED) + part)

    def _send(self, link, pdu):
        self.device.send_l2cap_pdu(link.handle, 4, pdu)

    def _answer(self, link, pdu):
        code = pdu[0]
        if code & 0x40 == 0 and code != 0x1E:
            self._send(link, self._request(code, pdu))
        elif code == 0x52:
            self._write(*struct.unpack_from("<H", pdu, 1), pdu[3:])

    def _request(self, code, pdu):
        match code:
            case 0x02:
                self.mtu = min(self.longest, *struct.unpack_from("<H", pdu, 1))
                return b"\x03" + short(self.longest)
            case 0x04 | 0x08 | 0x10:
                first, last = struct.unpack_from("<HH", pdu, 1)
                found = self._find(code, first, last, pdu[5:])
                return found or self._refuse(code, first, NO_SUCH_ATTRIBUTE)
            case 0x0A:
                (handle,) = struct.unpack_from("<H", pdu, 1)
                value = self.attributes.get(handle, (b"", b""))[1]
                return b"\x0b" + value[: self.mtu - 1]
            case 0x12:
                self._write(*struct.unpack_from("<H", pdu, 1), pdu[3:])
                return b"\x13"
        return self._refuse(code, 0, NOT_SUPPORTED)

    def _refuse(self, code, handle, why):
        return b"\x01" + bytes([code]) + short(handle) + bytes([why])

    def _write(self, handle, data):
        if handle == WRITTEN:
            (channel,) = (channel for way, channel, _ in self.end.characteristics if way == "write")
            self.take(channel, data)
        elif handle == NOTIFIED + 1:
            self.subscribed = data[:1] == b"\x01"

    def _find(self, code, first, last, kind):
        if code == 0x10:
            rows = [(one, short(one) + short(end) + name) for one, end, name in SERVICES]
            return self._packed(b"\x11", rows, first, last, True) if kind == short(PRIMARY) else None
        if code == 0x08:
            rows = [(one, short(one) + self.attributes[one][1]) for one, _, _ in self.entries]
            return self._packed(b"\x09", rows, first, last, self.sound) if kind == short(CHARACTERISTIC) else None
        rows = [(one, short(one) + kind) for one, (kind, _) in sorted(self.attributes.items())]
        found = self._packed(b"\x05", rows, first, last, True)
        return found and found[:1] + bytes([1 if found[1] == 4 else 2]) + found[2:]

    def _packed(self, head, rows, first, last, of_one_length):
        """As many rows as there is room for, under the length of the last."""
        packed, length = b"", None
        for row in (row for handle, row in rows if first <= handle <= last):
            if 2 + len(packed) + len(row) > self.mtu or (of_one_length and length not in (None, len(row))):
                break
            packed += row
            length = len(row)
        return head + bytes([length]) + packed if packed else None


class SoundChessLink(ChessLink):
    """One that BlueZ understands."""

    sound = True


class SlowChessLink(SoundChessLink):
    """The same, whose packets in the air are short: what it says comes in parts."""

    longest = 23
