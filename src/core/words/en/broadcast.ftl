# What is said of where games are sent. The phrases and their values are listed in `phrases/`.

broadcast-nowhere = nothing is sent anywhere yet: touchmove broadcast add lichess ROUND_ID --round 3
broadcast-not-running = nobody sends what is released: sudo systemctl enable --now touchmove-broadcast, or run touchmove-web broadcast
broadcast-added = destination { $id }: what is released is sent there from now on; touchmove broadcast status tells what becomes of it
broadcast-removed = destination { $id }: nothing is sent there any more
broadcast-again = destination { $id }: everything is sent once more
broadcast-lichess = Lichess { $round }
broadcast-all-rounds = all rounds
broadcast-round = round { $round }
broadcast-section = { $rounds }, { $section }
broadcast-nothing = { $games }, nothing taken yet
broadcast-last = { $games }, last { $ago } ago, { $late } late
broadcast-behind = { $count ->
    [one] 1 game behind
   *[other] { $count } games behind
}
broadcast-refused = { $game }: not taken: { $why }
broadcast-ends = { $game }: sent up to an illegal move that stands; from { $number } on readers cannot follow (the result is sent)
broadcast-trouble = { $place }: for { $lasts }: { $trouble }
broadcast-said = { $trouble } ({ $why })
broadcast-no-key = the key is missing
broadcast-key-refused = the key is not taken: Lichess wants a token with study:write of somebody who may change the broadcast
broadcast-not-there = there is no such round or address
broadcast-unreachable = nobody answers
broadcast-busy = it is too busy or out of order; it is tried again
broadcast-not-taken = it is not taken
broadcast-unclear = the answer makes no sense

broadcast-give-key = Put it into /etc/credstore/touchmove.{ $key }, then: sudo systemctl restart touchmove-broadcast
broadcast-give-another-key = Put another one into /etc/credstore/touchmove.{ $key }, then: sudo systemctl restart touchmove-broadcast
broadcast-add-anew = Look whether it is written rightly. touchmove broadcast remove { $id } takes it away, touchmove broadcast add has the right one.
broadcast-look-at-network = It is tried again by itself. Look whether this machine has a way to the internet.
broadcast-wait-for-it = It is tried again by itself; there is nothing to be done.
broadcast-send-again = What was said there tells why. Once that is put right: touchmove broadcast again { $id }
broadcast-look-at-address = It is tried again by itself. Where it stays so, look who answers at this address.
broadcast-games-sent = Games
broadcast-games-behind = Wait to be sent
broadcast-last-taken = Since last taken
broadcast-how-late = Late by
broadcast-nothing-taken = nothing yet
broadcast-folder = Folder { $place }
broadcast-not-known = What sends does not answer: { $why }
