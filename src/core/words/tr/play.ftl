# Oyun hakkında söylenenler: `touchmove game`, `watch` ve `history` içinde.

play-white = Beyaz
play-black = Siyah
play-doubtful = (şüpheli)
play-illegal = { $played } (kural dışı)
play-differs-on = tahta şu karelerde farklı: { $squares }
play-how-sure = Değişikliğin kesinliği: %{ $percent }
play-question = soru { $question }
play-decision = karar { $number }, { $by }: { $what }
play-undone = { $decision } (geri alındı)
play-decided = karar { $number }
play-would-change = { $game }: şunlar değişecek
play-follows-stays = sonrası olduğu gibi kalır: { $plies }
play-follows-renumbered = sonrası kalır, numaraları değişir: { $plies }
play-goes-on-from = (oyun { $fen } konumundan sürer)
play-more = … ve { $count } tane daha
play-carry-out = Uygulansın mı? [e/H]
play-nods = e evet y yes
play-goes-on-on = { $game }: oyun { $board } tahtasında sürüyor
play-envelope =
    Ertelenen oyun: { $white } – { $black }
    Zarflayan: { $side }, { $number }. hamle
    Ondan önceki konum: { $fen }
play-envelope-times = Kalan: Beyaz { $white }, Siyah { $black }
play-link-is = bağlantı: { $link }
play-position-set = konum { $fen } ({ $why })
play-in-step = tahta yeniden uyumlu
play-board-differs = tahta şu karelerde uymuyor: { $squares }
play-ended = sonuç { $result } ({ $reason })
play-reopened = sonuç geri alındı; oyun sürüyor
play-renewed = { $event } numaralı bildirimden başlayarak söylenenler artık geçerli değil
play-taken-back = geri alındı: { $played }
play-incident = olay { $number }: { $title }
play-incident-is = olay { $number } ({ $state }): { $title }
play-instruction = talimat { $number }: { $title }
play-instruction-is = talimat { $number } ({ $state }): { $title }
play-no-reading = henüz okunmadı
play-no-clock = saat yok
play-no-game = henüz oyun yok
play-card-differs = farklı: { $squares }
play-boards = { $count } tahta, { $bus }
play-page = sayfa { $page }/{ $pages }
play-stopped =
    touchmoved durdu.
    Yeniden çalıştığında tahtalar burada görünür.
play-no-board-named =
    { $board } adlı bir tahta yok.
    Tahtaları `touchmove status` listeler.
play-no-board-at =
    { $place } için bir tahta yok.
    Masaları ve tahtaları `touchmove status` listeler.
play-no-board =
    Hiçbir tahta bağlı değil.
    Bir tahta takın: burada kendiliğinden görünür.

### `touchmove watch` ekranı

screen-keys-hall = ←↑↓→ Enter  w bekleyenler  ? yardım  q çıkış
screen-keys-waiting = ↑↓ Enter  Esc geri  ? yardım  q çıkış
screen-keys-board = ↑↓ Enter  r sonuç  u geri al  Esc geri  ? yardım
screen-keys-choices = 1–9  ↑↓ Enter  Esc geri
screen-keys-asked = e uygula  r neden  Esc geri
screen-keys-reason = Enter nedeni bu  Esc vazgeç
screen-keys-said = Esc geri
screen-all-waits = w: hepsi
screen-carry-out = Uygulansın mı? e: evet   r: nedenini yaz   Esc: hayır
screen-help =
    ←↑↓→           bir tahta ya da satır seç
    Boşluk, PgUp   sonraki sayfa, önceki sayfa
    Enter          tahtayı aç; seçili olan için karar ver
    Esc            geri
    w              bekleyenlerin hepsi
    l, k           tahtalar satır olarak, kart olarak
    c, d           olay: oldu, önemi yok
    o              olay için verilen karar: yeniden karar ver
    r              oyunun sonucu
    u              son kararı geri al
    e, r           gösterileni uygula; önce nedenini yaz
    q              çıkış
    !              hakem çağrılıyor
    kırmızı !      tahta izlenmiyor ya da kanıt kayboluyor
    ?              tahta hamlelerden başka gösteriyor
    ·              sonra bakılacak

### Masaüstünde, `touchmove notify`

notify-listens = { $bus } üzerinde beklemeye başlayan her şey masaüstünde gösterilir
notify-nobody-shows = bu oturumda bildirimleri gösteren yok; biri gösterir göstermez bekleyenler de gösterilir
notify-shown-now = bildirimler yeniden gösteriliyor
notify-open = Oyunu aç
notify-open-by = şununla açılır: { $command }
notify-not-opened = { $page } açılamıyor: { $why }
notify-stopped = touchmoved durdu
notify-nothing-heard = Yeniden çalışana dek hiçbir tahta izlenmiyor.
notify-session-over = oturum bitti: mesaj veri yolu gitti

### Bir tahtaya taşlarını öğretmek

calibrate-begin =
    { $board } tahtasının taşlarını tahtanın yazılarına göre başlangıç konumuna dizin:
    beyazlar 1. ve 2. yatayda, vezirler d1 ve d8’de. Üzerinde başka bir şey durmasın.
calibrate-unread = { $count ->
    [one] { $squares } karesinde bir şey okunmuyor: taşını karenin ortasına koyun; değişmezse taşın çipi ya da kare bozuktur
   *[other] { $count } karede bir şey okunmuyor: taşları karelerinin ortasına koyun; değişmezse çipleri ya da kareler bozuktur: { $squares }
}
calibrate-alike = aynı çip şu karelerde okunuyor: { $squares }; her taşı karesinin ortasına koyun; değişmezse taşlardan birini başka takımdakiyle değiştirin
calibrate-strange = şu karelerde duranı kaldırın: { $squares }
calibrate-settling = bütün taşlar okunuyor; dört saniye dokunmayın
calibrate-learned = { $count } taş tanınıyor
calibrate-queens = Şimdi yedek vezirleri de koyun: beyazınki d3’e, siyahınki d6’ya. Bir dakika beklenir.
calibrate-enter = Yedek vezir yoksa: Enter
calibrate-done = { $board } { $count } taş tanıyor; yedek vezirleri kaldırıp oynayın
calibrate-nothing-read = taşları hiç okunmadı: beslemesine ve kablosuna bakın

### Turlar

done-assigned = { $seat }: { $board }
done-plugged = { $count } tahta masalara atandı
done-clock-set = { $board } tahtasının saati { $white } ve { $black } gösteriyor
done-clock-offer = saat dururken buradan ayarlanabilir: `{ $command }`
done-heard = { $board } artık { $at } noktasında izleniyor
done-freed = { $seat }: tahta yok
done-adopted = { $seat }: tahtasındaki oyun, { $plies } yarım hamleden sonra
done-begun = { $round }. tur oynanıyor
done-paused = { $round }. tur duraklatıldı; `touchmove round begin` sürdürür
done-over = { $round }. tur bitti; `touchmove round reopen { $round }` bunu geri alır
done-reopened = { $round }. tur yeniden oynanıyor
done-removed = { $round }. tur kaldırıldı
done-loaded = { $round }. tur yüklendi: { $pairings }
done-replaced = { $round }. tur yüklendi: { $pairings }; yerine yenisi gelen: { $replaced }
done-pairings = { $count } eşlendirme
done-unknown-columns = şu sütunlardan hiçbir şey okunmuyor: { $columns }
done-unreadable-control = { $count ->
    [one] masa
   *[other] masalar
} { $tables }: `{ $text }` bir zaman kontrolü olarak okunamıyor; `90+30`, `40/90:00+0:30 30:00+0:30`, `G/90;d5`, `90 min/40 moves + 30 min + 30 sec/move` ya da PGN biçiminde `40/5400+30:1800+30` yazın

### Tahtada olanlar

history-read-out-known = tahta okundu: bilindiği gibi
history-read-out-new = tahta okundu: { $count } kare değişmiş
history-press = saate basıldı
history-answers = tahta yanıt veriyor
history-answers-not = tahta yanıt vermiyor
history-board-lost = tahtanın bağlantısı koptu
history-decided = karar: { $what }
history-came = { $from } üzerinde başlayan bir oyun burada sürüyor
history-left = oyun başka bir tahtada sürdü
history-again = { $square }  { $piece } yine orada
history-lifted = { $square }  { $piece } kaldırıldı
history-put-down = { $square }  { $piece } kondu
history-in-place = { $square }  { $piece } kondu, yerine konduğu: { $was }
history-nothing = hiçbir şey
history-some-man = bir taş
history-unknown-man = bilinmeyen bir taş
history-clock = saat { $white } { $black }
history-pressed = { $side } saate bastı, { $clock }
history-time-runs = { $side }: süresi işliyor, { $clock }
history-clock-stands = saat duruyor, { $clock }
history-move-is = { $played } { $state }
history-incident = olay { $number } { $state } ({ $article })
history-result = sonuç { $value }
history-stands-at = oyunun durduğu konum: { $fen }
history-language = tr
history-title = { $board }: { $stretch }
history-stretch = { $from } – { $to }
history-nothing-happened = hiçbir şey olmadı
history-page-note = Az önce değişen kareler işaretlidir; kalın satırlar varılan sonuçlardır.
history-squares = { $count } kare
word-move-made = yapıldı
word-move-completed = tamamlandı
word-move-superseded = geri alındı
word-side-white = Beyaz
word-side-black = Siyah

### Bluetooth ile bağlanan tahtalar, `touchmove bluetooth`

air-no-board = yakında tahta yok, tanınan da yok. Tahtayı açın ve bağlı olduğu bütün telefonlarla bilgisayarlardan ayırın
air-connected = bağlı
air-trusted = bu istasyonun
air-paired = eşleştirilmiş, bu istasyonun değil
air-stranger = yakında, bu istasyonun değil
air-silent = ses yok
air-strength = { $strength } dBm
air-how-to-pair = `touchmove bluetooth pair ADDRESS` tahtayı bu istasyonun yapar; ötekilere dokunulmaz.
air-taken = { $name } ({ $address }) artık bu istasyonun. Yakında olduğu sürece bağlanılır.
air-forgotten = { $name } ({ $address }) unutuldu.
air-unknown = yakında ya da tanınanlar arasında { $name } adlı tahta yok; olanları `touchmove bluetooth` gösterir
air-several = { $name } adını taşıyan birden çok tahta var: { $addresses }; birini adresiyle belirtin

setup-begin = Yeni kurulumdan ilk hamleye. Her adım elle nasıl yapılacağını söyler; siz evet demeden hiçbir şey değiştirilmez.
setup-head = { $number }/{ $count }  { $step }
setup-service = Hizmet
setup-rights = Yetkileriniz
setup-boards = Kablolu tahtalar
setup-air = Bluetooth tahtaları
setup-folder = Oyunların yazıldığı yer
setup-first-move = İlk hamle
setup-by-hand = Elle: { $command }
setup-do-it-now = Şimdi yapılsın mı? [e/H]
setup-yes = e
setup-command-failed = Olmadı: { $command }
setup-runs = touchmoved { $version } çalışıyor.
setup-runs-unseen = touchmoved çalışıyor.
setup-may-direct = Ne yaptığını görebilir ve yönetebilirsiniz.
setup-no-member = Bu istasyona henüz bakamazsınız: yalnızca root ve { $group } grubunun üyeleri bakabilir.
setup-log-in-again = Geçerli olması için yeniden oturum açın ve `touchmove setup` komutunu bir daha çalıştırın.
setup-board = { $board }, { $title }, { $port } bağlantısında duyuluyor.
setup-no-board = Henüz hiçbir tahta duyulmuyor.
setup-plug-in = Bir tahta takıp açın: burada kendiliğinden görünür. Enter tahtasız devam eder.
setup-look-in-air = Bluetooth ile bir tahta bulunsun mu? { $seconds } sn dinlenir. [e/H]
setup-make-ours = { $name } ({ $address }) yakında. Bu istasyonun olsun mu? [e/H]
setup-air-later = Sonra: `touchmove bluetooth` yakındaki tahtaları sıralar ve bu istasyona katar.
setup-written-to = Turların oyunları { $place } klasörüne yazılıyor.
setup-not-written = Turların oyunları saklanıyor, hiçbir klasöre yazılmıyor. Elle: { $file } dosyasına `[relay]` ve `folder = "/srv/games"` satırları, ardından `sudo systemctl restart touchmove`. `touchmove export` tek bir oyunu yazar.
setup-no-board-to-play = Tahta olmadan oynanamaz. `touchmove doctor` neden duyulmadığını söyler.
setup-set-up-men = Taşları oyun için dizin. Enter onsuz devam eder.
setup-play-move = Taşlar dizili. Bir hamle yapın, saat varsa basın. Enter onsuz devam eder.
setup-play-later = Taşları dizip oynayın: `touchmove watch` gösterir.
setup-seen = Görüldü: { $moved }. Oyun kendiliğinden sürer; `touchmove watch` gösterir:
setup-skipped = Sonraya bırakıldı.
setup-done = Her şey yolunda. `touchmove status` ile `touchmove watch` oynananı gösterir, `touchmove doctor` turdan önce her şeye bakar, gerisi `touchmove --help` içinde.
setup-steps-missing = { $count } adım kaldı: dediklerini yapın ve `touchmove setup` komutunu yeniden çalıştırın
