# Whether evidence is as it was written. The phrases and their values are listed in `phrases/`.

### What is found

verify-unaltered = whole and unaltered up to the seal { $seal }; its last link is { $own }
verify-consistent = consistent: each link follows from the one before; its seal is { $own }
verify-only-a-seal-shows = whether it is the original, only a seal that was kept elsewhere shows (--seal)
verify-station-unaltered = station: whole and unaltered up to the seal { $seal }; its last link is { $own }
verify-station-consistent = station: consistent; its seal is { $own }
verify-only-a-seal-of-the-log-shows = whether it is the original, only a seal that was kept elsewhere shows (--seal; the log has them)
verify-records = records { $first } to { $last }
verify-no-records = no records
verify-of-board = { $records } of the board { $board }
verify-from-first = from the first link on
verify-from-stated = the headers from the first link on, the rest from the stated link { $links }
verify-then = { $first }, then { $rest }
verify-goes-on-from = it goes on from the archived journal with the seal { $seal }
verify-one-before = that one is consistent, too
verify-several-before = that one and { $count } before it are consistent, too
verify-not-looked-at = that one is not in the archive, and was not looked at
verify-missing-before = the one before, with the seal { $seal }, is not in the archive

### What a station has sealed

verify-sealed = as the station has sealed it, { $times }, last up to record { $until } at { $at }
verify-sealed-before = { $count ->
    [one] { $sealed }; { $count } record behind that is not sealed
   *[other] { $sealed }; { $count } records behind that are not sealed
}
verify-times = { $count ->
    [one] once
   *[other] { $count } times
}
verify-unsealed = the station has not sealed it; it has records up to { $last }
verify-short = NOT WHOLE: it ends at record { $last }, and the station has sealed it up to record { $sealed } at { $at }: what was behind is gone
verify-altered = ALTERED at or before record { $sealed }: the seal { $seal } of { $at } is none of its links
verify-missing = NOT THERE: the station has sealed it up to record { $sealed } at { $at }, and no journal of it is left

### Why it is not verified

verify-no-link = the seal { $seal } is none of its links: it was altered before that, or the seal is of another journal
verify-no-link-of-station = the seal { $seal } is none of the links of the station's journal: it was altered before that, or the seal is of another one
verify-empty-journal = this journal is empty: it was emptied, or its daemon ended before its first line was written
verify-no-beginning = this journal does not begin as one: its beginning was altered
verify-torn = whole up to the seal { $seal }; { $bytes } bytes behind it are none of it: being written just now, torn, or altered
verify-other-seal = it goes on from the seal { $seal }, and { $path } has the seal { $other }: one of them was altered
verify-ends-elsewhere = { $path } ends at record { $last }, and what is gone on from ended at { $after }: it was altered, or one between them is missing
verify-before-it = { $path }, before it: { $why }
verify-torn-end = { $bytes } bytes at its end are none of it
verify-no-station = { $folder }: there is no station's journal; name the folder of a station's evidence, such as /var/lib/touchmove
told-pack-none = no evidence pack of version 1, or altered at line 1
told-pack-summary = altered in the summary, lines 2 to { $last }
told-pack-line = altered at line { $line }, or lines before it are missing, added or moved
told-pack-whole = altered: the hash in the last line is not that of the lines above it
told-gap-of-none = { $bytes } bytes at byte { $at } are damaged or altered; no record is lost (the next is { $record })
told-gap-of-one = { $bytes } bytes at byte { $at } are damaged or altered; record { $record } is lost
told-gap-of-several = { $bytes } bytes at byte { $at } are damaged or altered; records { $first } to { $last } are lost
told-journal-foreign = not a journal; move this file away
told-journal-other-version = a journal of version `{ $version }`; this touchmoved reads version 2: use the one that wrote it, or move the file away
told-journal-unreadable = the frame at byte { $at } cannot be read ({ $what }); move the file away and report it

### Recordings and journals

told-recording-not-utf8 = not UTF-8 text; a recording is text, maybe this is another kind of file
told-recording-long-line = longer than { $most } bytes; break the record up
told-recording-none = not a recording; the first line must be `{ $text }`
told-recording-version = version `{ $version }` of the recording format is not known; only version { $read } is read
told-recording-many-headers = more than { $most } headers and comments before the first record
told-recording-no-time = a record begins with a time or `-`, not with `{ $text }`; headers stand before the first record
told-recording-time-fell = the time { $at } is before { $latest } of a record above; times never fall
told-recording-after-cut = no record may follow `end cut`
told-recording-no-family = wire needs a header `board FAMILY SERIAL` that says who speaks; known families: { $names }
told-recording-unknown-family = wire of the family `{ $family }` cannot be read; known families: { $names }
told-recording-wire-of-line = which unit has sent these bytes? `@UNIT` after the time says it; or play the observations instead
told-journal-locked = in use by another touchmoved; stop that one, or give this one another directory
told-journal-no-file = a link, or no regular file, and so no journal; move it away, and evidence is kept
told-journal-no-directory = the directory does not exist; create it, owned by the user of touchmoved
told-journal-denied = access denied ({ $what }); the user of touchmoved must be able to write there
told-journal-read-only = the file system is read-only ({ $what }); make it writable again (`mount -o remount,rw`), and see `dmesg` for why it is
told-journal-no-space = no space left ({ $what }); nothing is recorded until there is some
told-journal-appeared = a journal is there that was not there, or could not be read, when its board was first heard; move it away, and evidence is kept, or start touchmoved again
told-journal-stalled = the disk does not answer; nothing more is recorded until it does
