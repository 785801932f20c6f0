"""Runs the commands of the client `livechess` of PyPI, as it is, against a server at another port: client.py PORT COMMAND..."""

import sys

from livechess import local, main

_, port, *words = sys.argv
local.LiveChessLocal.__init__.__defaults__ = (None, int(port))
main.app(words)
