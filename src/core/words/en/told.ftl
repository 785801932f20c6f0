# What the daemon tells in English, as it tells it. In other languages a reader is told the same. The sentences and
# their values are listed in `told.rs`.

### How it is with boards

told-board-read-out = it is read out at { $port }
told-board-recall = what it wrote down while nobody listened is read at { $port }
told-board-untaught = nobody knows which chip is in which of its pieces; it was found at { $port }: put them into the start position, as the board is labelled, or be led through it by `touchmove calibrate`
told-board-being-played = a game is being played on the board; end it first, or say its result
told-board-differs = the board differs from the moves on { $squares }; put the men right, or correct the moves
told-board-differs-and = the board differs from the moves on { $squares }; put the men right, or correct the moves; { $what }
told-board-asks = a question about the game waits for an answer
told-board-asks-more = { $count } questions about the game wait for an answer
told-board-floods-so = it says more changes at { $port } than hands can make, so nothing is concluded from them; it is read out once it is quiet. If it goes on, look at what else is at the port, or swap the board
told-board-silent = it does not answer at { $port }; is it switched on?
told-board-not-seen = not seen since touchmoved started; plug it in
told-board-unplugged = unplugged; it was at { $port }
told-board-no-answer = it does not answer any more; it was at { $port }: look at its power and its cable
told-board-stuck = it takes no bytes; it was at { $port }: unplug it and plug it in again
told-board-replaced = another board answers at { $port }, where it was
told-board-address-shared = another board on the line { $port } has its address, so neither is heard; take one of them off the line
told-board-fell-over = what talks to it at { $port } fell over and is started again
told-board-over = its recording is over: { $port }
told-board-not-connected = not connected; it was at { $port }
told-board-failed = { $what }; it was at { $port }

### How it is with ports

told-port-opening = it is being opened
told-port-asked = asked as { $tried }; nobody has answered yet
told-port-asked-again = asked as { $tried }: { $what }; it is asked again and again
told-port-tried = { $first }, then as { $tried }
told-port-no-answer = nobody has answered yet
told-port-doubled = { $board } is at { $at } already, so it is not heard here; unplug one of them, and the other is heard, or say which is the true one: `touchmove hear { $board } --at PORT`
told-port-unsure = { $board } plays in a round and was last heard at { $at }, and nothing says that it was unplugged there, so it is not heard here; if it was carried here, say so: `touchmove hear { $board } --at PORT`
told-port-being-read = the journal of { $board } is long and still being read back; it is heard once that is done
told-port-too-many = { $board } was never here, and this port has brought many new boards already, so it is not heard; one more is let in every { $minutes } minutes, and any at another port. A board that says ever new serial numbers is broken, or is none
told-port-not-kept = the evidence of { $board } cannot be kept, so it is not heard; see the log
told-port-fell-over = what looks after it fell over and is started again
told-port-gone = no device is there; check the cable and the name of the port
told-port-recording-ends = the recording ends here
told-port-busy = in use by { $holder }; stop that program, or leave the port to it
told-port-denied = access denied; { $what }
told-port-not-serial = not a serial port; name a terminal device such as /dev/ttyUSB0 or /dev/ttyACM0
told-port-not-paired = the board is not paired with this machine; switch it on and pair it once: `touchmove bluetooth pair { $port }`
told-port-out-of-range = the board is not heard; switch it on, bring it within some 10 m, and let go of it with every telephone or computer that it is connected to
told-port-radio-off = Bluetooth is switched off; switch it on: `rfkill unblock bluetooth`, then `bluetoothctl power on`
told-port-no-radio = this machine has no Bluetooth adapter; plug one in
told-port-no-bluetooth = the Bluetooth service does not run; install BlueZ, and start it: `sudo systemctl enable --now bluetooth`
told-port-agent-refused = the desktop has refused to pair with the board; say yes when it asks, or pair it there: `touchmove bluetooth pair { $port }`
told-port-no-channel = nothing can be sent on channel { $channel } there; report it as a fault of this program
told-port-no-way = this station has no way there; connect the board by a cable that it has a port for
told-port-several-recordings = the file holds { $count } recordings, and a port plays one; put each into a file of its own
told-holder-unknown = another program
told-remedy-unit = the service may open only the devices that its unit names: `sudo systemctl edit touchmove`, there `[Service]` and `DeviceAllow={ $port } rw`, then `sudo systemctl restart touchmove`
told-remedy-service = run it as the service that `sudo make install` sets up, with its udev rules
told-remedy-group = add the user { $user } to the group { $group } (sudo usermod -aG { $group } { $user }, then log in again), or run it as the service that `sudo make install` sets up, with its udev rules

### What a table lacks before its round

told-lacks-board = table { $table }: no board is assigned
told-lacks-link = table { $table }: { $board } is not connected
told-lacks-clock = table { $table }: no clock at { $board }
told-lacks-men = table { $table }: the men on { $board } do not stand at the start
told-lacks-older-game = table { $table }: the game on { $board } began before its pairing and is after { $plies } plies: set the men up for a new one, or take it for this table's with `touchmove round adopt { $table } { $plies }`
told-lacks-time-control = table { $table }: the pairing has no time control
told-open-no-game = table { $table }, { $players }: no game has begun, and no result is entered
told-open-no-result = table { $table }, { $players }: no result, after { $plies } plies
told-open-after-one = table { $table }, { $players }: no result, after 1 ply
told-open-differs = table { $table }, { $players }: the game ended { $shown }, entered is { $entered }
told-begin-anyway = begin it all the same with --anyway
told-end-anyway = end it all the same with --anyway

### Why something is not done with a round

told-round-not-loaded = round { $round } is not loaded; load its pairings with `touchmove round load FILE`
told-round-begun = round { $round } has begun: its pairings stay; what is wrong with a game is corrected there
told-round-over = round { $round } is over, and stays as it is; `touchmove round reopen { $round }` lets it go on, and `touchmove round remove { $round } --ended` makes room for that of another tournament
told-round-nothing-to-adopt = no game that began before its pairing is on the board at table { $table }
told-round-not-now = round { $round } is { $stage }: it cannot be { $wanted } now
told-round-board-taken = { $board } is at table { $table }; free that table first: `touchmove round free { $table }`
told-round-no-names = table { $table }: the pairing cannot be kept as it is; give both players names
told-round-no-board = no board is at table { $table }
told-round-no-table = round { $round } has no table { $table }; `touchmove round status { $round }` lists them
told-round-nothing-entered = nothing is entered for table { $table } of round { $round }
told-round-no-question = no two results differ at table { $table } of round { $round }; enter what the scoresheets say: `touchmove round enter { $table } RESULT`
told-round-table-taken = table { $table } is played in round { $round }, which is not over; go on with it, or end it
told-round-table-shared = table { $table } of round { $round } is that of { $section } already; give the tables of this file other numbers: `touchmove round load FILE --tables-from { $free }`; or load it with --alone, in the place of all that the round has
told-round-too-many-tables = the tables would get numbers above 9999; begin with a lower one
told-round-board-unknown = there is no board { $board } on this station; plug it in first
told-round-holds-games = round { $round } is over; with --ended it is taken away all the same, and its games stay in the evidence
told-round-other-plies = the game at table { $table } has { $plies } plies by now; `touchmove round adopt { $table } { $plies }` takes it for the table's
told-not-kept = it cannot be kept, so it was not taken: { $what }
told-not-safe = it holds, but a loss of power may undo it: { $what }
told-too-busy = touchmoved is too busy; try again
told-stopping = touchmoved is stopping

### Why a clock is not set

told-clock-no-clock = no clock is heard at this board; plug it in, switch it on and try again
told-clock-running = the clock is running; stop it, then set it
told-clock-being-set = the clock is being set already; wait until it shows it
told-clock-too-long = no clock that can be set from here shows more than 9:59:59; give a shorter time, or set it by hand
told-clock-unsupported = this clock cannot be set from here; set it by hand
told-clock-refused = the clock refuses to be set; a DGT 3000 lets itself be set in option 25 alone, a DGT XL in 23: choose it and try again, or set the clock by hand
told-clock-not-kept = it cannot be kept who sets the clock, so it was not set: { $what }
told-clock-not-shown = the clock does not show it but { $white } and { $black }; a DGT 3000 lets itself be set in option 25 alone, a DGT XL in 23: choose it and try again, or set the clock by hand

### Why a decision about a game is refused

told-game-not-played = { $game } is over, or its board was set up for another one; it cannot go on elsewhere
told-game-long-ago = { $game } is archived by now, or too many games were played on its board since; enter its result at its table
told-game-too-many-since = too many games were played on the board of this one since; enter its result at its table
told-game-board-not-here = the board of this game is not on this station
told-game-no-target = there is no board { $board } on this station; `touchmove status` shows those there are
told-game-being-read = what { $board } has played is still being read back; try again when `touchmove status` shows it
told-game-board-busy = { $game } is being played on { $board }; name a board that is free, or end that game first
told-game-not-set-up = the men on { $board } do not stand as in the game; set them up first: { $fen }
told-game-same-board = { $board } is the board that the game is played on; name the one that it is to go on on
told-game-none-begun = no game has begun on this board; set the men up for one first
told-game-off-board = the board of this game was set up for another one; its moves, times, players and result can still be corrected
told-game-no-ply = the game has no ply { $ply }; its last one is { $last }
told-game-too-long = the game would have more than { $most } moves and positions, and no game has; delete some first, or begin a new one
told-game-no-move = { $move } moves no man in { $fen }; give the move by its squares, as in e2e4 or e7e8q
told-game-no-position = play cannot stand at { $fen }: { $what }
told-game-no-answer = question { $question } is not open, or has no answer `{ $choice }`
told-game-not-written = the game does not have the moves from ply { $ply } on that others are proposed for
told-game-nothing-to-undo = decision { $decision } is none that can be undone
told-game-undo-later = decision { $decision } was made after it; undo that one first
told-said-no-incident = no incident { $incident } stands in this game; `touchmove game show` lists those that do
told-said-already = incident { $incident } is { $state } already
told-said-undecided = nobody has decided about incident { $incident }: it waits; confirm or dismiss it
told-said-ended-by = the game has ended by what was decided of incident { $incident }; enter the result `*` first, and it goes on
told-said-over = the game is over; the result `*` lets it go on
told-said-not-to-move = it is not { $side }'s turn
told-said-no-offer = { $side } has offered no draw that waits for an answer
told-said-nothing-asked = nobody waits for a decision; say first what was asked: `qpf_increment` or `qpf_claim`
told-said-for-good = decision { $decision } is something that was said: it cannot be undone; enter the result, or decide anew about the incident: `touchmove game confirm`, `dismiss` or `reopen`

### What is wrong with a file of pairings

told-file-line = line { $line }: { $what }
told-file-too-large = the file is larger than 8 MiB; give the file of one tournament
told-file-not-utf8 = this is not UTF-8; save the file as UTF-8
told-file-unknown = this is neither PGN nor TRF16 nor CSV; a CSV needs a first line that names the columns white and black
told-file-no-trf = this is no TRF16; give the report file that the pairings came from
told-file-cut-line = the file ends in the middle of a line, so `{ $text }` may be cut off; end the line with a line break, or get the file again
told-file-field-count = this line has { $has } fields and the header has { $needs }; put fields that hold the separator in quotation marks, or get the file again
told-file-twice = `{ $text }` is given twice; leave one of them out
told-file-no-name = { $side } has no name; give both players of each game
told-file-no-round = `{ $text }` is no round; write a number from 1 to 999, or round and board as 3.12
told-file-no-board = `{ $text }` is no board; write a number from 1 to 9999
told-file-no-result = `{ $text }` is no result; write 1-0, 0-1, 1/2-1/2, 0-0, 1/2-0, 0-1/2 or *, and +:-, -:+ or -:- where nobody played
told-file-board-twice = board { $board } of round { $round } is already taken by line { $line }; number each board once
told-file-player-twice = { $name } already plays in round { $round } at line { $line }; delete one of the games, or give their FIDE ids if these are two people
told-file-no-pairings = there is no pairing in the file; make the pairings first, or export them again
told-file-no-such-round = there is no pairing of round { $round } in the file; { $what }
told-file-cut-tag = this tag is cut off or malformed; write [Name "value"] on one line, or get the file again
told-file-open-comment = the comment that begins here does not end; close it with { "}" }, or get the file again
told-file-open-quote = a quotation mark here is not closed; close it, or get the file again
told-file-control = `{ $text }` holds a control character; delete it
told-file-too-long = `{ $text }` is too long; 200 bytes are the most
told-file-no-player-name = the player has no name; write it into columns 15-47
told-file-no-fide-id = `{ $text }` is no FIDE id; write its digits, at most ten, or leave it empty
told-file-no-rating = `{ $text }` is no rating; write a number up to 4000, or leave it empty
told-file-no-variant = `{ $text }` is no variant that can be followed; write standard or Chess960
told-file-no-start = a game of Chess960 needs its start position; give it as FEN
told-file-no-fen = `{ $text }` is no FEN; write all six fields, Chess960 as Shredder-FEN
told-file-no-game-from = no game can begin from `{ $fen }`: { $what }
told-file-board-missing = this game of round { $round } tells no board and others do; number all boards of a round, or none
told-file-too-many-boards = round { $round } has more than { $most } boards; split the file
told-file-has-no-round = make the pairings of that round first
told-file-has-round = it has round { $round }
told-file-has-rounds = it has the rounds { $rounds }
told-file-not-paired = { $white } (White) and { $black } have no game in round { $round } of this file; give the report that the pairings came from
told-file-columns = column { $column } has to be blank; TRF16 has fixed columns, so don't use tabs or cut blanks
told-file-no-rank = `{ $text }` is no starting rank; write a number from 1 to 9999
told-file-rank-twice = starting rank { $rank } is already taken by line { $line }; give each player a rank of his own
told-file-cut-round = the line ends within round { $round }; get the file again
told-file-no-colour = `{ $text }` is no colour of a player who has an opponent; write w or b
told-file-no-mark = `{ $text }` is no result of a game; write 1, = or 0, and + or - for a forfeit
told-file-no-opponent = the opponent { $rank } is not in the file; add the player, or pair the round again
told-file-not-back = the opponent { $rank } (line { $line }) has another opponent; each of the two has to name the other
told-file-same-colour = the opponent { $rank } (line { $line }) has the same colour; one of the two has to have b
told-file-results-differ = the opponent { $rank } (line { $line }) has a result that does not go with this one; correct one of the two, or clear both

### Whether the daemon can be asked

told-daemon-not-running = touchmoved is not running on { $bus }
told-daemon-start-system = start it with `sudo systemctl start touchmove`, or name the bus it is on with --bus
told-daemon-start = start `touchmoved` with the same --bus, or leave --bus out to ask the system bus
told-daemon-silent = touchmoved is on { $bus }, and does not answer within { $seconds } s
told-daemon-stopped = is it stopped, or the machine too busy? (`systemctl status touchmove`, `top`)
told-daemon-denied = you may not look at this station: only root and members of the group { $group } may
told-daemon-join = join it with `sudo usermod -aG { $group } $USER`, then log in again
told-daemon-answer = the answer of touchmoved: { $what }
told-bus-unreachable = cannot reach { $bus }: { $what }
told-bus-silent = { $bus } takes the connection, and does not answer within { $seconds } s
told-bus-lost = { $bus } closed the connection
told-bus-system = is the message bus running? (`systemctl status dbus`)
told-bus-session = is DBUS_SESSION_BUS_ADDRESS set? `dbus-run-session` starts a session bus
told-bus-address = an address looks like unix:path=/run/dbus/system_bus_socket

### Whether there is room for evidence

told-disk-low = { $folder }: { $free } MiB are left for evidence, less than { $least }; make room, or nothing more can be recorded soon
told-disk-unknown = { $folder }: how much space is left cannot be told: { $what }
