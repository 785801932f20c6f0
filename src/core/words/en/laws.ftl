### What the engine does by the articles of the Laws: `touchmove laws`. A message is a topic of `../articles.txt`: its title,
### and in `.does` what is done. `edition` is the edition asked for. No citations from the Laws: our own words alone.

laws-no-such-article = { $edition } has no article { $article }; near it are { $near }
laws-only-changes = Of 1997 only the changes are known: what they do not touch is taken from 1995.

law-not-for-a-machine = For players and arbiters
    .does = Nothing is done by it: it is for people, and no board or clock shows it.
law-turns = Who moves first, and when it is whose turn
    .does = White moves first, then both in turn. { $edition ->
        [fide-1995] A player has the move once the opponent has released the piece.
        [fide-1997] A player has the move once the opponent has made his; of this edition only the changes are known, and they do not say it.
       *[other] A player has the move once the opponent has made his, whatever the clock says: touches from then on bind him.
    }
law-object = Mate, and the king that cannot be taken
    .does = Only moves that leave the own king safe are legal. A king taken off, and pressed for, is an illegal move.
law-start = The position at the start
    .does = A game begins when the board shows the usual start, or the one that was set for it. On another position nothing begins.
law-board-lies = How the board lies
    .does = A board may be used either way round: it is found out from the pieces, or by who moves first, or it is asked.
law-moves = How pieces move
    .does = The legal moves of a position are computed; what the hands did is held against them.
law-check = Check
    .does = A move that leaves or puts the own king in check is illegal. Nobody has to say "check", and nobody is told of one.
law-legality = Legal moves, illegal moves, illegal positions
    .does = What the board shows after a turn is legal if one legal move leads there. Everything else is told apart: illegal move, pawn not replaced, press without a move, displaced pieces.
law-castling = Castling, and when it is not allowed
    .does = The right to castle is lost by moves of king and rook alone; attacked squares and pieces in between bar it for the moment. Castling that is illegal counts as an illegal move once it is pressed for.
law-promotion = Promotion
    .does = A pawn on the last rank is replaced by any piece but a king; the new piece decides when it touches the square. Boards that cannot name pieces ask which it was, where it matters.
law-one-hand = One hand for a move
    .does = Boards do not see hands. An arbiter who saw two enters it (`touchmove game two-hands`){ $edition ->
        [fide-1995] ; this edition has no time for it.
        [fide-1997] ; this edition has no time for it.
       *[other] , and it counts as an offence.
    }
law-adjusting = Adjusting pieces
    .does = From the announcement on (`touchmove game adjust`) to its end or the press, pieces that go back to their squares were not touched. Only the player on move may adjust, on his own time; an announcement after the touch comes too late.
law-contact = Touches that are meant
    .does = A piece that was lifted was touched on purpose, unless the arbiter says it was an accident (`touchmove game accidental`). Contact that lifts nothing no board sees.
law-own-touched = An own piece was touched
    .does = The first own piece touched that can move must move. A legal move of another one is told as a touch-move violation, with a certainty by how long the piece was off its square.
law-enemy-touched = An opponent's piece was touched
    .does = The first opponent's piece touched that can be taken must be taken, with whatever can. Touching the opponent's king binds to nothing.
law-both-touched = Pieces of both colours were touched
    .does = The first own piece touched must take the first opponent's. Where it cannot, the first piece touched that can move or be taken decides. Where the order cannot be seen, the own piece counts as first.
law-king-then-rook = King, then rook
    .does = { $edition ->
        [fide-1995] With castling legal the king must move, but need not castle.
        [fide-1997] With castling legal the king must move, but need not castle.
       *[other] With castling legal on that side, the player must castle there. Both together count as king first.
    }
law-rook-then-king = Rook, then king
    .does = { $edition ->
        [fide-1995] No castling on this move, on either side; the rook's touch counts first.
        [fide-1997] No castling on this move, on either side; the rook's touch counts first.
       *[other] No castling with that rook on this move; the rook must move if it can.
    } Hands that castle rook first in one go are not accused of a second move.
law-castling-illegal = King and rook touched, castling illegal
    .does = The king makes another move, castling on the other side included. If it has none, any legal move may be played. Castling is presumed to be meant where both stand on their first squares, unless the arbiter says otherwise.
law-nothing-binds = Nothing that was touched can move or be taken
    .does = Any legal move may be played.
law-released = A piece that was released
    .does = A piece that came to rest where it may go has to stay there. If it goes on to another square, that is told as a released piece that moved.
law-made = When a move is made
    .does = A move is made when the board shows the position after it: the captured piece off, the rook across, the new piece on and the pawn off. A piece at rest counts as released.
law-complaint = Until when one may complain of a touch
    .does = The right ends with the opponent's own touch{ $edition ->
        [fide-1995] , whether he meant it or not
        [fide-1997] , whether he meant it or not
       *[other] { "" }
    }; what nobody has complained of or decided lapses, and is told so.
law-assistant = Players with an assistant
    .does = Whose hands move the pieces is not seen. What an assistant does counts as the player's; the arbiter may change times by hand.
law-checkmate = Checkmate
    .does = The game ends at once. { $edition ->
        [fide-1995] It does so whatever was touched before.
        [fide-1997] It does so whatever was touched before.
       *[other] Where the mating move breaks the rules of touched pieces, the arbiter decides, and both are told.
    }
law-resignation = Resigning
    .does = Entered by the arbiter (`touchmove game resign`), or shown by the kings in the centre. The game is lost{ $edition ->
        [fide-2023] , or drawn where the opponent cannot mate by any series of legal moves; if that cannot be decided, the arbiter is asked.
       *[other] .
    }
law-stalemate = Stalemate
    .does = The game ends at once, drawn. Where the move breaks the rules of touched pieces, the arbiter decides.
law-dead-position = Positions in which nobody can mate
    .does = { $edition ->
        [fide-1995] Drawn on the spot where only kings are left, or one with a bishop or knight, or bishops on one colour.
       *[other] Drawn on the spot where it is proven that neither side can mate by any series of legal moves. What is not proven is not declared.
    }
law-agreement = Drawing by agreement
    .does = An offer that is accepted (`touchmove game accept-draw`) ends the game. { $edition ->
        [fide-1995] Moves need not have been made.
        [fide-1997] Moves need not have been made.
       *[other] Before both players have made a move it is refused.
    }
law-bare-king = A bare king cannot win
    .does = { $edition ->
        [fide-1995] A flag that falls draws against a bare king; nothing else is looked at.
        [fide-1997] A flag that falls draws against a bare king; nothing else is looked at.
       *[other] A flag that falls draws against whoever cannot mate by any series of legal moves, a bare king among them.
    }
law-one-clock = One clock runs
    .does = The clock is read with each press and each second. A wrong side that runs, a jump of times and a clock that stands are told.
law-completed = When a move is completed
    .does = { $edition ->
        [fide-1995] A move is completed when the piece is released; the press counts for the time control.
       *[other] The press completes the move. One that ends the game needs none, and the next own move completes one that was not pressed for.
    }
law-late-press = Pressing late
    .does = A press after the opponent has answered completes the move all the same, and is no offence.
law-clock-handling = How clocks are handled
    .does = With which hand and how hard somebody presses is not seen. A press before the move is told as a press without a move.
law-periods = Periods of the time control
    .does = Completed moves are counted by period; the last of a period has to be pressed for unless it ends the game. The next period's time is added at that move or at zero, as the clock does it.
law-saved-time = Time saved, increments and delays
    .does = Times of the clock are held against what the time control gives: an increment that is missing, or one that is too much, is told.
law-flag-check = What a fallen flag means
    .does = At zero the completed moves decide: where the period's number is reached the next one begins, otherwise the flag has fallen.
law-clock-start = Starting the clock
    .does = The first press, which starts White's clock, is no offence. A clock that does not run after the first moves is told.
law-default-time = Coming late
    .does = { $edition ->
        [fide-1995] Who comes more than an hour late loses; both lose if both do.
        [fide-1997] Who comes more than an hour after the scheduled time loses; both lose if both do.
       *[other] Who comes later than the event's default time, which is zero if it names none, loses; both lose if both do.
    } Arrivals are entered (`touchmove game arrived`).
law-nobody-there = Nobody is there at the start
    .does = White loses the time until he comes (`touchmove game white-absent`).
law-who-calls-flag = Who calls a flag
    .does = { $edition ->
        [fide-1995] A fallen flag is told to the arbiter at once.
        [fide-1997] In rapid and blitz only a player may claim a flag; otherwise it is told to the arbiter at once.
       *[other] A fallen flag is told to the arbiter at once; a player may claim it too (`touchmove game claim-flag`).
    }
law-flag = A flag has fallen
    .does = The player loses, unless something ended the game before. { $edition ->
        [fide-1995] It is a draw against a bare king.
        [fide-1997] It is a draw against a bare king.
       *[other] It is a draw where the opponent cannot mate by any series of legal moves; where that cannot be decided, the arbiter is told of both results and declares one.
    }
law-clock-readings = What a clock shows counts
    .does = Times are taken from the clock. A jump, an unlikely time and a clock that is not read are told, and the arbiter may set other times (`touchmove game clock`).
law-clock-setting = A clock that was set wrongly
    .does = The times at the start and what each move adds are held against the time control. What differs is told, with what to set.
law-stopping = Stopping the clock
    .does = Both clocks may be stopped for the arbiter, for a missing piece or for pieces knocked over: that is no offence. When the arbiter gives instructions that need it, stopping and starting are among them.
law-agreed-before-flag = A result that was agreed before a flag was noticed
    .does = What ended the game first counts: a flag found afterwards changes nothing.
law-both-flags = Both flags are down
    .does = Where it is not known which fell first (`touchmove game both-flags`): { $edition ->
        [fide-1995] play goes on.
        [fide-1997] play goes on.
       *[other] in the last period the game is drawn, in an earlier one play goes on.
    }
law-times-restored = Times when a position is set up again
    .does = { $edition ->
        [fide-2017] The position is given, and the times are for the arbiter to judge: they are entered with `touchmove game clock`.
        [fide-2018] The position is given, and the times are for the arbiter to judge: they are entered with `touchmove game clock`.
        [fide-2023] The position is given, and the times are for the arbiter to judge: they are entered with `touchmove game clock`.
       *[other] The position is given. Where the moves and what each has used by now are entered with what is found (`touchmove game found illegal-move`, `displaced`), each is to have used as much then as the moves made say; where that leaves less than five minutes, or a minute for a move, the arbiter finds the times, as where nothing is entered (`touchmove game clock`).
    }
law-start-wrong = A wrong position at the start, found later
    .does = Entered with `touchmove game found start-wrong`: a new game is called for.
law-board-turned = The board lies wrongly, found later
    .does = Entered with `touchmove game found board-turned`: the position is to be transferred to a board that lies rightly.
law-colours = Colours reversed, found later
    .does = Entered with `touchmove game found colours-reversed`: { $edition ->
        [fide-1995] a quarter of the time for the first control decides between going on and a new game.
        [fide-1997] a quarter of the time for the first control decides between going on and a new game.
       *[other] a new game if both have made fewer than ten moves, otherwise play goes on.
    }
law-displaced = Displaced pieces
    .does = Pieces that stand elsewhere, and not by a move, are told: whoever displaced them puts them back on his own time. Nobody is accused of an illegal move by it. Three or more that come back at once were knocked over.
law-illegal-move = An illegal move that was completed
    .does = { $edition ->
        [fide-1995] The position before it is restored, the touches bind again, and no time is given.
        [fide-1997] The position before it is restored, the touches bind again, and no time is given.
       *[other] It is told at the press. The position before it is restored, the same touches bind, the opponent gets time, and the second such offence loses.
    } One that is found later is put right from the last position that is known.
law-pawn-not-replaced = A pawn left on the last rank
    .does = { $edition ->
        [fide-1995] It is replaced as the player chooses; no time is given.
        [fide-1997] It is replaced as the player chooses; no time is given.
       *[other] When it is pressed for, the pawn becomes a queen, the opponent has the move, and it counts as an illegal move.
    }
law-press-without-move = Pressing without a move
    .does = { $edition ->
        [fide-1995] It is told; the player's own clock runs on, and it costs nothing.
        [fide-1997] It is told; the player's own clock runs on, and it costs nothing.
        [fide-2017] The player's own clock runs on, and the opponent gets time; such presses are counted by themselves.
       *[other] The player's own clock runs on, and it counts as an illegal move.
    }
law-two-hands = Two hands
    .does = Entered by the arbiter. { $edition ->
        [fide-1995] This edition has no time for it.
        [fide-1997] This edition has no time for it.
        [fide-2017] It counts from its use on, by itself; the move stands if it is legal.
       *[other] It counts once the clock was pressed, as an illegal move; the move stands if it is legal.
    }
law-penalty-scale = What an offence costs
    .does = { $edition ->
        [fide-1995] Nothing: no time is given.
        [fide-1997] Nothing that is known: no time is given.
        [fide-2017] The first gives the opponent two minutes, one in blitz; the second of its kind loses, or draws where the opponent cannot mate. Illegal moves, presses and hands are counted apart.
        [fide-2018] The first gives the opponent two minutes, one in blitz; the second of any kind loses, or draws where the opponent cannot mate.
       *[other] The first gives the opponent two minutes, one in rapid and blitz; the second of any kind loses, or draws where the opponent cannot mate.
    }
law-recording = Writing down the moves
    .does = The scoresheet is kept from the board; what players write is not seen. Offers that were entered stand in what was decided.
law-recording-exempt = Who need not record
    .does = Asked for a player (`scoresheet`), the answer follows from his time: { $edition ->
        [fide-1995] below five minutes he is free while he is below, unless each move adds 20 seconds.
        [fide-1997] below five minutes he is free while he is below, unless each move adds 20 seconds.
       *[other] below five minutes he is free for the rest of the period, unless each move adds 30 seconds.
    }
law-reconstruction = Bringing scoresheets up to date
    .does = The moves are known from the board: `touchmove game show` has them for the arbiter. Pauses and times are his to order.
law-move-count-open = It cannot be shown how many moves were made
    .does = The board's own count is shown to the arbiter; where it is not sure, moves are marked doubtful, and he decides.
law-refusal = Refusing to comply
    .does = The arbiter enters that the game is lost, and what the opponent gets: `touchmove game penalty … --lose 1/2`.
law-result-confirmed = The result on the scoresheets
    .does = Results from the signed scoresheets are entered with `touchmove round enter`. Where the board shows another one, it is asked which counts.
law-offers-forbidden = No offers before a move
    .does = If the event sets the number of a move (`no-draw-offers-before-move`), an earlier offer is told as not allowed.
law-offers = Offering a draw
    .does = An offer (`touchmove game offer-draw`) stands until it is accepted, declined, or the opponent { $edition ->
        [fide-1995] moves.
        [fide-1997] moves.
       *[other] touches a piece.
    } One at another moment than between move and press is valid, and is told as irregular.
law-claim-is-offer = A claim is an offer too
    .does = A claim that turns out wrong leaves an offer of a draw that the opponent may accept.
law-threefold = The same position for the third time
    .does = A claim (`touchmove game claim-draw`), with the move that is intended or for the position that just appeared, is checked against all positions of the game.
law-same-position = When positions are the same
    .does = The same player has the move, the same pieces stand on the same squares, and the same moves are possible: castling rights count, and en passant only where it is legal.
law-fifty-moves = Fifty moves without capture or pawn's move
    .does = A claim is checked by counting the moves of both sides; moves that are missing on the board count as far as they are known.
law-claim-lost = When the right to claim is lost
    .does = { $edition ->
        [fide-1995] It is lost by making the move.
        [fide-1997] It is lost by making the move.
       *[other] It is lost by touching a piece for this move, and that is told when a claim would have been right.
    }
law-claim-stops = A claim stops the clock
    .does = Both clocks are to be stopped. A claim cannot be taken back.
law-claim-correct = A claim that is right
    .does = The game is drawn.
law-claim-wrong = A claim that is wrong
    .does = { $edition ->
        [fide-1995] The claimant loses five minutes, and may lose by it; the game goes on.
        [fide-1997] The opponent gets three minutes, the claimant loses half of his time, three minutes at most; the game goes on.
       *[other] The opponent gets the time that a first offence costs; a move that was announced has to be played.
    }
law-fivefold = The same position for the fifth time
    .does = The game ends without a claim, drawn.
law-seventy-five = Seventy-five moves without capture or pawn's move
    .does = The game ends without a claim, drawn; mate by the last of these moves counts more.
law-points = What a game gives
    .does = A player gets one point, a half or nothing, and both together no more than one: 1-0, 0-1, 1/2-1/2, and 0-0, 1/2-0, 0-1/2 where the arbiter decides so. A forfeit counts like a game that was lost. Other points are refused.
law-distraction = Distracting the opponent
    .does = Draw offers at the wrong moment are told, at low certainty. What else distracts is for people to see.
law-penalties = Penalties of the arbiter
    .does = Entered with `touchmove game penalty`: a warning, time for the opponent, time away, { $edition ->
        [fide-1995] and the game lost; points are not among them.
        [fide-1997] and the game lost; points are not among them.
       *[other] points lowered or raised, and the game lost. Penalties on points hold however the game ends. Fines and exclusions are not kept.
    }
law-both-guilty = Both are guilty
    .does = The arbiter enters 0-0, and both lose.
law-extra-time = Time for a disturbance
    .does = The arbiter sets the times (`touchmove game clock`), and the clock is told what to show where it can be set.
law-no-hints = No hints to players
    .does = Incidents, instructions and what binds a player are told to the arbiter alone. The public sees moves, times and results.
law-category = Standard, rapid, blitz
    .does = { $edition ->
        [fide-1995] This edition knows no such categories.
        [fide-1997] The fixed time decides: below 15 minutes blitz, up to 60 rapid.
       *[other] Main time plus sixty times the extra of a move decides: up to 10 minutes blitz, below 60 rapid.
    } An event may say it otherwise.
law-no-recording = Nobody need record
    .does = In rapid and blitz the answer about recording is that nobody need.
law-penalty-minute = One minute instead of two
    .does = { $edition ->
        [fide-2023] In rapid and blitz an offence gives the opponent one minute.
       *[other] In blitz an offence gives the opponent one minute, in rapid two.
    }
law-supervision = Rapid and blitz with and without full supervision
    .does = The section says how closely games are supervised (`full`, `reduced`). Fully supervised games follow the rules of standard play; the others what stands for reduced supervision.
law-scoresheet-shown = Looking at the arbiter's scoresheet
    .does = `touchmove game show` has the moves; how often a player has asked is not counted.
law-setting-late = A wrong clock setting, found after ten moves
    .does = Under reduced supervision it stands once both have made ten moves, unless the schedule would suffer: then the arbiter chooses.
law-start-late = A wrong start, found after ten moves
    .does = Under reduced supervision play goes on once both have made ten moves: no claim, and no castling with what stood wrong.
law-illegal-reduced = Illegal moves under reduced supervision
    .does = { $edition ->
        [fide-2017] The first illegal move loses, if it is seen or claimed before the opponent's next move.
       *[other] An illegal move costs what it costs elsewhere, if it is seen or claimed before the opponent's next move.
    } After that it stands, unless both agree to put it right; who let it stand is told.
law-flag-claim = Claiming a flag under reduced supervision
    .does = The claim is entered (`touchmove game claim-flag`). { $edition ->
        [fide-2017] Who claims needs time left on the own clock.
        [fide-1997] Only the players may claim.
       *[other] Time left on the own clock is not asked for.
    }
law-illegal-position = Both kings in check, or a pawn on the last rank
    .does = It is watched until the next completed move. If the position is illegal still, the game is drawn.
law-notation = How moves are written
    .does = Moves are read and written in English and Turkish letters, with squares, captures and promotions as the edition has them.
law-quickplay = Quickplay finish
    .does = Where the event has announced it, in the last period without extra time: a player with less than two minutes asks for an increment (`touchmove game ask-increment`) or claims that the opponent does not win by normal means (`claim-normal-means`); the clock is to be stopped, and the arbiter agrees, rejects or postpones (`touchmove game rule`). Nothing is decided by itself: he is told how many moves the opponent has made since, what they have changed, and whether a mate is possible at all.
law-adjournment = Adjourned games
    .does = { $edition ->
        [fide-2017] Nothing is known of it but that the Guidelines have rules: what is said of an adjourned game is refused.
        [fide-2018] Nothing is known of it but that the Guidelines have rules: what is said of an adjourned game is refused.
        [fide-2023] Nothing is known of it but that the Guidelines have rules: what is said of an adjourned game is refused.
       *[other] Entered as it is said (`touchmove game seal`, `adjourn-early`, `resume`, `seal-reply`, `open-envelope`, `envelope-lost`, `before-opening`, `found adjourned-position`, `found adjourned-times`). From the sealed move on the game stands on no board; position and times are kept (`touchmove game envelope`), and it is resumed wherever they are set up again (`touchmove game move`). A sealed move that cannot be played ends the game; where the text does not say how, the arbiter is asked.
    }
