# Where the house is tried: conformance, scores, simulated games and rehearsals. The phrases and their values are listed
# in `phrases/`.

### Figures

figure-decimal = { $whole }.{ $part }
figure-percent = { $value } %

### Conformance

conformance-differs = { $case } { $edition }: expected { $expected }, got { $said }
conformance-nothing-said = nothing
conformance-counted = { $passed } passed, { $failed } failed
conformance-laws-say-otherwise = the Laws say otherwise than these cases
told-case-too-long = longer than { $most } bytes
told-case-no-schema = no case of the schema: { $text }
told-case-position = a position that can be set up

### Scores

score-head-hands = hands
score-head-senses = senses
score-head-lag = lag
score-head-games = games
score-head-right = right
score-head-right-percent = right %
score-head-as-fit = as fit
score-head-moves-percent = moves %
score-head-extra = extra
score-head-taken-back = taken back
score-head-illegal = illegal
score-head-results = results
score-head-settled = settled ms
score-head-seen = seen ms
score-head-observations = obs/s
score-head-sins = sins
score-head-withdrawn = withdrawn
score-kind = { $hands }, { $senses }, { $lag } ms:
score-silent-on-truth = { $count ->
    [one] { $count } recording does not say what was played
   *[other] { $count } recordings do not say what was played
}
score-recordings = { $count } recordings
score-place = recording { $recording }, ply { $ply }
score-told-of = { $place }, told of record { $record }
score-costs = { $place }; costs { $told }, the truth { $truth }
score-truth = truth  { $moves }
score-told = told   { $moves }
score-more-unread = and { $count } recordings more
score-no-truth = none of the recordings says what was played; give it one in a header `# truth: e2e4 e7e5 …`
score-not-played = a recording could not be played
told-standard-input = standard input
told-sin-unread = `# sin: { $text }` is not KIND ARTICLE SIDE PLY

### Simulated games

simulate-connect = Connect to it: touchmoved --port { $port }
simulate-press-enter = Press Enter to let them play on
simulate-games = { $count } games
simulate-recorded = { $count ->
    [one] { $count } game recorded
   *[other] { $count } games recorded
}
simulate-passed-over = passed over: { $why }
simulate-board-faults = --hands { $hands }: faults of the board (`{ $rate }`) go only with --record of `touchmove simulate`
simulate-not-in-game = --from: this position, with this side to move, does not occur in the game; without a PGN file it is set up and nobody plays
simulate-one-game-at-a-port = --game: more than one game goes only with --record
simulate-not-simulated = { $family } boards cannot be simulated
simulate-no-lines = { $family } boards do not share lines
simulate-link-taken = --link { $path }: something else is there; name a path where nothing is
simulate-not-written = { $pgn }: game { $game } cannot be written down: { $why }
simulate-recorder-failed = a thread that records has failed
told-pgn-missing = there is no game { $game }: the file has { $games }
told-pgn-variant = game { $game } is { $variant }: only chess and Chess960 can be played
told-pgn-fen = game { $game }: its FEN: { $what }
told-pgn-start = game { $game }: its start: { $what }
told-pgn-move = game { $game }: { $move } cannot be played: { $what }
told-pgn-empty = game { $game } has no moves
told-pgn-too-long = game { $game } has more than { $most } plies

### Rehearsals

rehearse-look-at = look at it with: touchmove watch --bus { $bus }
rehearse-broadcast = its broadcast: { $place }
rehearse-by-hand =
    round { $round } is loaded; the players wait until it has begun. At another terminal:
    { "    " }touchmove round assign --plugged --bus { $bus }
    { "    " }touchmove round begin --bus { $bus }
    { "    " }touchmove round status --watch --bus { $bus }
rehearse-waits-for-begin = waiting for `touchmove round begin`
rehearse-nobody-plays = nobody plays for { $seconds } s
rehearse-in-step = { $count } of { $all } boards in step
rehearse-played = { $percent }  { $played } of { $plies } plies played
rehearse-stopped = the rehearsal was stopped
rehearse-not-in-step = these boards are not in step: { $boards }
rehearse-no-round-shown = touchmoved shows no round
rehearse-rounds-from-one = --round: rounds are counted from 1
rehearse-too-few-tables = the round has { $tables } tables, not { $boards }
rehearse-nobody-reads = --stalled: at least one of the subscribers must read
rehearse-too-few-to-share = --shared: there are { $boards } boards
rehearse-no-games = --games: there is no game in the file
rehearse-no-bus =
    dbus-daemon: { $why }
    install it: it is the package dbus-daemon on Debian
rehearse-no-daemon = touchmoved, beside this program: { $why }
rehearse-daemon-ended = touchmoved has ended
rehearse-told-otherwise = { $wrong } of { $games } games were told otherwise than they were played
told-bus-not-started = it has not started

### What came of a rehearsal

rehearsed-head-told = TOLD
rehearsed-as-played = as it was played
rehearsed-by-person = { $count ->
    [one] { $told } ({ $count } decision of a person)
   *[other] { $told } ({ $count } decisions of a person)
}
rehearsed-no-game-told = no game was told
rehearsed-told-for = ply { $ply }: { $told } told for { $played }
rehearsed-nothing = nothing
rehearsed-result-untold = the result is not told
rehearsed-told-not-adjudicated = ply { $ply }: { $told } told, { $adjudicated } adjudicated
rehearsed-result-not-adjudicated = { $told } told, { $adjudicated } adjudicated
rehearsed-right = { $right } of { $games } games told as they were played, in { $seconds } s
rehearsed-decided = { $count } of them as a person has decided
rehearsed-as-adjudicated = { $count } told as `touchmove adjudicate` finds them in all that the boards have sent
rehearsed-by-sent = { $board }: { $what }, by what the board has sent
rehearsed-presses = presses on the bus
rehearsed-presses-at = presses on the bus, at { $clients } clients
rehearsed-presses-beside = presses on the bus, at { $clients } clients beside { $stalled } that read nothing
rehearsed-spread = { $what }: { $count }; half of them after { $half } ms, 99 % after { $most } ms, all after { $last } ms
rehearsed-while-quiet = touchmoved, while nobody played: { $percent } of a core
rehearsed-while-all-played = touchmoved, while all played: { $percent } of a core
rehearsed-memory = touchmoved: { $mebibytes } MiB of memory at most
