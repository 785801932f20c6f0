# Decisions, questions, and what holds in sections. The phrases and their values are listed in `phrases/`.

### Decisions

decided-alone = { $verb }
decided-with = { $verb }: { $particulars }
decided-particular = { $key } { $value }
decided-several = { $first }, { $rest }
decided-because = { $what } ({ $reason })
decided-record = { $by }: { $what }

### Questions

told-question = { $question } { $kind } (ply { $ply }): { $choices }

### Sections

section-rulebook = { $edition } { $category } { $supervision }
section-not-regulated = none
section-default-time = default time { $time }
section-no-offers = no draw offers before move { $number }
section-both = { $one }, { $other }
section-quickplay-finish = quickplay finish { $finish }
section-not-held = none
section-moves = { $count ->
    [one] { $count } move
   *[other] { $count } moves
}
section-time-and-moves = { $time } and { $moves }
section-withheld = { $delay }, doubtful withheld
section-with-lights = { $count ->
    [0] no board is here that has lights
    [one] { $lit ->
        [0] the board here has no lights
       *[other] the board here has lights
    }
   *[other] { $lit ->
        [0] none of { $count } boards here has lights
        [one] { $lit } of { $count } boards here has lights
       *[other] { $lit } of { $count } boards here have lights
    }
}

### Words of records and of the bus

word-question-game-over = game-over
word-question-gap = gap
word-question-which-capture = which-capture
word-question-promotion-piece = promotion-piece
word-question-result-differs = result-differs
word-question-hindsight = hindsight
word-choice-yes = yes
word-choice-no = no
word-choice-board = board
word-choice-kings = kings
word-choice-queen = queen
word-choice-rook = rook
word-choice-bishop = bishop
word-choice-knight = knight
word-choice-keep = keep
word-choice-change = change
word-verb-insert = a missing move put in
word-verb-replace = another move in its place
word-verb-delete = a move taken out
word-verb-position = the position was set
word-verb-turn = whose turn it is was said
word-verb-clock = the clock was said
word-verb-result = the result was set
word-verb-players = the players were named
word-verb-orientation = which way the board lies was said
word-verb-answer = a question was answered
word-verb-start = the start position was set
word-verb-laws = the Laws that hold
word-verb-propose = other moves were proposed
word-verb-undo = a decision was undone
word-verb-adjust = adjusts
word-verb-adjust_end = has adjusted
word-verb-accidental = the touch was an accident
word-verb-castling_intent = whether castling was meant
word-verb-two_hands = two hands were used
word-verb-offer_draw = offers a draw
word-verb-accept_draw = accepts the draw
word-verb-decline_draw = declines the draw
word-verb-withdraw_offer = withdraws the offer
word-verb-resign = resigns
word-verb-claim_draw = claims a draw
word-verb-claim_flag = claims the opponent’s flag
word-verb-claim_illegal = claims an illegal move
word-verb-agree_correct_illegal = both agree to correct the illegal move
word-verb-arrived = arrives
word-verb-white_absent_until = nobody was there before White
word-verb-scoresheet = must the moves be recorded?
word-verb-found_initial_position_wrong = the start position was wrong
word-verb-found_board_turned = the board lay wrongly
word-verb-found_colours_reversed = the colours were reversed
word-verb-found_clock_setting_wrong = the clock was set wrongly
word-verb-found_illegal_move = an illegal move was played before
word-verb-found_displacement = pieces were displaced before
word-verb-watch_illegal_position = the position on the board is illegal
word-verb-next_move_completed = the next move was completed
word-verb-both_flags = both flags have fallen
word-verb-qpf_increment = asks for an increment
word-verb-qpf_claim = claims that the opponent cannot win
word-verb-arbiter_decision = the arbiter decides of the claim
word-verb-arbiter_penalty = penalty
word-verb-seal = seals a move
word-verb-adjourn_early = adjourns early
word-verb-resume = the game is resumed
word-verb-seal_reply = the reply is sealed
word-verb-open_envelope = the envelope is opened
word-verb-envelope_lost = the envelope is lost
word-verb-pre_resume = the game ends before the envelope is opened
word-verb-found_adjourned_position_wrong = the adjourned position was set up wrongly
word-verb-found_adjourned_times_wrong = the adjourned times were set wrongly
word-verb-arbiter_clock = a time is corrected
word-verb-scoresheet_incomplete = a scoresheet is incomplete
word-verb-confirm = it happened
word-verb-dismiss = it does not matter
word-verb-reopen = it is decided anew
word-particular-ply = ply
word-particular-uci = move
word-particular-fen = position
word-particular-side = player
word-particular-white = White
word-particular-black = Black
word-particular-value = value
word-particular-turned = turned
word-particular-question = question
word-particular-choice = answer
word-particular-told = moves told
word-particular-instead = moves instead
word-particular-confidence = confidence
word-particular-variant = variant
word-particular-edition = edition
word-particular-category = category
word-particular-supervision = supervision
word-particular-policy = authority
word-particular-control = time control
word-particular-default-time = default time
word-particular-no-draw-offers-before-move = first move with draw offers
word-particular-quickplay-finish = quickplay finish
word-particular-record = decision
word-particular-reason = why
word-particular-sq = square
word-particular-kind = kind
word-particular-move = move
word-particular-at_ms = after the start
word-particular-opponent_present = the opponent was there
word-particular-misplaced = what stood wrong
word-particular-schedule_affected = the schedule would suffer
word-particular-last_known = last known position
word-particular-position_known = the position before is known
word-particular-illegal_move_no = number of the illegal move
word-particular-move_no = number of the move
word-particular-total_moves = moves made
word-particular-used_ms = times used (ms)
word-particular-first_control_ms = first time control
word-particular-moves_to_control = moves to the control
word-particular-last_period = in the last period
word-particular-ground = why
word-particular-no_arbiter = no arbiter is there
word-particular-decision = decision
word-particular-add_time = the opponent gets two minutes
word-particular-result = result
word-particular-sealer_present = who has sealed is there
word-particular-replier_present = who is to reply is there
word-particular-sealed = sealed move
word-particular-ambiguous = can be read in more than one way
word-particular-sealer_late_ms = who has sealed came late by
word-particular-what = how
word-particular-ms = time
word-particular-opponent_score = the opponent’s points
word-particular-offender_score = the player’s points
word-particular-incident = incident
word-particular-number = number
word-particular-of = game on the board
word-value-yes = yes
word-value-no = no
word-value-true = true
word-value-false = false
word-value-threefold = position for the third time
word-value-fifty = fifty moves
word-value-warning = warning
word-value-add-opponent = more time for the opponent
word-value-reduce-offender = less time for the player
word-value-opponent-points = points for the opponent
word-value-offender-points = fewer points for the player
word-value-lose-game = the game is lost
word-value-king = king
word-value-cannot-win = cannot win by normal means
word-value-no-effort = makes no effort to win
word-value-both = both
word-value-agree = agrees
word-value-deny = no increment
word-value-postpone = decides later
word-value-reject = rejects
word-value-announced = announced
word-value-claims-only = claims only
word-value-agree-draw = agrees on a draw
word-value-resign = resigns
word-value-unplayable = cannot be played
word-policy-observe = observe
word-policy-propose = propose
word-policy-act = act
word-lights-off = off
word-lights-differs = differs
word-lights-moves = moves
word-category-auto = auto
word-category-standard = standard
word-category-rapid = rapid
word-category-blitz = blitz
word-supervision-full = full
word-supervision-reduced = reduced
