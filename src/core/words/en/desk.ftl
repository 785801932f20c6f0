# What is said at the arbiters' desk, in a browser. The phrases and their values are listed in `phrases/`.

desk-title = Arbiters’ desk
desk-waiting = Waiting
desk-hall = Hall
desk-skip = To the content
desk-stale = Not up to date: nothing is heard from the desk. It is tried again by itself.
desk-enter-title = Open the desk on this device
desk-enter-what = The link is good once, for this device. What you decide here bears your name.
desk-enter = Open the desk
desk-too-many-tries = Too many links were tried within a minute. Wait a minute and open yours again.
desk-link-is-used = This link was opened before, or is none of this desk. Ask whoever sent it for another one: touchmove arbiter add NAME.
desk-not-kept = It could not be kept who uses the desk; the log of the desk says why.
desk-closed = This device is not let in. Open the link that you were given, or ask the operator for one: touchmove arbiter add NAME.
desk-nothing-there = There is nothing at this address.
desk-nothing-waits = Nothing waits.
desk-gone = waits no more
desk-vibrate = Vibrate when the arbiter is called
desk-is-going = { $name } is going
desk-go = I am going
desk-stay = I am not going
desk-no-hall = The hall is not heard.
desk-order = Order
desk-by-table = by table
desk-by-time = by time left
desk-by-trouble = by trouble
desk-no-board = No board is connected.
desk-no-such-game = This game is not played any more, or is in no section of yours.
desk-moves = Moves
desk-matters = What waits here
desk-confirm = It happened
desk-dismiss = It does not matter
desk-reopen = Decide anew
desk-decide-more = Decide something else
desk-of-corrections = Result and corrections
desk-of-players = What players say
desk-of-arbiter = Penalties, times, arrivals
desk-of-findings = What is found later
desk-of-adjournment = Adjournment
desk-look-first = Look what follows
desk-says = What is said
desk-decisions = Decisions
desk-nothing-decided = Nothing was decided yet.
desk-undo = Undo
desk-would-follow = This would follow
desk-nothing-follows = Nothing is told by it.
desk-reason = Why
desk-carry-out = Carry it out
desk-back = Back to the game
desk-refused = This is not possible now
desk-too-much = The form says more than a decision has. Go back and fill it in again.

arbiters-link-of = { $name }: open this link once, on the device that is to be used:
arbiters-certificate = Where the browser warns of the certificate, go on only if this is its SHA-256 fingerprint:
arbiters-no-desk = no desk has run here yet; if it is not at { $address }, say where it is with --desk
arbiters-revoked = { $name } is let in no more; pages that are open there are closed
arbiters-none = no arbiter may use the desk yet: touchmove arbiter add NAME
arbiters-all-sections = all sections
arbiters-devices = { $count ->
    [one] { $count } device
   *[other] { $count } devices
}
arbiters-link-waits = a link waits to be opened

replay-title = What was touched
replay-what-happened = See what happened
replay-opening = So the board stood before
replay-nothing-seen = Nothing was seen in this time.
replay-earlier = ← Earlier
replay-later = Later →
replay-play = Play it
replay-pause = Pause
replay-moment = Moment
replay-article = Article { $article }
replay-no-article = Nothing is known of article { $article } in this edition.
replay-edition = Laws: { $edition }
