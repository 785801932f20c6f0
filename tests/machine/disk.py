"""A disk with a cache of its own, which goes with the power: QEMU speaks to it as to a network block device (NBD)."""

import asyncio
import enum
import os
import random
import struct

BLOCK = 4096

# https://github.com/NetworkBlockDevice/nbd/blob/master/doc/proto.md
GREETING = struct.pack(">8s8sH", b"NBDMAGIC", b"IHAVEOPT", 0b11)
OPTION, OPTION_ANSWER, OPTION_ANSWER_MAGIC = struct.Struct(">8sII"), struct.Struct(">QIII"), 0x3E889045565A9
OPT_ABORT, OPT_INFO, OPT_GO = 2, 6, 7
REP_ACK, REP_INFO, REP_UNKNOWN = 1, 3, (1 << 31) + 1
HAS_FLAGS, SEND_FLUSH, SEND_FUA = 1, 4, 8
REQUEST, ANSWER, ANSWER_MAGIC = struct.Struct(">IHHQQI"), struct.Struct(">IIQ"), 0x67446698
FORCE_UNIT_ACCESS = 1
INVALID = 22


class Kind(enum.IntEnum):
    """What is asked of a disk."""

    READ, WRITE, END, FLUSH = range(4)


class Disk:
    """An image file, before which is what was written and not yet flushed."""

    def __init__(self, image, chance=1):
        self.file = os.open(image, os.O_RDWR)
        self.size = os.fstat(self.file).st_size
        self.cached = {}
        self.chance = random.Random(chance)
        # How many blocks that were written have never come to the disk.
        self.lost = 0
        # Whether the power goes at the next flush, and that it is to go now.
        self.fails_at_flush = False
        self.is_failing = asyncio.Event()

    async def serve(self, path):
        await asyncio.start_unix_server(self._meet, path)

    async def until_it_fails(self):
        """Waits until the disk is to flush its cache, which it will not do."""
        self.fails_at_flush = True
        await self.is_failing.wait()

    def cut_power(self):
        """Of what is in the cache a part has come to the disk, as chance wills, and the rest is lost."""
        kept = {block for block in self.cached if self.chance.random() < 0.5}
        self.lost += len(self.cached) - len(kept)
        self._flush(kept)
        self.cached.clear()
        self.fails_at_flush = False
        self.is_failing.clear()

    async def _meet(self, reader, writer):
        try:
            writer.write(GREETING)
            await reader.readexactly(4)
            if await self._agree(reader, writer):
                await self._answer_all(reader, writer)
        except (asyncio.IncompleteReadError, ConnectionError):
            pass
        finally:
            writer.close()

    async def _agree(self, reader, writer):
        """Whether the disk is wanted."""
        while True:
            _, option, length = OPTION.unpack(await reader.readexactly(OPTION.size))
            await reader.readexactly(length)

            def answer(kind, data=b"", option=option):
                writer.write(OPTION_ANSWER.pack(OPTION_ANSWER_MAGIC, option, kind, len(data)) + data)

            if option in (OPT_GO, OPT_INFO):
                answer(REP_INFO, struct.pack(">HQH", 0, self.size, HAS_FLAGS | SEND_FLUSH | SEND_FUA))
            answer(REP_ACK if option in (OPT_GO, OPT_INFO, OPT_ABORT) else REP_UNKNOWN)
            await writer.drain()
            if option in (OPT_GO, OPT_ABORT):
                return option == OPT_GO

    async def _answer_all(self, reader, writer):
        while True:
            _, flags, kind, handle, at, length = REQUEST.unpack(await reader.readexactly(REQUEST.size))
            data, error = b"", 0
            match kind:
                case Kind.READ:
                    data = self._read(at, length)
                case Kind.WRITE:
                    self._write(at, await reader.readexactly(length))
                    if flags & FORCE_UNIT_ACCESS:
                        self._flush(set(range(at // BLOCK, -(-(at + length) // BLOCK))))
                case Kind.END:
                    self._flush(set(self.cached))
                    return
                case Kind.FLUSH if self.fails_at_flush:
                    self.is_failing.set()
                    await reader.read()
                    return
                case Kind.FLUSH:
                    self._flush(set(self.cached))
                case _:
                    error = INVALID
            writer.write(ANSWER.pack(ANSWER_MAGIC, error, handle) + data)
            await writer.drain()

    def _read(self, at, length):
        data = os.pread(self.file, length, at)
        first, end = at // BLOCK, -(-(at + length) // BLOCK)
        if not any(block in self.cached for block in range(first, end)):
            return data
        blocks = b"".join(self._block(block) for block in range(first, end))
        return blocks[at - first * BLOCK :][:length]

    def _block(self, block):
        return self.cached.get(block) or os.pread(self.file, BLOCK, block * BLOCK)

    def _write(self, at, data):
        first, end = at // BLOCK, -(-(at + len(data)) // BLOCK)
        blocks = bytearray().join(self._block(block) for block in range(first, end))
        start = at - first * BLOCK
        blocks[start : start + len(data)] = data
        for number, block in enumerate(range(first, end)):
            self.cached[block] = bytes(blocks[number * BLOCK : (number + 1) * BLOCK])

    def _flush(self, blocks):
        for block in blocks & self.cached.keys():
            os.pwrite(self.file, self.cached.pop(block), block * BLOCK)
