# Oyun ve tahtalar hakkında bildirilenler. Anahtarlar ve alanlar için en/notices.ftl dosyasının başındaki açıklamaya bakın.

### Cümle parçaları

form-law = { $article ->
    [none] { "" }
   *[other] Madde { $article }{ form-edition }:{ " " }
}
form-edition = { $edition ->
    [none] { "" }
    [fide-1995] { " " }(1995 Kuralları)
    [fide-1997] { " " }(1997 Kuralları)
    [fide-2017] { " " }(2017 Kuralları)
    [fide-2018] { " " }(2018 Kuralları)
    [fide-2023] { " " }(2023 Kuralları)
   *[other] { " " }({ $edition })
}
form-who = { $side ->
    [white] Beyaz:{ " " }
    [black] Siyah:{ " " }
   *[none] { "" }
}
form-doubt = { $certainty ->
    [high] { "" }
   *[none] { " " }(kontrol edin)
}
form-seen = { $certainty ->
    [high] { "" }
    [low] Tahtadan gelen zayıf bir belirti:{ " " }
   *[none] Tahta şunu düşündürüyor:{ " " }
}
form-clock-seen = { $certainty ->
    [high] { "" }
    [low] Saatten gelen zayıf bir belirti:{ " " }
   *[none] Saat şunu düşündürüyor:{ " " }
}
form-clock-set = { $seen ->
    [none] Saat yanlış kurulmuş
   *[other] { form-clock-for }
}
form-clock-for = { $expected ->
    [none] Saat yanlış kurulmuş
   *[other] { form-clock-setting }
}
form-clock-setting = { $setting ->
    [each-move] Saat ek süresi { $seen }, { $expected } değil
   *[main] Saat { $seen } kurulmuş, { $expected } değil
}
form-value = { $value ->
    [none] { "" }
   *[other] : { $value }
}
form-at = { $number ->
    [none] { "" }
   *[other] { " " }({ $number }. hamle)
}
# yalın hâl; cümle başında
form-side = { $side ->
    [white] Beyaz
    [black] Siyah
   *[none] Oyuncu
}
# -in hâli; cümle başında ve cümle içinde
form-sides = { $side ->
    [white] Beyazın
    [black] Siyahın
   *[none] Oyuncunun
}
form-the-sides = { $side ->
    [white] Beyazın
    [black] Siyahın
   *[none] oyuncunun
}
form-to-the-side = { $side ->
    [white] Beyaza
    [black] Siyaha
   *[none] oyuncuya
}
form-the-side = { $side ->
    [white] Beyaz
    [black] Siyah
   *[none] oyuncu
}
form-opponents = { $side ->
    [white] Siyahın
    [black] Beyazın
   *[none] Rakibin
}
form-the-opponent = { $side ->
    [white] Siyah
    [black] Beyaz
   *[none] rakip
}
form-loser = { $winner ->
    [white] Siyah
    [black] Beyaz
   *[none] Hamlede olan oyuncu
}
form-man = { $man ->
    [king] şah
    [queen] vezir
    [rook] kale
    [bishop] fil
    [knight] at
    [pawn] piyon
   *[none] taş
}
form-man-accusative = { $man ->
    [king] şahı
    [queen] veziri
    [rook] kaleyi
    [bishop] fili
    [knight] atı
    [pawn] piyonu
   *[none] taşı
}
form-man-dative = { $man ->
    [king] şaha
    [queen] vezire
    [rook] kaleye
    [bishop] file
    [knight] ata
    [pawn] piyona
   *[none] bir taşa
}
form-on = { $square ->
    [none] { "" }
   *[other] { $square } karesindeki{ " " }
}
form-onto = { $square ->
    [none] bir kareye
   *[other] { $square } karesine
}
form-squares = { $squares ->
    [none] { "" }
   *[other] : { $squares }
}
form-times = { $count ->
    [none] defalarca
   *[other] { $count } kez
}
form-trend = { $trend ->
    [rising] , son zamanlarda daha sık
    [falling] , son zamanlarda daha seyrek
   *[none] { "" }
}
form-charge = { $count ->
    [none] { "" }
   *[other] : %{ $count }
}
form-move = { $move ->
    [none] { "" }
   *[other] { " " }({ $move })
}
form-played = { $move ->
    [none] başka bir hamle yaptı
   *[other] { $move } oynadı
}
form-moves = { $moves ->
    [none] { "" }
   *[other] { " " }({ $moves })
}
form-since-claim = { $count ->
    [none] Rakip oynamayı sürdürdü
    [0] İddiadan sonra { form-the-opponent } hamle yapmadı
   *[other] İddiadan sonra { form-the-opponent } { $count } hamle yaptı
}
form-of-them = { $count ->
    [none] { "" }
    [0] { "" }
   *[other] { form-progress }
}
form-progress = { $progress ->
    [none] { "" }
    [0] ; hiçbirinde taş alınmadı, piyon sürülmedi
   *[other] ; { $progress } tanesinde taş alındı ya da piyon sürüldü
}
form-stood = { $repetitions ->
    [none] { "" }
   *[other] { " " }Konum { $repetitions } kez oluştu.
}
form-still = { $without_progress ->
    [none] { "" }
    [0] { "" }
   *[other] { " " }İki tarafın da son { $without_progress } hamlesinde taş alınmadı, piyon sürülmedi.
}
form-can-mate = { $can_mate ->
    [none] { "" }
    [yes] { " " }{ form-opponents } kurallara uygun hamlelerle mat etmesi hâlâ mümkün.
    [no] { " " }{ form-opponents } kurallara uygun hiçbir hamle dizisiyle mat etmesi mümkün değil.
   *[undetermined] { " " }{ form-opponents } mat edip edemeyeceği saptanamadı.
}
form-time = { $seconds ->
    [none] süre
    [60] 1 dakika
    [120] 2 dakika
    [180] 3 dakika
    [300] 5 dakika
   *[other] { $seconds } saniye
}
form-amount = { $seconds ->
    [none] { "" }
   *[other] { " " }({ form-time })
}
form-penalty = { $seconds ->
    [none] { "" }
    [0] { " " }Bunun için süre eklenmez.
   *[other] { " " }{ form-opponents } süresine { form-time } eklenir; ikinci ihlal oyunu kaybettirir, rakip mat edemiyorsa oyun berabere biter.
}

### Kural dışılıklar

touch-move-violation = { form-who }Dokunulan taş kuralına uyulmadı{ form-doubt }
    .seen = { form-seen }{ form-side }, { form-on }{ form-man-dative } dokundu, ama { form-played }{ form-at }.
    .may = { form-law }Hakem, olayı kendisi gördüyse ya da rakip itiraz ederse, dokunulan taşın gerektirdiği hamleyi isteyebilir{ form-moves }. Rakip, oynamak niyetiyle bir taşa dokununca itiraz hakkını kaybeder.
released-piece-moved = { form-who }Bırakılan taş yeniden oynatıldı{ form-doubt }
    .seen = { form-seen }{ form-side }, { form-man-accusative } { form-onto } bıraktıktan sonra yeniden oynattı{ form-at }.
    .may = { form-law }Geçerli bir hamleyle bırakılan taş o karede kalır; hakem taşı oraya geri koydurabilir. Rakip, oynamak niyetiyle bir taşa dokununca itiraz hakkını kaybeder.
wrong-side-touch = { form-who }Sırası değilken taşa dokundu{ form-doubt }
    .seen = { form-seen }{ form-side }, hamle sırası kendisinde değilken { form-on }{ form-man-dative } dokundu{ form-at }.
    .may = { form-law }Bu dokunuş hiçbir hamleyi zorunlu kılmaz. Taşları yalnız hamlede olan oyuncu düzeltebilir; hakem uyarabilir, rakibi rahatsız etmeyi cezalandırabilir.
illegal-move-completed = { form-who }Kural dışı hamle tamamlandı{ form-doubt }
    .seen = { form-seen }{ form-side }, kural dışı bir hamleyi{ form-move } tamamladı{ form-at }.
    .may = { form-law }Hakem, hamleden önceki konumu kurdurup, oynayabiliyorsa dokunulan taşla, geçerli bir hamle yaptırabilir.{ form-penalty }
promotion-not-replaced = { form-who }Terfi eden piyon değiştirilmedi{ form-doubt }
    .seen = { form-seen }{ form-side }, son yataya varan { form-on }piyonu değiştirmeden hamlesini tamamladı{ form-at }.
    .may = { form-law }Hakem piyonun yerine vezir koydurabilir; hamle sırası rakiptedir.{ form-penalty }
press-without-move = { form-who }Hamle yapmadan saate basıldı{ form-doubt }
    .seen = { form-seen }{ form-side }, hamle yapmadan saate bastı{ form-at }.
    .may = { form-law }Hakem { form-the-sides } saatini yeniden çalıştırabilir; dokunulan taşlar bağlayıcı olmayı sürdürür.{ form-penalty }
two-hands = { form-who }Hamle iki elle yapıldı{ form-doubt }
    .seen = { form-seen }{ form-side }, bir hamlede iki elini kullandı{ form-at }.
    .may = { form-law }Hamle geçerliyse yerinde kalır; hakem iki el kullanılmasına yürürlükteki kurallara göre işlem yapabilir.{ form-penalty }
displaced-pieces = { form-who }Taşlar yerinden oynadı{ form-doubt }
    .seen = { form-seen }Taşlar devrildi ya da yerinden oynadı{ form-squares }{ form-at }.
    .may = { form-law }Taşları yerinden oynatan oyuncu, onları kendi süresi içinde düzeltir; her iki oyuncu da saati durdurup hakemi çağırabilir. Hakem, taşları yerinden oynatan oyuncuya ceza verebilir.
end-not-immediate = { form-who }Bitiren hamle, dokunma ihlali{ form-doubt }
    .seen = { form-seen }{ form-sides } hamlesi{ form-move } oyunu bitirirdi, ama dokunulan taş kurallarına aykırıydı{ form-at }.
    .may = { form-law }Oyun hemen bitmiş sayılmaz. Hakem, dokunulan taşın gerektirdiği hamleyi isteyebilir ya da sonucu geçerli sayabilir.
flag-fall = { form-who }Bayrak düştü{ form-doubt }
    .seen = { form-clock-seen }{ form-sides } bayrağı düştü{ form-at }.
    .may = { form-law }Periyodun hamleleri tamamlanmadıysa ve oyun daha önce bitmediyse, hakem oyunu zamandan kayıp, rakip yürürlükteki kurallara göre kazanamıyorsa berabere ilan edebilir. Kurallar bayrağı oyunculara bırakıyorsa hakem iddiayı bekler.
draw-offer-irregular = { form-who }Yersiz beraberlik önerisi{ form-doubt }
    .seen = { form-seen }{ form-side }, beraberliği, hamlesini yapmasıyla saate basması arasında değil, başka bir anda önerdi{ form-at }.
    .may = { form-law }Yarışma yönergesi yasaklamıyorsa öneri geçerlidir. Hakem uyarabilir, rakibi rahatsız etmeyi cezalandırabilir.
illegal-position-watch = { form-who }Tahtada geçersiz konum{ form-doubt }
    .seen = { form-seen }{ $what ->
        [both-kings-in-check] İki şah da tehdit altında
        [pawn-on-last-rank] Son yatayda bir piyon duruyor
       *[none] Konum geçersiz
    }{ form-at }.
    .may = { form-law }Hakem bir sonraki hamlenin tamamlanmasını bekler; tahtada o zaman da geçersiz bir konum varsa oyunu berabere ilan edebilir.
board-desync = { form-who }Tahta oyuna uymuyor{ form-doubt }
    .seen = { form-seen }Tahtadaki taşlar oyundaki konuma uymuyor{ form-squares }{ form-at }.
    .may = { form-law }Hakem tahtayı notasyon kâğıtlarıyla karşılaştırıp yanlış duran taşları düzelttirebilir. Konum tespit edilemiyorsa oyun, tespit edilebilen son konumdan sürer.
board-rotated = { form-who }Tahta yan duruyor{ form-doubt }
    .seen = { form-seen }Oyuncuların sağındaki köşe karesi koyu renkli{ form-at }.
    .may = { form-law }Hakem oyundan önce tahtayı çevirtebilir. Oyun sırasında konum, doğru yerleştirilmiş bir tahtaya aktarılır ve oyun sürer.
clock-fault = { form-who }Saat kusurlu{ form-doubt }
    .seen = { form-clock-seen }Saatin göstergesi geçen süreye uymuyor{ $seconds ->
        [none] { "" }
       *[other] , fark { form-time }
    }{ form-at }.
    .may = { form-law }Açıkça kusurlu olmadıkça saatin göstergesi geçerlidir. Kusurluysa hakem saati değiştirebilir; süreleri en iyi değerlendirmesine göre belirler.
clock-setting-wrong = { form-who }{ form-clock-set }{ form-doubt }
    .seen = { form-clock-seen }Saatin kurulumu oyunun zaman kontrolüne uymuyor{ form-at }.
    .may = { form-law }Hakem saati durdurup kurulumu, süreleri ve hamle sayacını düzeltebilir. Hızlı ve yıldırım kurallarının onuncu hamleden sonra engellediği yerde, ancak program aksayacaksa.
piece-needed = { form-who }Terfi için taş gerekiyor{ form-doubt }
    .seen = { form-seen }{ form-side }, { form-on }piyonu terfi ettirirken saati durdurdu; gereken taş elinin altında değil gibi görünüyor{ form-at }.
    .may = { form-law }Saat bunun için durdurulabilir. Hakem taşı getirir ve saatin ne zaman yeniden çalışacağına karar verir.
arbiter-called = { form-who }Hakem çağrıldı{ form-doubt }
    .seen = { form-clock-seen }{ form-side } saatleri durdurdu{ form-at }.
    .may = { form-law }Oyuncu saatleri yalnız hakemden yardım istemek için durdurabilir. Saatlerin ne zaman çalışacağına hakem karar verir, geçerli bir neden yoksa ceza verebilir.
scoresheet-update-required = { form-who }Notasyon tamamlanmalı{ form-doubt }
    .seen = { form-clock-seen }Her hamlenin yazılmasının gerekmediği periyot sona erdi{ form-at }.
    .may = { form-law }Oyuncuların ikisi de yazmak zorunda değildiyse hakem saatleri durdurup iki notasyon kâğıdını da tamamlatır. Yalnız biri yazmadıysa o oyuncu, saati çalışırken ve hamle yapmadan önce kâğıdını tamamlar.
dead-position-suspected = { form-who }Ölü konum olabilir{ form-doubt }
    .seen = { form-seen }İki taraf da artık mat edemez gibi görünüyor{ form-at }.
    .may = { form-law }Geçerli hamlelerin hiçbir dizisi mata götürmüyorsa oyun beraberedir; hakem bunu ilan edebilir.
promotion-changed = { form-who }Terfi taşı değiştirildi{ form-doubt }
    .seen = { form-seen }{ form-side }, { form-on }yeni taşı, taş kareye dokunduktan sonra değiştirdi{ form-at }.
    .may = { form-law }Yeni taş terfi karesine dokununca seçim kesinleşir; hakem ilk taşı geri koydurabilir.
king-capture-attempt = { form-who }Şah tahtadan alındı{ form-doubt }
    .seen = { form-seen }{ form-side }, rakibin şahını aldı{ form-at }.
    .may = { form-law }Şah alınamaz; bu, tamamlanınca kural dışı hamledir ve hakem önceki konumu kurdurabilir.{ form-penalty }
illegal-move-pending = { form-who }Kural dışı hamle, saate basılmadı{ form-doubt }
    .seen = { form-seen }{ form-side }, kural dışı bir hamle{ form-move } yaptı, ama saate henüz basmadı{ form-at }.
    .may = { form-law }Hamle tamamlanana kadar oyuncu onu düzeltebilir ve hakem bir şey söylemez; dokunulan taş bağlayıcıdır.
increment-missing = { form-who }Süre artırımı eksik{ form-doubt }
    .seen = { form-clock-seen }{ form-sides } saatine hamleden sonra süre artırımı{ form-amount } eklenmedi{ form-at }.
    .may = { form-law }Hakem saati durdurup kurulumunu düzeltebilir ve eksik süreyi verebilir.
wrong-side-running = { form-who }Saat yanlış oyuncuya işliyor{ form-doubt }
    .seen = { form-clock-seen }Hamlede { form-the-opponent } olduğu hâlde { form-the-sides } saati çalışıyor{ form-at }.
    .may = { form-law }Hakem hiçbir oyuncuya saate basılmadığını söylemez. Yanlışlık saatin kendisindeyse saati durdurup süreleri düzeltebilir.
clock-not-started = { form-who }Saat başlatılmadı{ form-doubt }
    .seen = { form-clock-seen }Hamleler yapıldı, ama hiçbir saat çalışmıyor{ form-at }.
    .may = { form-law }Hakem hamlede olan oyuncunun saatini çalıştırabilir, süreleri en iyi değerlendirmesine göre ayarlayabilir.
clock-not-stopped = { form-who }Saat hâlâ çalışıyor{ form-doubt }
    .seen = { form-clock-seen }Oyun bitti, ama { form-the-sides } saati hâlâ çalışıyor{ form-at }.
    .may = { form-law }Hakem saati durdurabilir. Oyun bittikten sonra düşen bayrak hiçbir şeyi değiştirmez.
times-swapped = { form-who }Süreler yer değiştirmiş{ form-doubt }
    .seen = { form-clock-seen }Beyazın ve Siyahın süreleri yer değiştirmiş görünüyor{ form-at }.
    .may = { form-law }Hakem saati durdurup süreleri düzeltebilir.
clock-jump = { form-who }Saatteki süre sıçradı{ form-doubt }
    .seen = { form-clock-seen }{ form-sides } saatindeki süre { $seconds ->
        [none] { "" }
       *[other] { form-time }{ " " }
    }sıçradı{ form-at }.
    .may = { form-law }Saati yetkili biri ayarlamadıysa hakem saati durdurup süreleri en iyi değerlendirmesine göre düzeltebilir ya da kusurlu saati değiştirebilir.
clock-and-moves-disagree = { form-who }Saat ve hamleler uyuşmuyor{ form-doubt }
    .seen = { form-clock-seen }Saatin hamle sayacı, tamamlanan hamlelerin sayısına uymuyor{ form-at }.
    .may = { form-law }Hakem saati durdurup hamle sayacını düzeltebilir, ama oyunculara kaç hamle yapıldığını söylemez.
instruction-overdue = { form-who }Talimat yerine getirilmedi{ form-doubt }
    .seen = { form-seen }{ $instruction ->
        [restore] Önceki konum kurulmadı
        [replace] Taş değiştirilmedi
        [clock_add] Ek süre saatte görünmüyor
        [clock_sub] Süre saatten düşülmedi
        [clock_run] Saat istendiği gibi çalışmıyor
        [clock_pause] Saat durdurulmadı
        [clock_mode] Saatin çalışma biçimi değiştirilmedi
        [transfer_position] Konum aktarılmadı
       *[none] İstenen şeyin yapıldığı görülmedi
    }{ form-at }.
    .may = { form-law }Hakem bunu tahta başında sağlayabilir ya da bundan vazgeçebilir.

### Talimatlar

restore = Konum geri kurulacak
    .seen = Kurulması gereken konum henüz tahtada değil{ form-squares }.
    .may = { form-law }Hakem konumu yeniden kurdurur; ardından hamle sırası { form-to-the-side } geçer.
replace = Taş değiştirilecek{ $square ->
        [none] { "" }
       *[other] { " " }({ $square })
    }
    .seen = Henüz { $square ->
        [none] terfi karesinde
       *[other] { $square } karesinde
    } { form-man } yok.
    .may = { form-law }Hakem oraya { form-man } koydurur.
clock_add = { form-who }Süre eklenecek{ form-amount }
    .seen = { form-sides } süresi artırılacak{ form-amount }.
    .may = { form-law }Hakem { form-the-sides } saatine { form-time } ekler ya da bundan vazgeçer.
clock_sub = { form-who }Süre düşülecek{ form-amount }
    .seen = { form-sides } süresi azaltılacak{ form-amount }.
    .may = { form-law }Hakem { form-the-sides } saatinden { form-time } düşer ya da bundan vazgeçer.
clock_run = { form-who }Saat çalıştırılacak
    .seen = { form-sides } saati çalışacak.
    .may = { form-law }Oyun yeniden başlayınca hakem { form-the-sides } saatini çalıştırır.
clock_pause = Saat durdurulacak
    .seen = Şimdi hiçbir saat çalışmamalı.
    .may = { form-law }Hakem saati durdurur ve ne zaman yeniden çalışacağına karar verir.
clock_mode = Saatin çalışma biçimi değişecek
    .seen = Saat { $mode ->
        [none] ek süre vermeden
        [fischer] hamle başına { form-time } artırımla
        [bronstein] hamle başına { form-time } Bronstein ertelemesiyle
        [delay] hamle başına { form-time } ertelemeyle
       *[other] { $mode } biçiminde, hamle başına { form-time } vererek
    } çalışacak.
    .may = { form-law }Hakem saati iki oyuncu için de böyle kurar.
clock_used = Saat hamle sayısına göre kurulacak
    .seen = Yapılan hamlelerle orantılı olarak Beyaz { $white ->
        [none] süresinin bir bölümünü
       *[other] { $white }
    }, Siyah { $black ->
        [none] süresinin bir bölümünü
       *[other] { $black }
    } kullanmış sayılır.
    .may = { form-law }Hakem saati böyle kurar ve oyunu sürdürür.
clock_set = Saat eskisi gibi kurulacak
    .seen = Oyun ertelendiğinde Beyazın { $white ->
        [none] bir süresi
       *[other] { $white } süresi
    }, Siyahın { $black ->
        [none] bir süresi
       *[other] { $black } süresi
    } kalmıştı.
    .may = { form-law }Hakem oyuna yeniden başlanmadan saati böyle kurar.
new_game = Yeni oyun başlatılacak
    .seen = Şimdiye kadarki oyun sayılmaz; { $colours ->
        [same] aynı renklerle
        [correct] eşlendirmedeki renklerle
       *[none] başlangıç konumundan
    } yeni bir oyun başlar.
    .may = { form-law }Hakem oyunu iptal eder ve yeni bir oyun başlatır.
transfer_position = Konum aktarılacak
    .seen = Tahta ters yerleştirilmiş.
    .may = { form-law }Hakem konumu doğru yerleştirilmiş bir tahtaya aktartır; oyun sürer.
declare = Sonuç ilan edilecek{ form-value }
    .seen = Görülenler oyunu bitirir.
    .may = { form-law }Hakem görüleni onaylayarak sonucu ilan eder ya da reddederek oyunu sürdürür.
castling_forbidden = { form-who }Rok yapılamaz
    .seen = Şah ya da kale başlangıçta yanlış yerdeydi; { form-the-side } { $square ->
        [none] artık
       *[other] { $square } karesindeki kaleyle
    } rok yapamaz.
    .may = { form-law }Oyun sürer; hakem böyle bir roku kural dışı hamle sayar.
period = { form-who }Yeni periyot{ $period ->
        [none] { "" }
       *[other] { " " }({ $period }. periyot)
    }
    .seen = { form-side } zaman kontrolüne ulaştı; saate { form-time } eklenmesi gerekiyor.
    .may = { form-law }Saat süreyi kendiliğinden eklemediyse hakem düzeltebilir.

### Sorular

game-over = Oyun bitti mi?
    .seen = Taşlar oyun bitmiş gibi oynatılıyor{ form-at }.
    .may = Oyuncular anlaştıysa ya da biri terk ettiyse sonucu bildirin; değilse oyun sürer.
gap = Burada ne oynandı?
    .seen = İki konum arasında hamleler eksik; birden çok devam yolu olabilir{ form-at }.
    .may = Notasyon kâğıtlarına uyanı seçin.
which-capture = Hangi taş alındı?
    .seen = { form-side } taş aldı, ama tahta nerede olduğunu göstermiyor{ form-at }.
    .may = Notasyon kâğıtlarına uyan hamleyi seçin.
promotion-piece = Piyon hangi taşa terfi etti?
    .seen = { form-side }, { form-on }piyonu terfi ettirdi; tahta taşın hangisi olduğunu ayırt edemiyor{ form-at }.
    .may = Karede duran taşı seçin.
result-differs = Hangi sonuç doğru?
    .seen = Bildirilen sonuç{ $value ->
        [none] { "" }
       *[other] { " " }({ $value })
    } tahtanın gösterdiği sonuç değil.
    .may = Hakem başka bir karar vermedikçe iki oyuncunun da onayladığı sonuç geçerlidir.
hindsight = Başka hamleler mi oynandı?
    .seen = Sonradan olanlar, bildirilenden başka hamlelere işaret ediyor{ form-at }.
    .may = Notasyon kâğıtlarına uyanı seçin; o zamana kadar bildirilen hamleler kalır.
board-turned = Beyaz hangi tarafta?
    .seen = Oynananlar, ters yönde duran bir tahtaya uyuyor.
    .may = Tahtanın hangi yönde durduğunu bildirin.

### Kaybedilen haklar

claim-draw-this-move = { form-who }Bu hamlede beraberlik iddiası yok
    .seen = { form-side } bir taşa dokundu ya da hamlesini yaptı{ form-at }.
    .may = { form-law }Hakem, konum tekrarına ya da elli hamle kuralına dayanan beraberlik iddiasını, hamle sırası yeniden { form-to-the-side } gelene kadar kabul etmez.
complain-previous-touch = { form-who }Önceki dokunuşa itiraz hakkı bitti
    .seen = { form-side }, oynamak niyetiyle bir taşa dokundu{ form-at }.
    .may = { form-law }Hakem, rakibin son hamlesini yapış biçimine { form-the-sides } itirazını artık kabul etmez.
claim-illegal-move = { form-who }Kural dışı hamle iddiası hakkı bitti
    .seen = { form-side } bir sonraki hamlesini yaptı{ form-at }.
    .may = { form-law }Kural dışı hamle yerinde kalır. Hakem düzeltilmesine ancak iki oyuncu anlaşırsa izin verir.

### Reddedilenler

refused-no-open-offer = Yanıt bekleyen beraberlik teklifi yok
    .seen = Rakip beraberlik teklif etmedi ya da teklif artık geçerli değil.
    .may = { form-law }Teklif; rakip kabul ya da reddedene, oynamak niyetiyle bir taşa dokunana ya da oyun bitene kadar geçerlidir.
refused-agreement = Henüz anlaşmalı beraberlik yapılamaz
    .seen = İki oyuncu da hamle yapmış değil.
    .may = { form-law }Oyuncular, ikisi de hamle yaptıktan sonra beraberlikte anlaşabilir.
refused-flag-claim = Bayrak iddiası reddedildi
    .seen = Saatin gösterdiğine göre rakibin süresi bitmedi ya da iddia edenin kendi süresi kalmadı.
    .may = { form-law }Hakem saate bakabilir; saat başka gösteriyorsa iddiayı yeniden bildirin. Oyun sürer.
refused-illegal-move-claim = Kural dışı hamle iddiası reddedildi
    .seen = Rakibin son hamlesi kurallara uygundu ya da iddia eden o zamandan beri hamle yaptı.
    .may = { form-law }Hakem tahtayı notasyon kâğıtlarıyla karşılaştırabilir. Oyun sürer.
refused-illegal-move-correction = Kural dışı hamle yerinde kalır
    .seen = Bu gözetim altında oyuncular hamlenin düzeltilmesinde anlaşamaz.
    .may = { form-law }Ne yapılacağına hakem karar verir.
refused-set-up-claim = Yanlış başlangıç konumu geçerli kalır
    .seen = Sınırlı gözetim altında on hamle yapıldı.
    .may = { form-law }Oyun tahtadaki konumdan sürer.
refused-orientation-claim = Tahta olduğu gibi kalır
    .seen = Sınırlı gözetim altında on hamle yapıldı.
    .may = { form-law }Oyun sürer.
refused-penalty = Bu ceza verilemez
    .seen = Yürürlükteki kurallarda oyunun puanını değiştiren bir ceza yok.
    .may = { form-law }Hakem uyarabilir, süreleri değiştirebilir ya da oyunu kayıp ilan edebilir.
refused-clock-setting-change = Saat ayarı olduğu gibi kalır
    .seen = Sınırlı gözetim altında on hamle yapıldı.
    .may = { form-law }Oyun var olan ayarla sürer.

### Söylenenlerin sonucu

refused-two-hands = Bu Kurallarda iki el kullanımı ihlal değil
    .seen = Bu sürümde bununla ilgili kural yok.
    .may = { form-law }Hakem oyuncuyu uyarabilir. Oyun sürer.
refused-illegal-position-watch = Bu Kurallarda geçersiz konumun izlenmesi yok
    .seen = Bu sürümde bununla ilgili kural yok.
    .may = { form-law }Ne yapılacağına hakem karar verir. Oyun sürer.
refused-qpf-increment-not-in-edition = Şimdi artırım verilmez
    .seen = Kuralların bu sürümünde bununla ilgili madde yok.
    .may = { form-law }Oyun cezasız sürer.
refused-qpf-claim-not-in-edition = Şimdi beraberlik iddia edilemez
    .seen = Kuralların bu sürümünde bununla ilgili madde yok.
    .may = { form-law }Oyun cezasız sürer.
refused-qpf-increment-not-announced = Şimdi artırım verilmez
    .seen = Turnuvada hızlıoyun bitişi duyurulmamış.
    .may = { form-law }Oyun cezasız sürer.
refused-qpf-claim-not-announced = Şimdi beraberlik iddia edilemez
    .seen = Turnuvada hızlıoyun bitişi duyurulmamış.
    .may = { form-law }Oyun cezasız sürer.
refused-qpf-increment-blitz = Şimdi artırım verilmez
    .seen = Yıldırımda uygulanmaz.
    .may = { form-law }Oyun cezasız sürer.
refused-qpf-claim-blitz = Şimdi beraberlik iddia edilemez
    .seen = Yıldırımda uygulanmaz.
    .may = { form-law }Oyun cezasız sürer.
refused-qpf-increment-increment = Şimdi artırım verilmez
    .seen = Her hamlede ek süre var.
    .may = { form-law }Oyun cezasız sürer.
refused-qpf-claim-increment = Şimdi beraberlik iddia edilemez
    .seen = Her hamlede ek süre var.
    .may = { form-law }Oyun cezasız sürer.
refused-qpf-increment-not-last-period = Şimdi artırım verilmez
    .seen = Ardından başka bir periyot var.
    .may = { form-law }Oyun cezasız sürer.
refused-qpf-claim-not-last-period = Şimdi beraberlik iddia edilemez
    .seen = Ardından başka bir periyot var.
    .may = { form-law }Oyun cezasız sürer.
refused-qpf-claim-increment-request-first = Şimdi beraberlik iddia edilemez
    .seen = Önce artırım istenmeli.
    .may = { form-law }Oyun cezasız sürer.
refused-qpf-increment-flag-fallen = Şimdi artırım verilmez
    .seen = Oyuncunun bayrağı düştü.
    .may = { form-law }Oyun cezasız sürer.
refused-qpf-claim-flag-fallen = Şimdi beraberlik iddia edilemez
    .seen = Oyuncunun bayrağı düştü.
    .may = { form-law }Oyun cezasız sürer.
refused-qpf-increment-not-on-move = Şimdi artırım verilmez
    .seen = Hamle sırası rakipte.
    .may = { form-law }Oyun cezasız sürer.
refused-qpf-claim-not-on-move = Şimdi beraberlik iddia edilemez
    .seen = Hamle sırası rakipte.
    .may = { form-law }Oyun cezasız sürer.
refused-qpf-increment-two-minutes-or-more = Şimdi artırım verilmez
    .seen = Oyuncunun iki dakikası ya da daha çok süresi var.
    .may = { form-law }Oyun cezasız sürer.
refused-qpf-claim-two-minutes-or-more = Şimdi beraberlik iddia edilemez
    .seen = Oyuncunun iki dakikası ya da daha çok süresi var.
    .may = { form-law }Oyun cezasız sürer.
refused-adjournment-not-in-edition = Bu Kurallarda ertelenen oyun yok
    .seen = Bu sürümde bununla ilgili kural yok.
    .may = { form-law }Ne yapılacağına hakem karar verir.
refused-adjournment-not-on-move = Yalnız hamle sırası olan oyuncu zarflar
    .seen = Hamle sırası rakipte.
    .may = { form-law }Oyun cezasız sürer.
refused-adjournment-before-time-control = Henüz erken erteleme olmaz
    .seen = İlk zaman kontrolünün hamleleri yapılmadı.
    .may = { form-law }Oyun cezasız sürer.
refused-adjournment-replier-absent = Zarf kapalı kalır
    .seen = Yanıt verecek oyuncu yerinde değil.
    .may = { form-law }O oyuncunun saati çalışır; gelince durdurulur ve zarf açılır.
refused-adjournment-sealer-absent = Zarftaki yanıt kapalı kalır
    .seen = İlk zarflayan oyuncu yerinde değil.
    .may = { form-law }O oyuncunun saati çalışır; gelince zarf açılır.
refused-adjournment-sealer-present = Yanıt tahtada oynanır
    .seen = Gizli hamleyi yazan oyuncu yerinde.
    .may = { form-law }Oyun sürer.
refused-adjournment-envelope-opened = Zarf açılmış
    .seen = Zarf açılmadan oyunu bitirecek olan geç kaldı.
    .may = { form-law }Oyuncular her oyundaki gibi beraberlikte anlaşabilir ya da terk edebilir.
move-sealed = { form-who }Hamle zarfa kondu
    .seen = Oyun ertelendi; yeniden başlayana dek hiçbir tahtada durmaz.{ $white ->
        [none] { "" }
       *[other] { " " }Beyazın { $white } süresi kaldı.
    }{ $black ->
        [none] { "" }
       *[other] { " " }Siyahın { $black } süresi kaldı.
    }
    .may = { form-law }Zarfı hakem saklar; üzerinde yazanı `touchmove game envelope` yazdırır.
sealed-move = { form-who }Gizli hamle oynanır
    .seen = Zarf açıldı.
    .may = { form-law }Hakem hamleyi tahtada oynar ve yanıt verecek oyuncunun saatini çalıştırır.
waits-for-the-envelope = Zarfın açılması bekleniyor
    .seen = Yanıt verecek oyuncu yerinde.
    .may = { form-law }Hakem zarfı açar ve içindekini girer.
waits-for-the-replier = Yanıt verecek oyuncu bekleniyor
    .seen = O oyuncunun saati çalışıyor.
    .may = { form-law }Gelince saat durdurulur ve zarf açılır.
waits-for-the-sealer = Gizli hamleyi yazan oyuncu bekleniyor
    .seen = Yanıt zarfta; yerinde olmayan oyuncunun saati çalışıyor.
    .may = { form-law }Gelince ikinci zarf açılır.
waits-for-the-sealer-to-play = Gizli hamleyi yazan oyuncu bekleniyor
    .seen = Zarf kayboldu.
    .may = { form-law }Zarflayan oyuncu ertelenen konumdan tahtada oynar.
waits-for-the-arbiter = Hakemin kararı bekleniyor
    .seen = Hakemden karar istendi.
    .may = { form-law }Hakem kabul eder, vermez, erteler ya da reddeder.
waits-for-the-opponent = Önce rakip, sonra hakem bekleniyor
    .seen = İstek beraberlik teklifi sayılır: önce rakip yanıtlar.
    .may = { form-law }Rakip reddederse artırıma hakem karar verir.
waits-for-a-final-decision = Oyun durdu; son kararı bir hakem verir
    .seen = Beraberlik iddia edildiğinde hakem yoktu.
    .may = { form-law }Hakeme rakibin onayladığı son konum, çaba gösterilmediği iddiasında güncel notasyon kâğıdı da gerekir. İtiraz edilemez.
play-goes-on-watched = Oyun hakem gözetiminde sürer
    .seen = Karar ertelendi.
    .may = { form-law }Hakem her an, bayrak düştükten sonra bile beraberlik ilan edebilir. İtiraz edilemez.
quickplay-evidence = { form-who }Oyunun iddiayla ilgili gösterdikleri
    .seen = { form-since-claim }{ form-of-them }.{ form-stood }{ form-still }{ form-can-mate }
    .may = { form-law }Rakibin normal yollarla kazanmaya çalışıp çalışmadığına hakem karar verir.
offer-open = { form-who }Beraberlik teklif edildi
    .seen = { form-side } beraberlik teklif etti.
    .may = { form-law }Teklif, rakip kabul veya reddedene, bilerek bir taşa dokunana veya oyun bitene kadar geçerlidir.
offer-declined = { form-who }Beraberlik teklifi reddedildi
    .seen = Rakip teklifi reddetti.
    .may = { form-law }Oyun devam eder.
offer-lapsed = { form-who }Beraberlik teklifi düştü
    .seen = Rakip bilerek bir taşa dokundu.
    .may = { form-law }Teklif böylece reddedilmiştir. Oyun devam eder.
offer-moved-past = { form-who }Beraberlik teklifi düştü
    .seen = Rakip hamle yaptı.
    .may = { form-law }Teklif böylece reddedilmiştir. Oyun devam eder.
offer-not-allowed = { form-who }Henüz beraberlik teklif edilemez
    .seen = { form-side } turnuvanın izin verdiği hamleden önce beraberlik teklif etti.
    .may = { form-law }Hakem oyunculara bildirir, oyun devam eder.
claim-right = { form-who }İddia doğru
    .seen = { $what ->
        [threefold] Aynı konum üçüncü kez oluştu veya oluşmak üzere.
        [fifty] Her iki oyuncu son elli hamleyi piyon sürmeden ve taş almadan yaptı.
        [illegal-move] Rakibin son hamlesi kural dışıydı.
       *[other] İddia edilen doğrudur.
    }
    .may = { form-law }Hakem iddiayı kabul eder.
claim-wrong = { form-who }İddia yanlış
    .seen = { $what ->
        [threefold] Konum üç kez oluşmadı.
        [fifty] Son elli hamle içinde piyon sürüldü veya taş alındı.
        [illegal-move] Rakibin son hamlesi kurallara uygundu.
       *[other] İddia edilen doğru değildir.
    }
    .may = { form-law }Oyun devam eder; iddianın bedeli talimatlarla bildirilir.
claim-not-now = { form-who }İddia şimdi yapılamaz
    .seen = İddia eden hamlede değil, bir taşa dokundu veya hamleyi yazmadı.
    .may = { form-law }Oyun devam eder. İddia, oyuncu yeniden hamleye geldiğinde yapılabilir.
warned = { form-who }Hakem uyardı
    .seen = { form-side } hakem tarafından uyarıldı.
    .may = { form-law }Hakem bir sonraki ihlali daha ağır cezalandırabilir.
points-raised = { form-who }Ceza: rakibin puanı artırıldı
    .seen = Hakem, { form-the-side } için ceza olarak rakibe oyunun verebileceği en yüksek puanı veriyor.
    .may = { form-law }İkisinin toplamı bir puanı geçemez (10.2): beraberlikte kalan yarım puan önce geri alınır.
points-lowered = { form-who }Ceza: puanı indirildi
    .seen = Hakem, { form-the-side } için bu oyundan alınacak puanı indirdi.
    .may = { form-law }Oyun nasıl biterse bitsin geçerlidir. Rakibin puanı bununla değişmez.
must-record = { form-who }Hamleleri yazmak zorunda
    .seen = { form-side } hamleleri yazmak zorundadır.
    .may = { form-law }Hakem notasyon kâğıdının güncel olmasını sağlar.
need-not-record = { form-who }Hamleleri yazmak zorunda değil
    .seen = { form-side } şimdi hamleleri yazmak zorunda değildir.
    .may = { form-law }Hakem oyuncunun yazmadan oynamasına izin verir.
arrived = { form-who }Zamanında geldi
    .seen = { form-side } bekleme süresi içinde geldi.
    .may = { form-law }Oyun başlar veya devam eder.
illegal-move-stands = Kural dışı hamle geçerli kalır
    .seen = Bir sonraki hamleden önce iddia edilmedi.
    .may = { form-law }Oyun tahtadaki konumdan devam eder.
play-goes-on = Oyun devam eder
    .seen = Düzeltilecek bir şey yok.
    .may = { form-law }Oyun olduğu gibi devam eder.
arbiter-may-choose = Hakem karar verir
    .seen = Kurallar sonucu açık bırakıyor.
    .may = { form-law }Hakem takdirine göre karar verir ve saati, konumu veya sonucu ona göre bildirir.
waits-for-a-claim = Bir iddia bekleniyor
    .seen = Bir oyuncu iddia etmeden bir şey olmaz.
    .may = { form-law }Tam gözetim yoksa hakem bir şey söylemez.

### Zorunluluk

obligation = { form-who }{ $duty ->
        [move] { form-on }{ form-man } oynanmalı
        [capture] { form-on }taş alınmalı
        [free] Her geçerli hamle oynanabilir
       *[none] Dokunulan taş bağlayıcı
    }
    .seen = { $duty ->
        [free] { form-sides } dokunduğu hiçbir taş oynanamaz ya da alınamaz
       *[none] { form-sides } dokunuşu belirli hamleleri zorunlu kılıyor{ $moves ->
            [none] { "" }
           *[other] : { $moves }
        }
    }{ form-at }.
    .may = { form-law }Başka bir hamle yapılmadan hakem bir şey söylemez.

### Sonuçlar

checkmate = Mat{ form-value }
    .seen = { form-loser } mat oldu.
    .may = { form-law }Oyun, saate basmaya gerek kalmadan bitmiştir. Hakem sonucu kaydeder.
stalemate = Pat{ form-value }
    .seen = Hamlede olan oyuncunun geçerli hamlesi yok, şahı da tehdit altında değil.
    .may = { form-law }Oyun, saate basmaya gerek kalmadan bitmiştir. Hakem beraberliği kaydeder.
dead-position = Ölü konum{ form-value }
    .seen = Geçerli hamlelerin hiçbir dizisi iki taraf için de mata götürmüyor.
    .may = { form-law }Oyun hemen berabere biter. Oyuncular oynamayı sürdürse de hakem bunu ilan edebilir.
fivefold = Beş kez konum tekrarı{ form-value }
    .seen = Aynı konum beşinci kez oluştu.
    .may = { form-law }Oyun iddiaya gerek kalmadan beraberedir; hakem bunu ilan edebilir.
seventyfive = Yetmiş beş hamle{ form-value }
    .seen = İki oyuncu da taş almadan ve piyon sürmeden 75’er hamle yaptı.
    .may = { form-law }Oyun iddiaya gerek kalmadan beraberedir; hakem bunu ilan edebilir.
agreement = Anlaşmalı beraberlik{ form-value }
    .seen = Oyuncular beraberlikte anlaştı.
    .may = { form-law }Yarışma yönergesi o aşamada yasaklamıyorsa hakem beraberliği kaydeder.
threefold-claim = Üç kez tekrar iddiası{ form-value }
    .seen = { form-side }, konumun üçüncü kez oluştuğunu haklı olarak ileri sürdü.
    .may = { form-law }Oyun hemen beraberedir. Hakem iddiayı denetler ve beraberliği kaydeder.
fifty-claim = Elli hamle iddiası{ form-value }
    .seen = { form-side }, elli hamledir taş alınmadığını ve piyon sürülmediğini haklı olarak ileri sürdü.
    .may = { form-law }Oyun hemen beraberedir. Hakem iddiayı denetler ve beraberliği kaydeder.
resignation = Terk{ form-value }
    .seen = { form-side } oyunu terk etti.
    .may = { form-law }Oyun hemen biter. Hakem sonucu kaydeder.
resignation-opponent-cannot-mate = Terk, mat olanağı yok{ form-value }
    .seen = { form-side } oyunu terk etti, ama rakibi hiçbir geçerli hamle dizisiyle mat edemez.
    .may = { form-law }Oyun beraberedir; hakem matın olanaksız olduğunu denetler.
flag = Süre aşımı{ form-value }
    .seen = { form-sides } bayrağı, periyodun hamleleri tamamlanmadan düştü.
    .may = { form-law }Hakem oyunu { form-the-side } için kayıp ilan eder.
flag-opponent-cannot-mate = Bayrak, mat olanağı yok{ form-value }
    .seen = { form-sides } bayrağı düştü, ama rakibi hiçbir geçerli hamle dizisiyle mat edemez.
    .may = { form-law }Hakem oyunu berabere ilan eder.
flag-opponent-bare-king = Bayrak, rakipte yalnız şah{ form-value }
    .seen = { form-sides } bayrağı düştü, ama rakibinin yalnız şahı kaldı.
    .may = { form-law }Hakem oyunu berabere ilan eder.
illegal-move = Kural dışı hamleyle kayıp{ form-value }
    .seen = { form-side } kural dışı bir hamle tamamladı.
    .may = { form-law }Hakem oyunu { form-the-side } için kayıp ilan eder.
illegal-move-opponent-cannot-mate = Kural dışı hamle, mat olanağı yok{ form-value }
    .seen = { form-side } kural dışı bir hamle tamamladı, ama rakibi hiçbir geçerli hamle dizisiyle mat edemez.
    .may = { form-law }Hakem oyunu berabere ilan eder.
second-illegal = İkinci kural dışı hamle{ form-value }
    .seen = { form-side } ikinci kural dışı hamlesini tamamladı.
    .may = { form-law }Hakem oyunu { form-the-side } için kayıp ilan eder.
second-illegal-opponent-cannot-mate = İkinci kural dışı hamle, mat yok{ form-value }
    .seen = { form-side } ikinci kural dışı hamlesini tamamladı, ama rakibi hiçbir geçerli hamle dizisiyle mat edemez.
    .may = { form-law }Hakem oyunu berabere ilan eder.
illegal-position = Geçersiz konum sürüyor{ form-value }
    .seen = Bir sonraki hamle tamamlandıktan sonra da tahtada geçersiz bir konum var.
    .may = { form-law }Hakem oyunu berabere ilan eder.
default-time = Hükmen kayıp süresi aşıldı{ form-value }
    .seen = { form-side }, hükmen yenik sayılma süresi dolduktan sonra geldi ya da hiç gelmedi.
    .may = { form-law }Hakem oyunu { form-the-side } için kayıp ilan eder ya da başka bir karar verir.
both-late = İki oyuncu da geç kaldı{ form-value }
    .seen = İki oyuncu da hükmen yenik sayılma süresi dolduktan sonra geldi ya da hiç gelmedi.
    .may = { form-law }Hakem oyunu iki oyuncu için de kayıp ilan eder ya da başka bir karar verir.
both-flags = İki bayrak da düştü{ form-value }
    .seen = Son periyotta iki bayrak da düştü ve hangisinin önce düştüğü bilinmiyor.
    .may = { form-law }Hakem oyunu berabere ilan eder.
quickplay-finish = Hızlıoyun bitişi{ form-value }
    .seen = { form-side }, rakibinin normal yollarla kazanamayacağını ya da kazanmaya çalışmadığını iddia etti.
    .may = { form-law }Hakem iddiayı kabul etti ve oyunu berabere ilan eder.
sealed-move-invalid = Geçersiz gizli hamle{ form-value }
    .seen = { form-sides } zarftaki hamlesi kural dışı ya da anlaşılmıyor.
    .may = { form-law }Hakem oyunu { form-the-side } için kayıp ilan eder.
sealed-illegal-opponent-bare-king = Gizli hamle, rakipte yalnız şah{ form-value }
    .seen = { form-sides } zarftaki hamlesi kural dışı ya da anlaşılmıyor, ama rakibinin yalnız şahı kaldı.
    .may = { form-law }Hakem oyunu berabere ilan eder.
arbiter-penalty = Hakem cezası{ form-value }
    .seen = Hakem oyunu { form-the-side } için bir cezayla sona erdirdi.
    .may = { form-law }Rakibin alacağı puana da hakem karar verir.
kings = Şahlar ortada{ form-value }
    .seen = Şahlar tahtanın ortasına kondu; bunun anlamı: { $winner ->
        [white] Beyaz kazandı
        [black] Siyah kazandı
        [draw] oyun berabere
       *[none] oyun bitti
    }.
    .may = { form-law }Kurallar bu işarete bir anlam vermez: hakem sonucu oyunculara onaylatır.
decision = Hakem kararı{ form-value }
    .seen = Sonuç elle girildi.
    .may = { form-law }Yarışma yönergesi izin verdiği sürece hakem sonucu değiştirebilir.

### Tahtanın durumu

board-floods = Üzerinde olabilecekten fazlasını bildiren tahta
    .seen = Tahta, ellerin yapabileceğinden çok değişiklik bildirdi. Bildirdikleri { form-times } dışarıda bırakıldı; tahta durulunca oyun taşların durduğu yerden sürer.
    .may = Kabloya ve bağlantı noktasında başka ne olduğuna bakın. Sürerse bu tahtayı hemen değiştirin.
line-dead = Taş okumayan yatay ya da dikey{ form-squares }
    .seen = Oyuna göre taş bulunan, aynı yatay ya da dikeydeki birkaç kare boş görünüyor.
    .may = Bir sonraki turda bu tahtayı değiştirin.
square-dead = Taş okumayan kare{ form-squares }
    .seen = Başka karelerde okunan taşlar bu karede defalarca okunmadı.
    .may = Bir sonraki turda bu tahtayı değiştirin.
square-stuck = Giden taşı göstermeyi sürdüren kare{ form-squares }
    .seen = Kare, oradan ayrılan ve gittiği yerde okunan taşı hâlâ gösteriyor.
    .may = Bir sonraki turda bu tahtayı değiştirin.
man-not-read = Okunmayan taş{ form-squares }
    .seen = Oyuna göre orada bir taş var, ama tahta birkaç hamledir taş göstermiyor.
    .may = Tahtaya bakın: taşı karesinin ortasına koyun. Yine okunmazsa taşı, olmazsa bir sonraki turda tahtayı değiştirin.
man-misread = Başka taş olarak okunan taş{ form-squares }
    .seen = Tahta birkaç hamledir orada oyundakinden başka bir taş gösteriyor.
    .may = Tahtaya bakın: doğru taş duruyorsa taşı, olmazsa bir sonraki turda tahtayı değiştirin; durmuyorsa hamleleri düzeltin.
man-alternates = Bir öyle bir böyle okunan taş{ form-squares }
    .seen = Hiçbir şey oynanmazken karedeki taş { form-times } başka bir taş olarak okundu{ form-trend }.
    .may = Bir sonraki turda bu tahtayı değiştirin.
square-ghosts = Olmayan taşı gösteren kare{ form-squares }
    .seen = Hiçbir şey oynanmazken kare { form-times } kısa süre taş gösterdi{ form-trend }.
    .may = Bir sonraki turda bu tahtayı değiştirin.
square-flickers = Titreyen kare{ form-squares }
    .seen = Hiçbir şey oynanmazken karedeki taş { form-times } kısa süre okunmadı{ form-trend }.
    .may = Bir sonraki turda bu tahtayı değiştirin.
board-flickers = Tahtanın her yerinde kareler titriyor
    .seen = Kareler { form-times } hiçbir elin yapmayacağı bir şey gösterdi{ form-trend }.
    .may = Bir sonraki turda bu tahtayı değiştirin.
line-errors = Tahtanın bağlantısı kötü
    .seen = Son bir saat içinde tahtanın söyledikleri { form-times } bozuk geldi ya da yeniden soruldu{ form-trend }.
    .may = Kabloya, fişlere ve çoklayıcıya bakın. Sürerse kabloyu, sonra bir sonraki turda tahtayı değiştirin.
board-silences = Tahta susuyor
    .seen = Son bir saat içinde tahta { form-times } yanıt vermez oldu{ form-trend }.
    .may = Beslemeye, kabloya ve çoklayıcıya bakın. Sürerse bir sonraki turda bu tahtayı değiştirin.
battery-low = Pil zayıf{ form-charge }
    .seen = Tahtanın pili bir tur dayanmayacak.
    .may = Pili şarj edin ya da kabloyu takın.
clock-battery-low = Saatin pili zayıf
    .seen = Saat, pilinin zayıf olduğunu bildiriyor.
    .may = Saatin pilini bir sonraki turdan önce değiştirin.
