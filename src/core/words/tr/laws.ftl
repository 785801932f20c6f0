### Kuralların maddelerine göre programın yaptıkları: `touchmove laws`. Her ileti `../articles.txt` dosyasındaki bir konudur:
### başlığı, `.does` altında da yapılanlar. `edition` sorulan baskıdır. Kurallardan alıntı yoktur: sözler bizimdir.

laws-no-such-article = { $edition }: { $article } diye bir madde yok; yakınındakiler: { $near }
laws-only-changes = 1997'nin yalnız değişiklikleri bilinir: dokunmadıkları 1995'ten alınmıştır.

law-not-for-a-machine = Oyuncular ve hakemler için
    .does = Bu maddeyle bir şey yapılmaz: insanlar içindir, tahta da saat de onu göstermez.
law-turns = Kim başlar, hamle sırası ne zaman kimde
    .does = Önce Beyaz oynar, sonra sırayla. { $edition ->
        [fide-1995] Rakip taşı bıraktığında hamle sırası oyuncuya geçer.
        [fide-1997] Rakip hamlesini yaptığında sıra oyuncuya geçer; bu baskının yalnız değişiklikleri bilinir, onlar da bunu söylemez.
       *[other] Rakip hamlesini yaptığında, saat ne gösterirse göstersin, sıra oyuncuya geçer: o andan sonraki dokunmalar onu bağlar.
    }
law-object = Mat, ve alınamayan şah
    .does = Yalnız kendi şahını tehdit altında bırakmayan hamleler geçerlidir. Tahtadan alınıp saate basılan şah kural dışı hamledir.
law-start = Başlangıç konumu
    .does = Tahta başlangıç konumunu ya da oyun için kurulan konumu gösterince oyun başlar. Başka konumda hiçbir şey başlamaz.
law-board-lies = Tahtanın duruşu
    .does = Tahta iki yönde de kullanılabilir: yönü taşlardan ya da kimin başladığından anlaşılır, yoksa sorulur.
law-moves = Taşların hareketi
    .does = Konumun geçerli hamleleri hesaplanır; ellerin yaptığı onlarla karşılaştırılır.
law-check = Şah çekme
    .does = Kendi şahını tehdit altında bırakan hamle kural dışıdır. Kimsenin "şah" demesi gerekmez, kimseye de söylenmez.
law-legality = Geçerli hamle, kural dışı hamle, kural dışı konum
    .does = Tahtanın gösterdiğine tek bir geçerli hamle götürüyorsa hamle geçerlidir. Gerisi ayırt edilir: kural dışı hamle, değiştirilmemiş piyon, hamlesiz saate basma, yerinden oynamış taşlar.
law-castling = Rok, ve yapılamadığı durumlar
    .does = Rok hakkı yalnız şah ve kale hamleleriyle kaybolur; tehdit altındaki kareler ve aradaki taşlar o an için engeller. Kural dışı rok, saate basılınca kural dışı hamle sayılır.
law-promotion = Piyon terfisi
    .does = Son yataydaki piyonun yerini şah dışında bir taş alır; yeni taş kareye değince seçim kesinleşir. Taşları ayırt edemeyen tahtalarda, önemliyse, hangi taş olduğu sorulur.
law-one-hand = Hamle tek elle yapılır
    .does = Tahta elleri görmez. İki eli gören hakem bunu girer (`touchmove game two-hands`){ $edition ->
        [fide-1995] ; bu baskıda bunun süre cezası yoktur.
        [fide-1997] ; bu baskıda bunun süre cezası yoktur.
       *[other] , ve ihlal sayılır.
    }
law-adjusting = Taş düzeltme
    .does = Bildirilmesinden (`touchmove game adjust`) bitişine ya da saate basılmasına dek, karesine dönen taşlara dokunulmamış sayılır. Yalnız hamledeki oyuncu, kendi süresinde düzeltebilir; dokunduktan sonra bildirmek geç kalmaktır.
law-contact = Kasıtlı dokunma
    .does = Kaldırılan taşa kasten dokunulmuştur, hakem kaza olduğunu söylemedikçe (`touchmove game accidental`). Kaldırmadan dokunmayı hiçbir tahta görmez.
law-own-touched = Kendi taşına dokunma
    .does = Dokunulan ilk kendi taşlarından oynayabileni oynanmalıdır. Başka taşla yapılan geçerli hamle, taşın karesinden ne kadar ayrı kaldığına göre bir kesinlikle, dokunulan taş ihlali olarak bildirilir.
law-enemy-touched = Rakip taşına dokunma
    .does = Dokunulan rakip taşlarından alınabilecek ilki, alabilen herhangi bir taşla alınmalıdır. Rakip şaha dokunmak bağlamaz.
law-both-touched = İki renkten taşlara dokunma
    .does = Dokunulan ilk kendi taşı, dokunulan ilk rakip taşını almalıdır. Alamıyorsa, dokunulanlardan oynayabilen ya da alınabilen ilki belirler. Sıra görülemiyorsa kendi taşı önce sayılır.
law-king-then-rook = Önce şah, sonra kale
    .does = { $edition ->
        [fide-1995] Rok geçerliyse şah oynanmalıdır, ama rok zorunlu değildir.
        [fide-1997] Rok geçerliyse şah oynanmalıdır, ama rok zorunlu değildir.
       *[other] O yana rok geçerliyse yapılmalıdır. İkisine birden dokunmak önce şah sayılır.
    }
law-rook-then-king = Önce kale, sonra şah
    .does = { $edition ->
        [fide-1995] Bu hamlede iki yana da rok yapılamaz; kaleye dokunma önce gelir.
        [fide-1997] Bu hamlede iki yana da rok yapılamaz; kaleye dokunma önce gelir.
       *[other] Bu hamlede o kaleyle rok yapılamaz; oynayabiliyorsa kale oynanmalıdır.
    } Bir çırpıda kaleden başlayarak rok yapan eller ikinci bir hamleyle suçlanmaz.
law-castling-illegal = Şah ve kaleye dokunma, rok kural dışı
    .does = Şah başka bir hamle yapar, öbür yana rok da olabilir. Hamlesi yoksa herhangi bir geçerli hamle oynanabilir. İkisi de ilk karelerindeyse rok niyeti varsayılır, hakem başkasını söylemedikçe.
law-nothing-binds = Dokunulanlardan hiçbiri oynayamaz, alınamaz
    .does = Herhangi bir geçerli hamle oynanabilir.
law-released = Bırakılan taş
    .does = Gidebileceği karede duran taş orada kalmalıdır. Başka bir kareye giderse, bırakıldıktan sonra oynatılan taş olarak bildirilir.
law-made = Hamle ne zaman yapılmıştır
    .does = Tahta hamleden sonraki konumu gösterdiğinde: alınan taş kalkmış, kale geçmiş, yeni taş konmuş ve piyon kalkmış olmalı. Duran taş bırakılmış sayılır.
law-complaint = Dokunmadan ne zamana dek şikâyet edilebilir
    .does = Hak, rakibin bir taşa dokunmasıyla biter{ $edition ->
        [fide-1995] , kasıt aranmaz
        [fide-1997] , kasıt aranmaz
       *[other] { "" }
    }; şikâyet edilmeyen ve karara bağlanmayan ihlal düşer, düştüğü de bildirilir.
law-assistant = Yardımcısı olan oyuncular
    .does = Taşları kimin elinin oynattığı görülmez. Yardımcının yaptığı oyuncunundur; hakem süreleri elle değiştirebilir.
law-checkmate = Mat
    .does = Oyun hemen biter. { $edition ->
        [fide-1995] Daha önce neye dokunulduğuna bakılmaz.
        [fide-1997] Daha önce neye dokunulduğuna bakılmaz.
       *[other] Mat eden hamle dokunulan taş kurallarına aykırıysa hakem karar verir, ikisi de bildirilir.
    }
law-resignation = Terk
    .does = Hakem girer (`touchmove game resign`) ya da şahlar ortaya konarak gösterilir. Oyun kaybedilir{ $edition ->
        [fide-2023] ; rakip hiçbir geçerli hamle dizisiyle mat edemiyorsa berabere biter. Buna karar verilemiyorsa hakeme sorulur.
       *[other] .
    }
law-stalemate = Pat
    .does = Oyun hemen berabere biter. Hamle dokunulan taş kurallarına aykırıysa hakem karar verir.
law-dead-position = Kimsenin mat edemeyeceği konumlar
    .does = { $edition ->
        [fide-1995] Yalnız şahlar, bir fil ya da bir at, veya aynı renk karelerde filler kalınca oyun o anda berabere biter.
       *[other] İki tarafın da hiçbir geçerli hamle dizisiyle mat edemeyeceği kanıtlanırsa oyun o anda berabere biter. Kanıtlanmayan ilan edilmez.
    }
law-agreement = Anlaşmayla beraberlik
    .does = Kabul edilen öneri (`touchmove game accept-draw`) oyunu bitirir. { $edition ->
        [fide-1995] Hamle yapılmış olması gerekmez.
        [fide-1997] Hamle yapılmış olması gerekmez.
       *[other] İki oyuncu da hamle yapmadan önce reddedilir.
    }
law-bare-king = Yalnız şah kazanamaz
    .does = { $edition ->
        [fide-1995] Bayrak düşünce rakipte yalnız şah varsa oyun beraberedir; başka bir şeye bakılmaz.
        [fide-1997] Bayrak düşünce rakipte yalnız şah varsa oyun beraberedir; başka bir şeye bakılmaz.
       *[other] Bayrak düşünce rakip hiçbir geçerli hamle dizisiyle mat edemiyorsa oyun beraberedir; yalnız şah da böyledir.
    }
law-one-clock = Saatlerden biri çalışır
    .does = Saat her basışta ve her saniye okunur. Yanlış tarafın çalışması, sürelerin atlaması ve duran saat bildirilir.
law-completed = Hamle ne zaman tamamlanmıştır
    .does = { $edition ->
        [fide-1995] Taş bırakılınca hamle tamamlanır; saate basmak zaman kontrolü için sayılır.
       *[other] Saate basmak hamleyi tamamlar. Oyunu bitiren hamleye gerekmez; basılmamış bir hamleyi de oyuncunun sonraki hamlesi tamamlar.
    }
law-late-press = Geç basma
    .does = Rakip yanıt verdikten sonra basmak da hamleyi tamamlar ve ihlal değildir.
law-clock-handling = Saatin kullanılışı
    .does = Hangi elle, ne sertlikte basıldığı görülmez. Hamleden önce basmak, hamlesiz saate basma olarak bildirilir.
law-periods = Zaman kontrolünün dönemleri
    .does = Tamamlanan hamleler dönem dönem sayılır; dönemin son hamlesi oyunu bitirmiyorsa saate basılmalıdır. Sonraki dönemin süresi, saat nasıl yapıyorsa, o hamlede ya da sıfırda eklenir.
law-saved-time = Artan süre, ekleme ve gecikme
    .does = Saatin süreleri zaman kontrolünün verdiğiyle karşılaştırılır: eksik ya da fazla ekleme bildirilir.
law-flag-check = Düşen bayrak ne demektir
    .does = Sıfırda tamamlanan hamlelere bakılır: dönemin sayısına ulaşıldıysa sonraki dönem başlar, yoksa bayrak düşmüştür.
law-clock-start = Saatin başlatılması
    .does = Beyaz'ın saatini başlatan ilk basış ihlal değildir. İlk hamlelerden sonra çalışmayan saat bildirilir.
law-default-time = Geç kalma
    .does = { $edition ->
        [fide-1995] Bir saatten çok geciken kaybeder; ikisi de gecikirse ikisi de kaybeder.
        [fide-1997] İlan edilen saatten bir saatten çok geciken kaybeder; ikisi de gecikirse ikisi de kaybeder.
       *[other] Yarışmanın bekleme süresinden, belirtilmemişse sıfırdan, çok geciken kaybeder; ikisi de gecikirse ikisi de kaybeder.
    } Gelişler girilir (`touchmove game arrived`).
law-nobody-there = Başlangıçta kimse yoksa
    .does = Beyaz gelene dek geçen süreyi kaybeder (`touchmove game white-absent`).
law-who-calls-flag = Bayrağı kim söyler
    .does = { $edition ->
        [fide-1995] Düşen bayrak hakeme hemen bildirilir.
        [fide-1997] Hızlı ve yıldırımda bayrağı yalnız oyuncu iddia edebilir; ötekilerde hakeme hemen bildirilir.
       *[other] Düşen bayrak hakeme hemen bildirilir; oyuncu da iddia edebilir (`touchmove game claim-flag`).
    }
law-flag = Bayrak düştü
    .does = Daha önce oyunu bitiren bir şey yoksa oyuncu kaybeder. { $edition ->
        [fide-1995] Rakipte yalnız şah varsa oyun beraberedir.
        [fide-1997] Rakipte yalnız şah varsa oyun beraberedir.
       *[other] Rakip hiçbir geçerli hamle dizisiyle mat edemiyorsa oyun beraberedir; karar verilemiyorsa hakeme iki sonuç da bildirilir, birini o ilan eder.
    }
law-clock-readings = Saatin gösterdiği geçerlidir
    .does = Süreler saatten alınır. Atlama, olağandışı süre ve okunmayan saat bildirilir; hakem başka süre girebilir (`touchmove game clock`).
law-clock-setting = Yanlış ayarlanmış saat
    .does = Başlangıçtaki süreler ve her hamlenin eklediği, zaman kontrolüyle karşılaştırılır. Fark, ne ayarlanacağıyla birlikte bildirilir.
law-stopping = Saati durdurma
    .does = Hakem çağırmak, eksik taş ya da devrilen taşlar için iki saat de durdurulabilir: ihlal değildir. Gerektiren talimatların arasında durdurmak ve çalıştırmak da vardır.
law-agreed-before-flag = Bayrak görülmeden anlaşılan sonuç
    .does = Oyunu önce ne bitirdiyse o geçerlidir: sonradan görülen bayrak bir şey değiştirmez.
law-both-flags = İki bayrak da düştü
    .does = Hangisinin önce düştüğü bilinmiyorsa (`touchmove game both-flags`): { $edition ->
        [fide-1995] oyun sürer.
        [fide-1997] oyun sürer.
       *[other] son dönemde oyun berabere biter, daha önceki dönemde sürer.
    }
law-times-restored = Konum yeniden kurulunca süreler
    .does = { $edition ->
        [fide-2017] Konum verilir, sürelere hakem karar verir: `touchmove game clock` ile girilir.
        [fide-2018] Konum verilir, sürelere hakem karar verir: `touchmove game clock` ile girilir.
        [fide-2023] Konum verilir, sürelere hakem karar verir: `touchmove game clock` ile girilir.
       *[other] Konum verilir. Görülenle birlikte hamle sayısı ve iki tarafın şimdiye dek kullandığı süre girilirse (`touchmove game found illegal-move`, `displaced`), o andaki süre hamlelerle orantılı sayılır; bu, beş dakikadan ya da hamle başına bir dakikadan az bırakıyorsa ya da hiçbir şey girilmediyse süreleri hakem bulur (`touchmove game clock`).
    }
law-start-wrong = Sonradan görülen yanlış başlangıç konumu
    .does = `touchmove game found start-wrong` ile girilir: yeni oyun gerekir.
law-board-turned = Sonradan görülen yanlış tahta duruşu
    .does = `touchmove game found board-turned` ile girilir: konum doğru duran bir tahtaya aktarılacaktır.
law-colours = Sonradan görülen ters renkler
    .does = `touchmove game found colours-reversed` ile girilir: { $edition ->
        [fide-1995] ilk kontrol süresinin dörtte biri, oyunun sürmesi ile yeni oyun arasında belirleyicidir.
        [fide-1997] ilk kontrol süresinin dörtte biri, oyunun sürmesi ile yeni oyun arasında belirleyicidir.
       *[other] iki oyuncu da ondan az hamle yaptıysa yeni oyun gerekir, yoksa oyun sürer.
    }
law-displaced = Yerinden oynamış taşlar
    .does = Hamle olmadan başka yerde duran taşlar bildirilir: oynatan, kendi süresinde yerine koyar. Bundan ötürü kimse kural dışı hamleyle suçlanmaz. Birlikte yerine dönen üç ya da daha çok taş devrilmiştir.
law-illegal-move = Tamamlanmış kural dışı hamle
    .does = { $edition ->
        [fide-1995] Önceki konum kurulur, dokunmalar yeniden bağlar, süre verilmez.
        [fide-1997] Önceki konum kurulur, dokunmalar yeniden bağlar, süre verilmez.
       *[other] Saate basılınca bildirilir. Önceki konum kurulur, aynı dokunmalar bağlar, rakibe süre verilir; böyle ikinci ihlal kaybettirir.
    } Sonradan bulunan, bilinen son konumdan düzeltilir.
law-pawn-not-replaced = Son yatayda bırakılan piyon
    .does = { $edition ->
        [fide-1995] Oyuncunun seçtiği taşla değiştirilir; süre verilmez.
        [fide-1997] Oyuncunun seçtiği taşla değiştirilir; süre verilmez.
       *[other] Saate basılınca piyon vezir olur, sıra rakibe geçer ve kural dışı hamle sayılır.
    }
law-press-without-move = Hamlesiz saate basma
    .does = { $edition ->
        [fide-1995] Bildirilir; oyuncunun kendi saati çalışmayı sürdürür, bedeli yoktur.
        [fide-1997] Bildirilir; oyuncunun kendi saati çalışmayı sürdürür, bedeli yoktur.
        [fide-2017] Oyuncunun kendi saati çalışmayı sürdürür, rakibe süre verilir; böyle basışlar ayrı sayılır.
       *[other] Oyuncunun kendi saati çalışmayı sürdürür ve kural dışı hamle sayılır.
    }
law-two-hands = İki el
    .does = Hakem girer. { $edition ->
        [fide-1995] Bu baskıda süre cezası yoktur.
        [fide-1997] Bu baskıda süre cezası yoktur.
        [fide-2017] Kullanıldığı anda, ayrı sayılır; geçerli hamle yerinde kalır.
       *[other] Saate basılınca kural dışı hamle gibi sayılır; geçerli hamle yerinde kalır.
    }
law-penalty-scale = İhlalin bedeli
    .does = { $edition ->
        [fide-1995] Yok: süre verilmez.
        [fide-1997] Bilinen bir bedeli yok: süre verilmez.
        [fide-2017] İlki rakibe iki dakika, yıldırımda bir dakika kazandırır; aynı türden ikincisi kaybettirir, rakip mat edemiyorsa oyun berabere biter. Kural dışı hamle, basış ve el ayrı ayrı sayılır.
        [fide-2018] İlki rakibe iki dakika, yıldırımda bir dakika kazandırır; hangi türden olursa olsun ikincisi kaybettirir, rakip mat edemiyorsa oyun berabere biter.
       *[other] İlki rakibe iki dakika, hızlı ve yıldırımda bir dakika kazandırır; hangi türden olursa olsun ikincisi kaybettirir, rakip mat edemiyorsa oyun berabere biter.
    }
law-recording = Hamlelerin yazılması
    .does = Oyun kaydı tahtadan tutulur; oyuncuların yazdığı görülmez. Girilen öneriler kararlar arasında durur.
law-recording-exempt = Kim yazmak zorunda değil
    .does = Bir oyuncu için sorulunca (`scoresheet`) yanıt süresinden çıkar: { $edition ->
        [fide-1995] beş dakikanın altında kaldığı sürece yazmayabilir, her hamle 20 saniye eklemiyorsa.
        [fide-1997] beş dakikanın altında kaldığı sürece yazmayabilir, her hamle 20 saniye eklemiyorsa.
       *[other] beş dakikanın altına inince dönemin sonuna dek yazmayabilir, her hamle 30 saniye eklemiyorsa.
    }
law-reconstruction = Eksik kaydın tamamlanması
    .does = Hamleler tahtadan bilinir: `touchmove game show` onları hakeme gösterir. Ara vermek ve süreler onun işidir.
law-move-count-open = Kaç hamle yapıldığı gösterilemiyor
    .does = Tahtanın saydığı hakeme gösterilir; emin olunmayan hamleler kuşkulu diye işaretlenir, o karar verir.
law-refusal = Kurallara uymayı reddetme
    .does = Hakem oyunun kaybedildiğini ve rakibin alacağı puanı girer: `touchmove game penalty … --lose 1/2`.
law-result-confirmed = Kâğıtlardaki sonuç
    .does = İmzalı kâğıtlardaki sonuçlar `touchmove round enter` ile girilir. Tahta başka sonuç gösteriyorsa hangisinin geçerli olduğu sorulur.
law-offers-forbidden = Bir hamleden önce öneri yok
    .does = Yarışma bir hamle sayısı koyduysa (`no-draw-offers-before-move`), daha erken öneriye izin olmadığı bildirilir.
law-offers = Beraberlik önerme
    .does = Öneri (`touchmove game offer-draw`) kabul ya da reddedilene dek, veya rakip { $edition ->
        [fide-1995] hamle yapana dek
        [fide-1997] hamle yapana dek
       *[other] bir taşa dokunana dek
    } geçerlidir. Hamle ile basış arası dışındaki öneri de geçerlidir, ama usulsüz diye bildirilir.
law-claim-is-offer = İddia öneridir de
    .does = Yanlış çıkan iddia, rakibin kabul edebileceği bir beraberlik önerisi olarak kalır.
law-threefold = Aynı konum üçüncü kez
    .does = Niyet edilen hamleyle ya da yeni oluşan konumla yapılan iddia (`touchmove game claim-draw`) oyunun bütün konumlarıyla karşılaştırılır.
law-same-position = Konumlar ne zaman aynıdır
    .does = Sıra aynı oyuncuda, aynı taşlar aynı karelerde ve aynı hamleler olanaklıysa: rok hakları sayılır, geçerken alma yalnız geçerliyse sayılır.
law-fifty-moves = Alışsız ve piyon hamlesiz elli hamle
    .does = İddia, iki tarafın hamleleri sayılarak denetlenir; tahtada eksik hamleler bilindiği kadar sayılır.
law-claim-lost = İddia hakkı ne zaman kaybolur
    .does = { $edition ->
        [fide-1995] Hamle yapmakla kaybolur.
        [fide-1997] Hamle yapmakla kaybolur.
       *[other] Bu hamle için bir taşa dokunmakla kaybolur; iddia doğru olacaksa kaybolduğu bildirilir.
    }
law-claim-stops = İddia saati durdurur
    .does = İki saat de durdurulacaktır. İddia geri alınamaz.
law-claim-correct = Doğru iddia
    .does = Oyun berabere biter.
law-claim-wrong = Yanlış iddia
    .does = { $edition ->
        [fide-1995] İddia eden beş dakika kaybeder, bununla oyunu da kaybedebilir; oyun sürer.
        [fide-1997] Rakip üç dakika kazanır, iddia eden kalan süresinin yarısını, en çok üç dakika kaybeder; oyun sürer.
       *[other] Rakip ilk ihlalin süresini kazanır; bildirilen hamle oynanmalıdır.
    }
law-fivefold = Aynı konum beşinci kez
    .does = Oyun iddia olmadan berabere biter.
law-seventy-five = Alışsız ve piyon hamlesiz yetmiş beş hamle
    .does = Oyun iddia olmadan berabere biter; bu hamlelerin sonuncusuyla gelen mat daha önemlidir.
law-points = Bir oyunun verdiği puan
    .does = Bir oyuncu bir, yarım ya da sıfır puan alır, ikisi birlikte bir puanı geçmez: 1-0, 0-1, 1/2-1/2, ve hakem öyle karar verirse 0-0, 1/2-0, 0-1/2. Hükmen sonuç, kaybedilmiş oyun gibi sayılır. Başka puanlar reddedilir.
law-distraction = Rakibi rahatsız etme
    .does = Yanlış anda yapılan beraberlik önerileri düşük kesinlikle bildirilir. Başka rahatsızlıkları insanlar görür.
law-penalties = Hakemin cezaları
    .does = `touchmove game penalty` ile girilir: uyarı, rakibe süre, süreden düşme, { $edition ->
        [fide-1995] oyunun kaybı; puan cezası yoktur.
        [fide-1997] oyunun kaybı; puan cezası yoktur.
       *[other] puan indirme ya da artırma, oyunun kaybı. Puan cezaları oyun nasıl biterse bitsin geçerlidir. Para cezası ve ihraç tutulmaz.
    }
law-both-guilty = İkisi de suçlu
    .does = Hakem 0-0 girer, ikisi de kaybeder.
law-extra-time = Rahatsızlık için ek süre
    .does = Hakem süreleri girer (`touchmove game clock`); ayarlanabilen saate ne göstereceği söylenir.
law-no-hints = Oyunculara ipucu yok
    .does = Olaylar, talimatlar ve oyuncuyu bağlayanlar yalnız hakeme bildirilir. Herkes hamleleri, süreleri ve sonuçları görür.
law-category = Standart, hızlı, yıldırım
    .does = { $edition ->
        [fide-1995] Bu baskıda böyle türler yoktur.
        [fide-1997] Sabit süre belirler: 15 dakikadan az yıldırım, 60'a kadar hızlı.
       *[other] Ana süre ile hamle başına eklenenin altmış katı belirler: 10 dakikaya kadar yıldırım, 60'tan az hızlı.
    } Yarışma başka türlü söyleyebilir.
law-no-recording = Kimse yazmak zorunda değil
    .does = Hızlı ve yıldırımda yazma sorusunun yanıtı, kimsenin yazmak zorunda olmadığıdır.
law-penalty-minute = İki yerine bir dakika
    .does = { $edition ->
        [fide-2023] Hızlı ve yıldırımda ihlal rakibe bir dakika kazandırır.
       *[other] Yıldırımda ihlal rakibe bir dakika kazandırır, hızlıda iki.
    }
law-supervision = Tam gözetimli ve sınırlı gözetimli hızlı, yıldırım
    .does = Gözetimin ne kadar yakın olduğunu bölüm söyler (`full`, `reduced`). Tam gözetimde standart oyunun kuralları, ötekinde sınırlı gözetim kuralları uygulanır.
law-scoresheet-shown = Hakemin kaydına bakma
    .does = `touchmove game show` hamleleri gösterir; oyuncunun kaç kez sorduğu sayılmaz.
law-setting-late = On hamleden sonra görülen yanlış saat ayarı
    .does = Sınırlı gözetimde iki oyuncu da on hamle yaptıysa ayar kalır; program aksayacaksa hakem seçer.
law-start-late = On hamleden sonra görülen yanlış başlangıç
    .does = Sınırlı gözetimde iki oyuncu da on hamle yaptıysa oyun sürer: iddia yok, yanlış duranla rok da yok.
law-illegal-reduced = Sınırlı gözetimde kural dışı hamle
    .does = { $edition ->
        [fide-2017] Rakibin sonraki hamlesinden önce görülür ya da iddia edilirse ilk kural dışı hamle kaybettirir.
       *[other] Rakibin sonraki hamlesinden önce görülür ya da iddia edilirse bedeli başka yerdekiyle aynıdır.
    } Ondan sonra, ikisi de düzeltmekte anlaşmadıkça kalır; kimin bıraktığı bildirilir.
law-flag-claim = Sınırlı gözetimde bayrak iddiası
    .does = İddia girilir (`touchmove game claim-flag`). { $edition ->
        [fide-2017] İddia edenin kendi saatinde süre kalmış olmalıdır.
        [fide-1997] Yalnız oyuncular iddia edebilir.
       *[other] Kendi saatinde süre kalmış olması aranmaz.
    }
law-illegal-position = İki şah da tehdit altında, ya da son yatayda piyon
    .does = Tamamlanacak sonraki hamleye dek izlenir. Konum hâlâ kural dışıysa oyun berabere biter.
law-notation = Hamlelerin yazılışı
    .does = Hamleler İngilizce ve Türkçe harflerle okunur ve yazılır; kareler, alışlar ve terfi baskıdaki gibidir.
law-quickplay = Hızlı bitiriş
    .does = Etkinlik duyurmuşsa, ek süresiz son dönemde: iki dakikadan az süresi kalan oyuncu ek süre ister (`touchmove game ask-increment`) ya da rakibinin olağan yollarla kazanmadığını öne sürer (`claim-normal-means`); saat durdurulur, hakem kabul eder, reddeder ya da erteler (`touchmove game rule`). Kendiliğinden hiçbir şeye karar verilmez: hakeme rakibin o zamandan beri kaç hamle yaptığı, bunların neyi değiştirdiği ve mat olanağının bulunup bulunmadığı söylenir.
law-adjournment = Ertelenen oyunlar
    .does = { $edition ->
        [fide-2017] Yönergelerde kuralları olduğundan başka bir şey bilinmiyor: ertelenen oyun için söylenen kabul edilmez.
        [fide-2018] Yönergelerde kuralları olduğundan başka bir şey bilinmiyor: ertelenen oyun için söylenen kabul edilmez.
        [fide-2023] Yönergelerde kuralları olduğundan başka bir şey bilinmiyor: ertelenen oyun için söylenen kabul edilmez.
       *[other] Söylendiği gibi girilir (`touchmove game seal`, `adjourn-early`, `resume`, `seal-reply`, `open-envelope`, `envelope-lost`, `before-opening`, `found adjourned-position`, `found adjourned-times`). Hamle zarfa konunca oyun hiçbir tahtada durmaz; konum ve süreler saklanır (`touchmove game envelope`), nerede yeniden kurulursa oyun orada sürer (`touchmove game move`). Oynanamayan gizli hamle oyunu bitirir; metnin söylemediği yerde hakeme sorulur.
    }
