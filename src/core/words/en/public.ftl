# What is said on pages for spectators. The phrases and their values are listed in `phrases/`.

public-title = Games
public-round = Round { $number }
public-table = Board { $number }
public-nothing = Nothing is played here yet.
public-stale = Not up to date: the hall is not heard. It is tried again by itself.
public-wall = Boards for the wall
public-boards = { $count ->
    [one] 1 board
   *[other] { $count } boards
}
public-keys = Which boards
