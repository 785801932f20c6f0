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
