# What is told of a game and of boards. A message is a kind of incident, instruction, question, lost right, refusal or
# result as D-Bus tells it; the kinds and their fields are listed in `kinds.rs`. The message is a title of less than 60
# characters, `.seen` says what was seen, `.may` what the Laws let the arbiter do. A field that is not given is `none`.
# What begins with `form-` is a part of sentences. Another language is another folder beside this one, named by its ISO
# 639 code.

### Parts of sentences

form-law = { $article ->
    [none] { "" }
   *[other] Article { $article }{ form-edition }:{ " " }
}
form-edition = { $edition ->
    [none] { "" }
    [fide-1995] { " " }(Laws of 1995)
    [fide-1997] { " " }(Laws of 1997)
    [fide-2017] { " " }(Laws of 2017)
    [fide-2018] { " " }(Laws of 2018)
    [fide-2023] { " " }(Laws of 2023)
   *[other] { " " }({ $edition })
}
form-who = { $side ->
    [white] White:{ " " }
    [black] Black:{ " " }
   *[none] { "" }
}
form-doubt = { $certainty ->
    [high] { "" }
   *[none] { " " }(to be checked)
}
form-seen = { $certainty ->
    [high] { "" }
    [low] Weak evidence from the board:{ " " }
   *[none] The board suggests:{ " " }
}
form-clock-seen = { $certainty ->
    [high] { "" }
    [low] Weak evidence from the clock:{ " " }
   *[none] The clock suggests:{ " " }
}
form-clock-set = { $seen ->
    [none] Clock set wrongly
   *[other] { form-clock-for }
}
form-clock-for = { $expected ->
    [none] Clock set wrongly
   *[other] { form-clock-setting }
}
form-clock-setting = { $setting ->
    [each-move] Clock adds { $seen } a move, not { $expected }
   *[main] Clock set to { $seen }, not { $expected }
}
form-value = { $value ->
    [none] { "" }
   *[other] : { $value }
}
form-at = { $number ->
    [none] { "" }
   *[other] { " " }(move { $number })
}
form-side = { $side ->
    [white] White
    [black] Black
   *[none] A player
}
form-sides = { $side ->
    [white] White’s
    [black] Black’s
   *[none] The player’s
}
form-the-sides = { $side ->
    [white] White’s
    [black] Black’s
   *[none] the player’s
}
form-the-side = { $side ->
    [white] White
    [black] Black
   *[none] the player
}
form-opponent = { $side ->
    [white] Black
    [black] White
   *[none] The opponent
}
form-the-opponent = { $side ->
    [white] Black
    [black] White
   *[none] the opponent
}
form-loser = { $winner ->
    [white] Black
    [black] White
   *[none] The player having the move
}
form-man = { $man ->
    [king] the king
    [queen] the queen
    [rook] the rook
    [bishop] the bishop
    [knight] the knight
    [pawn] the pawn
   *[none] a piece
}
form-new-man = { $man ->
    [king] a king
    [queen] a queen
    [rook] a rook
    [bishop] a bishop
    [knight] a knight
    [pawn] a pawn
   *[none] the right piece
}
form-on = { $square ->
    [none] { "" }
   *[other] { " " }on { $square }
}
form-squares = { $squares ->
    [none] { "" }
   *[other] : { $squares }
}
form-times = { $count ->
    [none] again and again
    [one] once
   *[other] { $count } times
}
form-trend = { $trend ->
    [rising] , and more often lately
    [falling] , but less often lately
   *[none] { "" }
}
form-charge = { $count ->
    [none] { "" }
   *[other] : { $count } %
}
form-move = { $move ->
    [none] { "" }
   *[other] , { $move }
}
form-played = { $move ->
    [none] made another move
   *[other] played { $move }
}
form-moves = { $moves ->
    [none] { "" }
   *[other] { " " }({ $moves })
}
form-since-claim = { $count ->
    [none] The opponent has moved on
    [0] { form-opponent } has made no move since the claim
    [one] { form-opponent } has made { $count } move since the claim
   *[other] { form-opponent } has made { $count } moves since the claim
}
form-of-them = { $count ->
    [none] { "" }
    [0] { "" }
   *[other] { form-progress }
}
form-progress = { $progress ->
    [none] { "" }
    [0] , without a capture or a pawn’s move
   *[other] , { $progress } with a capture or of a pawn
}
form-stood = { $repetitions ->
    [none] { "" }
    [one] { " " }The position stands for the first time.
   *[other] { " " }The position has stood { $repetitions } times.
}
form-still = { $without_progress ->
    [none] { "" }
    [0] { "" }
    [one] { " " }The last move of each took nothing and moved no pawn.
   *[other] { " " }The last { $without_progress } moves of each took nothing and moved no pawn.
}
form-can-mate = { $can_mate ->
    [none] { "" }
    [yes] { " " }{ form-opponent } can still mate by some legal moves.
    [no] { " " }{ form-opponent } cannot mate by any legal moves.
   *[undetermined] { " " }Whether { form-the-opponent } can mate by any legal moves was not found out.
}
form-time = { $seconds ->
    [none] time
    [60] one minute
    [120] two minutes
    [180] three minutes
    [300] five minutes
    [one] { $seconds } second
   *[other] { $seconds } seconds
}
form-by = { $seconds ->
    [none] { "" }
   *[other] { " " }by { form-time }
}
form-penalty = { $seconds ->
    [none] { "" }
    [0] { " " }No time is added for it.
   *[other] { " " }{ form-opponent } gets { form-time } more; a second offence loses the game, or draws it if the opponent cannot mate.
}

### Incidents

touch-move-violation = { form-who }Touch-move not followed{ form-doubt }
    .seen = { form-seen }{ form-side } touched { form-man }{ form-on } and { form-played } instead{ form-at }.
    .may = { form-law }Having seen it, or on the opponent’s complaint, the arbiter may require the move that the touch demands{ form-moves }. The right to complain ends when the opponent touches a piece with intent.
released-piece-moved = { form-who }Released piece moved again{ form-doubt }
    .seen = { form-seen }{ form-side } released { form-man }{ form-on } and then moved it again{ form-at }.
    .may = { form-law }A piece released by a legal move stays on that square; the arbiter may have it put back there. The right to complain ends when the opponent touches a piece with intent.
wrong-side-touch = { form-who }Touched without having the move{ form-doubt }
    .seen = { form-seen }{ form-side } touched { form-man }{ form-on } without having the move{ form-at }.
    .may = { form-law }It obliges to no move. Only the player having the move may adjust pieces; the arbiter may warn, or penalise a distraction.
illegal-move-completed = { form-who }Illegal move completed{ form-doubt }
    .seen = { form-seen }{ form-side } completed an illegal move{ form-move }{ form-at }.
    .may = { form-law }The arbiter may have the position before it restored and a legal move made, with the piece touched if it can move.{ form-penalty }
promotion-not-replaced = { form-who }Pawn not replaced{ form-doubt }
    .seen = { form-seen }{ form-side } completed a move with the pawn still on { $square ->
        [none] the last rank
       *[other] { $square }
    }{ form-at }.
    .may = { form-law }The arbiter may have the pawn replaced by a queen; the opponent has the move.{ form-penalty }
press-without-move = { form-who }Clock pressed without a move{ form-doubt }
    .seen = { form-seen }{ form-side } pressed the clock without having made a move{ form-at }.
    .may = { form-law }The arbiter may set { form-the-sides } clock running again; the pieces touched still bind.{ form-penalty }
two-hands = { form-who }Both hands used for one move{ form-doubt }
    .seen = { form-seen }{ form-side } used both hands for one move{ form-at }.
    .may = { form-law }The move stands if it is legal; the arbiter may treat the two hands as the edition in force says.{ form-penalty }
displaced-pieces = { form-who }Pieces displaced{ form-doubt }
    .seen = { form-seen }Pieces were displaced{ form-squares }{ form-at }.
    .may = { form-law }They are put back in the time of the player who displaced them; either player may stop the clock and call the arbiter. The arbiter may penalise the player who displaced them.
end-not-immediate = { form-who }Final move against touch-move{ form-doubt }
    .seen = { form-seen }{ form-sides } { $move ->
        [none] move
       *[other] { $move }
    } would end the game, but it breaks the rules on touched pieces{ form-at }.
    .may = { form-law }The game does not end at once. The arbiter may require the move that the touch demands, or let the result stand.
flag-fall = { form-who }Flag fallen{ form-doubt }
    .seen = { form-clock-seen }{ form-sides } flag has fallen{ form-at }.
    .may = { form-law }Unless the moves of the period are complete or the game ended before, the arbiter may declare it lost on time, or drawn if the opponent cannot win by the edition in force. Where the Laws leave the flag to the players, the arbiter waits for a claim.
draw-offer-irregular = { form-who }Draw offered at the wrong time{ form-doubt }
    .seen = { form-seen }{ form-side } offered a draw at another time than between making the move and pressing the clock{ form-at }.
    .may = { form-law }The offer is valid, unless the regulations forbid it. The arbiter may warn, or penalise a distraction.
illegal-position-watch = { form-who }Illegal position on the board{ form-doubt }
    .seen = { form-seen }{ $what ->
        [both-kings-in-check] Both kings are in check
        [pawn-on-last-rank] A pawn stands on the last rank
       *[none] The position is illegal
    }{ form-at }.
    .may = { form-law }The arbiter waits until the next move is completed; if an illegal position is still on the board then, the arbiter may declare the game drawn.
board-desync = { form-who }Board differs from the game{ form-doubt }
    .seen = { form-seen }The board shows something else than the game{ form-squares }{ form-at }.
    .may = { form-law }The arbiter may compare the board with the scoresheets and have misplaced pieces put right; if the position cannot be established, play goes on from the last one that can.
board-rotated = { form-who }Board turned by a quarter{ form-doubt }
    .seen = { form-seen }The corner square at each player’s right is dark{ form-at }.
    .may = { form-law }Before the game the arbiter may have the board turned. During the game the position is transferred to a board that lies correctly, and play goes on.
clock-fault = { form-who }Clock at fault{ form-doubt }
    .seen = { form-clock-seen }The clock does not agree with the time that has passed{ $seconds ->
        [none] { "" }
       *[other] ; the difference is { form-time }
    }{ form-at }.
    .may = { form-law }The display counts unless it is evidently defective. Then the arbiter may replace the clock, and sets the times by best judgement.
clock-setting-wrong = { form-who }{ form-clock-set }{ form-doubt }
    .seen = { form-clock-seen }The clock is not set to the time control of the game{ form-at }.
    .may = { form-law }The arbiter may stop the clock and correct the setting, the times and the move counter. Where rapid and blitz rules bar it after the tenth move, only if the schedule would suffer.
piece-needed = { form-who }Piece needed for a promotion{ form-doubt }
    .seen = { form-seen }{ form-side } stopped the clock during a promotion{ form-on }; the piece seems not to be at hand{ form-at }.
    .may = { form-law }The clock may be stopped for that. The arbiter brings the piece and decides when the clock starts again.
arbiter-called = { form-who }Arbiter called{ form-doubt }
    .seen = { form-clock-seen }{ form-side } stopped the clocks{ form-at }.
    .may = { form-law }A player may stop the clocks only to get the arbiter’s help. The arbiter decides when they start again, and may penalise a stop without valid reason.
scoresheet-update-required = { form-who }Scoresheets to be brought up to date{ form-doubt }
    .seen = { form-clock-seen }The period has ended in which not every move had to be recorded{ form-at }.
    .may = { form-law }If neither player had to record, the arbiter stops the clocks and has both scoresheets completed. If only one had not, that player completes the scoresheet before moving, with the clock running.
dead-position-suspected = { form-who }Perhaps a dead position{ form-doubt }
    .seen = { form-seen }Neither side seems able to mate any more{ form-at }.
    .may = { form-law }If no series of legal moves leads to mate, the game is drawn; the arbiter may declare it.
promotion-changed = { form-who }Promoted piece exchanged{ form-doubt }
    .seen = { form-seen }{ form-side } exchanged the new piece{ form-on } after it had touched the square{ form-at }.
    .may = { form-law }The choice is final once the new piece has touched the square; the arbiter may have the first one put back.
king-capture-attempt = { form-who }King taken off the board{ form-doubt }
    .seen = { form-seen }{ form-side } took the opponent’s king{ form-at }.
    .may = { form-law }The king cannot be captured; once completed, this is an illegal move, and the arbiter may have the position before it restored.{ form-penalty }
illegal-move-pending = { form-who }Illegal move, not yet completed{ form-doubt }
    .seen = { form-seen }{ form-side } made an illegal move{ form-move }, and has not pressed the clock{ form-at }.
    .may = { form-law }Until the move is completed the player may correct it, and the arbiter says nothing; the touched piece binds.
increment-missing = { form-who }Increment missing{ form-doubt }
    .seen = { form-clock-seen }{ form-sides } clock did not get its increment{ $seconds ->
        [none] { "" }
       *[other] { " " }of { form-time }
    } after a move{ form-at }.
    .may = { form-law }The arbiter may stop the clock, correct its setting, and give the missing time.
wrong-side-running = { form-who }Clock runs for the wrong player{ form-doubt }
    .seen = { form-clock-seen }{ form-sides } clock is running, although { form-the-opponent } has the move{ form-at }.
    .may = { form-law }The arbiter tells no player that the clock was not pressed. If the clock itself is wrong, the arbiter may stop it and correct the times.
clock-not-started = { form-who }Clock not started{ form-doubt }
    .seen = { form-clock-seen }Moves have been made, but no clock is running{ form-at }.
    .may = { form-law }The arbiter may start the clock of the player having the move, and adjust the times by best judgement.
clock-not-stopped = { form-who }Clock still running{ form-doubt }
    .seen = { form-clock-seen }The game is over, but { form-the-sides } clock is still running{ form-at }.
    .may = { form-law }The arbiter may stop the clock. A flag that falls after the end changes nothing.
times-swapped = { form-who }Times of the players exchanged{ form-doubt }
    .seen = { form-clock-seen }White’s and Black’s times seem to be exchanged{ form-at }.
    .may = { form-law }The arbiter may stop the clock and set the times right.
clock-jump = { form-who }Time on the clock jumped{ form-doubt }
    .seen = { form-clock-seen }The time on { form-the-sides } side jumped{ form-by }{ form-at }.
    .may = { form-law }If nobody with authority set the clock, the arbiter may stop it and correct the times by best judgement, or replace a defective clock.
clock-and-moves-disagree = { form-who }Clock and moves disagree{ form-doubt }
    .seen = { form-clock-seen }The clock counts other moves than were completed{ form-at }.
    .may = { form-law }The arbiter may stop the clock and correct its move counter, without telling the players how many moves were made.
instruction-overdue = { form-who }Instruction not carried out{ form-doubt }
    .seen = { form-seen }{ $instruction ->
        [restore] The position has not been restored
        [replace] The piece has not been replaced
        [clock_add] The extra time is not on the clock
        [clock_sub] The time has not been taken off the clock
        [clock_run] The clock does not run as ordered
        [clock_pause] The clock has not been stopped
        [clock_mode] The clock’s mode has not been changed
        [transfer_position] The position has not been transferred
       *[none] What was ordered has not been seen
    }{ form-at }.
    .may = { form-law }The arbiter may see to it at the board, or waive it.

### Instructions

restore = Restore the position
    .seen = The position to come back is not yet on the board{ form-squares }.
    .may = { form-law }The arbiter has the position set up again; { form-the-side } has the move then.
replace = Replace the piece{ form-on }
    .seen = { $square ->
        [none] The promotion square
       *[other] The square { $square }
    } does not yet hold { form-new-man }.
    .may = { form-law }The arbiter has { form-new-man } put there.
clock_add = { form-who }Add { form-time }
    .seen = { form-sides } time is to be increased{ form-by }.
    .may = { form-law }The arbiter adds { form-time } to { form-the-sides } clock, or waives it.
clock_sub = { form-who }Take off { form-time }
    .seen = { form-sides } time is to be reduced{ form-by }.
    .may = { form-law }The arbiter takes { form-time } off { form-the-sides } clock, or waives it.
clock_run = { form-who }Start the clock
    .seen = { form-sides } clock is to run.
    .may = { form-law }The arbiter starts { form-the-sides } clock when play goes on.
clock_pause = Stop the clock
    .seen = No clock is to run now.
    .may = { form-law }The arbiter stops the clock, and decides when it starts again.
clock_mode = Change the clock’s mode
    .seen = The clock is to run with { $mode ->
        [none] no extra time
        [fischer] an increment of { form-time } a move
        [bronstein] a Bronstein delay of { form-time } a move
        [delay] a delay of { form-time } a move
       *[other] { $mode }, { form-time } a move
    }.
    .may = { form-law }The arbiter sets the clock so for both players.
clock_used = Set the clock by the moves
    .seen = White has used { $white ->
        [none] a share of the time
       *[other] { $white }
    }, Black { $black ->
        [none] a share of it
       *[other] { $black }
    }: in proportion to the moves made.
    .may = { form-law }The arbiter sets the clock so, and lets play go on.
clock_set = Set the clock as it was
    .seen = When the game was adjourned White had { $white ->
        [none] a time
       *[other] { $white }
    } left, Black { $black ->
        [none] another
       *[other] { $black }
    }.
    .may = { form-law }The arbiter sets the clock so before the game is resumed.
new_game = Begin a new game
    .seen = The game so far does not count; a new one begins with { $colours ->
        [same] the same colours
        [correct] the colours of the pairing
       *[none] the initial position
    }.
    .may = { form-law }The arbiter cancels the game and starts a new one.
transfer_position = Transfer the position
    .seen = The board lies wrongly.
    .may = { form-law }The arbiter has the position transferred to a board that lies correctly; the game goes on.
declare = Declare the result{ form-value }
    .seen = What was seen ends the game.
    .may = { form-law }The arbiter declares the result by confirming what was seen, or lets play go on by dismissing it.
castling_forbidden = { form-who }Castling not allowed
    .seen = King or rook stood wrongly at the start; { form-the-side } may not castle{ $square ->
        [none] { "" }
       *[other] { " " }with the rook of { $square }
    }.
    .may = { form-law }The game goes on; the arbiter treats such a castling as an illegal move.
period = { form-who }New period{ $period ->
        [none] { "" }
       *[other] , number { $period }
    }
    .seen = { form-side } has reached the time control; the clock is to gain { form-time }.
    .may = { form-law }If the clock has not added the time by itself, the arbiter may correct it.

### Questions

game-over = Is the game over?
    .seen = Pieces are moved in a way that looks like the end of the game{ form-at }.
    .may = Answer with the result if the players agreed on one or somebody resigned; otherwise the game goes on.
gap = What was played here?
    .seen = Between two positions moves are missing, and several lines explain them{ form-at }.
    .may = Choose the line that agrees with the scoresheets.
which-capture = Which piece was taken?
    .seen = { form-side } captured, and the board does not show where{ form-at }.
    .may = Choose the move that agrees with the scoresheets.
promotion-piece = Which piece did the pawn become?
    .seen = { form-side } promoted a pawn{ form-on }, and the board cannot tell the piece{ form-at }.
    .may = Choose the piece that stands there.
result-differs = Which result is right?
    .seen = The result given{ $value ->
        [none] { "" }
       *[other] { " " }({ $value })
    } is not the one that the board shows.
    .may = The result that both players have confirmed counts, unless the arbiter decides otherwise.
hindsight = Were other moves played?
    .seen = What came later speaks for other moves than were told{ form-at }.
    .may = Choose the line that agrees with the scoresheets; until then what was told stays.
board-turned = Which side is White’s?
    .seen = What is played fits a board that lies the other way round.
    .may = Say which way the board lies.

### Rights lost

claim-draw-this-move = { form-who }No draw claim on this move
    .seen = { form-side } has touched a piece or moved{ form-at }.
    .may = { form-law }The arbiter rejects a claim of a draw by repetition or by the fifty-move rule until { form-the-side } has the move again.
complain-previous-touch = { form-who }No complaint about the last touch
    .seen = { form-side } has touched a piece with intent{ form-at }.
    .may = { form-law }The arbiter no longer accepts { form-the-sides } complaint about how the opponent’s last move was made.
claim-illegal-move = { form-who }No claim of the illegal move
    .seen = { form-side } has made the next move{ form-at }.
    .may = { form-law }The illegal move stands. The arbiter lets it be corrected only if both players agree.

### What is refused

refused-no-open-offer = No draw offer waits for an answer
    .seen = The opponent has offered no draw, or the offer stands no more.
    .may = { form-law }An offer holds until the opponent accepts or rejects it, touches a piece with intent, or the game ends.
refused-agreement = No draw by agreement yet
    .seen = Not both players have made a move.
    .may = { form-law }The players may agree on a draw once both have made a move.
refused-flag-claim = The claim on the flag is refused
    .seen = The opponent’s time has not run out as far as the clock shows, or the claimant has no time left himself.
    .may = { form-law }The arbiter may look at the clock; if it shows otherwise, say so with the claim once more. The game goes on.
refused-illegal-move-claim = The claim of an illegal move is refused
    .seen = The opponent’s last move was legal, or the claimant has moved since.
    .may = { form-law }The arbiter may hold the board against the scoresheets. The game goes on.
refused-illegal-move-correction = The illegal move stands
    .seen = Under this supervision the players cannot agree to correct it.
    .may = { form-law }The arbiter decides what becomes of it.
refused-set-up-claim = The wrong start position stands
    .seen = Ten moves are made under reduced supervision.
    .may = { form-law }The game goes on from the position on the board.
refused-orientation-claim = The board stays as it lies
    .seen = Ten moves are made under reduced supervision.
    .may = { form-law }The game goes on.
refused-penalty = This penalty cannot be imposed
    .seen = The edition in force has no penalty that changes the points of a game.
    .may = { form-law }The arbiter may warn, change the times, or declare the game lost.
refused-clock-setting-change = The clock stays as it is set
    .seen = Ten moves are made under reduced supervision.
    .may = { form-law }The game goes on with the setting that there is.

### What is made of what was said

refused-two-hands = Two hands are no offence of these Laws
    .seen = This edition has no rule about them.
    .may = { form-law }The arbiter may warn the player. The game goes on.
refused-illegal-position-watch = These Laws know no watch of an illegal position
    .seen = This edition has no rule about it.
    .may = { form-law }The arbiter decides what becomes of it. The game goes on.
refused-qpf-increment-not-in-edition = No increment now
    .seen = This edition of the Laws has no rule about it.
    .may = { form-law }The game goes on, without a penalty.
refused-qpf-claim-not-in-edition = No claim of a draw now
    .seen = This edition of the Laws has no rule about it.
    .may = { form-law }The game goes on, without a penalty.
refused-qpf-increment-not-announced = No increment now
    .seen = The event has announced no quickplay finish.
    .may = { form-law }The game goes on, without a penalty.
refused-qpf-claim-not-announced = No claim of a draw now
    .seen = The event has announced no quickplay finish.
    .may = { form-law }The game goes on, without a penalty.
refused-qpf-increment-blitz = No increment now
    .seen = It is never for blitz.
    .may = { form-law }The game goes on, without a penalty.
refused-qpf-claim-blitz = No claim of a draw now
    .seen = It is never for blitz.
    .may = { form-law }The game goes on, without a penalty.
refused-qpf-increment-increment = No increment now
    .seen = Each move has extra time.
    .may = { form-law }The game goes on, without a penalty.
refused-qpf-claim-increment = No claim of a draw now
    .seen = Each move has extra time.
    .may = { form-law }The game goes on, without a penalty.
refused-qpf-increment-not-last-period = No increment now
    .seen = Another period follows.
    .may = { form-law }The game goes on, without a penalty.
refused-qpf-claim-not-last-period = No claim of a draw now
    .seen = Another period follows.
    .may = { form-law }The game goes on, without a penalty.
refused-qpf-claim-increment-request-first = No claim of a draw now
    .seen = An increment is to be asked for first.
    .may = { form-law }The game goes on, without a penalty.
refused-qpf-increment-flag-fallen = No increment now
    .seen = The player’s flag has fallen.
    .may = { form-law }The game goes on, without a penalty.
refused-qpf-claim-flag-fallen = No claim of a draw now
    .seen = The player’s flag has fallen.
    .may = { form-law }The game goes on, without a penalty.
refused-qpf-increment-not-on-move = No increment now
    .seen = It is the opponent’s turn.
    .may = { form-law }The game goes on, without a penalty.
refused-qpf-claim-not-on-move = No claim of a draw now
    .seen = It is the opponent’s turn.
    .may = { form-law }The game goes on, without a penalty.
refused-qpf-increment-two-minutes-or-more = No increment now
    .seen = The player has two minutes or more.
    .may = { form-law }The game goes on, without a penalty.
refused-qpf-claim-two-minutes-or-more = No claim of a draw now
    .seen = The player has two minutes or more.
    .may = { form-law }The game goes on, without a penalty.
refused-adjournment-not-in-edition = These Laws know no adjourned games
    .seen = This edition of the Laws has no rule about it here.
    .may = { form-law }The arbiter decides what is done.
refused-adjournment-not-on-move = Only the player on move seals
    .seen = It is the opponent’s turn.
    .may = { form-law }The game goes on, without a penalty.
refused-adjournment-before-time-control = No early adjournment yet
    .seen = The moves of the first time control are not made.
    .may = { form-law }The game goes on, without a penalty.
refused-adjournment-replier-absent = The envelope stays closed
    .seen = The player who is to reply is not there.
    .may = { form-law }The clock of that player runs; on arrival it is stopped, and the envelope opened.
refused-adjournment-sealer-absent = The sealed reply stays closed
    .seen = The player who sealed first is not there.
    .may = { form-law }The clock of that player runs; on arrival the envelope is opened.
refused-adjournment-sealer-present = The reply is played on the board
    .seen = The player who sealed is there.
    .may = { form-law }The game goes on.
refused-adjournment-envelope-opened = The envelope is open already
    .seen = What ends a game before its envelope is opened comes too late.
    .may = { form-law }The players may agree on a draw or resign as in any game.
move-sealed = { form-who }The move is sealed
    .seen = The game is adjourned and stands on no board until it is resumed.{ $white ->
        [none] { "" }
       *[other] { " " }White has { $white } left.
    }{ $black ->
        [none] { "" }
       *[other] { " " }Black has { $black } left.
    }
    .may = { form-law }The arbiter keeps the envelope; `touchmove game envelope` prints what is written on it.
sealed-move = { form-who }The sealed move is played
    .seen = The envelope is open.
    .may = { form-law }The arbiter plays the move on the board, and starts the clock of the player who replies.
waits-for-the-envelope = It waits for the envelope
    .seen = The player who is to reply is there.
    .may = { form-law }The arbiter opens the envelope, and says what is in it.
waits-for-the-replier = It waits for the player who is to reply
    .seen = That player’s clock runs.
    .may = { form-law }On arrival the clock is stopped, and the envelope opened.
waits-for-the-sealer = It waits for the player who sealed
    .seen = The reply is sealed, and the clock of the player who is absent runs.
    .may = { form-law }On arrival the second envelope is opened.
waits-for-the-sealer-to-play = It waits for the player who sealed
    .seen = The envelope is lost.
    .may = { form-law }Who has sealed plays on the board, from the adjourned position.
waits-for-the-arbiter = It waits for the arbiter
    .seen = The arbiter has been asked for a decision.
    .may = { form-law }The arbiter agrees, denies, postpones or rejects.
waits-for-the-opponent = It waits for the opponent, then for the arbiter
    .seen = The request is an offer of a draw: the opponent answers first.
    .may = { form-law }If the opponent declines, the arbiter decides about the increment.
waits-for-a-final-decision = Play is over; an arbiter decides finally
    .seen = No arbiter was there when the draw was claimed.
    .may = { form-law }The arbiter needs the final position, which the opponent confirms, and where no effort was claimed an up-to-date scoresheet. There is no appeal.
play-goes-on-watched = Play goes on, and the arbiter watches
    .seen = The decision is postponed.
    .may = { form-law }The arbiter may declare a draw at any time, even after a flag has fallen. There is no appeal.
quickplay-evidence = { form-who }What the game shows of the claim
    .seen = { form-since-claim }{ form-of-them }.{ form-stood }{ form-still }{ form-can-mate }
    .may = { form-law }The arbiter decides whether the opponent tries to win, and can, by normal means.
offer-open = { form-who }A draw is offered
    .seen = { form-side } has offered a draw.
    .may = { form-law }The offer holds until the opponent accepts or rejects it, touches a piece with intent, or the game ends.
offer-declined = { form-who }The draw offer is rejected
    .seen = The opponent has rejected the offer.
    .may = { form-law }The game goes on.
offer-lapsed = { form-who }The draw offer stands no more
    .seen = The opponent has touched a piece with intent.
    .may = { form-law }The offer is rejected by it. The game goes on.
offer-moved-past = { form-who }The draw offer stands no more
    .seen = The opponent has made a move.
    .may = { form-law }The offer is rejected by it. The game goes on.
offer-not-allowed = { form-who }No draw may be offered yet
    .seen = { form-side } has offered a draw before the move from which on the event allows it.
    .may = { form-law }The arbiter tells the players, and the game goes on.
claim-right = { form-who }The claim is right
    .seen = { $what ->
        [threefold] The same position has appeared, or is about to appear, for the third time.
        [fifty] The last fifty moves by each player were made without a pawn move and without a capture.
        [illegal-move] The opponent’s last move was illegal.
       *[other] What was claimed is so.
    }
    .may = { form-law }The arbiter grants it.
claim-wrong = { form-who }The claim is wrong
    .seen = { $what ->
        [threefold] The position has not appeared three times.
        [fifty] A pawn was moved or a piece captured within the last fifty moves.
        [illegal-move] The opponent’s last move was legal.
       *[other] What was claimed is not so.
    }
    .may = { form-law }The game goes on; what the claim costs is told with the instructions.
claim-not-now = { form-who }The claim cannot be made now
    .seen = The claimant does not have the move, has touched a piece, or has not written the move down.
    .may = { form-law }The game goes on. The claim may be made when the claimant has the move again.
warned = { form-who }Warned by the arbiter
    .seen = The arbiter has warned { form-the-side }.
    .may = { form-law }The arbiter may penalise the next breach more heavily.
points-raised = { form-who }Penalised: the opponent gets more points
    .seen = The arbiter gives the opponent of { form-the-side } as much of a point as the game still gives.
    .may = { form-law }Both together get no more than one point (10.2): what a draw leaves to { form-the-side } is taken away first.
points-lowered = { form-who }Penalised: fewer points
    .seen = The arbiter lowers what { form-the-side } gets of this game.
    .may = { form-law }It holds however the game ends. What the opponent gets does not change by it.
must-record = { form-who }Has to record the moves
    .seen = { form-side } has to write down the moves.
    .may = { form-law }The arbiter sees to it that the scoresheet is up to date.
need-not-record = { form-who }Need not record the moves
    .seen = { form-side } need not write down the moves now.
    .may = { form-law }The arbiter lets the player play on without.
arrived = { form-who }Arrived in time
    .seen = { form-side } has come within the default time.
    .may = { form-law }The game begins, or goes on.
illegal-move-stands = The illegal move stands
    .seen = It was not claimed before the next move.
    .may = { form-law }The game goes on from the position on the board.
play-goes-on = The game goes on
    .seen = Nothing has to be put right.
    .may = { form-law }The game goes on as it stands.
arbiter-may-choose = The arbiter decides
    .seen = The Laws leave open what becomes of it.
    .may = { form-law }The arbiter decides by best judgement, and says so with the clock, the position or the result.
waits-for-a-claim = It waits for a claim
    .seen = Nothing follows before a player claims it.
    .may = { form-law }The arbiter says nothing unless supervision is full.

### Obligation

obligation = { form-who }{ $duty ->
        [move] Bound to move { form-man }{ form-on }
        [capture] Bound to capture{ form-on }
        [free] Any legal move
       *[none] Bound by the touch
    }
    .seen = { $duty ->
        [free] Nothing that { form-the-side } touched can be moved or captured
       *[none] By what was touched { form-the-side } is bound to certain moves{ $moves ->
            [none] { "" }
           *[other] : { $moves }
        }
    }{ form-at }.
    .may = { form-law }The arbiter says nothing before another move is made.

### Results

checkmate = Checkmate{ form-value }
    .seen = { form-loser } is mated.
    .may = { form-law }The game is over, without a press of the clock. The arbiter records the result.
stalemate = Stalemate{ form-value }
    .seen = The player having the move has no legal move and is not in check.
    .may = { form-law }The game is over, without a press of the clock. The arbiter records the draw.
dead-position = Dead position{ form-value }
    .seen = No series of legal moves leads to mate for either side.
    .may = { form-law }The game is drawn at once. The arbiter may declare it even if the players go on.
fivefold = Fivefold repetition{ form-value }
    .seen = The same position has appeared for the fifth time.
    .may = { form-law }The game is drawn without a claim; the arbiter may declare it.
seventyfive = Seventy-five moves{ form-value }
    .seen = Each player has made 75 moves without a capture or a pawn move.
    .may = { form-law }The game is drawn without a claim; the arbiter may declare it.
agreement = Draw agreed{ form-value }
    .seen = The players agreed on a draw.
    .may = { form-law }The arbiter records the draw, unless the regulations forbid it at this point.
threefold-claim = Threefold repetition claimed{ form-value }
    .seen = { form-side } claimed the third appearance of the position, rightly.
    .may = { form-law }The game is drawn at once. The arbiter checks the claim and records the draw.
fifty-claim = Fifty moves claimed{ form-value }
    .seen = { form-side } claimed fifty moves without a capture or a pawn move, rightly.
    .may = { form-law }The game is drawn at once. The arbiter checks the claim and records the draw.
resignation = Resignation{ form-value }
    .seen = { form-side } resigned.
    .may = { form-law }The game is over at once. The arbiter records the result.
resignation-opponent-cannot-mate = Resignation, no mate possible{ form-value }
    .seen = { form-side } resigned, but the opponent cannot mate by any series of legal moves.
    .may = { form-law }The game is drawn; the arbiter verifies that no mate is possible.
flag = Time forfeit{ form-value }
    .seen = { form-sides } flag fell before the moves of the period were complete.
    .may = { form-law }The arbiter declares the game lost for { form-the-side }.
flag-opponent-cannot-mate = Flag, no mate possible{ form-value }
    .seen = { form-sides } flag fell, but the opponent cannot mate by any series of legal moves.
    .may = { form-law }The arbiter declares the game drawn.
flag-opponent-bare-king = Flag against a bare king{ form-value }
    .seen = { form-sides } flag fell, but the opponent has only the king left.
    .may = { form-law }The arbiter declares the game drawn.
illegal-move = Lost by an illegal move{ form-value }
    .seen = { form-side } completed an illegal move.
    .may = { form-law }The arbiter declares the game lost for { form-the-side }.
illegal-move-opponent-cannot-mate = Illegal move, no mate possible{ form-value }
    .seen = { form-side } completed an illegal move, but the opponent cannot mate by any series of legal moves.
    .may = { form-law }The arbiter declares the game drawn.
second-illegal = Second illegal move{ form-value }
    .seen = { form-side } completed a second illegal move.
    .may = { form-law }The arbiter declares the game lost for { form-the-side }.
second-illegal-opponent-cannot-mate = Second illegal move, no mate{ form-value }
    .seen = { form-side } completed a second illegal move, but the opponent cannot mate by any series of legal moves.
    .may = { form-law }The arbiter declares the game drawn.
illegal-position = Illegal position stands{ form-value }
    .seen = After the next completed move an illegal position is still on the board.
    .may = { form-law }The arbiter declares the game drawn.
default-time = Default time{ form-value }
    .seen = { form-side } arrived after the default time, or not at all.
    .may = { form-law }The arbiter declares the game lost for { form-the-side }, or decides otherwise.
both-late = Both players late{ form-value }
    .seen = Both players arrived after the default time, or not at all.
    .may = { form-law }The arbiter declares the game lost for both, or decides otherwise.
both-flags = Both flags{ form-value }
    .seen = Both flags have fallen in the last period, and which fell first is not known.
    .may = { form-law }The arbiter declares the game drawn.
quickplay-finish = Quickplay finish{ form-value }
    .seen = { form-side } claimed that the opponent cannot win by normal means or makes no effort to.
    .may = { form-law }The arbiter agreed and declares the game drawn.
sealed-move-invalid = Sealed move invalid{ form-value }
    .seen = { form-side } sealed a move that is illegal or cannot be understood.
    .may = { form-law }The arbiter declares the game lost for { form-the-side }.
sealed-illegal-opponent-bare-king = Sealed move against a bare king{ form-value }
    .seen = { form-side } sealed a move that is illegal or cannot be understood, but the opponent has only the king left.
    .may = { form-law }The arbiter declares the game drawn.
arbiter-penalty = Penalty by the arbiter{ form-value }
    .seen = The arbiter ended the game for { form-the-side } with a penalty.
    .may = { form-law }The arbiter also decides what the opponent scores.
kings = Kings in the centre{ form-value }
    .seen = The kings were put in the centre of the board; that stands for { $winner ->
        [white] a win of White
        [black] a win of Black
        [draw] a draw
       *[none] the end of the game
    }.
    .may = { form-law }The Laws give the sign no meaning: the arbiter confirms the result with the players.
decision = Decided by the arbiter{ form-value }
    .seen = The result was entered by hand.
    .may = { form-law }The arbiter may change it as long as the regulations allow.

### What ails a board

board-floods = Board that says more than can happen on it
    .seen = The board said more changes than hands can make. What it said was left out ({ form-times }), and play goes on from where the men stood when it was quiet again.
    .may = Look at the cable, and what else is at the port. If it goes on, swap this board now.
line-dead = Rank or file that reads no men{ form-squares }
    .seen = Several squares of one rank or file show nothing though the game has men there.
    .may = Swap this board at the next round.
square-dead = Square that reads no men{ form-squares }
    .seen = Men that are read elsewhere were not read there, time after time.
    .may = Swap this board at the next round.
square-stuck = Square that shows a man who has left{ form-squares }
    .seen = The square still shows a man that has moved away and is read where it went.
    .may = Swap this board at the next round.
man-not-read = Man that is not read{ form-squares }
    .seen = The game has a man there, and the board has shown nothing for several moves.
    .may = Look at the board: put the man in the middle of its square. If nothing is read then, exchange the man, or at the next round the board.
man-misread = Man that is read as another{ form-squares }
    .seen = The board has shown another man there than the game has, for several moves.
    .may = Look at the board: if the right man stands there, exchange it, or at the next round the board; if not, correct the moves.
man-alternates = Man that is read as one and another{ form-squares }
    .seen = The square has changed from one man to another { form-times } while nothing was played{ form-trend }.
    .may = Swap this board at the next round.
square-ghosts = Square that shows men out of nowhere{ form-squares }
    .seen = A man was shown there for a moment { form-times } while nothing was played{ form-trend }.
    .may = Swap this board at the next round.
square-flickers = Flickering square{ form-squares }
    .seen = The man there was lost for a moment { form-times } while nothing was played{ form-trend }.
    .may = Swap this board at the next round.
board-flickers = Squares flicker all over the board
    .seen = Squares have shown what no hand does { form-times }{ form-trend }.
    .may = Swap this board at the next round.
line-errors = Bad line to the board
    .seen = What the board said was damaged, or had to be asked for again, { form-times } within the hour{ form-trend }.
    .may = Look at the cable, its plugs and the hub. If it goes on, swap the cable, then the board at the next round.
board-silences = Board that falls silent
    .seen = The board stopped answering { form-times } within the hour{ form-trend }.
    .may = Look at the power, the cable and the hub. If it goes on, swap this board at the next round.
battery-low = Battery low{ form-charge }
    .seen = The battery of the board will not last a round.
    .may = Charge it, or plug its cable in.
clock-battery-low = Battery of the clock low
    .seen = The clock says that its battery is low.
    .may = Change the battery of the clock before the next round.
