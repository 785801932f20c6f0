# What is said of play: in `touchmove game`, `watch` and `history`. The phrases and their values are listed in `phrases/`.

play-white = White
play-black = Black
play-doubtful = (doubtful)
play-illegal = { $played } (illegal)
play-differs-on = the board differs on { $squares }
play-how-sure = How sure the change is: { $percent } %
play-question = question { $question }
play-decision = decision { $number } by { $by }: { $what }
play-undone = { $decision }, undone
play-decided = decision { $number }
play-would-change = { $game }: this would change
play-follows-stays = what follows stays: { $plies }
play-follows-renumbered = what follows stays, with other numbers: { $plies }
play-goes-on-from = (play goes on from { $fen })
play-more = … and { $count } more
play-carry-out = Carry this out? [y/N]
play-nods = y yes
play-goes-on-on = { $game } goes on on { $board }
play-envelope =
    Adjourned: { $white } – { $black }
    Sealed by { $side }: move { $number }
    Position before it: { $fen }
play-envelope-times = Left: White { $white }, Black { $black }
play-link-is = link { $link }
play-position-set = position { $fen } ({ $why })
play-in-step = in step again
play-board-differs = differs on { $squares }
play-ended = result { $result } ({ $reason })
play-reopened = result withdrawn; the game goes on
play-renewed = what was told from event { $event } on no longer holds
play-taken-back = taken back { $played }
play-incident = incident { $number }: { $title }
play-incident-is = incident { $number } { $state }: { $title }
play-instruction = instruction { $number }: { $title }
play-instruction-is = instruction { $number } { $state }: { $title }
play-no-reading = no reading yet
play-no-clock = no clock
play-no-game = no game yet
play-card-differs = differs: { $squares }
play-boards = { $count ->
    [one] { $count } board on { $bus }
   *[other] { $count } boards on { $bus }
}
play-page = page { $page } of { $pages }
play-stopped =
    touchmoved has stopped.
    The boards appear here when it runs again.
play-no-board-named =
    There is no board { $board }.
    `touchmove status` lists the boards.
play-no-board-at =
    There is no board at { $place }.
    `touchmove status` lists tables and boards.
play-no-board =
    No board is connected.
    Plug one in: it appears here by itself.

### The screen of `touchmove watch`

screen-keys-hall = ←↑↓→ Enter  w waiting  ? help  q quit
screen-keys-waiting = ↑↓ Enter  Esc back  ? help  q quit
screen-keys-board = ↑↓ Enter  r result  u undo  Esc back  ? help
screen-keys-choices = 1–9  ↑↓ Enter  Esc back
screen-keys-asked = y carry out  r why  Esc back
screen-keys-reason = Enter that is why  Esc leave it
screen-keys-said = Esc back
screen-all-waits = w: all of it
screen-carry-out = Carry this out? y: yes   r: write why   Esc: no
screen-help =
    ←↑↓→         pick a board, or a line
    Space, PgUp  the next page, the one before
    Enter        open the board; decide what is picked
    Esc          back
    w            all that waits
    l, k         boards as lines, as cards
    c, d         an incident: it happened, it does not matter
    o            what was decided of it: decide anew
    r            how the game ended
    u            undo the last decision
    y, r         carry out what is shown; write first why
    q            quit
    !            the arbiter is called
    ! in red     a board is not heard, or evidence is lost
    ?            the board says otherwise than its moves
    ·            to be seen to later

### On the desktop, by `touchmove notify`

notify-listens = what begins to wait on { $bus } is shown on the desktop
notify-nobody-shows = nobody shows notifications in this session; what waits is shown as soon as somebody does
notify-shown-now = notifications are shown again
notify-open = Open the game
notify-open-by = open it with: { $command }
notify-not-opened = { $page } cannot be opened: { $why }
notify-stopped = touchmoved has stopped
notify-nothing-heard = Nothing is heard of any board until it runs again.
notify-session-over = the session is over: its message bus has gone

### Teaching a board its pieces

calibrate-begin =
    Put the pieces of { $board } into the start position, as the board is labelled:
    White’s on ranks 1 and 2, the queens on d1 and d8. Nothing else may stand on it.
calibrate-unread = { $count ->
    [one] nothing is read on { $squares }: put its piece there, in the middle of the square; if nothing changes, its chip or the square is broken
   *[other] nothing is read on { $count } squares: put the pieces there, each in the middle of its square; if nothing changes, their chips or the squares are broken: { $squares }
}
calibrate-alike = the same chip is read on { $squares }: put each piece in the middle of its square; if nothing changes, swap one of the pieces for another set’s
calibrate-strange = take away what stands on { $squares }
calibrate-settling = all pieces are read; leave them for four seconds
calibrate-learned = { $count } pieces are known
calibrate-queens = Now put the spare queens down as well: White’s on d3, Black’s on d6. They are waited for for a minute.
calibrate-enter = Without spare queens: Enter
calibrate-done = { $board } knows { $count } pieces; take the spare queens off, and play
calibrate-nothing-read = nothing was heard of its pieces: look at its power and its cable

### Rounds

done-assigned = { $seat }: { $board }
done-plugged = { $count ->
    [one] { $count } board is assigned
   *[other] { $count } boards are assigned
}
done-clock-set = the clock of { $board } shows { $white } and { $black }
done-clock-offer = the clock can be set from here while it stands: `{ $command }`
done-heard = { $board } is heard at { $at }
done-freed = { $seat }: no board
done-adopted = { $seat }: the game on its board, after { $plies } plies
done-begun = round { $round } runs
done-paused = round { $round } is paused; `touchmove round begin` lets it go on
done-over = round { $round } is over; `touchmove round reopen { $round }` takes that back
done-reopened = round { $round } runs again
done-removed = round { $round } is taken away
done-loaded = loaded round { $round }: { $pairings }
done-replaced = loaded round { $round }: { $pairings }; { $replaced } replaced
done-pairings = { $count ->
    [one] { $count } pairing
   *[other] { $count } pairings
}
done-unknown-columns = nothing is read from these columns: { $columns }
done-unreadable-control = { $count ->
    [one] table
   *[other] tables
} { $tables }: `{ $text }` cannot be read as a time control; write `90+30`, `40/90:00+0:30 30:00+0:30`, `G/90;d5`, `90 min/40 moves + 30 min + 30 sec/move`, or as PGN has it `40/5400+30:1800+30`

### What happened on a board

history-read-out-known = read out: as known
history-read-out-new = read out: { $count } squares are new
history-press = press
history-answers = the board answers
history-answers-not = the board does not answer
history-board-lost = the board is lost
history-decided = decided: { $what }
history-came = a game that began on { $from } goes on here
history-left = the game went on on another board
history-again = { $square }  { $piece } again
history-lifted = { $square }  { $piece } lifted
history-put-down = { $square }  { $piece } put down
history-in-place = { $square }  { $piece } in the place of { $was }
history-nothing = nothing
history-some-man = a man
history-unknown-man = an unknown man
history-clock = clock { $white } { $black }
history-pressed = { $side } pressed, { $clock }
history-time-runs = { $side }'s time runs, { $clock }
history-clock-stands = the clock stands, { $clock }
history-move-is = { $played } { $state }
history-incident = incident { $number } { $state } ({ $article })
history-result = result { $value }
history-stands-at = play stands at { $fen }
history-language = en
history-title = { $board }: { $stretch }
history-stretch = { $from } to { $to }
history-nothing-happened = nothing happened
history-page-note = Squares that have just changed are marked; lines in bold are what was concluded.
history-squares = { $count } squares
word-move-made = made
word-move-completed = completed
word-move-superseded = superseded
word-side-white = white
word-side-black = black

### Boards in the air, in `touchmove bluetooth`

air-no-board = no board is near, and none is known. Switch it on, and let go of it with every telephone or computer that it is connected to
air-connected = connected
air-trusted = this station's
air-paired = paired, not this station's
air-stranger = near, not this station's
air-silent = not heard
air-strength = { $strength } dBm
air-how-to-pair = `touchmove bluetooth pair ADDRESS` makes a board this station's; others are left alone.
air-taken = { $name } ({ $address }) is this station's now. It is connected to whenever it is near.
air-forgotten = { $name } ({ $address }) is forgotten.
air-unknown = no board { $name } is near or known; `touchmove bluetooth` lists those that are
air-several = several boards are called { $name }: { $addresses }; name one by its address

setup-begin = From a fresh installation to a first move. Each step says how it is done by hand; nothing is changed without your yes.
setup-head = { $number } of { $count }  { $step }
setup-service = The service
setup-rights = Your rights
setup-boards = Boards on cables
setup-air = Boards in the air
setup-folder = Where games are written
setup-first-move = A first move
setup-by-hand = By hand: { $command }
setup-do-it-now = Shall it be done now? [y/N]
setup-yes = y
setup-command-failed = It did not work: { $command }
setup-runs = touchmoved { $version } runs.
setup-runs-unseen = touchmoved runs.
setup-may-direct = You may see and direct what it does.
setup-no-member = You may not look at this station yet: only root and members of the group { $group } may.
setup-log-in-again = Log in again, so that it holds, and run `touchmove setup` once more.
setup-board = { $board }, { $title }, is heard at { $port }.
setup-no-board = No board is heard yet.
setup-plug-in = Plug a board in and switch it on: it appears here by itself. Enter goes on without one.
setup-look-in-air = Is a board to be found by Bluetooth? It is listened for { $seconds } s. [y/N]
setup-make-ours = { $name } ({ $address }) is near. Is it to be this station's? [y/N]
setup-air-later = Later: `touchmove bluetooth` lists the boards that are near and makes them this station's.
setup-written-to = The games of rounds are written to { $place }.
setup-not-written = The games of rounds are kept, and written to no folder. By hand: in { $file } the lines `[relay]` and `folder = "/srv/games"`, then `sudo systemctl restart touchmove`. `touchmove export` writes a single game.
setup-no-board-to-play = Without a board nothing can be played. `touchmove doctor` says why none is heard.
setup-set-up-men = Set the men up for a game. Enter goes on without one.
setup-play-move = The men are set up. Play a move, and press the clock if there is one. Enter goes on without.
setup-play-later = Set the men up and play: `touchmove watch` shows it.
setup-seen = Seen: { $moved }. The game goes on by itself; `touchmove watch` shows it:
setup-skipped = Left for later.
setup-done = All is well. `touchmove status` and `touchmove watch` show what is played, `touchmove doctor` looks at everything before a round, and `touchmove --help` has the rest.
setup-steps-missing = { $count ->
    [one] one step is left: do what it says, and run `touchmove setup` again
   *[other] { $count } steps are left: do what they say, and run `touchmove setup` again
}
