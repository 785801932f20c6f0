# What stands around and above rows of tables. The phrases and their values are listed in `phrases/`.

### Heads of columns

head-table = TABLE
head-white = WHITE
head-black = BLACK
head-last-move = LAST MOVE
head-board = BOARD
head-game = GAME
head-state = STATE
head-battery = BATTERY
head-firmware = FIRM
head-plies = PLIES
head-result = RESULT
head-source = SOURCE
head-link = LINK
head-time = TIME
head-section = SECTION
head-pairings = PAIRINGS
head-rulebook = RULEBOOK
head-policy = POLICY
head-lights = LIGHTS
head-regulations = REGULATIONS
head-bus-delay = BUS DELAY
head-files-delay = FILES DELAY
head-asked-again = ASKED AGAIN
head-damaged = DAMAGED
head-silences = SILENCES
head-flicker = FLICKER
head-longest-silence = LONGEST SILENCE
head-squares = SQUARES

### Places

at-players = table { $table }, { $white } – { $black }
at-on-board = { $place } ({ $board })
at-table = table { $table }
at-past-players = round { $round }, table { $table }, { $white } – { $black }
at-past-table = round { $round }, table { $table }
at-round-table = round { $round }, table { $table }
at-system-bus = the system bus
at-session-bus = the session bus
at-bus-address = the bus at { $address }

### Spans of time

span-now = now
span-under-millisecond = under 1 ms
span-milliseconds = { $count } ms
span-tenths = { $seconds }.{ $tenth } s
span-seconds = { $count } s
span-minutes = { $count } min
span-hours = { $count } h

### Stations and rounds

listed-station = touchmoved { $version } on { $bus }
listed-no-board = No board is connected. Plug one in: it appears here by itself.
listed-no-game = No game has begun. One begins by itself with its first move.
listed-adjourned = adjourned
listed-adjourned-games = Adjourned: { $named }
listed-waiting = Waiting: { $count }
listed-healthy = Healthy: { $count }
listed-disk = disk { $what }
listed-alike = { $count } boards: { $title }: { $boards }
listed-alike-board = { $board } (incident { $incident })
listed-and-more = { $named } and { $more } more
listed-incidents = incident { $numbers }: { $title }
listed-instructions = instruction { $numbers }: { $title }
listed-evidence-not-kept = its evidence is not being kept: { $why }
listed-proposed = hindsight finds other moves from ply { $ply } on, { $percent } % sure ({ $choices }); `touchmove game answer { $game } { $question } change` takes them, `keep` in place of `change` leaves what was told
listed-spare = a spare with a game of { $plies } on it: set its men up at the start, and a new one begins; or `touchmove game result g{ $game } 1/2-1/2` ends it
listed-plies = { $count ->
    [one] { $count } ply
   *[other] { $count } plies
}
listed-health-numbers = Within the hour (↑ more often than before, ↓ less often):
listed-relay = relay
listed-games = { $count ->
    [one] { $count } game
   *[other] { $count } games
}
listed-relay-last = { $games }, last { $ago } ago, { $late } late
listed-relay-nothing = { $games }, nothing new yet
listed-relay-trouble = relay { $place }: for { $lasts }: { $why }
listed-relay-behind = relay { $place }: { $games } behind, for { $lasts }: { $why }
listed-round = Round { $round }
listed-round-of = Round { $round } of { $event }
listed-round-stands = { $round }: { $stage }; games: { $games }, begun: { $begun }, over: { $over }
listed-round-asks = { $heading }, questions open: { $questions }
listed-at-table = table { $table }: { $what }
listed-board-differs = the board differs from the moves on { $squares }
listed-broadcast-behind = its broadcast is behind, for { $lasts }: { $why }
listed-board-unheard = the link of { $board } is { $link }; `touchmove status` says more
listed-lines-more = … { $count } lines more: make the terminal higher

### Results

listed-results-differ = differs
listed-which-counts = the game ended { $shown }, entered is { $entered }; which counts? `touchmove round settle { $table } board --round { $round }`, or `entered`
listed-which-counts-by = the game ended { $shown }, entered is { $entered } by { $by }; which counts? `touchmove round settle { $table } board --round { $round }`, or `entered`
listed-entered-by = entered by { $by }
listed-pairing-file = pairing file
listed-shown-by-board = board
listed-board-and = board, { $entered }
listed-settled = settled
listed-nothing-entered = no result is entered
listed-counts = { $result } counts ({ $source })
listed-two-results = two results differ
listed-no-result-yet = there is no result yet

### Words of the bus

word-state-starting = starting
word-state-in-step = in-step
word-state-out-of-step = out-of-step
word-state-faulty = faulty
word-state-silent = silent
word-state-lost = lost
word-state-searching = searching
word-state-cannot-open = cannot-open
word-state-refused = refused
word-state-serving = serving
word-state-restarting = restarting
word-link-up = up
word-link-stale = stale
word-link-lost = lost
word-stage-loaded = loaded
word-stage-running = running
word-stage-paused = paused
word-stage-ended = ended
word-reason-checkmate = checkmate
word-reason-stalemate = stalemate
word-reason-dead-position = dead-position
word-reason-fivefold = fivefold
word-reason-seventyfive = seventyfive
word-reason-agreement = agreement
word-reason-threefold-claim = threefold-claim
word-reason-fifty-claim = fifty-claim
word-reason-resignation = resignation
word-reason-resignation-opponent-cannot-mate = resignation-opponent-cannot-mate
word-reason-flag = flag
word-reason-flag-opponent-cannot-mate = flag-opponent-cannot-mate
word-reason-flag-opponent-bare-king = flag-opponent-bare-king
word-reason-illegal-move = illegal-move
word-reason-illegal-move-opponent-cannot-mate = illegal-move-opponent-cannot-mate
word-reason-second-illegal = second-illegal
word-reason-second-illegal-opponent-cannot-mate = second-illegal-opponent-cannot-mate
word-reason-illegal-position = illegal-position
word-reason-default-time = default-time
word-reason-both-late = both-late
word-reason-both-flags = both-flags
word-reason-quickplay-finish = quickplay-finish
word-reason-sealed-move-invalid = sealed-move-invalid
word-reason-sealed-illegal-opponent-bare-king = sealed-illegal-opponent-bare-king
word-reason-arbiter-penalty = arbiter-penalty
word-reason-kings = kings
word-reason-decision = decision
word-matter-raised = raised
word-matter-withdrawn = withdrawn
word-matter-confirmed = confirmed
word-matter-dismissed = dismissed
word-matter-lapsed = lapsed
word-matter-open = open
word-matter-done = done
word-matter-waived = waived
word-position-gap = gap
word-position-displaced = displaced
word-position-decision = decision

known-of = { $title }: { $known }
known-implemented = written after what programs of others do; no board of it was tried
known-documented = written after documents alone; no board of it was tried

help-no-such-page = there is no help about { $word }; near it are { $near }; `touchmove help` lists all
help-nothing-near = there is no help about { $word }; `touchmove help` lists what there is
help-words = What `touchmove help WORD` tells of
