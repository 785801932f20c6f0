# Kararlar, sorular ve bölümlerde geçerli olanlar.

### Kararlar

decided-alone = { $verb }
decided-with = { $verb }: { $particulars }
decided-particular = { $key } { $value }
decided-several = { $first }, { $rest }
decided-because = { $what } ({ $reason })
decided-record = { $by }: { $what }

### Sorular

told-question = { $question }: { $kind } ({ $ply }. yarım hamle); yanıtlar: { $choices }

### Bölümler

section-rulebook = { $edition } { $category }, { $supervision }
section-not-regulated = yok
section-default-time = bekleme süresi { $time }
section-no-offers = { $number }. hamleden önce beraberlik teklifi yok
section-both = { $one }, { $other }
section-quickplay-finish = hızlıoyun bitişi { $finish }
section-not-held = yok
section-moves = { $count } hamle
section-time-and-moves = { $time } ve { $moves }
section-withheld = { $delay }, şüpheli hamleler bekletilir
section-with-lights = { $count ->
    [0] ışığı olan tahta yok
    [one] { $lit ->
        [0] buradaki tahtanın ışığı yok
       *[other] buradaki tahtanın ışığı var
    }
   *[other] { $lit ->
        [0] buradaki { $count } tahtanın hiçbirinde ışık yok
       *[other] buradaki { $count } tahtadan { $lit } tanesinde ışık var
    }
}

### Tek başına duran sözcükler

word-question-game-over = oyun bitti mi?
word-question-gap = hangi hamleler oynandı?
word-question-which-capture = hangi taş alındı?
word-question-promotion-piece = piyon hangi taşa terfi etti?
word-question-result-differs = sonuç hangisi?
word-question-hindsight = başka hamleler mi oynandı?
word-choice-yes = yes (evet)
word-choice-no = no (hayır)
word-choice-board = board (tahta)
word-choice-kings = kings (şahlar)
word-choice-queen = queen (vezir)
word-choice-rook = rook (kale)
word-choice-bishop = bishop (fil)
word-choice-knight = knight (at)
word-choice-keep = keep (kalsın)
word-choice-change = change (değişsin)
word-verb-insert = eksik hamle eklendi
word-verb-replace = hamle değiştirildi
word-verb-delete = hamle silindi
word-verb-position = konum belirlendi
word-verb-turn = hamle sırası belirlendi
word-verb-clock = süreler belirlendi
word-verb-result = sonuç girildi
word-verb-players = oyuncular girildi
word-verb-orientation = tahtanın yönü bildirildi
word-verb-answer = soru yanıtlandı
word-verb-start = başlangıç konumu belirlendi
word-verb-laws = kurallar belirlendi
word-verb-propose = başka hamleler önerildi
word-verb-undo = karar geri alındı
word-verb-adjust = taş düzeltme bildirimi
word-verb-adjust_end = taş düzeltmenin sonu
word-verb-accidental = kazara dokunuş
word-verb-castling_intent = rok niyeti
word-verb-two_hands = iki el kullanımı
word-verb-offer_draw = beraberlik teklifi
word-verb-accept_draw = beraberlik teklifinin kabulü
word-verb-decline_draw = beraberlik teklifinin reddi
word-verb-withdraw_offer = beraberlik teklifinin geri alınması
word-verb-resign = terk
word-verb-claim_draw = beraberlik iddiası
word-verb-claim_flag = bayrak iddiası
word-verb-claim_illegal = kural dışı hamle iddiası
word-verb-agree_correct_illegal = kural dışı hamlenin anlaşarak düzeltilmesi
word-verb-arrived = oyuncunun gelişi
word-verb-white_absent_until = Beyaz gelene kadar kimse yoktu
word-verb-scoresheet = hamle yazma zorunluluğu sorusu
word-verb-found_initial_position_wrong = başlangıç konumu yanlışmış
word-verb-found_board_turned = tahta yan duruyormuş
word-verb-found_colours_reversed = renkler tersmiş
word-verb-found_clock_setting_wrong = saat yanlış kurulmuş
word-verb-found_illegal_move = daha önce kural dışı hamle yapılmış
word-verb-found_displacement = daha önce taşlar kaymış
word-verb-watch_illegal_position = tahtadaki konum geçersiz
word-verb-next_move_completed = bir sonraki hamle tamamlandı
word-verb-both_flags = iki bayrak da düştü
word-verb-qpf_increment = artırım isteği
word-verb-qpf_claim = normal yollarla kazanamama iddiası
word-verb-arbiter_decision = hakem kararı
word-verb-arbiter_penalty = hakem cezası
word-verb-seal = hamlesini mühürler
word-verb-adjourn_early = oyunu erken erteler
word-verb-resume = ertelenen oyun sürdürülür
word-verb-seal_reply = yanıt hamlesi mühürlenir
word-verb-open_envelope = zarf açılır
word-verb-envelope_lost = zarf kayıp
word-verb-pre_resume = oyun zarf açılmadan biter
word-verb-found_adjourned_position_wrong = ertelenen konum yanlış kurulmuş
word-verb-found_adjourned_times_wrong = ertelenen süreler yanlış kurulmuş
word-verb-arbiter_clock = süre düzeltilir
word-verb-scoresheet_incomplete = notasyon eksik
word-verb-confirm = olay onaylandı
word-verb-dismiss = olay reddedildi
word-verb-reopen = olay yeniden açıldı
word-particular-ply = yarım hamle
word-particular-uci = hamle
word-particular-fen = konum
word-particular-side = taraf
word-particular-white = Beyaz
word-particular-black = Siyah
word-particular-value = değer
word-particular-turned = ters
word-particular-question = soru
word-particular-choice = yanıt
word-particular-told = bildirilen hamleler
word-particular-instead = yerine önerilen hamleler
word-particular-confidence = kesinlik
word-particular-variant = tür
word-particular-edition = Kurallar
word-particular-category = kategori
word-particular-supervision = gözetim
word-particular-policy = yetki
word-particular-control = zaman kontrolü
word-particular-default-time = bekleme süresi
word-particular-no-draw-offers-before-move = beraberlik teklif edilebilecek ilk hamle
word-particular-quickplay-finish = hızlıoyun bitişi
word-particular-record = karar
word-particular-reason = neden
word-particular-sq = kare
word-particular-kind = çeşit
word-particular-move = hamle
word-particular-at_ms = başlangıçtan sonra
word-particular-opponent_present = rakip orada
word-particular-misplaced = yanlış duran taş
word-particular-schedule_affected = program aksar
word-particular-last_known = bilinen son konum
word-particular-position_known = önceki konum biliniyor
word-particular-illegal_move_no = kural dışı hamlenin numarası
word-particular-move_no = hamlenin numarası
word-particular-total_moves = yapılan hamle sayısı
word-particular-used_ms = kullanılan süreler (ms)
word-particular-first_control_ms = ilk zaman kontrolü
word-particular-moves_to_control = kontrole kadar hamle sayısı
word-particular-last_period = son periyot
word-particular-ground = gerekçe
word-particular-no_arbiter = hakem yok
word-particular-decision = karar
word-particular-add_time = süre eklenir
word-particular-result = sonuç
word-particular-sealer_present = mühürleyen orada
word-particular-replier_present = yanıt verecek olan orada
word-particular-sealed = mühürlenen hamle
word-particular-ambiguous = birden çok biçimde okunabilir
word-particular-sealer_late_ms = mühürleyenin gecikmesi
word-particular-what = nasıl
word-particular-ms = süre
word-particular-opponent_score = rakibin puanı
word-particular-offender_score = oyuncunun puanı
word-particular-incident = olay
word-particular-number = numara
word-particular-of = tahtadaki oyun
word-value-yes = evet
word-value-no = hayır
word-value-true = evet
word-value-false = hayır
word-value-threefold = üç kez tekrar
word-value-fifty = elli hamle
word-value-warning = uyarı
word-value-add-opponent = rakibe ek süre
word-value-reduce-offender = süresinden düşme
word-value-opponent-points = rakibe puan
word-value-offender-points = puan indirimi
word-value-lose-game = oyunu kaybetme
word-value-king = şah
word-value-cannot-win = kazanamaz
word-value-no-effort = çaba göstermiyor
word-value-both = ikisi de
word-value-agree = kabul
word-value-deny = artırım verilmedi
word-value-postpone = ertelendi
word-value-reject = ret
word-value-announced = duyuruldu
word-value-claims-only = yalnız iddia
word-value-agree-draw = agree-draw
word-value-resign = resign
word-value-unplayable = unplayable
word-policy-observe = yalnız izler
word-policy-propose = önerir
word-policy-act = uygular
word-lights-off = kapalı
word-lights-differs = farklar
word-lights-moves = hamleler
word-category-auto = otomatik
word-category-standard = standart
word-category-rapid = hızlı
word-category-blitz = yıldırım
word-supervision-full = tam gözetim
word-supervision-reduced = sınırlı gözetim
