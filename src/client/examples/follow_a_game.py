#!/usr/bin/env python3
"""Follows the public game at a table: prints each event as a line of JSON, and misses none.

    pip install jeepney
    python3 follow_a_game.py SYSTEM 12

In place of SYSTEM stands SESSION or the address of another bus.
"""

import json
import sys
from collections import deque

from jeepney import DBusAddress, HeaderFields, MatchRule, new_method_call
from jeepney.io.blocking import open_dbus_connection
from jeepney.wrappers import DBusErrorResponse, unwrap_msg

NAME = "org.touchmove.Public1"
ROOT = "/org/touchmove/Public1"
GAME = "org.touchmove.Public1.Game"
BUS = "org.freedesktop.DBus"


class Follower:
    def __init__(self, bus, table):
        self.connection = open_dbus_connection(bus)
        self.table = table
        # The number of the last event that was printed, by the path of its game.
        self.printed = {}
        # Who has the name now: nobody else's signals count.
        self.owner = None

    def call(self, path, interface, method, signature=None, body=(), name=NAME):
        address = DBusAddress(path, bus_name=name, interface=interface)
        return unwrap_msg(self.connection.send_and_get_reply(new_method_call(address, method, signature, body)))

    def follow(self):
        # First of all it subscribes, so that nothing happens unheard between an answer and the first signal.
        for rule in (
            f"type='signal',sender='{NAME}'",
            f"type='signal',sender='{BUS}',member='NameOwnerChanged',arg0='{NAME}'",
        ):
            self.call("/org/freedesktop/DBus", BUS, "AddMatch", "s", (rule,), name=BUS)
        with self.connection.filter(MatchRule(type="signal"), queue=deque()) as signals:
            self.begin()
            while True:
                self.hear(self.connection.recv_until_filtered(signals))

    def begin(self):
        """Reads what there is: at first, and when the daemon was started again."""
        try:
            (self.owner,) = self.call("/org/freedesktop/DBus", BUS, "GetNameOwner", "s", (NAME,), name=BUS)
            (objects,) = self.call(ROOT, "org.freedesktop.DBus.ObjectManager", "GetManagedObjects")
        except DBusErrorResponse:
            self.owner = None  # It is not there yet; its name gets an owner once it is.
            return
        for path, interfaces in objects.items():
            self.consider(path, interfaces)

    def consider(self, path, interfaces):
        game = interfaces.get(GAME)
        if game and game["Table"][1] == self.table:
            # Of another tournament numbers may begin anew.
            self.printed[path] = min(self.printed.get(path, 0), game["Sequence"][1])
            self.catch_up(path)

    def catch_up(self, path):
        """Prints what was missed of a game, however much that is."""
        while True:
            try:
                (events,) = self.call(path, GAME, "EventsSince", "t", (self.printed[path],))
            except DBusErrorResponse:
                return  # The daemon has just ended; once it is there again everything is asked anew.
            if not events:
                return
            for number, kind, details in events:
                self.print(path, number, kind, details)

    def hear(self, signal):
        fields = signal.header.fields
        path, member = fields.get(HeaderFields.path), fields.get(HeaderFields.member)
        if member == "NameOwnerChanged" and fields.get(HeaderFields.sender) == BUS:
            self.begin()
        elif fields.get(HeaderFields.sender) != self.owner:
            return
        elif member == "InterfacesAdded":
            self.consider(*signal.body)
        elif member == "Event" and path in self.printed:
            number, kind, details = signal.body
            if number == self.printed[path] + 1:
                self.print(path, number, kind, details)
            elif number > self.printed[path]:
                self.catch_up(path)

    def print(self, path, number, kind, details):
        self.printed[path] = number
        details = {key: value for key, (_, value) in details.items()}
        print(json.dumps({"game": path.rsplit("/", 1)[1], "number": number, "kind": kind, **details}), flush=True)


if __name__ == "__main__":
    if len(sys.argv) != 3:
        sys.exit(__doc__)
    Follower(sys.argv[1], int(sys.argv[2])).follow()
