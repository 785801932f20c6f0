# Tabloların başlıkları ve çevresinde söylenenler.

### Sütun başlıkları

head-table = MASA
head-white = BEYAZ
head-black = SİYAH
head-last-move = SON HAMLE
head-board = TAHTA
head-game = OYUN
head-state = DURUM
head-battery = PİL
head-firmware = YAZILIM
head-plies = YARIM HAMLE
head-result = SONUÇ
head-source = KAYNAK
head-link = BAĞLANTI
head-time = SÜRE
head-section = BÖLÜM
head-pairings = EŞLENDİRME
head-rulebook = KURALLAR
head-policy = YETKİ
head-lights = IŞIKLAR
head-regulations = YÖNERGE
head-bus-delay = VERİ YOLU GECİKMESİ
head-files-delay = DOSYA GECİKMESİ
head-asked-again = YENİDEN SORULAN
head-damaged = BOZUK
head-silences = SUSMA
head-flicker = TİTREME
head-longest-silence = EN UZUN SUSMA
head-squares = KARELER

### Yerler

at-players = { $table }. masa, { $white } – { $black }
at-on-board = { $place } ({ $board })
at-table = { $table }. masa
at-past-players = { $round }. tur, { $table }. masa, { $white } – { $black }
at-past-table = { $round }. tur, { $table }. masa
at-round-table = { $round }. tur, { $table }. masa
at-system-bus = sistem veri yolu
at-session-bus = oturum veri yolu
at-bus-address = { $address } adresindeki veri yolu

### Süreler

span-now = şimdi
span-under-millisecond = 1 ms’den az
span-milliseconds = { $count } ms
span-tenths = { $seconds },{ $tenth } sn
span-seconds = { $count } sn
span-minutes = { $count } dk
span-hours = { $count } sa

### İstasyon ve turlar

listed-station = { $bus } üzerinde touchmoved { $version }
listed-no-board = Hiçbir tahta bağlı değil. Bir tahta takın: burada kendiliğinden görünür.
listed-no-game = Henüz hiçbir oyun başlamadı. İlk hamleyle kendiliğinden başlar.
listed-adjourned = ertelendi
listed-adjourned-games = Ertelenen oyunlar: { $named }
listed-waiting = Bekleyen: { $count }
listed-healthy = Sorunsuz: { $count }
listed-disk = disk: { $what }
listed-alike = { $count } tahta: { $title }: { $boards }
listed-alike-board = { $board } (olay { $incident })
listed-and-more = { $named } ve { $more } tane daha
listed-incidents = olay { $numbers }: { $title }
listed-instructions = talimat { $numbers }: { $title }
listed-evidence-not-kept = kanıt kaydı tutulamıyor: { $why }
listed-proposed = sonradan bakınca { $ply }. yarım hamleden başlayarak başka hamleler bulundu, kesinliği %{ $percent } ({ $choices }); `touchmove game answer { $game } { $question } change` onları alır, `change` yerine `keep` bildirilenleri bırakır
listed-spare = yedek tahtada { $plies } oynanmış bir oyun var: taşlar başlangıç konumuna dizilince yeni bir oyun başlar; `touchmove game result g{ $game } 1/2-1/2` da bu oyunu bitirir
listed-plies = { $count } yarım hamle
listed-health-numbers = Son bir saat içinde (↑ eskisinden daha sık, ↓ daha seyrek):
listed-relay = yayın
listed-games = { $count } oyun
listed-relay-last = { $games }, sonuncusu { $ago } önce, { $late } gecikmeyle
listed-relay-nothing = { $games }, henüz yeni bir şey yok
listed-relay-trouble = yayın { $place }: { $lasts } süredir: { $why }
listed-relay-behind = yayın { $place }: { $games } geride, { $lasts } süredir: { $why }
listed-round = { $round }. tur
listed-round-of = { $event }, { $round }. tur
listed-round-stands = { $round }: { $stage }; oyun: { $games }, başlayan: { $begun }, biten: { $over }
listed-round-asks = { $heading }, yanıt bekleyen soru: { $questions }
listed-at-table = { $table }. masa: { $what }
listed-board-differs = tahta şu karelerde hamlelere uymuyor: { $squares }
listed-broadcast-behind = yayını { $lasts } süredir geride: { $why }
listed-board-unheard = { $board } tahtasının bağlantısı: { $link }; ayrıntıları `touchmove status` gösterir
listed-lines-more = … { $count } satır daha var: terminal penceresini büyütün

### Sonuçlar

listed-results-differ = farklı
listed-which-counts = tahtaya göre oyun { $shown } bitti, girilen sonuç { $entered }; hangisi geçerli? `touchmove round settle { $table } board --round { $round }` ya da board yerine `entered`
listed-which-counts-by = tahtaya göre oyun { $shown } bitti, { $by } tarafından girilen sonuç { $entered }; hangisi geçerli? `touchmove round settle { $table } board --round { $round }` ya da board yerine `entered`
listed-entered-by = { $by } girdi
listed-pairing-file = eşlendirme dosyası
listed-shown-by-board = tahta
listed-board-and = tahta, { $entered }
listed-settled = karara bağlandı
listed-nothing-entered = sonuç girilmemiş
listed-counts = { $result } geçerli ({ $source })
listed-two-results = iki sonuç birbirinden farklı
listed-no-result-yet = henüz sonuç yok

### Tek başına duran sözcükler

word-state-starting = başlıyor
word-state-in-step = uyumlu
word-state-out-of-step = uyumsuz
word-state-faulty = arızalı
word-state-silent = susuyor
word-state-lost = kopuk
word-state-searching = aranıyor
word-state-cannot-open = açılamıyor
word-state-refused = kabul edilmedi
word-state-serving = çalışıyor
word-state-restarting = yeniden başlatılıyor
word-link-up = bağlı
word-link-stale = susuyor
word-link-lost = kopuk
word-stage-loaded = yüklendi
word-stage-running = oynanıyor
word-stage-paused = duraklatıldı
word-stage-ended = bitti
word-reason-checkmate = mat
word-reason-stalemate = pat
word-reason-dead-position = ölü konum
word-reason-fivefold = beş kez tekrar
word-reason-seventyfive = 75 hamle kuralı
word-reason-agreement = anlaşma
word-reason-threefold-claim = üç kez tekrar iddiası
word-reason-fifty-claim = 50 hamle iddiası
word-reason-resignation = terk
word-reason-resignation-opponent-cannot-mate = terk, rakip mat edemez
word-reason-flag = bayrak
word-reason-flag-opponent-cannot-mate = bayrak, rakip mat edemez
word-reason-flag-opponent-bare-king = bayrak, rakipte yalnız şah
word-reason-illegal-move = kural dışı hamle
word-reason-illegal-move-opponent-cannot-mate = kural dışı hamle, rakip mat edemez
word-reason-second-illegal = ikinci kural dışı hamle
word-reason-second-illegal-opponent-cannot-mate = ikinci kural dışı hamle, rakip mat edemez
word-reason-illegal-position = geçersiz konum
word-reason-default-time = hükmen
word-reason-both-late = iki oyuncu da geç kaldı
word-reason-both-flags = iki bayrak da düştü
word-reason-quickplay-finish = hızlıoyun bitişi
word-reason-sealed-move-invalid = geçersiz gizli hamle
word-reason-sealed-illegal-opponent-bare-king = gizli hamle, rakipte yalnız şah
word-reason-arbiter-penalty = hakem cezası
word-reason-kings = şahlar ortada
word-reason-decision = hakem kararı
word-matter-raised = bildirildi
word-matter-withdrawn = geri çekildi
word-matter-confirmed = onaylandı
word-matter-dismissed = reddedildi
word-matter-lapsed = düştü
word-matter-open = bekliyor
word-matter-done = yerine getirildi
word-matter-waived = vazgeçildi
word-position-gap = eksik hamleler
word-position-displaced = yerinden oynayan taşlar
word-position-decision = karar

known-of = { $title }: { $known }
known-implemented = başka programların yaptıklarına göre yazıldı; hiçbir gerçek tahtayla denenmedi
known-documented = yalnızca belgelere göre yazıldı; hiçbir gerçek tahtayla denenmedi

help-no-such-page = { $word } hakkında yardım yok; yakınındakiler: { $near }; tümünü `touchmove help` listeler
help-nothing-near = { $word } hakkında yardım yok; olanları `touchmove help` listeler
help-words = `touchmove help WORD` şunları anlatır
