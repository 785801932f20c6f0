# What `touchmove doctor` finds, and what to do about it. The phrases and their values are listed in `phrases/`.

doctor-this-machine = this machine
doctor-fault = fault
doctor-hint = hint
doctor-more = more: `touchmove help { $word }`
doctor-looked = { $count ->
    [one] { $count } board was looked at
   *[other] { $count } boards were looked at
}
doctor-nothing-wrong = { $looked }: nothing is wrong.
doctor-found = { $looked }.
doctor-faults = { $count ->
    [one] there is a fault to be mended
   *[other] there are { $count } faults to be mended
}
doctor-disk-advice = see to it where the evidence is kept, before the round
doctor-no-board = no board is connected
doctor-no-board-advice = plug one in: it appears by itself
doctor-port-searching = nobody has said who he is
doctor-port-closed = nobody can be heard here
doctor-board-doubled = a board answers here that is heard at another port already
doctor-family-untried-advice = play a game through on it before the round, look at `touchmove watch` meanwhile, and tell us what was wrong
doctor-line-silent = { $boards } fell silent together
doctor-line-silent-advice = switch the line off before anything else: a board plugged in under power damages the others; then look at the supply, and try each board alone on USB
doctor-board-away = it is { $state }
doctor-out-of-step = it does not show what the moves say
doctor-start-position = wrong before a game: { $squares }
doctor-start-position-advice = put the men right; a man that stands right and is read otherwise has a dead or a wrong chip: exchange it, or the board if every man is misread there
doctor-shows = { $square } shows { $shown } for { $wanted }
doctor-nothing = nothing
doctor-not-set-up = no game is on it, and the men are not set up ({ $count } squares)
doctor-not-set-up-advice = set them up
doctor-no-clock = no clock is heard
doctor-no-clock-advice = plug it into the board, and switch it on; without one nobody hears presses and times
doctor-clock-doubtful = what the clock says contradicts the passage of time
doctor-clock-doubtful-advice = look at its cable, and set it anew
doctor-clock-unset = the clock shows no time on either side
doctor-clock-unset-advice = choose its mode (not one that the board sets) and set its times
doctor-battery = its battery is at { $charge } %
doctor-battery-advice = charge it, or plug its cable in
doctor-evidence-advice = make room on the disk, and look at its rights
doctor-modem-manager = ModemManager runs, and no rule keeps it from the ports of boards; it can damage them
doctor-modem-manager-advice = install { $rules } (`sudo make install`), or `sudo systemctl disable --now ModemManager`
doctor-braille = brltty runs; it takes the ports of FTDI adapters away
doctor-braille-advice = if nobody here reads braille: `sudo systemctl disable --now brltty`, or remove the package
doctor-time = nothing sets the clock of this machine by a server
doctor-time-advice = compare it with a watch: times of day in broadcasts and evidence come from it
doctor-radio-off-by-hand = Bluetooth is held off by a key or a slide of this machine
doctor-radio-off-by-hand-advice = press the key for wireless, or move the slide; in some machines the firmware's settings do it
doctor-radio-off-by-software = Bluetooth is blocked by software
doctor-radio-off-by-software-advice = `sudo rfkill unblock bluetooth`
doctor-radio-off = the Bluetooth adapter is switched off
doctor-radio-off-advice = `bluetoothctl power on`
doctor-no-bluetoothd = there is a Bluetooth adapter, and bluetoothd does not run
doctor-no-bluetoothd-advice = install the package bluez, then `sudo systemctl enable --now bluetooth`
doctor-radio-missing = boards of this station are in the air, and there is no Bluetooth adapter
doctor-radio-missing-advice = plug one in: the boards are connected to by themselves
doctor-radio-classic = the Bluetooth adapter knows no Low Energy, by which most boards talk
doctor-radio-classic-advice = plug in an adapter with Bluetooth 4.0 or later
doctor-radio-sleeps = the kernel may send this Bluetooth adapter to sleep, and links break when it does
doctor-radio-sleeps-advice = `echo on | sudo tee { $control }`; a udev rule makes it last
doctor-board-not-heard = it is this station's, and is not heard
doctor-board-not-heard-advice = switch it on, bring it near, and let go of it with every telephone; if it is not here any more: `touchmove bluetooth forget { $address }`
doctor-signal-weak = it is heard weakly, with { $strength } dBm
doctor-signal-advice = bring the adapter nearer by a USB extension cable, away from metal and USB 3 devices, and charge the board
doctor-link-breaks = its link broke { $count } times within the hour, for { $longest } at most
doctor-port-rights = no group but root's may read and write this port
doctor-port-rights-advice = its group should be dialout and its mode 0660; look for a udev rule that sets them otherwise
doctor-port-without = the port is plugged in but has no device
doctor-port-without-advice = unplug it and plug it in again
doctor-hub-stopped = this station is set up to join a hall, and touchmove-hub does not run for it
doctor-hub-stopped-advice = `sudo systemctl enable --now touchmove-hub`; if it ends again, `journalctl -u touchmove-hub` says why
doctor-hall-stopped = this machine is set up to show a hall of many stations, and touchmove-hub does not run for it
doctor-hall-stopped-advice = `sudo systemctl enable --now touchmove-hall`; if it ends again, `journalctl -u touchmove-hall` says why
doctor-hall-not-shown = a hall of many stations runs here, and shows nothing on its bus
doctor-hall-not-shown-advice = `journalctl -u touchmove-hall` says what it waits for: the server, as a rule, or the hall’s bus
