# Why a command fails, and what to do. The phrases and their values are listed in `phrases/`.

### What was named, and is not there

missing-board = there is no board { $board }; `touchmove status` lists the boards
missing-game-on = no game is played on { $board }
missing-game = there is no game { $game }; `touchmove game list` has those there are
missing-table = there is no table { $table }; `touchmove round status` shows the tables
missing-table-number = { $number } is no table: 1 to 9999 are
missing-at-table = { $name } is at no table of the round
missing-not-begun = { $seat }: its game has not begun
missing-table-or-game = { $number } is a table and a game: say t{ $number } for { $seat }, or g{ $number } for { $game }
missing-seat-with-game = { $seat } ({ $game })
missing-seat-without = { $seat } (its game has not begun)
missing-game-at = { $game } ({ $seat })

### Why a command cannot be carried out

failed-no-clock-at = no clock is heard at { $board }; plug it in and switch it on
failed-hear-unknown = { $board } is no board of this station; `touchmove status` shows them
failed-hear-nobody = nobody at { $port } says that he is { $board }; look at its power and its cable: if it says so within a minute, it is heard there
failed-calibrate-unneeded = { $board } ({ $title }) knows its pieces by itself: there is nothing to calibrate
failed-calibrate-away = { $board } is not connected; it was at { $port }: look at its power and its cable, and try again
failed-calibrate-late = { $board } has not learned its pieces in time; { $what }; then try again
failed-no-evidence = { $folder }: no evidence is kept there; name its folder with --state
failed-no-board-here = no board { $board } is known here; { $there }
failed-none-yet = there is none yet
failed-there-are = there are: { $names }
failed-access-denied = { $path }: access denied; join the group { $group } (sudo usermod -aG { $group } $USER, then log in again)
failed-no-calendar = nobody knows when this journal began; name seconds, as 8042.5
failed-nothing-kept = nothing is kept there
failed-nothing-between = nothing lies between these moments
failed-damaged = { $path }: damaged in { $gaps } place(s); all that can be read was put out
failed-no-journal = { $path }: this is no journal of a board
failed-round-not-loaded = round { $round } is not loaded; load its pairings with `touchmove round load FILE`
failed-no-round = no round is loaded; load its pairings with `touchmove round load FILE`
failed-no-round-is = no round is { $stage }; `touchmove round status N` shows round N
failed-or = { $one } or { $other }
failed-round-gone = round { $round } is taken away
failed-daemon-stopped = touchmoved has stopped
failed-too-many-boards = the board has changed { $boards } times, and { $most } boards are the most on a page; name a shorter stretch with --from and --to
failed-unchanged = nothing was changed; add --yes, and it is carried out
failed-unchanged-by-nod = nothing was changed; `y` carries it out
failed-not-adjourned = { $game } is not adjourned
failed-nothing-decided = nothing was decided about { $game }
failed-no-move = `{ $played }` is no move at ply { $ply }; give it by its squares, as in g1f3 or e7e8q
failed-no-ply = { $game } has no ply { $ply }; its last one is { $last } (`touchmove game show { $game }`)
failed-not-read-yet = table { $table }: the journal of its game is not read yet; wait
failed-write-anyway = write the results all the same with --anyway
failed-other-version = the pairings cannot be read; touchmoved is of another version than this command
failed-several-journals = { $board } has { $count } journals; name a game, --from and --to, or one journal in the archive by its path
failed-game-elsewhere = { $game } was not played there; these were: { $known }
failed-no-incidents = no incident was told there
failed-no-incident = there is no incident { $incident }; there are: { $known }
failed-too-many-moves = --delay-moves: 1000 are the most
failed-only-changes = of { $edition } only the changes are known: what they leave alone is taken from fide-1995
failed-not-sealed = { $count ->
    [one] { $count } board is not what the station has sealed
   *[other] { $count } boards are not what the station has sealed
}
failed-at-file = { $file }: { $what }
