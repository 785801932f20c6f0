# Denemeler: Kurallara uygunluk, puanlar, benzetim oyunları ve provalar.

### Sayılar

figure-decimal = { $whole },{ $part }
figure-percent = %{ $value }

### Kurallara uygunluk

conformance-differs = { $case } { $edition }: beklenen { $expected }, söylenen { $said }
conformance-nothing-said = hiçbir şey
conformance-counted = { $passed } geçti, { $failed } kaldı
conformance-laws-say-otherwise = Kuralların söylediği bu örneklere uymuyor
told-case-too-long = { $most } bayttan uzun
told-case-no-schema = şemaya uygun bir örnek değil: { $text }
told-case-position = kurulabilen bir konum

### Puanlar

score-head-hands = eller
score-head-senses = algılanan
score-head-lag = gecikme
score-head-games = oyun
score-head-right = doğru
score-head-right-percent = doğru %
score-head-as-fit = eşit uyan
score-head-moves-percent = hamle %
score-head-extra = fazladan
score-head-taken-back = geri alınan
score-head-illegal = kural dışı
score-head-results = sonuç
score-head-settled = kesinleşme ms
score-head-seen = görülme ms
score-head-observations = gözlem/sn
score-head-sins = ihlal
score-head-withdrawn = geri çekilen
score-kind = { $hands }, { $senses }, { $lag } ms:
score-silent-on-truth = { $count } kayıtta ne oynandığı yazmıyor
score-recordings = { $count } kayıt
score-place = { $recording }. kayıt, { $ply }. yarım hamle
score-told-of = { $place }, dayandığı gözlem { $record }
score-costs = { $place }; gözlemlere uyumsuzluğu { $told }; gerçeğinki { $truth }
score-truth = gerçek    { $moves }
score-told = söylenen  { $moves }
score-more-unread = ve { $count } kayıt daha
score-no-truth = hiçbir kayıtta ne oynandığı yazmıyor; `# truth: e2e4 e7e5 …` başlığıyla yazın
score-not-played = bir kayıt oynatılamadı
told-standard-input = standart girdi
told-sin-unread = `# sin: { $text }` şu biçimde değil: KIND ARTICLE SIDE PLY

### Benzetim oyunları

simulate-connect = Bağlanmak için: touchmoved --port { $port }
simulate-press-enter = Oyunu sürdürmeleri için Enter’a basın
simulate-games = { $count } oyun
simulate-recorded = { $count } oyun kaydedildi
simulate-passed-over = atlandı: { $why }
simulate-board-faults = --hands { $hands }: tahta arızaları (`{ $rate }`) yalnız `touchmove simulate` komutunun --record seçeneğiyle kullanılır
simulate-not-in-game = --from: oyunda, hamle sırası bu tarafta olan böyle bir konum yok; PGN dosyası verilmezse konum kurulur ve kimse oynamaz
simulate-one-game-at-a-port = --game: birden çok oyun yalnız --record ile verilebilir
simulate-not-simulated = { $family } tahtalarının benzetimi yapılamıyor
simulate-no-lines = { $family } tahtaları aynı hatta bağlanamaz
simulate-link-taken = --link { $path }: orada başka bir şey var; boş bir yol yazın
simulate-not-written = { $pgn }: { $game }. oyun kayda geçirilemiyor: { $why }
simulate-recorder-failed = kayıt yapan bir iş parçacığı çöktü
told-pgn-missing = { $game }. oyun yok; dosyada { $games } oyun var
told-pgn-variant = { $game }. oyunun türü { $variant }; yalnız satranç ve Chess960 oynanabilir
told-pgn-fen = { $game }. oyun: FEN’i: { $what }
told-pgn-start = { $game }. oyun: başlangıç konumu: { $what }
told-pgn-move = { $game }. oyun: { $move } oynanamaz: { $what }
told-pgn-empty = { $game }. oyunda hamle yok
told-pgn-too-long = { $game }. oyun { $most } yarım hamleden uzun

### Provalar

rehearse-look-at = izlemek için: touchmove watch --bus { $bus }
rehearse-broadcast = yayını: { $place }
rehearse-by-hand =
    { $round }. tur yüklendi; oyuncular turun başlamasını bekliyor. Başka bir terminalde:
    { "    " }touchmove round assign --plugged --bus { $bus }
    { "    " }touchmove round begin --bus { $bus }
    { "    " }touchmove round status --watch --bus { $bus }
rehearse-waits-for-begin = `touchmove round begin` bekleniyor
rehearse-nobody-plays = { $seconds } sn boyunca kimse oynamıyor
rehearse-in-step = { $all } tahtadan { $count } tanesi uyumlu
rehearse-played = { $percent }  { $plies } yarım hamleden { $played } tanesi oynandı
rehearse-stopped = prova durduruldu
rehearse-not-in-step = şu tahtalar uyumlu değil: { $boards }
rehearse-no-round-shown = touchmoved hiçbir tur göstermiyor
rehearse-rounds-from-one = --round: turlar 1’den başlayarak sayılır
rehearse-too-few-tables = turda { $boards } değil, { $tables } masa var
rehearse-nobody-reads = --stalled: dinleyenlerden en az biri okumalı
rehearse-too-few-to-share = --shared: yalnız { $boards } tahta var
rehearse-no-games = --games: dosyada oyun yok
rehearse-no-bus =
    dbus-daemon: { $why }
    kurun: Debian’da dbus-daemon paketindedir
rehearse-no-daemon = bu programın yanındaki touchmoved: { $why }
rehearse-daemon-ended = touchmoved kapandı
rehearse-told-otherwise = { $games } oyundan { $wrong } tanesi oynandığından başka bildirildi
told-bus-not-started = başlamadı

### Provanın sonucu

rehearsed-head-told = BİLDİRİLEN
rehearsed-as-played = oynandığı gibi
rehearsed-by-person = { $told } ({ $count } kararı bir kişi verdi)
rehearsed-no-game-told = hiçbir oyun bildirilmedi
rehearsed-told-for = { $ply }. yarım hamle: { $played } yerine { $told } bildirildi
rehearsed-nothing = hiçbir şey
rehearsed-result-untold = sonuç bildirilmedi
rehearsed-told-not-adjudicated = { $ply }. yarım hamle: bildirilen { $told }, değerlendirmede çıkan { $adjudicated }
rehearsed-result-not-adjudicated = bildirilen { $told }, değerlendirmede çıkan { $adjudicated }
rehearsed-right = { $games } oyundan { $right } tanesi oynandığı gibi bildirildi; süre { $seconds } sn
rehearsed-decided = bunlardan { $count } tanesi bir kişinin kararıyla
rehearsed-as-adjudicated = { $count } tanesi, `touchmove adjudicate` komutunun tahtaların gönderdiklerinde bulduğu gibi bildirildi
rehearsed-by-sent = { $board }: { $what }; tahtanın gönderdiklerine göre
rehearsed-presses = veri yolunda saate basışlar
rehearsed-presses-at = veri yolunda saate basışlar, { $clients } dinleyicide
rehearsed-presses-beside = veri yolunda saate basışlar, { $clients } dinleyicide (hiç okumayan { $stalled } dinleyici daha var)
rehearsed-spread = { $what }: { $count }; yarısı { $half } ms, %99’u { $most } ms, hepsi { $last } ms içinde
rehearsed-while-quiet = touchmoved, kimse oynamazken: çekirdek kullanımı { $percent }
rehearsed-while-all-played = touchmoved, herkes oynarken: çekirdek kullanımı { $percent }
rehearsed-memory = touchmoved: en çok { $mebibytes } MiB bellek
