# Decisions, questions, and what holds in sections. The phrases and their values are listed in `phrases/`.

### Decisions

decided-alone = { $verb }{ " " }
decided-with = { $verb } { $particulars }
decided-particular = { $key }={ $value }
decided-several = { $first } { $rest }
decided-because = { $what } ({ $reason })
decided-record = decision by={ $by } { $what }

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
word-choice-yes = yes
word-choice-no = no
word-choice-board = board
word-choice-kings = kings
word-choice-queen = queen
word-choice-rook = rook
word-choice-bishop = bishop
word-choice-knight = knight
word-verb-insert = insert
word-verb-replace = replace
word-verb-delete = delete
word-verb-position = position
word-verb-turn = turn
word-verb-clock = clock
word-verb-result = result
word-verb-players = players
word-verb-orientation = orientation
word-verb-answer = answer
word-verb-start = start
word-verb-laws = laws
word-verb-undo = undo
word-verb-adjust = adjust
word-verb-adjust_end = adjust_end
word-verb-accidental = accidental
word-verb-castling_intent = castling_intent
word-verb-two_hands = two_hands
word-verb-offer_draw = offer_draw
word-verb-accept_draw = accept_draw
word-verb-decline_draw = decline_draw
word-verb-withdraw_offer = withdraw_offer
word-verb-resign = resign
word-verb-claim_draw = claim_draw
word-verb-claim_flag = claim_flag
word-verb-claim_illegal = claim_illegal
word-verb-agree_correct_illegal = agree_correct_illegal
word-verb-arrived = arrived
word-verb-white_absent_until = white_absent_until
word-verb-scoresheet = scoresheet
word-verb-found_initial_position_wrong = found_initial_position_wrong
word-verb-found_board_turned = found_board_turned
word-verb-found_colours_reversed = found_colours_reversed
word-verb-found_clock_setting_wrong = found_clock_setting_wrong
word-verb-found_illegal_move = found_illegal_move
word-verb-found_displacement = found_displacement
word-verb-watch_illegal_position = watch_illegal_position
word-verb-next_move_completed = next_move_completed
word-verb-both_flags = both_flags
word-verb-qpf_increment = qpf_increment
word-verb-qpf_claim = qpf_claim
word-verb-arbiter_decision = arbiter_decision
word-verb-arbiter_penalty = arbiter_penalty
word-verb-seal = seal
word-verb-adjourn_early = adjourn_early
word-verb-resume = resume
word-verb-seal_reply = seal_reply
word-verb-open_envelope = open_envelope
word-verb-envelope_lost = envelope_lost
word-verb-pre_resume = pre_resume
word-verb-found_adjourned_position_wrong = found_adjourned_position_wrong
word-verb-found_adjourned_times_wrong = found_adjourned_times_wrong
word-verb-arbiter_clock = arbiter_clock
word-verb-scoresheet_incomplete = scoresheet_incomplete
word-verb-confirm = confirm
word-verb-dismiss = dismiss
word-verb-reopen = reopen
word-particular-ply = ply
word-particular-uci = uci
word-particular-fen = fen
word-particular-side = side
word-particular-white = white
word-particular-black = black
word-particular-value = value
word-particular-turned = turned
word-particular-question = question
word-particular-choice = choice
word-particular-variant = variant
word-particular-edition = edition
word-particular-category = category
word-particular-supervision = supervision
word-particular-policy = policy
word-particular-control = control
word-particular-default-time = default-time
word-particular-no-draw-offers-before-move = no-draw-offers-before-move
word-particular-quickplay-finish = quickplay-finish
word-particular-record = record
word-particular-reason = reason
word-particular-sq = sq
word-particular-kind = kind
word-particular-move = move
word-particular-at_ms = at_ms
word-particular-opponent_present = opponent_present
word-particular-misplaced = misplaced
word-particular-schedule_affected = schedule_affected
word-particular-last_known = last_known
word-particular-position_known = position_known
word-particular-illegal_move_no = illegal_move_no
word-particular-move_no = move_no
word-particular-total_moves = total_moves
word-particular-used_ms = used_ms
word-particular-first_control_ms = first_control_ms
word-particular-moves_to_control = moves_to_control
word-particular-last_period = last_period
word-particular-ground = ground
word-particular-no_arbiter = no_arbiter
word-particular-decision = decision
word-particular-add_time = add_time
word-particular-result = result
word-particular-sealer_present = sealer_present
word-particular-replier_present = replier_present
word-particular-sealed = sealed
word-particular-ambiguous = ambiguous
word-particular-sealer_late_ms = sealer_late_ms
word-particular-what = what
word-particular-ms = ms
word-particular-opponent_score = opponent_score
word-particular-offender_score = offender_score
word-particular-incident = incident
word-particular-number = number
word-particular-of = of
word-value-yes = yes
word-value-no = no
word-value-true = true
word-value-false = false
word-value-threefold = threefold
word-value-fifty = fifty
word-value-warning = warning
word-value-add-opponent = add-opponent
word-value-reduce-offender = reduce-offender
word-value-opponent-points = opponent-points
word-value-offender-points = offender-points
word-value-lose-game = lose-game
word-value-king = king
word-value-cannot-win = cannot-win
word-value-no-effort = no-effort
word-value-both = both
word-value-agree = agree
word-value-deny = deny
word-value-postpone = postpone
word-value-reject = reject
word-value-announced = announced
word-value-claims-only = claims-only
word-value-agree-draw = agree-draw
word-value-resign = resign
word-value-unplayable = unplayable
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
